// Logarithm and exponential without branches, so that a compiler works on several numbers at once. Both follow fdlibm
// and are right to within one unit in the last place; the same operations in the same order give the same bits on
// every processor.

#pragma once

#include <cstdint>
#include <cstring>

namespace truecut {

inline std::uint64_t bits_of(double number) {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    return bits;
}

inline double number_of(std::uint64_t bits) {
    double number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

constexpr double two_to_52 = 4503599627370496.0;
constexpr double ln2_high = 6.93147180369123816490e-01;  // its last 32 bits are 0: products with small whole numbers are exact
constexpr double ln2_low = 1.90821492927058770002e-10;

// A whole number from 0 on as a float, in two halves, since conversions of 64 bits have no vector instruction; only the
// last sum rounds.
inline double as_float(std::int64_t whole) {
    const auto bits = static_cast<std::uint64_t>(whole);
    const double high = number_of((bits >> 32) | 0x4330000000000000) - two_to_52;
    const double low = number_of((bits & 0xFFFFFFFF) | 0x4330000000000000) - two_to_52;
    return high * 4294967296.0 + low;
}

inline double as_float(double number) { return number; }

// ln x of a finite x > 0, subnormal ones included.
inline double logarithm(double x) {
    const bool is_subnormal = x < 2.2250738585072014e-308;
    const std::uint64_t bits = bits_of(is_subnormal ? x * 18014398509481984.0 : x);  // 2**54 times
    // x = 2**k (1 + f) with 1 + f between the roots of 1/2 and 2; k is counted from 1023.
    const std::uint64_t k = (bits + (0x3FF0000000000000 - 0x3FE6A09E667F3BCD)) >> 52;
    const double f = number_of(bits + (std::uint64_t{1023} << 52) - (k << 52)) - 1;
    const double twos = number_of(k | 0x4330000000000000) - (two_to_52 + 1023) - (is_subnormal ? 54 : 0);
    const double s = f / (2 + f), z = s * s, w = z * z, half = 0.5 * f * f;
    const double even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    const double odd = z * (6.666666666666735130e-01 +
                            w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    return s * (half + (odd + even)) + twos * ln2_low - half + f + twos * ln2_high;
}

// ln (1 + x) of x > -1: what rounding takes from 1 + x is put back.
inline double logarithm_of_1_plus(double x) {
    const double sum = 1 + x;
    return logarithm(sum) + (x - (sum - 1)) / sum;
}

// e**-x of x >= 0; NaN stays NaN.
inline double exponential_of_minus(double x) {
    const double kept = x > 750 ? 750.0 : x;  // beyond, nothing is left of it
    constexpr double shift = 1.5 * two_to_52;  // its sum with a number rounds that to a whole one
    const double twos = (shift - kept * 1.44269504088896338700) - shift;
    const double high = -kept - twos * ln2_high, low = twos * ln2_low;
    const double r = high - low, square = r * r;
    const double c = r - square * (1.66666666666666019037e-01 +
                                   square * (-2.77777777770155933842e-03 +
                                             square * (6.61375632143793436117e-05 +
                                                       square * (-1.65339022054652515390e-06 + square * 4.13813679705723846039e-08))));
    const double mantissa = 1 + (r * c / (2 - c) - low + high);
    // In two steps, since 2**-1082 is no float: the second one rounds once, to a subnormal number or to 0.
    const double first = twos < -1000 ? -1000.0 : twos;
    const double scale = number_of(bits_of(first + (shift + 1023)) << 52);
    return mantissa * scale * number_of(bits_of((twos - first) + (shift + 1023)) << 52);
}

}  // namespace truecut
