// From rows to the score table: per distinct score, highest first, what stands on each side.
//
//   ordered_key      a score as an integer that sorts the same way; -0.0 and 0.0 are one key
//   rows             a key with its label packed beside it, and the weight if there is one
//   bins             which part of the score range a key falls into
//   bucket_borders   which bins share a bucket, from a sample of the keys
//   buckets          the one pass that reads the rows, and puts them into buckets
//   bucket_sort      each bucket is sorted in cache
//   tied_counts      few distinct scores are counted in a hash table instead
//
// Rows are read once and written once on the way to sorted buckets, where sorting digit by digit would
// take eight trips through memory and comparing log2(rows). How many distinct scores a bucket holds is
// known only once it is sorted. Where hardly any are tied it gets a slot for every row, is written while
// it is in cache, and the few gaps are closed in the end; else all buckets are sorted before
// the result is written.
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

    // Move the slots from begin to end up to `to`, and return where they end there.
    std::size_t move(std::size_t begin, std::size_t end, std::size_t to) {
        if (begin != to) {
            std::copy(scores.data() + begin, scores.data() + end, scores.data() + to);
            std::copy(positives.data() + begin, positives.data() + end, positives.data() + to);
            std::copy(negatives.data() + begin, negatives.data() + end, negatives.data() + to);
        }
        return to + (end - begin);
    }

    void shorten(std::size_t distinct) {
        scores.shorten(distinct);
        positives.shorten(distinct);
        negatives.shorten(distinct);
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

// The part of the result that belongs to each bucket.
class Slots {
public:
    explicit Slots(std::vector<std::size_t> sizes) : ends_(std::move(sizes)) {
        std::size_t end = 0;
        for (auto of_bucket = ends_.rbegin(); of_bucket != ends_.rend(); ++of_bucket) *of_bucket = end += *of_bucket;
        total_ = end;
    }

    std::size_t total() const { return total_; }
    std::size_t end(std::size_t bucket) const { return ends_[bucket]; }

private:
    std::vector<std::size_t> ends_;  // the highest scores come first
    std::size_t total_;
};

// Sort the rows of each bucket where they are, and return how many distinct scores each has.
template <class Row>
std::vector<std::size_t> sort_in_place(Buckets<Row>& buckets, std::vector<BucketSort<Row>>& sorts) {
    std::vector<std::size_t> distinct(buckets.count());
    share_out(buckets.count(), static_cast<unsigned>(sorts.size()), [&](unsigned worker, std::size_t bucket) {
        const Row* sorted = sorts[worker].sorted(buckets, bucket);
        distinct[bucket] = count_distinct(sorted, buckets.size(bucket));
        buckets.put_back(bucket, sorted);
    });
    return distinct;
}

// Without a branch, since whether a score is new cannot be predicted: each row writes what is known
// of its score so far, and the last row of a score writes last. The lowest score takes the last slot.
// Returns the slot of the highest one.
template <class Score, class Row>
std::size_t write_counts(const Row* rows, std::size_t count, bool in_upper_half, std::size_t slot_end,
                         CountedTable<Score>& table) {
    if (count == 0) return slot_end;
    Score* const scores = table.scores.data();
    std::int64_t* const positive_rows = table.positives.data();
    std::int64_t* const negative_rows = table.negatives.data();
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
        scores[slot] = score_of<Score>(rows[row], in_upper_half);
        positive_rows[slot] = positives;
        negative_rows[slot] = rows_of_score - positives;
    }
    return slot;
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

// Whether so few rows of a sample are tied that a table with a slot for every row is hardly too long.
template <class Key>
bool is_hardly_tied(const std::vector<Key>& sample) {
    std::size_t tied = 0;
    for (std::size_t i = 1; i < sample.size(); ++i) tied += sample[i] == sample[i - 1];
    return tied <= 2;
}

// Close the gaps that tied scores left in front of each bucket's part.
template <class Score>
void close_gaps(const Slots& slots, const std::vector<std::size_t>& begins, CountedTable<Score>& table) {
    std::size_t filled = 0;
    for (std::size_t bucket = begins.size(); bucket-- > 0;) {
        filled = table.move(begins[bucket], slots.end(bucket), filled);
    }
    table.shorten(filled);
}

template <class Score>
CountedTable<Score> tally(const CountedRows<Score>& rows, unsigned workers) {
    using Row = typename CountedRows<Score>::Row;
    const auto sample = sample_for(rows);
    if (is_mostly_tied(sample)) {
        if (const auto counts = count_ties(rows, workers)) return table_of<Score>(*counts);
    }
    const bool has_slot_for_every_row = is_hardly_tied(sample);
    Buckets<Row> buckets = scatter(rows, sample, workers);
    std::vector<BucketSort<Row>> sorts(workers);
    const Slots slots(has_slot_for_every_row ? buckets.sizes() : sort_in_place(buckets, sorts));
    CountedTable<Score> table(slots.total());
    std::vector<std::size_t> begins(buckets.count());
    std::vector<LocalRanks> ranks(buckets.count());
    std::atomic<bool> all_local{rows.count < most_ranked_rows};
    share_out(buckets.count(), workers, [&](unsigned worker, std::size_t bucket) {
        const Row* sorted = has_slot_for_every_row ? sorts[worker].sorted(buckets, bucket)
                                                   : sorts[worker].side_by_side(buckets, bucket);
        const std::size_t end = slots.end(bucket);
        begins[bucket] = write_counts(sorted, buckets.size(bucket), buckets.in_upper_half(bucket), end, table);
        // Ranked while it is still in cache.
        if (buckets.size(bucket) < LocalRanks::most_rows) {
            ranks[bucket] = local_ranks(table.counts(begins[bucket], end));
        } else {
            all_local = false;
        }
    });
    if (has_slot_for_every_row) close_gaps(slots, begins, table);
    if (all_local) {
        table.ranks.emplace();
        for (auto bucket = ranks.rbegin(); bucket != ranks.rend(); ++bucket) add_below(*table.ranks, *bucket);
    }
    return table;
}

template <class Score, class Weight>
WeightedTable<Score, Weight> tally(const WeightedRows<Score, Weight>& rows, unsigned workers) {
    using Row = typename WeightedRows<Score, Weight>::Row;
    Buckets<Row> buckets = scatter(rows, sample_for(rows), workers);
    std::vector<BucketSort<Row>> sorts(workers);
    const Slots slots(sort_in_place(buckets, sorts));
    WeightedTable<Score, Weight> table(slots.total());
    share_out(buckets.count(), workers, [&](unsigned worker, std::size_t bucket) {
        write_weights(sorts[worker].side_by_side(buckets, bucket), buckets.size(bucket),
                      buckets.in_upper_half(bucket), slots.end(bucket), table);
    });
    return table;
}

}  // namespace truecut
