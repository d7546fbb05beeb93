// The area under the ROC curve and average precision of every bootstrap replicate.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "buffer.hpp"
#include "resample.hpp"

namespace truecut {

constexpr double undefined_value = std::numeric_limits<double>::quiet_NaN();

// Drawn positives, drawn negatives, and the pairs of both in which the positive stands first.
struct Pairs {
    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
    std::uint64_t in_order = 0;
};

inline void add_pairs_plainly(const std::uint8_t* times, const std::uint8_t* is_positive, std::size_t rows,
                              Pairs& pairs) {
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t positives = times[row] & is_positive[row];
        const std::uint64_t negatives = times[row] - positives;
        pairs.positives += positives;
        pairs.negatives += negatives;
        pairs.in_order += negatives * pairs.positives;
    }
}

#ifdef TRUECUT_HAS_AVX2_PATH

// For rows drawn at most 8 times each: sixteen of them hold at most 128 positives, which fit a byte.
__attribute__((target("avx2"))) inline void add_pairs_avx2(const std::uint8_t* times,
                                                           const std::uint8_t* is_positive, std::size_t packs,
                                                           Pairs& pairs) {
    constexpr std::size_t packs_before_overflow = 16384;
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi16(1);
    for (std::size_t begin = 0; begin < packs; begin += packs_before_overflow) {
        const std::size_t end = begin + packs_before_overflow < packs ? begin + packs_before_overflow : packs;
        __m256i within = zero;  // pairs inside sixteen rows
        for (std::size_t pack = begin; pack < end; ++pack) {
            const auto* const drawn = reinterpret_cast<const __m256i*>(times + pack * rows_per_pack);
            const auto* const labels = reinterpret_cast<const __m256i*>(is_positive + pack * rows_per_pack);
            const __m256i all = _mm256_loadu_si256(drawn);
            const __m256i mask = _mm256_loadu_si256(labels);
            const __m256i positives = _mm256_and_si256(all, mask);
            const __m256i negatives = _mm256_andnot_si256(mask, all);
            __m256i so_far = _mm256_add_epi8(positives, _mm256_slli_si256(positives, 1));
            so_far = _mm256_add_epi8(so_far, _mm256_slli_si256(so_far, 2));
            so_far = _mm256_add_epi8(so_far, _mm256_slli_si256(so_far, 4));
            so_far = _mm256_add_epi8(so_far, _mm256_slli_si256(so_far, 8));
            within = _mm256_add_epi32(within, _mm256_madd_epi16(_mm256_maddubs_epi16(so_far, negatives), ones));

            // The sums of eight rows each, both classes in one number; then of sixteen.
            const __m256i of_eight = _mm256_or_si256(
                _mm256_sad_epu8(positives, zero), _mm256_slli_epi64(_mm256_sad_epu8(negatives, zero), 32));
            const __m256i of_sixteen = _mm256_add_epi64(of_eight, _mm256_unpackhi_epi64(of_eight, of_eight));
            for (const long long both : {_mm256_extract_epi64(of_sixteen, 0), _mm256_extract_epi64(of_sixteen, 2)}) {
                const auto more_negatives = static_cast<std::uint64_t>(both) >> 32;
                pairs.in_order += more_negatives * pairs.positives;
                pairs.positives += static_cast<std::uint32_t>(both);
                pairs.negatives += more_negatives;
            }
        }
        alignas(32) std::uint32_t sums[8];
        _mm256_store_si256(reinterpret_cast<__m256i*>(sums), within);
        for (const std::uint32_t sum : sums) pairs.in_order += sum;
    }
}

#endif

inline double roc_area_of(const RowLayout& layout, const std::uint8_t* times, bool use_avx2) {
    Pairs pairs;
#ifdef TRUECUT_HAS_AVX2_PATH
    if (use_avx2) {
        add_pairs_avx2(times, layout.is_positive.data(), layout.packs, pairs);
    } else {
        add_pairs_plainly(times, layout.is_positive.data(), layout.rows, pairs);
    }
#else
    (void)use_avx2;
    add_pairs_plainly(times, layout.is_positive.data(), layout.rows, pairs);
#endif
    if (pairs.positives == 0 || pairs.negatives == 0) return undefined_value;
    // Positives stand first among equals, so each tied pair was counted whole and should count half.
    std::uint64_t tied = 0;
    for (const RowLayout::Score& score : layout.shared) {
        tied += sum_of(times, score.begin, score.begin_negatives) *
                sum_of(times, score.begin_negatives, score.end);
    }
    return static_cast<double>(2 * pairs.in_order - tied) /
           static_cast<double>(2 * pairs.positives * pairs.negatives);
}

inline double average_precision_of(const RowLayout& layout, const std::uint8_t* times) {
    std::uint64_t flagged = 0;
    std::uint64_t found = 0;
    double sum = 0;
    for (const RowLayout::Score& score : layout.scores) {
        std::uint64_t positives = 0;
        if (score.end - score.begin == 1) {
            positives = times[score.begin] & layout.is_positive[score.begin];
            flagged += times[score.begin];
        } else {
            positives = sum_of(times, score.begin, score.begin_negatives);
            flagged += positives + sum_of(times, score.begin_negatives, score.end);
        }
        found += positives;
        if (positives) {
            const double precision = static_cast<double>(found) / static_cast<double>(flagged);
            sum += static_cast<double>(positives) * precision;
        }
    }
    return found ? sum / static_cast<double>(found) : undefined_value;
}

inline Buffer<double> resampled_roc_auc(const CountColumns& table, const Replicates& asked) {
    const RowLayout layout(table, asked.scheme);
    Buffer<double> areas(asked.count);
    const bool bounded = asked.use_avx2 && asked.scheme == Scheme::poisson;
    for_each_replicate(layout, asked, [&](std::size_t replicate, const std::uint8_t* times) {
        areas[replicate] = roc_area_of(layout, times, bounded);
    });
    return areas;
}

inline Buffer<double> resampled_average_precision(const CountColumns& table, const Replicates& asked) {
    const RowLayout layout(table, asked.scheme);
    Buffer<double> values(asked.count);
    for_each_replicate(layout, asked, [&](std::size_t replicate, const std::uint8_t* times) {
        values[replicate] = average_precision_of(layout, times);
    });
    return values;
}

}  // namespace truecut
