// Counts per score for scores that are mostly tied: one pass, no sort.
//
// A small hash table per worker, of the bits of the scores as they are: what they mean is asked once for each score
// and not for each row. It grows while it fits the second-level cache and then gives up, which it does early if at
// all, so that a wrong guess costs little.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "buckets.hpp"
#include "rows.hpp"
#include "workers.hpp"

namespace truecut {

template <class Key>
struct KeyCounts {
    Key key;
    std::array<std::int64_t, 2> rows;  // negatives, positives

    bool is_empty() const { return rows[0] == 0 && rows[1] == 0; }
};

// Eight thousand distinct scores, the most a table holds, leave about a fifth of the sample tied. Asking
// for a quarter keeps clear of tables that fill up.
template <class Key>
bool is_mostly_tied(const std::vector<Key>& sample) {
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) distinct += i == 0 || sample[i] != sample[i - 1];
    return distinct * 4 < sample.size() * 3;
}

template <class Key>
class KeyTable {
public:
    // Room to spare takes time to be set to zero, which pays with many rows.
    explicit KeyTable(std::size_t rows) : slots_per_key_(rows < 200'000 ? 4 : 16), slots_(std::size_t{1} << bits_) {}

    // Where keys are before the table grows: what a loop over rows keeps in registers.
    struct Places {
        KeyCounts<Key>* slots;
        int shift;

        // Count rows of a block from one on, and return the first whose key is not in its first place.
        template <class Rows>
        std::size_t count_until_away(const Rows& rows, std::size_t first, const std::uint8_t* is_positive,
                                     std::size_t row, std::size_t end) const {
            for (; row < end; ++row) {
                const Key key = rows.bits(first + row);
                KeyCounts<Key>& likely = slots[hash(key, shift)];
                if (likely.key != key) break;
                ++likely.rows[is_positive[row]];
            }
            return row;
        }
    };

    Places places() { return {slots_.data(), 64 - bits_}; }

    // Returns false, and counts nothing, when there are too many distinct keys.
    bool add(Key key, bool is_positive) {
        for (;;) {
            if (KeyCounts<Key>* slot = find(key)) {
                ++slot->rows[is_positive];
                return true;
            }
            if (!grow()) return false;
        }
    }

    std::vector<KeyCounts<Key>> counts() const {
        std::vector<KeyCounts<Key>> found;
        found.reserve(used_);
        for (const KeyCounts<Key>& slot : slots_) {
            if (!slot.is_empty()) found.push_back(slot);
        }
        return found;
    }

private:
    static constexpr int most_bits = 15;
    // Keys chosen to collide would otherwise make every row walk through the whole table.
    static constexpr int most_probes = 32;

    // The slot of this key, taken if it is new; none when the table is too full. A key that is away from its first
    // place is hard to predict, so as long as the table can grow few are; the largest one may be a quarter full.
    KeyCounts<Key>* find(Key key) {
        std::size_t place = hash(key, 64 - bits_);
        for (int probe = 0; probe < most_probes; ++probe) {
            KeyCounts<Key>& slot = slots_[place];
            if (slot.key == key) return &slot;  // also an empty slot, for key 0
            if (slot.is_empty()) {
                if (used_ * (bits_ < most_bits ? slots_per_key_ : 4) >= slots_.size()) return nullptr;
                ++used_;
                slot.key = key;
                return &slot;
            }
            place = (place + 1) & (slots_.size() - 1);
        }
        return nullptr;
    }

    static std::size_t hash(Key key, int shift) {
        return static_cast<std::size_t>((std::uint64_t{key} * 0x9E3779B97F4A7C15u) >> shift);
    }

    bool grow() {
        const std::vector<KeyCounts<Key>> found = counts();
        while (bits_ < most_bits) {
            ++bits_;
            used_ = 0;
            slots_.assign(std::size_t{1} << bits_, KeyCounts<Key>{});
            const bool all_fit = std::all_of(found.begin(), found.end(), [&](const KeyCounts<Key>& counted) {
                KeyCounts<Key>* slot = find(counted.key);
                if (slot) *slot = counted;
                return slot != nullptr;
            });
            if (all_fit) return true;
        }
        return false;
    }

    int bits_ = 12;
    std::size_t used_ = 0;
    std::size_t slots_per_key_;
    std::vector<KeyCounts<Key>> slots_;
};

// Count the rows of a share by the bits of their scores; false if there are too many distinct ones.
template <class Rows>
bool count_bits(const Rows& rows, unsigned worker, unsigned workers, KeyTable<typename Rows::Key>& table) {
    bool all_fit = true;
    bool other_label = false;
    for_each_block(Share(rows.count, worker, workers), worker,
                   [rows, all_fit = &all_fit, other_label = &other_label, table = &table](std::size_t first,
                                                                                          std::size_t count) {
                       std::uint8_t is_positive[rows_of_block];
                       *other_label |= !rows.labels.read(first, count, is_positive);
                       for (std::size_t row = 0; *all_fit && row < count; ++row) {
                           row = table->places().count_until_away(rows, first, is_positive, row, count);
                           if (row < count) *all_fit = table->add(rows.bits(first + row), is_positive[row]);
                       }
                   });
    if (all_fit && other_label) throw NotBinary{};
    return all_fit;
}

// The counts of each key, highest first; nothing if there are too many distinct ones.
template <class Rows>
std::optional<std::vector<KeyCounts<typename Rows::Key>>> count_ties(const Rows& rows, unsigned workers) {
    using Key = typename Rows::Key;
    std::vector<std::vector<KeyCounts<Key>>> found(workers);
    std::atomic<bool> too_many{false};
    run_workers(workers, [&](unsigned worker) {
        KeyTable<Key> table(rows.count);
        if (count_bits(rows, worker, workers, table)) {
            found[worker] = table.counts();
        } else {
            too_many = true;
        }
    });
    if (too_many) return std::nullopt;

    std::vector<KeyCounts<Key>> all;
    for (const auto& counts : found) {
        for (const KeyCounts<Key>& of_bits : counts) {
            if (Rows::is_nan(of_bits.key)) throw NanScore{};
            all.push_back({Rows::key_of(of_bits.key), of_bits.rows});
        }
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.key > b.key; });
    std::vector<KeyCounts<Key>> merged;
    for (const KeyCounts<Key>& counts : all) {
        if (merged.empty() || merged.back().key != counts.key) {
            merged.push_back(counts);
        } else {
            merged.back().rows[0] += counts.rows[0];
            merged.back().rows[1] += counts.rows[1];
        }
    }
    return merged;
}

}  // namespace truecut
