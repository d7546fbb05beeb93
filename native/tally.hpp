// From rows to the score table: per distinct score, highest first, what stands on each side.
//
//   ordered_key   a score as an integer that sorts the same way; -0.0 and 0.0 are one key
//   rows          a key with its label packed beside it, and the weight if there is one
//   bins          which part of the score range a key falls into, from a sample of the keys
//   buckets       pass 1 counts the rows per bin, pass 2 scatters them into buckets
//   bucket_sort   each bucket is sorted in cache
//   tied_counts   few distinct scores are counted in a hash table instead
//
// Rows go through main memory twice on the way to sorted buckets, where sorting digit by digit would
// take eight trips and comparing log2(rows). How many distinct scores a bucket holds is known only
// once it is sorted, and where its part of the result begins only once all are; so the result is
// written in a last pass.
//
// Weights are added per distinct score and side in the order of the rows. The steps in between are
// stable and the buckets do not depend on the number of workers, so neither does any sum.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bucket_sort.hpp"
#include "buckets.hpp"
#include "buffer.hpp"
#include "ranking.hpp"
#include "rows.hpp"
#include "sums.hpp"
#include "tied_counts.hpp"
#include "workers.hpp"

namespace truecut {

template <class Score>
struct CountedTable {
    explicit CountedTable(std::size_t distinct)
        : scores(distinct), positives(distinct), negatives(distinct) {}

    Buffer<Score> scores;
    Buffer<std::int64_t> positives;
    Buffer<std::int64_t> negatives;
    std::optional<RankSums> ranks;

    CountColumns counts(std::size_t begin, std::size_t end) const {
        return {positives.data() + begin, negatives.data() + begin, end - begin};
    }
};

template <class Weight>
struct WeightedSide {
    explicit WeightedSide(std::size_t distinct) : totals(distinct), rows(distinct), squares(distinct) {}

    Buffer<Weight> totals;
    Buffer<std::int64_t> rows;
    Buffer<double> squares;
};

template <class Score, class Weight>
struct WeightedTable {
    explicit WeightedTable(std::size_t distinct)
        : scores(distinct), positives(distinct), negatives(distinct) {}

    Buffer<Score> scores;
    WeightedSide<Weight> positives;
    WeightedSide<Weight> negatives;
};

template <class Row>
std::size_t count_distinct(const Row* rows, std::size_t count) {
    std::size_t distinct = count ? 1 : 0;
    for (std::size_t row = 1; row < count; ++row) distinct += rows[row].rank() != rows[row - 1].rank();
    return distinct;
}

template <class Row>
struct SortedBuckets {
    Buckets<Row> buckets;
    std::vector<std::size_t> slot_ends;  // where the part of each bucket in the result ends
    std::size_t distinct;
};

template <class Rows>
SortedBuckets<typename Rows::Row> sort_rows(const Rows& rows, const Bins<typename Rows::Key>& bins,
                                            unsigned workers) {
    using Row = typename Rows::Row;
    Buckets<Row> buckets = scatter(rows, bins, workers);
    std::vector<BucketSort<Row>> sorts(workers);
    std::vector<std::size_t> distinct(buckets.count());
    share_out(buckets.count(), workers, [&](unsigned worker, std::size_t bucket) {
        sorts[worker].sort(buckets.begin(bucket), buckets.size(bucket));
        distinct[bucket] = count_distinct(buckets.begin(bucket), buckets.size(bucket));
    });

    std::vector<std::size_t> slot_ends(buckets.count());
    std::size_t end = 0;
    for (std::size_t bucket = buckets.count(); bucket-- > 0;) slot_ends[bucket] = end += distinct[bucket];
    return {std::move(buckets), std::move(slot_ends), end};
}

// Without a branch, since whether a score is new cannot be predicted: each row writes what is known
// of its score so far, and the last row of a score writes last. The lowest score takes the last slot.
template <class Score, class Row>
void write_counts(const Row* rows, std::size_t count, bool in_upper_half, std::size_t slot_end,
                  CountedTable<Score>& table) {
    if (count == 0) return;
    std::size_t slot = slot_end - 1;
    std::int64_t rows_of_score = 0;
    std::int64_t positives = 0;
    auto previous = rows[0].rank();
    for (std::size_t row = 0; row < count; ++row) {
        const bool is_new = rows[row].rank() != previous;
        previous = rows[row].rank();
        slot -= is_new;
        rows_of_score = (is_new ? 0 : rows_of_score) + 1;
        positives = (is_new ? 0 : positives) + rows[row].is_positive();
        table.scores[slot] = score_of<Score>(rows[row], in_upper_half);
        table.positives[slot] = positives;
        table.negatives[slot] = rows_of_score - positives;
    }
}

template <class Weight>
struct SideOfScore {
    SumOf<Weight> total;
    CompensatedSum squares;
    std::int64_t rows = 0;

