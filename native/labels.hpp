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

    // Where labels begin, booleans too.
    const std::uint8_t* begin() const { return first ? first : telling_byte; }

    // Whether they are whole numbers or booleans without a gap between them.
    bool are_side_by_side() const { return step == static_cast<std::ptrdiff_t>(bytes) && one == 1; }

    // Write which of so many labels from a row on are 1; false if some are neither 0 nor 1, as the bits of -0.0.
    bool read(std::size_t row, std::size_t count, std::uint8_t* are_positive) const {
        if (!first) {
            for (std::size_t label = 0; label < count; ++label) are_positive[label] = (*this)[row + label];
            return true;
        }
        switch (bytes) {
            case 1: return read_bits<std::uint8_t>(row, count, are_positive);
            case 2: return read_bits<std::uint16_t>(row, count, are_positive);
            case 4: return read_bits<std::uint32_t>(row, count, are_positive);
            default: return read_bits<std::uint64_t>(row, count, are_positive);
        }
    }

private:
    template <class Bits>
    static Bits at(const std::uint8_t* place) {
        Bits bits;
        std::memcpy(&bits, place, sizeof bits);
        return bits;
    }

    template <class Bits>
    bool read_bits(std::size_t row, std::size_t count, std::uint8_t* are_positive) const {
        const std::uint8_t* from = first + static_cast<std::ptrdiff_t>(row) * step;
        const Bits one_of_type = static_cast<Bits>(one);
        if (step == sizeof(Bits) && one == 1) {
            // The common case, whole numbers side by side, in two simple loops: many labels are read at once.
            Bits any = 0;
            for (std::size_t label = 0; label < count; ++label) any |= at<Bits>(from + label * sizeof(Bits));
            for (std::size_t label = 0; label < count; ++label) {
                are_positive[label] = static_cast<std::uint8_t>(at<Bits>(from + label * sizeof(Bits)));
            }
            return any <= 1;
        }
        Bits others = 0;
        for (std::size_t label = 0; label < count; ++label) {
            const Bits bits = at<Bits>(from + static_cast<std::ptrdiff_t>(label) * step);
            const bool is_one = bits == one_of_type;
            are_positive[label] = is_one;
            others |= is_one ? Bits{0} : bits;
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
            others = !labels.read(first, first + together < count ? together : count - first, booleans + first);
        }
        return !others;
    });
}

}  // namespace truecut
