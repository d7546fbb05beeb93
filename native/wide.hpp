// Whole numbers beyond 64 bits: pairs of rows, and sums of squared counts of rows.

#pragma once

#include <cstdint>

namespace truecut {

// A sum of 64-bit terms that does not overflow.
struct WideSum {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    void add(std::uint64_t term) {
        low += term;
        high += low < term;
    }

    void add(const WideSum& other) {
        add(other.low);
        high += other.high;
    }

    void subtract(const WideSum& other) {
        high -= other.high + (low < other.low);
        low -= other.low;
    }
};

// The exact product, by halves of 32 bits: not every compiler has a 128-bit type.
inline WideSum product(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    const Wide whole = static_cast<Wide>(a) * b;
    return {static_cast<std::uint64_t>(whole >> 64), static_cast<std::uint64_t>(whole)};
#else
    constexpr std::uint64_t lower_half = 0xFFFFFFFFu;
    const std::uint64_t low = (a & lower_half) * (b & lower_half);
    const std::uint64_t cross = (a >> 32) * (b & lower_half) + (low >> 32);
    const std::uint64_t other = (a & lower_half) * (b >> 32) + (cross & lower_half);
    return {(a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32), (other << 32) | (low & lower_half)};
#endif
}

}  // namespace truecut
