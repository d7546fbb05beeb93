// Labels against predictions, in one pass: how many are 1 among either, and among both.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "labels.hpp"
#include "vectors.hpp"

namespace truecut {

struct Agreement {
    std::uint64_t positive = 0;
    std::uint64_t flagged = 0;
    std::uint64_t both = 0;
    bool are_binary = true;
};

constexpr std::size_t BLOCK_OF_BYTES = 128;  // rows at a time: as many ones as a byte can count
constexpr std::size_t BLOCK = 4096;          // and of wider types, of which each block is added up once more

// Add so many rows that lie side by side as whole numbers of one type. Sums stay in that type, so that as many rows
// as possible are added at once.
template <class Bits>
void add_block(const std::uint8_t* labels, const std::uint8_t* predictions, std::size_t rows, Agreement& found) {
    Bits any = 0;
    Bits positive = 0;
    Bits flagged = 0;
    Bits both = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        Bits label;
        Bits prediction;
        std::memcpy(&label, labels + row * sizeof(Bits), sizeof(Bits));
        std::memcpy(&prediction, predictions + row * sizeof(Bits), sizeof(Bits));
        any = static_cast<Bits>(any | label | prediction);
        positive = static_cast<Bits>(positive + label);
        flagged = static_cast<Bits>(flagged + prediction);
        both = static_cast<Bits>(both + (label & prediction));
    }
    found.are_binary &= any <= 1;
    found.positive += positive;
    found.flagged += flagged;
    found.both += both;
}

template <class Bits>
Agreement agreement_of_columns(const std::uint8_t* labels, const std::uint8_t* predictions, std::size_t rows) {
    return vectorised([labels, predictions, rows] {
        constexpr std::size_t together = sizeof(Bits) == 1 ? BLOCK_OF_BYTES : BLOCK;
        Agreement found;
        for (std::size_t first = 0; first < rows && found.are_binary; first += together) {
            add_block<Bits>(labels + first * sizeof(Bits), predictions + first * sizeof(Bits),
                            std::min(together, rows - first), found);
        }
        return found;
    });
}

// Where labels and predictions are of different types, or have gaps, both are written as bytes first.
inline Agreement agreement_of_others(const Labels& labels, const Labels& predictions, std::size_t rows) {
    return vectorised([labels, predictions, rows] {
        Agreement found;
        std::uint8_t truth[BLOCK_OF_BYTES];
        std::uint8_t said[BLOCK_OF_BYTES];
        for (std::size_t first = 0; first < rows && found.are_binary; first += BLOCK_OF_BYTES) {
            const std::size_t count = std::min(BLOCK_OF_BYTES, rows - first);
            found.are_binary = labels.read(first, count, truth) && predictions.read(first, count, said);
            if (found.are_binary) add_block<std::uint8_t>(truth, said, count, found);
        }
        return found;
    });
}

// The same for every type: labels whose bits are neither 0 nor 1, such as -0.0, are no binary ones here.
inline Agreement agreement(const Labels& labels, const Labels& predictions, std::size_t rows) {
    if (labels.are_side_by_side() && predictions.are_side_by_side() && labels.bytes == predictions.bytes) {
        const std::uint8_t* truth = labels.begin();
        const std::uint8_t* said = predictions.begin();
        switch (labels.bytes) {
            case 1: return agreement_of_columns<std::uint8_t>(truth, said, rows);
            case 2: return agreement_of_columns<std::uint16_t>(truth, said, rows);
            case 4: return agreement_of_columns<std::uint32_t>(truth, said, rows);
            default: return agreement_of_columns<std::uint64_t>(truth, said, rows);
        }
    }
    return agreement_of_others(labels, predictions, rows);
}

}  // namespace truecut
