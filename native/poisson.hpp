// How often each row is drawn when every row is drawn Poisson(1) times, independently of all others.
//
// A row needs 16 random bits: it is drawn once more for each threshold that they reach. Rounded to
// 16 bits the mean is still exactly 1, and the variance is 0.99997.
//
// Thirty-two rows share eight places of the random numbers, in the order in which AVX2 packs them:
// eight rows of low words, eight of high words, twice. Whatever the processor, the draws are the same.

#pragma once

#include <cstddef>
#include <cstdint>

#include "random.hpp"
#include "vectors.hpp"

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && !defined(TRUECUT_WITHOUT_AVX2)
#define TRUECUT_HAS_AVX2_PATH 1
#include <immintrin.h>
#endif

namespace truecut {

constexpr std::size_t rows_per_pack = 32;
constexpr std::size_t places_per_pack = 8;

// 65536 times the chance of at most 0, 1, 2, ... draws; nine are too rare for 16 bits.
constexpr std::uint16_t poisson_thresholds[8] = {24109, 48219, 60273, 64292, 65296, 65497, 65531, 65535};

inline std::uint8_t poisson_draws(std::uint32_t bits) {
    std::uint8_t draws = 0;
    for (const std::uint16_t threshold : poisson_thresholds) draws += bits >= threshold;
    return draws;
}

inline void draw_poisson_plainly(const StreamKey& key, std::size_t packs, std::uint8_t* draws) {
    for (std::size_t pack = 0; pack < packs; ++pack) {
        for (std::size_t place = 0; place < places_per_pack; ++place) {
            const Words words = random_words(key, pack * places_per_pack + place);
            std::uint8_t* const of_low = draws + pack * rows_per_pack + place / 4 * 16 + place % 4 * 2;
            of_low[0] = poisson_draws(words.low & 0xFFFF);
            of_low[1] = poisson_draws(words.low >> 16);
            of_low[8] = poisson_draws(words.high & 0xFFFF);
            of_low[9] = poisson_draws(words.high >> 16);
        }
    }
}

#ifdef TRUECUT_HAS_AVX2_PATH

// Eight places at a time.
struct WordVectors {
    __m256i low;
    __m256i high;
};

template <int left>
__attribute__((target("avx2"), always_inline)) inline void mix_round(WordVectors& words) {
    words.low = _mm256_add_epi32(words.low, words.high);
    const __m256i turned =
        _mm256_or_si256(_mm256_slli_epi32(words.high, left), _mm256_srli_epi32(words.high, 32 - left));
    words.high = _mm256_xor_si256(turned, words.low);
}

__attribute__((target("avx2"), always_inline)) inline void inject(WordVectors& words, const StreamKey& key,
                                                                  std::uint32_t injected) {
    const std::uint32_t for_high = key.words[(injected + 1) % 3] + injected;
    words.low = _mm256_add_epi32(words.low, _mm256_set1_epi32(static_cast<int>(key.words[injected % 3])));
    words.high = _mm256_add_epi32(words.high, _mm256_set1_epi32(static_cast<int>(for_high)));
}

__attribute__((target("avx2"), always_inline)) inline WordVectors random_words_of_pack(const StreamKey& key,
                                                                                       std::uint64_t pack) {
    // Eight places never straddle a multiple of 2**32.
    const std::uint64_t place = pack * places_per_pack;
    const __m256i first = _mm256_set1_epi32(static_cast<int>(static_cast<std::uint32_t>(place) + key.words[0]));
    const auto high = static_cast<std::uint32_t>(place >> 32) + key.words[1];
    WordVectors words{_mm256_add_epi32(first, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)),
                      _mm256_set1_epi32(static_cast<int>(high))};
    mix_round<13>(words);
    mix_round<15>(words);
    mix_round<26>(words);
    mix_round<6>(words);
    inject(words, key, 1);
    mix_round<17>(words);
    mix_round<29>(words);
    mix_round<16>(words);
    mix_round<24>(words);
    inject(words, key, 2);
    mix_round<13>(words);
    mix_round<15>(words);
    mix_round<26>(words);
    mix_round<6>(words);
    inject(words, key, 3);
    mix_round<17>(words);
    return words;
}

// Numbers of 16 bits are compared as signed ones, hence the flipped sign bit on both sides.
__attribute__((target("avx2"), always_inline)) inline __m256i poisson_draws(__m256i bits) {
    const __m256i flip = _mm256_set1_epi16(static_cast<short>(0x8000));
    const __m256i flipped = _mm256_xor_si256(bits, flip);
    __m256i draws = _mm256_setzero_si256();
    const auto count_from = [&](int first, int end) __attribute__((target("avx2"), always_inline)) {
        for (int k = first; k < end; ++k) {
            const __m256i below = _mm256_set1_epi16(static_cast<short>((poisson_thresholds[k] - 1) ^ 0x8000));
            draws = _mm256_sub_epi16(draws, _mm256_cmpgt_epi16(flipped, below));
        }
    };
    count_from(0, 5);
    // Six draws and more are so rare that a look is cheaper than counting them every time.
    const __m256i at_most_5 = _mm256_set1_epi16(static_cast<short>((poisson_thresholds[5] - 1) ^ 0x8000));
    if (_mm256_movemask_epi8(_mm256_cmpgt_epi16(flipped, at_most_5))) count_from(5, 8);
    return draws;
}

__attribute__((target("avx2"))) inline void draw_poisson_avx2(const StreamKey& key, std::size_t packs,
                                                              std::uint8_t* draws) {
    for (std::size_t pack = 0; pack < packs; ++pack) {
        const WordVectors words = random_words_of_pack(key, pack);
        const __m256i packed = _mm256_packus_epi16(poisson_draws(words.low), poisson_draws(words.high));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(draws + pack * rows_per_pack), packed);
    }
}

#endif

// Write the draws of `packs` times 32 rows.
inline void draw_poisson(const StreamKey& key, std::size_t packs, std::uint8_t* draws, bool use_avx2) {
#ifdef TRUECUT_HAS_AVX2_PATH
    if (use_avx2) return draw_poisson_avx2(key, packs, draws);
#endif
    (void)use_avx2;
    draw_poisson_plainly(key, packs, draws);
}

}  // namespace truecut
