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

#include "labels.hpp"
#include "ordered_key.hpp"

namespace truecut {

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
    bool is_nan(std::size_t row) const { return Coding::is_nan(scores[row]); }
    bool is_positive(std::size_t row) const { return labels[row]; }

protected:
    Key packed(std::size_t row, Key key) const { return static_cast<Key>(key << 1) | is_positive(row); }
};

template <class ScoreType>
struct CountedRows : ScoredRows<ScoreType> {
    using typename ScoredRows<ScoreType>::Key;
    using Row = CountedRow<Key>;

    Row row(std::size_t index, Key key) const { return {this->packed(index, key)}; }
};

template <class ScoreType, class WeightType>
struct WeightedRows : ScoredRows<ScoreType> {
    using typename ScoredRows<ScoreType>::Key;
    using Weight = WeightType;
    using Row = WeightedRow<Key, Weight>;

    const Weight* weights;

    Row row(std::size_t index, Key key) const { return {this->packed(index, key), weights[index]}; }
};

// The score of a row whose key had this top bit.
template <class Score, class Row>
Score score_of(const Row& row, bool in_upper_half) {
    using Coding = OrderedKey<Score>;
    using Key = typename Coding::Key;
    return Coding::decode(row.rank() | (in_upper_half ? top_bit<Key> : Key{0}));
}

}  // namespace truecut
