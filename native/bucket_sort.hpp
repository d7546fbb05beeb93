// Sort one bucket by rank. Every step is stable: rows of one score keep their order.
//
// Two digits from the top of the bucket's own range tell nearly all of its rows apart. The few that
// they do not are put right by insertion, and where that turns out to be many (scores crowded into a
// corner of the range) all digits are sorted, which takes linear time whatever the scores are.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "bins.hpp"
#include "buckets.hpp"
#include "buffer.hpp"
#include "vectors.hpp"

namespace truecut {

template <class Row>
class BucketSort {
public:
    // The rows of a bucket in order; they are valid until the next call.
    const Row* sorted(const Buckets<Row>& buckets, std::size_t bucket) {
        const std::size_t count = buckets.size(bucket);
        reserve(count);
        return vectorised([this, &buckets, bucket, count] { return sorted_in_scratch(buckets, bucket, count); });
    }

    // The rows of a bucket as they are, but in one piece; they are valid until the next call.
    const Row* side_by_side(const Buckets<Row>& buckets, std::size_t bucket) {
        reserve(buckets.size(bucket));
        copy(buckets, bucket);
        return first_.data();
    }

private:
    using Rank = typename Buckets<Row>::Key;

    static constexpr std::size_t few_rows = 32;
    static constexpr std::size_t many_rows = 1'000'000;
    static constexpr int longest_digit = 11;

    Row* sorted_in_scratch(const Buckets<Row>& buckets, std::size_t bucket, std::size_t count) {
        if (count <= few_rows) {
            copy(buckets, bucket);
            insert_all(first_.data(), count, count * count);
            return first_.data();
        }
        const auto [lowest, bits] = range_of(buckets, bucket);
        if (count > many_rows) {
            copy(buckets, bucket);
            return sorted_by_all_digits(first_.data(), second_.data(), count, lowest, bits);
        }
        const int digit_bits = count < 300 ? 7 : count < 700 ? 8 : 10;
        const int unsorted_bits = std::max(0, bits - 2 * digit_bits);
        sort_two_digits(buckets, bucket, lowest, unsorted_bits, digit_bits);
        if (unsorted_bits && !insert_all(second_.data(), count, 4 * count)) {
            return sorted_by_all_digits(second_.data(), first_.data(), count, lowest, bits);
        }
        return second_.data();
    }

    void reserve(std::size_t count) {
        if (first_.size() >= count) return;
        first_ = Buffer<Row>(count + count / 4);
        second_ = Buffer<Row>(count + count / 4);
    }

    void copy(const Buckets<Row>& buckets, std::size_t bucket) {
        Row* to = first_.data();
        buckets.for_each_chunk(
            bucket, [&to](const Row* rows, std::size_t count) { to = std::copy(rows, rows + count, to); });
    }

    static RankRange<Rank> range_of(const Buckets<Row>& buckets, std::size_t bucket) {
        if (buckets.range(bucket).bits != RankRange<Rank>::unknown) return buckets.range(bucket);
        Rank lowest = std::numeric_limits<Rank>::max();
        Rank highest = 0;
        buckets.for_each_chunk(bucket, [&](const Row* rows, std::size_t count) {
            for (std::size_t row = 0; row < count; ++row) {
                lowest = std::min(lowest, rows[row].rank());
                highest = std::max(highest, rows[row].rank());
            }
        });
        return {lowest, highest};
    }

    // Insertion sort that gives up, and returns false, once it has moved more rows than most_moves.
    static bool insert_all(Row* rows, std::size_t count, std::size_t most_moves) {
        std::size_t moves = 0;
        for (std::size_t row = 1; row < count; ++row) {
            if (!(rows[row].rank() < rows[row - 1].rank())) continue;
            const Row moving = rows[row];
            std::size_t place = row;
            for (; place && moving.rank() < rows[place - 1].rank(); --place) rows[place] = rows[place - 1];
            rows[place] = moving;
            moves += row - place;
            if (moves > most_moves) return false;
        }
        return true;
    }

    // From the chunks into the first scratch, and from there into the second.
    void sort_two_digits(const Buckets<Row>& buckets, std::size_t bucket, Rank lowest, int unsorted_bits,
                         int digit_bits) {
        const std::size_t values = std::size_t{1} << digit_bits;
        const auto low_digit = [=](const Row& row) {
            return static_cast<std::size_t>((row.rank() - lowest) >> unsorted_bits) & (values - 1);
        };
        const auto high_digit = [=](const Row& row) {
            return static_cast<std::size_t>((row.rank() - lowest) >> unsorted_bits >> digit_bits);
        };
        std::array<std::uint32_t, std::size_t{1} << longest_digit> low_place;
        std::array<std::uint32_t, std::size_t{1} << longest_digit> high_place;
        std::fill_n(low_place.begin(), values, 0);
        std::fill_n(high_place.begin(), values, 0);
        buckets.for_each_chunk(bucket, [low_digit, high_digit, low = low_place.data(), high = high_place.data()](
                                           const Row* rows, std::size_t count) {
            for (std::size_t row = 0; row < count; ++row) {
                ++low[low_digit(rows[row])];
                ++high[high_digit(rows[row])];
            }
        });
        counts_to_places(low_place, values);
        counts_to_places(high_place, values);
        Row* const first = first_.data();
        Row* const second = second_.data();
        buckets.for_each_chunk(bucket, [low_digit, first, low = low_place.data()](const Row* rows, std::size_t count) {
            for (std::size_t row = 0; row < count; ++row) first[low[low_digit(rows[row])]++] = rows[row];
        });
        const std::size_t count = buckets.size(bucket);
        for (std::size_t row = 0; row < count; ++row) second[high_place[high_digit(first[row])]++] = first[row];
    }

    static Row* sorted_by_all_digits(Row* from, Row* to, std::size_t count, Rank lowest, int bits) {
        constexpr std::size_t values = std::size_t{1} << longest_digit;
        std::array<std::size_t, values> place;
        for (int shift = 0; shift < bits; shift += longest_digit) {
            const auto digit = [=](const Row& row) {
                return static_cast<std::size_t>((row.rank() - lowest) >> shift) & (values - 1);
            };
            place.fill(0);
            for (std::size_t row = 0; row < count; ++row) ++place[digit(from[row])];
            if (place[digit(from[0])] == count) continue;
            counts_to_places(place, values);
            for (std::size_t row = 0; row < count; ++row) to[place[digit(from[row])]++] = from[row];
            std::swap(from, to);
        }
        return from;
    }

    template <class Places>
    static void counts_to_places(Places& counts, std::size_t values) {
        typename Places::value_type place = 0;
        for (std::size_t value = 0; value < values; ++value) {
            const auto count = counts[value];
            counts[value] = place;
            place += count;
        }
    }

    Buffer<Row> first_;
    Buffer<Row> second_;
};

}  // namespace truecut
