// The area under the ROC curve alone, as whole numbers: no table is written.
//
// A pair of a positive and a negative counts 2 where the positive scores higher and 1 where both score
// the same. Inside a bucket pairs are counted once it is sorted, and between buckets by multiplication,
// so that the sum is exact and the same whatever the number of workers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bucket_sort.hpp"
#include "buckets.hpp"
#include "rare_class.hpp"
#include "rows.hpp"
#include "tied_counts.hpp"
#include "wide.hpp"
#include "workers.hpp"

namespace truecut {

struct BucketPairs {
    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
    std::uint64_t wins = 0;
};

// In order and without ties between the classes, the positive at place i has i rows below it, of which those
// before it are positive: so their places are added up, and nothing waits for the row before.
template <class Row>
bool count_untied_pairs(const Row* rows, std::size_t count, BucketPairs& pairs) {
    std::uint64_t positives = 0;
    std::uint64_t places = 0;
    std::uint64_t ties = 0;
    for (std::size_t place = 0; place < count; ++place) {
        const std::uint64_t is_positive = rows[place].packed & 1;
        positives += is_positive;
        places += place & (0 - is_positive);
    }
    for (std::size_t place = 1; place < count; ++place) {
        ties += (rows[place].packed ^ rows[place - 1].packed) == 1;  // one score, two labels
    }
    if (ties) return false;
    const std::uint64_t pairs_of_positives = positives * (positives - (positives > 0)) / 2;
    pairs = {positives, count - positives, 2 * (places - pairs_of_positives)};
    return true;
}

// Without a branch, since labels cannot be predicted. In a run of one score each of a pair may come
// first: the second to come counts the pair, as one.
template <class Row>
BucketPairs count_tied_pairs(const Row* rows, std::size_t count) {
    BucketPairs pairs;
    std::uint64_t positives_below = 0;  // strictly below the score at hand
    std::uint64_t negatives_below = 0;
    auto previous = count ? rows[0].rank() : 0;
    for (std::size_t row = 0; row < count; ++row) {
        const bool is_new = rows[row].rank() != previous;
        previous = rows[row].rank();
        positives_below = is_new ? pairs.positives : positives_below;
        negatives_below = is_new ? pairs.negatives : negatives_below;
        const bool is_positive = rows[row].is_positive();
        pairs.wins += is_positive ? negatives_below + pairs.negatives : pairs.positives - positives_below;
        pairs.positives += is_positive;
        pairs.negatives += !is_positive;
    }
    return pairs;
}

template <class Row>
BucketPairs pairs_within(const Row* rows, std::size_t count) {
    BucketPairs pairs;
    const bool is_untied = vectorised([&pairs, rows, count] { return count_untied_pairs(rows, count, pairs); });
    return is_untied ? pairs : count_tied_pairs(rows, count);
}

// Add what ranks above everything that was counted so far.
inline void add_above(RankedPairs& total, const BucketPairs& pairs) {
    total.wins.add(pairs.wins);
    total.wins.add(product(pairs.positives, 2 * total.negatives));
    total.positives += pairs.positives;
    total.negatives += pairs.negatives;
}

template <class Key>
RankedPairs pairs_of_ties(const std::vector<KeyCounts<Key>>& counts) {
    RankedPairs total;
    for (auto tied = counts.rbegin(); tied != counts.rend(); ++tied) {
        const auto negatives = static_cast<std::uint64_t>(tied->rows[0]);
        const auto positives = static_cast<std::uint64_t>(tied->rows[1]);
        total.wins.add(product(positives, negatives));
        add_above(total, {positives, negatives, 0});
    }
    return total;
}

template <class Score>
RankedPairs ranked_pairs(const CountedRows<Score>& rows, unsigned workers) {
    if (const auto rare = rare_class(rows, workers)) return pairs_of_rare_class(rows, *rare, workers);
    const auto sample = sample_for(rows);
    if (is_mostly_tied(sample)) {
        if (const auto counts = count_ties(rows, workers)) return pairs_of_ties(*counts);
    }
    using Row = typename CountedRows<Score>::Row;
    const Buckets<Row> buckets = scatter(rows, sample, workers);
    std::vector<BucketSort<Row>> sorts(workers);
    std::vector<BucketPairs> pairs(buckets.count());
    share_out(buckets.count(), workers, [&](unsigned worker, std::size_t bucket) {
        pairs[bucket] = pairs_within(sorts[worker].sorted(buckets, bucket), buckets.size(bucket));
    });
    RankedPairs total;
    for (const BucketPairs& bucket : pairs) add_above(total, bucket);
    return total;
}

}  // namespace truecut
