// The rows, scattered into buckets that fit the cache: every score of a bucket is lower than every
// score of the next.
//
// Rows are read once. A sample tells about how large each bucket will be, and since that is a guess
// every bucket grows chunk by chunk:
//
//     chunks     | bucket 7 | bucket 2 | bucket 7 | bucket 0 | ...      of one worker, in the order taken
//     next             2          .          .          .               the chunk that goes on with a bucket
//
// Each worker fills chunks of its own. The rows of the first worker come before those of the second, so
// rows keep their order inside a bucket whatever the number of workers.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bucket_borders.hpp"
#include "buffer.hpp"
#include "rows.hpp"
#include "workers.hpp"

namespace truecut {

// Short enough that few rows of memory are left unused, and long enough that the processor reads on ahead.
template <class Row>
constexpr std::size_t rows_of_chunk = 8192 / sizeof(Row);

// What one worker has put into the buckets.
template <class Row>
class ChunkLists {
public:
    ChunkLists(std::size_t first_chunk, std::size_t buckets, std::uint32_t* next)
        : next_chunk_(first_chunk), next_(next), lists_(buckets), places_(buckets) {
        for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
            lists_[bucket].first = static_cast<std::uint32_t>(next_chunk_);
            places_[bucket] = fresh_chunk(bucket);
        }
    }

    // Put rows, whose bins are known, behind those that their buckets have.
    void add(const Row* rows, const std::uint32_t* bins, std::size_t count, const std::uint16_t* bucket_of_bin,
             Row* to) {
        std::size_t* const places = places_.data();
        for (std::size_t row = 0; row < count; ++row) {
            const std::size_t bucket = bucket_of_bin[bins[row]];
            std::size_t place = places[bucket];
            to[place++] = rows[row];
            if (place % rows_of_chunk<Row> == 0) place = another_chunk(bucket);
            places[bucket] = place;
        }
    }

    std::size_t rows(std::size_t bucket) const {
        return (lists_[bucket].chunks - 1) * rows_of_chunk<Row> + places_[bucket] % rows_of_chunk<Row>;
    }
    std::size_t first_chunk(std::size_t bucket) const { return lists_[bucket].first; }

private:
    struct List {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::size_t chunks = 0;
    };

    std::size_t another_chunk(std::size_t bucket) {
        next_[lists_[bucket].last] = static_cast<std::uint32_t>(next_chunk_);
        return fresh_chunk(bucket);
    }

    std::size_t fresh_chunk(std::size_t bucket) {
        lists_[bucket].last = static_cast<std::uint32_t>(next_chunk_);
        ++lists_[bucket].chunks;
        return next_chunk_++ * rows_of_chunk<Row>;
    }

    std::size_t next_chunk_;
    std::uint32_t* next_;
    std::vector<List> lists_;
    std::vector<std::size_t> places_;
};

template <class Row>
class Buckets {
public:
    using Key = decltype(Row{}.packed);

    Buckets(std::size_t rows, const BucketBorders<Key>& borders, unsigned workers)
        : ranges_(borders.ranges()), first_upper_bucket_(borders.first_upper_bucket()), sizes_(borders.buckets()) {
        const std::size_t buckets = borders.buckets();
        std::size_t chunks = 0;
        std::vector<std::size_t> first_chunks;
        for (unsigned worker = 0; worker < workers; ++worker) {
            const Share share(rows, worker, workers);
            first_chunks.push_back(chunks);
            chunks += (share.end - share.begin) / rows_of_chunk<Row> + buckets;
        }
        rows_ = Buffer<Row>(chunks * rows_of_chunk<Row>);
        next_ = Buffer<std::uint32_t>(chunks);
        for (const std::size_t first : first_chunks) lists_.emplace_back(first, buckets, next_.data());
    }

    std::size_t count() const { return sizes_.size(); }
    std::size_t size(std::size_t bucket) const { return sizes_[bucket]; }
    const std::vector<std::size_t>& sizes() const { return sizes_; }
    const RankRange<Key>& range(std::size_t bucket) const { return ranges_[bucket]; }
    bool in_upper_half(std::size_t bucket) const { return bucket >= first_upper_bucket_; }

    Row* rows() { return rows_.data(); }
    ChunkLists<Row>& of_worker(unsigned worker) { return lists_[worker]; }

    void count_rows() {
        for (std::size_t bucket = 0; bucket < count(); ++bucket) {
            for (const ChunkLists<Row>& lists : lists_) sizes_[bucket] += lists.rows(bucket);
        }
    }

    // Call work(rows, count) for every chunk of a bucket, in the order of the rows.
    template <class Work>
    void for_each_chunk(std::size_t bucket, Work&& work) const {
        for (const ChunkLists<Row>& lists : lists_) {
            std::size_t chunk = lists.first_chunk(bucket);
            for (std::size_t left = lists.rows(bucket); left; chunk = next_[chunk]) {
                const std::size_t here = std::min(left, rows_of_chunk<Row>);
                work(rows_.data() + chunk * rows_of_chunk<Row>, here);
                left -= here;
            }
        }
    }

    // Write rows over those of a bucket, which are as many.
    void put_back(std::size_t bucket, const Row* rows) {
        for_each_chunk(bucket, [this, &rows](const Row* chunk, std::size_t count) {
            std::copy(rows, rows + count, rows_.data() + (chunk - rows_.data()));
            rows += count;
        });
    }

private:
    Buffer<Row> rows_;
    Buffer<std::uint32_t> next_;
    std::vector<ChunkLists<Row>> lists_;
    std::vector<RankRange<Key>> ranges_;
    std::size_t first_upper_bucket_;  // buckets from here on hold keys with the top bit set
    std::vector<std::size_t> sizes_;
};

template <class Rows>
Buckets<typename Rows::Row> scatter(const Rows& rows, const std::vector<typename Rows::Key>& sample, unsigned workers) {
    using Row = typename Rows::Row;
    const BucketBorders<typename Rows::Key> borders(sample, rows.count);
    Buckets<Row> buckets(rows.count, borders, workers);
    std::atomic<bool> saw_nan{false};
    std::atomic<bool> saw_other_label{false};
    run_workers(workers, [&](unsigned worker) {
        bool nan = false;
        bool other_label = false;
        ChunkLists<Row>& lists = buckets.of_worker(worker);
        borders.bins.with_bin_of([&](const auto& bin_of) {
            for_each_block(Share(rows.count, worker, workers), worker,
                           [rows, bin_of, nan = &nan, other_label = &other_label, lists = &lists, to = buckets.rows(),
                            bucket_of = borders.bucket_of_bin.data()](std::size_t first, std::size_t count) {
                               std::uint8_t is_positive[rows_of_block];
                               std::uint32_t bin[rows_of_block];
                               Row row[rows_of_block];
                               *other_label |= !rows.labels.read(first, count, is_positive);
                               *nan |= rows.any_nan(first, count);
                               for (std::size_t i = 0; i < count; ++i) {
                                   const auto key = rows.key(first + i);
                                   bin[i] = bin_of(key);
                                   row[i] = rows.row(first + i, key, is_positive[i]);
                               }
                               lists->add(row, bin, count, bucket_of, to);
                           });
        });
        if (nan) saw_nan = true;
        if (other_label) saw_other_label = true;
    });
    if (saw_nan) throw NanScore{};
    if (saw_other_label) throw NotBinary{};
    buckets.count_rows();
    return buckets;
}

}  // namespace truecut
