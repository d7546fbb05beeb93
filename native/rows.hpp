// The rows as Python hands them over, and the form in which they are sorted.
//
// A row has to carry its label, and its key leaves no bit for it. But no bucket holds keys of both
// halves of the range, so the key's top bit need not be stored and the label takes its place:
//
//     key     t kkkkkkkk...k         t: 1 for scores >= 0 (floats and signed integers)
//     packed  kkkkkkkk...k l         l: 1 for a positive label

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "labels.hpp"
#include "ordered_key.hpp"

namespace truecut {

struct NanScore {};

template <class Key>
struct CountedRow {
    Key packed;

    // Orders the rows that share the key's top bit.
    Key rank() const { return packed >> 1; }
    bool is_positive() const { return packed & 1; }
};

template <class Key, class Weight>
struct WeightedRow {
    Key packed;
    Weight weight;

    Key rank() const { return packed >> 1; }
    bool is_positive() const { return packed & 1; }
};

// What the two kinds of input have in common: labels beside scores.
template <class ScoreType>
struct ScoredRows {
    using Score = ScoreType;
    using Coding = OrderedKey<Score>;
    using Key = typename Coding::Key;

    Labels labels;
    const Score* scores;
    std::size_t count;

    Key key(std::size_t row) const { return Coding::encode(scores[row]); }
    bool is_positive(std::size_t row) const { return labels[row]; }

    // The score as it lies in memory, and what it means.
    Key bits(std::size_t row) const {
        Key found;
        std::memcpy(&found, scores + row, sizeof found);
        return found;
    }
    static Key key_of(Key bits) { return Coding::encode(score_from(bits)); }
    static bool is_nan(Key bits) { return Coding::is_nan(score_from(bits)); }

    bool any_nan(std::size_t first, std::size_t of) const {
        bool found = false;
        for (std::size_t row = first; row < first + of; ++row) found |= Coding::is_nan(scores[row]);
        return found;
    }

protected:
    static Score score_from(Key bits) {
        Score score;
        std::memcpy(&score, &bits, sizeof score);
        return score;
    }

    static Key packed(Key key, bool is_positive) { return static_cast<Key>(key << 1) | is_positive; }
};

template <class ScoreType>
struct CountedRows : ScoredRows<ScoreType> {
    using typename ScoredRows<ScoreType>::Key;
    using Row = CountedRow<Key>;

    // What is known of the row already is handed over.
    Row row(std::size_t, Key key, bool is_positive) const { return {this->packed(key, is_positive)}; }
};

template <class ScoreType, class WeightType>
struct WeightedRows : ScoredRows<ScoreType> {
    using typename ScoredRows<ScoreType>::Key;
    using Weight = WeightType;
    using Row = WeightedRow<Key, Weight>;

    const Weight* weights;

    Row row(std::size_t index, Key key, bool is_positive) const {
        return {this->packed(key, is_positive), weights[index]};
    }
};

// The score of a row whose key had this top bit.
template <class Score, class Row>
Score score_of(const Row& row, bool in_upper_half) {
    using Coding = OrderedKey<Score>;
    using Key = typename Coding::Key;
    return Coding::decode(row.rank() | (in_upper_half ? top_bit<Key> : Key{0}));
}

}  // namespace truecut
