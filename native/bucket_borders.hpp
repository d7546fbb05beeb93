// Which rows go into which bucket, guessed from a sample so that buckets become about equally large.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bins.hpp"
#include "ordered_key.hpp"

namespace truecut {

// 8,192 rows and two copies of them take 192 KB, which the second-level cache of any current
// processor holds. More than about a thousand buckets would be too many places to write to at once.
inline std::size_t bucket_rows(std::size_t rows) { return std::max<std::size_t>(8'192, rows / 512); }

// Bins narrow enough that neighbours can be joined to buckets of about the same size, though scores
// are never spread evenly over the bins.
inline int bin_bits(std::size_t rows) { return std::min(bit_length(rows / 512), 14); }

// So many rows are sorted in one bucket: to look at a sample first would take longer.
constexpr std::size_t rows_of_one_bucket = 16'384;

// How many rows each of the sampled ones stands for. Fewer rows have a smaller sample, which has to be sorted.
inline std::size_t sample_step(std::size_t rows) { return std::max<std::size_t>(32, rows / 4096); }

// About 4,096 keys from all over the rows, in order; none where one bucket takes them all.
template <class Rows>
std::vector<typename Rows::Key> sample_for(const Rows& rows) {
    std::vector<typename Rows::Key> sample;
    if (rows.count <= rows_of_one_bucket) return sample;
    const std::size_t step = sample_step(rows.count);
    sample.reserve(rows.count / step + 1);
    for (std::size_t row = 0; row < rows.count; row += step) sample.push_back(rows.key(row));
    std::sort(sample.begin(), sample.end());
    return sample;
}

// Ranks are keys without their top bit.
template <class Key>
struct RankRange {
    Key lowest = 0;
    int bits = unknown;  // that ranks differ in, above the lowest

    static constexpr int unknown = -1;

    RankRange() = default;
    RankRange(Key lowest_key, Key highest_key)
        : lowest(static_cast<Key>(lowest_key & ~top_bit<Key>)), bits(bit_length<Key>(highest_key - lowest_key)) {}
};

// Which bucket a key belongs to: neighbouring bins share one until it is full, going by the sample.
template <class Key>
struct BucketBorders {
    Bins<Key> bins;
    std::vector<std::uint16_t> bucket_of_bin;

    BucketBorders(const std::vector<Key>& sample, std::size_t rows)
        : bins(sample, bin_bits(rows)), bucket_of_bin(bins.count()) {
        std::vector<std::size_t> sampled(bins.count(), 0);
        for (const Key key : sample) ++sampled[bins.bin(key)];
        const std::size_t most_sampled = bucket_rows(rows) / sample_step(rows);
        std::uint16_t bucket = 0;
        std::size_t sampled_in_bucket = 0;
        for (std::size_t bin = 0; bin < bucket_of_bin.size(); ++bin) {
            const bool is_full = sampled_in_bucket && sampled_in_bucket + sampled[bin] > most_sampled;
            // No bucket reaches from the lower into the upper half.
            if (is_full || bin == bins.first_upper_bin()) {
                ++bucket;
                sampled_in_bucket = 0;
            }
            sampled_in_bucket += sampled[bin];
            bucket_of_bin[bin] = bucket;
        }
    }

    // What is known of the ranks in each bucket: nothing where it takes keys from outside the bins' windows.
    std::vector<RankRange<Key>> ranges() const {
        std::vector<RankRange<Key>> found(buckets());
        for (std::size_t bin = 0; bin < bucket_of_bin.size();) {
            const std::uint16_t bucket = bucket_of_bin[bin];
            const std::size_t first = bin;
            bool are_inner = true;
            for (; bin < bucket_of_bin.size() && bucket_of_bin[bin] == bucket; ++bin) are_inner &= bins.is_inner(bin);
            if (are_inner) found[bucket] = {bins.lowest_key(first), bins.lowest_key(bin) - 1};
        }
        return found;
    }

    std::size_t buckets() const { return bucket_of_bin.back() + std::size_t{1}; }
    std::size_t first_upper_bucket() const { return bucket_of_bin[bins.first_upper_bin()]; }
};

}  // namespace truecut
