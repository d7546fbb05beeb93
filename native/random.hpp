// Random numbers that are a function of where they are used: seed, replicate, place. No state is
// carried along, so any number of workers gives the same numbers, and NumPy can compute them too
// (kernel/portable_draws.py does).
//
// Threefry-2x32 with 13 rounds (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"):
// additions, rotations and exclusive ors of 32-bit words, which every processor does many at a time.

#pragma once

#include <cstddef>
#include <cstdint>

namespace truecut {

struct Words {
    std::uint32_t low;
    std::uint32_t high;
};

// The stream of one replicate. Seeds and replicates that lie side by side have unrelated keys.
struct StreamKey {
    std::uint32_t words[3];

    StreamKey(std::uint64_t seed, std::uint64_t replicate) {
        const std::uint64_t mixed = mix(mix(seed) + replicate);
        words[0] = static_cast<std::uint32_t>(mixed);
        words[1] = static_cast<std::uint32_t>(mixed >> 32);
        words[2] = words[0] ^ words[1] ^ 0x1BD11BDAu;
    }

    // SplitMix64 (Steele, Lea & Flood 2014).
    static std::uint64_t mix(std::uint64_t value) {
        value += 0x9E3779B97F4A7C15u;
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
        return value ^ (value >> 31);
    }
};

constexpr int random_rounds = 13;
constexpr int rotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};

inline Words random_words(const StreamKey& key, std::uint64_t place) {
    std::uint32_t low = static_cast<std::uint32_t>(place) + key.words[0];
    std::uint32_t high = static_cast<std::uint32_t>(place >> 32) + key.words[1];
    for (int round = 0; round < random_rounds; ++round) {
        const int left = rotations[round % 8];
        low += high;
        high = ((high << left) | (high >> (32 - left))) ^ low;
        if (round % 4 == 3) {
            const std::uint32_t injected = static_cast<std::uint32_t>(round) / 4 + 1;
            low += key.words[injected % 3];
            high += key.words[(injected + 1) % 3] + injected;
        }
    }
    return {low, high};
}

// The same for places that follow each other, in a form that compilers turn into vector instructions.
constexpr std::size_t words_per_batch = 64;

struct WordBatch {
    std::uint32_t low[words_per_batch];
    std::uint32_t high[words_per_batch];

    // The first place is a multiple of the size of a batch, so that only lower halves differ.
    WordBatch(const StreamKey& key, std::uint64_t first_place) {
        for (std::size_t word = 0; word < words_per_batch; ++word) {
            low[word] = static_cast<std::uint32_t>(first_place + word) + key.words[0];
            high[word] = static_cast<std::uint32_t>(first_place >> 32) + key.words[1];
        }
        for (int round = 0; round < random_rounds; ++round) {
            const int left = rotations[round % 8];
            for (std::size_t word = 0; word < words_per_batch; ++word) {
                low[word] += high[word];
                high[word] = ((high[word] << left) | (high[word] >> (32 - left))) ^ low[word];
            }
            if (round % 4 == 3) {
                const std::uint32_t injected = static_cast<std::uint32_t>(round) / 4 + 1;
                for (std::size_t word = 0; word < words_per_batch; ++word) {
                    low[word] += key.words[injected % 3];
                    high[word] += key.words[(injected + 1) % 3] + injected;
                }
            }
        }
    }
};

// A whole number below a limit of at most 2**32, each equally likely up to one part in 2**32.
inline std::uint64_t random_below(std::uint64_t limit, Words words) {
    return (words.high * limit + (words.low * limit >> 32)) >> 32;
}

}  // namespace truecut
