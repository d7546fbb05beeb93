// Labels of any type, where they are: a label of 0 or 1 is told by one of its bytes.
//
// That is the lowest byte of a whole number, and the highest of a float: 1.0 begins with 0x3F (0x3C in
// half precision) and 0.0 with 0. So no label is copied or converted, whatever lies between one and the next.
// Whether they are all 0 or 1 is looked at where they are read anyway.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "vectors.hpp"

namespace truecut {

struct NotBinary {};

struct Labels {
    const std::uint8_t* telling_byte;
    std::ptrdiff_t step;                  // bytes from one label to the next
    const std::uint8_t* first = nullptr;  // none: they are booleans, which are never anything else
    std::size_t bytes = 1;                // of a label
    std::uint64_t one = 1;                // the bits of a label of 1

    bool operator[](std::size_t row) const { return telling_byte[static_cast<std::ptrdiff_t>(row) * step] != 0; }

    // Whether so many labels from a row on have either the bits of 0 or those of 1. The bits of -0.0 are neither.
    bool are_binary(std::size_t row, std::size_t count) const {
        if (!first) return true;
        switch (bytes) {
            case 1: return have_bits<std::uint8_t>(row, count);
            case 2: return have_bits<std::uint16_t>(row, count);
            case 4: return have_bits<std::uint32_t>(row, count);
            default: return have_bits<std::uint64_t>(row, count);
        }
    }

private:
    template <class Bits>
    bool have_bits(std::size_t row, std::size_t count) const {
        const std::uint8_t* from = first + static_cast<std::ptrdiff_t>(row) * step;
        // A step that is known when this is compiled can be taken for many labels at once.
        if (step == sizeof(Bits)) return have_bits<Bits>(from, count, sizeof(Bits));
        return have_bits<Bits>(from, count, step);
    }

    template <class Bits>
    bool have_bits(const std::uint8_t* from, std::size_t count, std::ptrdiff_t from_one_to_next) const {
        const Bits one_of_type = static_cast<Bits>(one);
        Bits others = 0;
        for (std::size_t label = 0; label < count; ++label) {
            Bits bits;
            std::memcpy(&bits, from + static_cast<std::ptrdiff_t>(label) * from_one_to_next, sizeof bits);
            // All bits of 1 or none, and no other.
            others |= bits & (bits == one_of_type ? Bits{0} : static_cast<Bits>(~Bits{0}));
        }
        return others == 0;
    }
};

// Write the labels as booleans; false if some are neither 0 nor 1.
inline bool write_booleans(const Labels& labels, std::size_t count, std::uint8_t* booleans) {
    return vectorised([labels, count, booleans] {
        constexpr std::size_t together = 64;
        bool others = false;
        for (std::size_t first = 0; first < count && !others; first += together) {
            const std::size_t end = first + together < count ? first + together : count;
            others = !labels.are_binary(first, end - first);
            for (std::size_t row = first; row < end; ++row) booleans[row] = labels[row];
        }
        return !others;
    });
}

}  // namespace truecut
