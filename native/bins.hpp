// Which part of the score range a key falls into, found from its top bits.
//
// Keys of either half (scores below zero, and the others) are cut into equal bins between the
// 0.1 % quantiles of a sample; what lies outside counts into the outermost bin. Without the
// quantiles a single 0.0 or infinity would stretch the bins over a thousand empty exponents, and
// so would one window for both halves: between -0.001 and 0.001 lie nearly all floats there are.
//
// A key of the upper half lies above all of the lower window, and one of the lower half below all of
// the upper window. So the steps that a key is above the foot of either window add up to its bin,
// with one more for the upper half, and no branch asks which half it is.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ordered_key.hpp"

namespace truecut {

// How many bits it takes to write the number: 0 for 0, 3 for 5.
template <class Key>
int bit_length(Key number) {
    int bits = 0;
    for (; number; number >>= 1) ++bits;
    return bits;
}

template <class Key>
class Bins {
public:
    // At most 2^bits bins for each half in which the sorted sample has keys, and one for a half in
    // which it has none.
    Bins(const std::vector<Key>& sample, int bits) {
        const auto middle = std::lower_bound(sample.begin(), sample.end(), top_bit<Key>);
        lower_ = Window(sample.begin(), middle, bits);
        upper_ = Window(middle, sample.end(), bits);
    }

    std::uint32_t bin(Key key) const { return lower_.step(key) + upper_.step(key) + in_upper_half(key); }

    // Call work(bin_of), where bin_of(key) is the bin of a key. Most scores are of one sign, and then one window
    // says it all.
    template <class Work>
    void with_bin_of(const Work& work) const {
        if (lower_.is_single() || upper_.is_single()) {
            work([window = lower_.is_single() ? upper_ : lower_](Key key) {
                return window.step(key) + in_upper_half(key);
            });
        } else {
            work([bins = *this](Key key) { return bins.bin(key); });
        }
    }

    // The lowest key of a bin that does not also take what lies outside the windows.
    Key lowest_key(std::size_t bin) const {
        const bool is_upper = bin >= first_upper_bin();
        return is_upper ? upper_.foot(bin - first_upper_bin()) : lower_.foot(bin);
    }

    // Whether a bin takes keys from inside the windows only.
    bool is_inner(std::size_t bin) const {
        const std::size_t upper = first_upper_bin();
        return bin > 0 && bin + 1 != upper && bin != upper && bin + 1 != count();
    }

    std::size_t count() const { return first_upper_bin() + upper_.steps() + 1; }

    // Bins from here on hold keys of the upper half, and those before it none.
    std::size_t first_upper_bin() const { return lower_.steps() + 1; }

private:
    static std::uint32_t in_upper_half(Key key) { return static_cast<std::uint32_t>(key >> (key_bits<Key> - 1)); }

    struct Window {
        Key low = 0;
        Key high = 0;
        int shift = 0;

        Window() = default;

        template <class Iterator>
        Window(Iterator begin, Iterator end, int bits) {
            if (begin == end) return;
            const auto outside = (end - begin) / 1000;
            low = *(begin + outside);
            high = *(end - 1 - outside);
            shift = std::max(0, bit_length<Key>(high - low) - bits);
        }

        std::uint32_t step(Key key) const {
            return static_cast<std::uint32_t>((std::min(std::max(key, low), high) - low) >> shift);
        }
        Key foot(std::size_t steps) const { return low + (static_cast<Key>(steps) << shift); }
        std::uint32_t steps() const { return step(high); }
        bool is_single() const { return steps() == 0; }
    };

    Window lower_;
    Window upper_;
};

}  // namespace truecut
