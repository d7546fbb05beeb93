// A score as an unsigned integer that sorts the same way.
//
// Integers are compared, subtracted and cut into digits without a branch, which is what a radix
// sort needs. Two scores get the same key exactly when they are ==.

#pragma once

#include <cstdint>
#include <cstring>

namespace truecut {

template <class Key>
inline constexpr int key_bits = static_cast<int>(sizeof(Key) * 8);

template <class Key>
inline constexpr Key top_bit = Key{1} << (key_bits<Key> - 1);

// The key is the middle of the range plus or minus the magnitude's bits. Both zeros are then the
// middle itself, and denormals stay distinct even where the processor was told to flush them,
// because nothing here is floating-point arithmetic.
template <class Float, class Bits>
struct FloatKey {
    using Key = Bits;

    static Key encode(Float score) {
        Key bits;
        std::memcpy(&bits, &score, sizeof bits);
        return (bits & top_bit<Key>) ? Key{0} - bits : bits + top_bit<Key>;
    }

    static Float decode(Key key) {
        const Key bits = (key & top_bit<Key>) ? key - top_bit<Key> : Key{0} - key;
        Float score;
        std::memcpy(&score, &bits, sizeof score);
        return score;
    }

    static bool is_nan(Float score) { return score != score; }
};

template <class Score>
struct OrderedKey;

template <>
struct OrderedKey<double> : FloatKey<double, std::uint64_t> {};

template <>
struct OrderedKey<float> : FloatKey<float, std::uint32_t> {};

template <>
struct OrderedKey<std::int64_t> {
    using Key = std::uint64_t;
    static Key encode(std::int64_t score) { return static_cast<Key>(score) ^ top_bit<Key>; }
    static std::int64_t decode(Key key) { return static_cast<std::int64_t>(key ^ top_bit<Key>); }
    static bool is_nan(std::int64_t) { return false; }
};

template <>
struct OrderedKey<std::uint64_t> {
    using Key = std::uint64_t;
    static Key encode(std::uint64_t score) { return score; }
    static std::uint64_t decode(Key key) { return key; }
    static bool is_nan(std::uint64_t) { return false; }
};

}  // namespace truecut