    void add(Weight weight) {
        total.add(weight);
        squares.add(static_cast<double>(weight) * static_cast<double>(weight));
        ++rows;
    }

    void write(std::size_t slot, WeightedSide<Weight>& side) const {
        side.totals[slot] = total.value();
        side.rows[slot] = rows;
        side.squares[slot] = squares.value();
    }
};

template <class Score, class Weight, class Row>
void write_weights(const Row* rows, std::size_t count, bool in_upper_half, std::size_t slot_end,
                   WeightedTable<Score, Weight>& table) {
    std::size_t slot = slot_end;
    for (std::size_t row = 0; row < count;) {
        const auto rank = rows[row].rank();
        table.scores[--slot] = score_of<Score>(rows[row], in_upper_half);
        SideOfScore<Weight> positives;
        SideOfScore<Weight> negatives;
        for (; row < count && rows[row].rank() == rank; ++row) {
            (rows[row].is_positive() ? positives : negatives).add(rows[row].weight);
        }
        positives.write(slot, table.positives);
        negatives.write(slot, table.negatives);
    }
}

template <class Score, class Key>
CountedTable<Score> table_of(const std::vector<KeyCounts<Key>>& counts) {
    CountedTable<Score> table(counts.size());
    for (std::size_t slot = 0; slot < counts.size(); ++slot) {
        table.scores[slot] = OrderedKey<Score>::decode(counts[slot].key);
        table.positives[slot] = counts[slot].rows[1];
        table.negatives[slot] = counts[slot].rows[0];
    }
    table.ranks = rank_sums(table.counts(0, counts.size()));
    return table;
}

template <class Score>
CountedTable<Score> tally(const CountedRows<Score>& rows, unsigned workers) {
    const auto sample = sample_for(rows);
    if (is_mostly_tied(sample)) {
        if (const auto counts = count_ties(rows, workers)) return table_of<Score>(*counts);
    }
    const auto sorted = sort_rows(rows, bins_for(rows, sample), workers);
    CountedTable<Score> table(sorted.distinct);
    const std::size_t buckets = sorted.buckets.count();
    std::vector<LocalRanks> ranks(buckets);
    std::atomic<bool> all_local{rows.count < most_ranked_rows};
    share_out(buckets, workers, [&](unsigned, std::size_t bucket) {
        const std::size_t begin = bucket + 1 < buckets ? sorted.slot_ends[bucket + 1] : 0;
        const std::size_t end = sorted.slot_ends[bucket];
        write_counts(sorted.buckets.begin(bucket), sorted.buckets.size(bucket),
                     sorted.buckets.in_upper_half(bucket), end, table);
        // Ranked while it is still in cache.
        if (sorted.buckets.size(bucket) < LocalRanks::most_rows) {
            ranks[bucket] = local_ranks(table.counts(begin, end));
        } else {
            all_local = false;
        }
    });
    if (all_local) {
        table.ranks.emplace();
        for (auto bucket = ranks.rbegin(); bucket != ranks.rend(); ++bucket) add_below(*table.ranks, *bucket);
    }
    return table;
}

template <class Score, class Weight>
WeightedTable<Score, Weight> tally(const WeightedRows<Score, Weight>& rows, unsigned workers) {
    const auto sorted = sort_rows(rows, bins_for(rows, sample_for(rows)), workers);
    WeightedTable<Score, Weight> table(sorted.distinct);
    share_out(sorted.buckets.count(), workers, [&](unsigned, std::size_t bucket) {
        write_weights(sorted.buckets.begin(bucket), sorted.buckets.size(bucket),
                      sorted.buckets.in_upper_half(bucket), sorted.slot_ends[bucket], table);
    });
    return table;
}

}  // namespace truecut
