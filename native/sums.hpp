// Sums of weights.

#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace truecut {

// Neumaier's sum: what rounding takes away is added up beside it. Ten million weights of 0.1 added
// plainly are wrong in the tenth digit.
class CompensatedSum {
public:
    void add(double term) {
        const double grown = sum_ + term;
        lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - grown) + term : (term - grown) + sum_;
        sum_ = grown;
    }

    // Beyond the largest double the sum is infinite and what was lost is not a number.
    double value() const { return std::isfinite(sum_) ? sum_ + lost_ : sum_; }

private:
    double sum_ = 0;
    double lost_ = 0;
};

// Exact as long as the total fits; unsigned, so that a total that does not fit wraps as in NumPy.
class WholeSum {
public:
    void add(std::int64_t term) { sum_ += static_cast<std::uint64_t>(term); }
    std::int64_t value() const { return static_cast<std::int64_t>(sum_); }

private:
    std::uint64_t sum_ = 0;
};

template <class Weight>
using SumOf = std::conditional_t<std::is_integral_v<Weight>, WholeSum, CompensatedSum>;

}  // namespace truecut
