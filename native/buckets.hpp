// The rows, scattered into buckets that fit the cache: every score of a bucket is lower than every
// score of the next.
//
// Rows keep their order inside a bucket whatever the number of workers, because each worker writes
// its share behind the shares before it.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bins.hpp"
#include "buffer.hpp"
#include "rows.hpp"
#include "workers.hpp"

namespace truecut {

template <class Row>
struct Buckets {
    Buffer<Row> rows;
    std::vector<std::size_t> begins;  // of each bucket in rows, and the end of the last one
    std::size_t first_upper_bucket;   // buckets from here on hold keys with the top bit set

    std::size_t count() const { return begins.size() - 1; }
    std::size_t size(std::size_t bucket) const { return begins[bucket + 1] - begins[bucket]; }
    Row* begin(std::size_t bucket) { return rows.data() + begins[bucket]; }
    const Row* begin(std::size_t bucket) const { return rows.data() + begins[bucket]; }
    bool in_upper_half(std::size_t bucket) const { return bucket >= first_upper_bucket; }
};

// 16,384 rows and their sorted copy take 256 KB, which the second-level cache of any current
// processor holds. More than about a thousand buckets would be too many places to write to at once.
inline std::size_t bucket_rows(std::size_t rows) { return std::max<std::size_t>(16'384, rows / 512); }

// Bins narrow enough that neighbours can be joined to buckets of about the same size, though scores
// are never spread evenly over the bins.
inline int bin_bits(std::size_t rows) { return std::min(bit_length(rows / 128), 14); }

// About 4,096 keys from all over the rows, in order; none where one bucket takes them all.
template <class Rows>
std::vector<typename Rows::Key> sample_for(const Rows& rows) {
    std::vector<typename Rows::Key> sample;
    if (rows.count <= bucket_rows(rows.count)) return sample;
    const std::size_t step = rows.count / 4096;
    sample.reserve(rows.count / step + 1);
    for (std::size_t row = 0; row < rows.count; row += step) sample.push_back(rows.key(row));
    std::sort(sample.begin(), sample.end());
    return sample;
}

template <class Rows>
Bins<typename Rows::Key> bins_for(const Rows& rows, const std::vector<typename Rows::Key>& sample) {
    return {sample, bin_bits(rows.count)};
}

using Counts = std::vector<std::size_t>;

// How many rows of each worker's share fall into each bin.
template <class Rows>
std::vector<Counts> count_bins(const Rows& rows, const Bins<typename Rows::Key>& bins, unsigned workers) {
    std::vector<Counts> counts(workers);
    std::atomic<bool> saw_nan{false};
    std::atomic<bool> saw_other_label{false};
    run_workers(workers, [&](unsigned worker) {
        Counts mine(bins.count(), 0);
        bool nan = false;
        bool other_label = false;
        bins.with_bin_of([&](const auto& bin_of) {
            for_each_block(Share(rows.count, worker, workers), worker,
                           [rows, bin_of, nan = &nan, other_label = &other_label,
                            counters = mine.data()](std::size_t first, std::size_t count) {
                               std::uint32_t bin[rows_of_block];
                               for (std::size_t row = 0; row < count; ++row) bin[row] = bin_of(rows.key(first + row));
                               *nan |= rows.any_nan(first, count);
                               *other_label |= !rows.labels.are_binary(first, count);
                               for (std::size_t row = 0; row < count; ++row) ++counters[bin[row]];
                           });
        });
        counts[worker] = std::move(mine);
        if (nan) saw_nan = true;
        if (other_label) saw_other_label = true;
    });
    if (saw_nan) throw NanScore{};
    if (saw_other_label) throw NotBinary{};
    return counts;
}

// Which bucket each bin belongs to: neighbouring bins share one until it is full. Any two neighbouring
// buckets hold more rows than one may, which keeps their number near a thousand at most. No bucket
// reaches from the lower into the upper half.
inline std::vector<std::uint16_t> join_bins(const std::vector<Counts>& counts, std::size_t first_upper_bin,
                                            std::size_t most_rows) {
    std::vector<std::uint16_t> bucket_of_bin(counts.front().size());
    std::uint16_t bucket = 0;
    std::size_t rows_in_bucket = 0;
    for (std::size_t bin = 0; bin < bucket_of_bin.size(); ++bin) {
        std::size_t rows_in_bin = 0;
        for (const Counts& share : counts) rows_in_bin += share[bin];
        const bool is_full = rows_in_bucket && rows_in_bucket + rows_in_bin > most_rows;
        if (is_full || bin == first_upper_bin) {
            ++bucket;
            rows_in_bucket = 0;
        }
        rows_in_bucket += rows_in_bin;
        bucket_of_bin[bin] = bucket;
    }
    return bucket_of_bin;
}

template <class Rows>
Buckets<typename Rows::Row> scatter(const Rows& rows, const Bins<typename Rows::Key>& bins,
                                    unsigned workers) {
    using Row = typename Rows::Row;
    const std::vector<Counts> counts = count_bins(rows, bins, workers);
    const auto bucket_of_bin = join_bins(counts, bins.first_upper_bin(), bucket_rows(rows.count));
    const std::size_t buckets = bucket_of_bin.back() + std::size_t{1};

    std::vector<Counts> next(workers, Counts(buckets, 0));
    for (unsigned worker = 0; worker < workers; ++worker) {
        for (std::size_t bin = 0; bin < bins.count(); ++bin) {
            next[worker][bucket_of_bin[bin]] += counts[worker][bin];
        }
    }
    Buckets<Row> scattered{Buffer<Row>(rows.count), {}, bucket_of_bin[bins.first_upper_bin()]};
    std::size_t end = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        scattered.begins.push_back(end);
        for (Counts& share : next) {
            const std::size_t rows_here = share[bucket];
            share[bucket] = end;
            end += rows_here;
        }
    }
    scattered.begins.push_back(end);

    run_workers(workers, [&](unsigned worker) {
        bins.with_bin_of([&](const auto& bin_of) {
            for_each_row(Share(rows.count, worker, workers), worker,
                           [rows, bin_of, bucket_of = bucket_of_bin.data(), place = next[worker].data(),
                            to = scattered.rows.data()](std::size_t row) {
                                   to[place[bucket_of[bin_of(rows.key(row))]]++] = rows.row(row);
                           });
        });
    });
    return scattered;
}

}  // namespace truecut
