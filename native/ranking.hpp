// What ranks how high, in one pass over the score table: the area under the ROC curve, how much the
// placements of both classes spread around it (DeLong, DeLong & Clarke-Pearson 1988), and average precision.
//
// The placement of a positive is the share of the negatives below it, that of a negative the share
// of the positives above it, ties counting half; the area is the mean of either. Placements are
// counted in halves of a row, so that all sums are whole numbers and exact. Dividing them is left to
// whoever has numbers of any length.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "resample.hpp"
#include "sums.hpp"
#include "wide.hpp"

namespace truecut {

struct RankSums {
    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
    WideSum wins;              // over the negatives: twice the positives above, and the tied ones
    WideSum positive_squares;  // over the positives: twice the negatives above, and the tied ones, squared
    WideSum negative_squares;
};

// Nothing where there are too many rows for squares of twice their number.
inline std::optional<RankSums> rank_sums(const CountColumns& table) {
    constexpr std::uint64_t most_rows = std::uint64_t{1} << 31;
    RankSums sums;
    for (std::size_t score = 0; score < table.scores; ++score) {
        const auto positives = static_cast<std::uint64_t>(table.positives[score]);
        const auto negatives = static_cast<std::uint64_t>(table.negatives[score]);
        if ((positives | negatives) >= most_rows) return std::nullopt;
        const std::uint64_t above_negative = 2 * sums.positives + positives;
        const std::uint64_t above_positive = 2 * sums.negatives + negatives;
        sums.positives += positives;
        sums.negatives += negatives;
        if ((sums.positives | sums.negatives) >= most_rows) return std::nullopt;
        sums.wins.add(negatives * above_negative);
        sums.negative_squares.add(product(negatives, above_negative * above_negative));
        sums.positive_squares.add(product(positives, above_positive * above_positive));
    }
    return sums;
}

// The mean, over the positives, of the precision where each of them is just flagged; there is at least one.
// Some terms are added plainly and then compensated together, which is as exact as anyone could ask for.
inline double average_precision(const CountColumns& table) {
    constexpr std::size_t added_plainly = 256;
    double found = 0;
    double flagged = 0;
    CompensatedSum sum;
    for (std::size_t first = 0; first < table.scores; first += added_plainly) {
        const std::size_t end = std::min(first + added_plainly, table.scores);
        double part = 0;
        for (std::size_t score = first; score < end; ++score) {
            const auto positives = static_cast<double>(table.positives[score]);
            found += positives;
            flagged += positives + static_cast<double>(table.negatives[score]);
            part += positives * (found / std::max(flagged, 1.0));
        }
        sum.add(part);
    }
    return sum.value() / found;
}

}  // namespace truecut
