// Which part of the score range a key falls into, found from its top bits.
//
// Keys of either half (scores below zero, and the others) are cut into equal bins between the
// 0.1 % quantiles of a sample; what lies outside counts into the outermost bin. Without the
// quantiles a single 0.0 or infinity would stretch the bins over a thousand empty exponents, and
// so would one window for both halves: between -0.001 and 0.001 lie nearly all floats there are.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
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
        windows_[0] = Window(sample.begin(), middle, bits);
        windows_[1] = Window(middle, sample.end(), bits);
        windows_[1].first_bin = windows_[0].bins();
        is_one_sided_ = middle == sample.begin() || middle == sample.end();
    }

    std::size_t bin(Key key) const {
        return windows_[key >> (key_bits<Key> - 1)].bin(key);
    }

    // Call work(bin_of), where bin_of(key) is the bin of a key. If the sample lies in one half, which it is can
    // be predicted, and a branch costs less than looking up the window; otherwise far more.
    template <class Work>
    void with_bin_of(const Work& work) const {
        if (is_one_sided_) {
            work([bins = *this](Key key) {
                const bool in_upper_half = key & top_bit<Key>;
                return in_upper_half ? bins.windows_[1].bin(key) : bins.windows_[0].bin(key);
            });
        } else {
            work([bins = *this](Key key) { return bins.bin(key); });
        }
    }

    std::size_t count() const { return first_upper_bin() + windows_[1].bins(); }

    // Bins from here on hold keys of the upper half, and those before it none.
    std::size_t first_upper_bin() const { return windows_[1].first_bin; }

private:
    struct Window {
        Key low = 0;
        Key high = 0;
        int shift = 0;
        std::size_t first_bin = 0;

        Window() = default;

        template <class Iterator>
        Window(Iterator begin, Iterator end, int bits) {
            if (begin == end) return;
            const auto outside = (end - begin) / 1000;
            low = *(begin + outside);
            high = *(end - 1 - outside);
            shift = std::max(0, bit_length<Key>(high - low) - bits);
        }

        std::size_t offset(Key key) const {
            return static_cast<std::size_t>((std::clamp(key, low, high) - low) >> shift);
        }
        std::size_t bin(Key key) const { return first_bin + offset(key); }
        std::size_t bins() const { return offset(high) + 1; }
    };

    std::array<Window, 2> windows_;
    bool is_one_sided_;
};

}  // namespace truecut
