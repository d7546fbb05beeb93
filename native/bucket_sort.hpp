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

#include "bins.hpp"
#include "buffer.hpp"
#include "vectors.hpp"

namespace truecut {

template <class Row>
class BucketSort {
public:
    void sort(Row* rows, std::size_t count) {
        if (count > few_rows && scratch_.size() < count) scratch_ = Buffer<Row>(count);
        vectorised([this, rows, count] { sort_with_scratch(rows, count); });
    }

private:
    using Rank = decltype(Row{}.rank());

    static constexpr std::size_t few_rows = 32;
    static constexpr std::size_t many_rows = 1'000'000;
    static constexpr int longest_digit = 11;

    void sort_with_scratch(Row* rows, std::size_t count) {
        if (count <= few_rows) {
            insert_all(rows, count, count * count);
            return;
        }
        const auto [lowest, highest] = rank_range(rows, count);
        const int bits = bit_length<Rank>(highest - lowest);
        if (count > many_rows) {
            sort_all_digits(rows, count, lowest, bits);
            return;
        }
        const int digit_bits = count < 300 ? 7 : count < 700 ? 8 : 10;
        const int unsorted_bits = std::max(0, bits - 2 * digit_bits);
        sort_two_digits(rows, count, lowest, unsorted_bits, digit_bits);
        if (unsorted_bits && !insert_all(rows, count, 4 * count)) {
            sort_all_digits(rows, count, lowest, bits);
        }
    }

    struct RankRange {
        Rank lowest;
        Rank highest;
    };

    static RankRange rank_range(const Row* rows, std::size_t count) {
        RankRange range{rows[0].rank(), rows[0].rank()};
        for (std::size_t row = 1; row < count; ++row) {
            range.lowest = std::min(range.lowest, rows[row].rank());
            range.highest = std::max(range.highest, rows[row].rank());
        }
        return range;
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

    void sort_two_digits(Row* rows, std::size_t count, Rank lowest, int unsorted_bits, int digit_bits) {
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
        for (std::size_t row = 0; row < count; ++row) {
            ++low_place[low_digit(rows[row])];
            ++high_place[high_digit(rows[row])];
        }
        counts_to_places(low_place, values);
        counts_to_places(high_place, values);
        Row* scratch = scratch_.data();
        for (std::size_t row = 0; row < count; ++row) scratch[low_place[low_digit(rows[row])]++] = rows[row];
        for (std::size_t row = 0; row < count; ++row) {
            rows[high_place[high_digit(scratch[row])]++] = scratch[row];
        }
    }

    void sort_all_digits(Row* rows, std::size_t count, Rank lowest, int bits) {
        constexpr std::size_t values = std::size_t{1} << longest_digit;
        std::array<std::size_t, values> place;
        Row* from = rows;
        Row* to = scratch_.data();
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
        if (from != rows) std::copy(from, from + count, rows);
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

    Buffer<Row> scratch_;
};

}  // namespace truecut
