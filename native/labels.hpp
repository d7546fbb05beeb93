// Labels of any type, where they are: a label of 0 or 1 is told by one of its bytes.
//
// That is the lowest byte of a whole number, and the highest of a float: 1.0 begins with 0x3F (0x3C in
// half precision) and 0.0 with 0. So no label is copied or converted, whatever lies between one and the next.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace truecut {

struct Labels {
    const std::uint8_t* telling_byte;
    std::ptrdiff_t step;  // bytes from one label to the next

    bool operator[](std::size_t row) const { return telling_byte[static_cast<std::ptrdiff_t>(row) * step] != 0; }
};

// Whether all labels have either the bits of 0 or those of 1. The bits of -0.0 are neither.
template <class Bits>
bool are_zero_or_one(const std::uint8_t* first, std::ptrdiff_t step, std::size_t count, Bits one) {
    constexpr std::size_t looked_at_together = 4096;
    for (std::size_t begin = 0; begin < count; begin += looked_at_together) {
        const std::size_t end = begin + looked_at_together < count ? begin + looked_at_together : count;
        bool others = false;
        for (std::size_t row = begin; row < end; ++row) {
            Bits bits;
            std::memcpy(&bits, first + static_cast<std::ptrdiff_t>(row) * step, sizeof bits);
            others |= (bits != 0) & (bits != one);
        }
        if (others) return false;
    }
    return true;
}

}  // namespace truecut
