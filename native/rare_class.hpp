// The area under the ROC curve where one class is rare: only its rows are sorted, and every other row
// is counted into the gap between two of their scores in which it falls. One pass over the scores, and
// next to no memory.
//
//     rare scores     0.2   0.5   0.5   0.9
//     gaps          0     2           4     6
//     ties             1       3         5

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "bins.hpp"
#include "buckets.hpp"
#include "rows.hpp"
#include "wide.hpp"
#include "workers.hpp"

namespace truecut {

struct RankedPairs {
    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
    WideSum wins;  // twice the pairs in order, and once the tied ones
};

struct RareClass {
    bool is_positive;
    std::size_t rows;
};

template <class Rows>
std::size_t count_positives(const Rows& rows, unsigned workers) {
    std::vector<std::size_t> found(workers);
    std::atomic<bool> saw_other_label{false};
    run_workers(workers, [&](unsigned worker) {
        std::size_t positives = 0;
        bool other_label = false;
        for_each_block(Share(rows.count, worker, workers), worker,
                       [rows, positives = &positives, other_label = &other_label](std::size_t first, std::size_t count) {
                           std::uint8_t is_positive[rows_of_block];
                           *other_label |= !rows.labels.read(first, count, is_positive);
                           std::size_t here = 0;
                           for (std::size_t row = 0; row < count; ++row) here += is_positive[row];
                           *positives += here;
                       });
        found[worker] = positives;
        if (other_label) saw_other_label = true;
    });
    if (saw_other_label) throw NotBinary{};
    return std::accumulate(found.begin(), found.end(), std::size_t{0});
}

// The class that has less than a fiftieth of many rows, if one has. Sorting so few is cheap next to reading all, and
// a table that finds their gaps fits the cache. Labels are only counted where some thousand of them make it likely.
template <class Rows>
std::optional<RareClass> rare_class(const Rows& rows, unsigned workers) {
    if (rows.count < 10'000) return std::nullopt;
    const std::size_t step = rows.count / 4096;
    std::size_t seen = 0;
    std::size_t positives_seen = 0;
    for (std::size_t row = 0; row < rows.count; row += step, ++seen) positives_seen += rows.is_positive(row);
    if (std::min(positives_seen, seen - positives_seen) > seen / 25) return std::nullopt;
    const std::size_t positives = count_positives(rows, workers);
    const std::size_t negatives = rows.count - positives;
    if (std::min(positives, negatives) >= rows.count / 50) return std::nullopt;
    return positives < negatives ? RareClass{true, positives} : RareClass{false, negatives};
}

template <class Rows>
std::vector<typename Rows::Key> sorted_keys_of(const Rows& rows, const RareClass& rare) {
    std::vector<typename Rows::Key> keys;
    keys.reserve(rare.rows);
    for (std::size_t row = 0; row < rows.count; ++row) {
        if (rows.is_positive(row) == rare.is_positive) keys.push_back(rows.key(row));
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

// Where to look for a key among the sorted distinct ones: between the first of its bin and of the next.
template <class Key>
class KeyFinder {
public:
    explicit KeyFinder(const std::vector<Key>& sorted)
        : bins_(sorted, std::clamp(bit_length(sorted.size()) + 4, 12, 18)), keys_(sorted) {
        keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
        firsts_.reserve(bins_.count() + 1);
        std::uint32_t key = 0;
        for (std::size_t bin = 0; bin < bins_.count(); ++bin) {
            while (key < keys_.size() && bins_.bin(keys_[key]) < bin) ++key;
            firsts_.push_back(key);
        }
        firsts_.push_back(static_cast<std::uint32_t>(keys_.size()));
    }

    const Bins<Key>& bins() const { return bins_; }

    // 2 i for a key between the distinct keys i - 1 and i, 2 i + 1 for the distinct key i itself.
    std::size_t place(Key key, std::uint32_t bin) const {
        std::size_t first = firsts_[bin];
        const std::size_t end = firsts_[bin + 1];
        if (end - first > 8) {
            first = std::lower_bound(keys_.begin() + first, keys_.begin() + end, key) - keys_.begin();
        } else {
            while (first < end && keys_[first] < key) ++first;
        }
        return 2 * first + (first < end && keys_[first] == key);
    }

    std::size_t places() const { return 2 * keys_.size() + 1; }

private:
    Bins<Key> bins_;
    std::vector<Key> keys_;
    std::vector<std::uint32_t> firsts_;
};

template <class Rows>
RankedPairs pairs_of_rare_class(const Rows& rows, const RareClass& rare, unsigned workers) {
    const auto keys = sorted_keys_of(rows, rare);
    const KeyFinder<typename Rows::Key> finder(keys);
    std::vector<std::vector<std::uint64_t>> found(workers);
    std::atomic<bool> saw_nan{false};
    run_workers(workers, [&](unsigned worker) {
        std::vector<std::uint64_t> counts(finder.places(), 0);
        bool nan = false;
        finder.bins().with_bin_of([&](const auto& bin_of) {
            for_each_block(Share(rows.count, worker, workers), worker,
                           [rows, bin_of, finder = &finder, nan = &nan,
                            counters = counts.data()](std::size_t first, std::size_t count) {
                               *nan |= rows.any_nan(first, count);
                               for (std::size_t row = first; row < first + count; ++row) {
                                   const auto key = rows.key(row);
                                   ++counters[finder->place(key, bin_of(key))];
                               }
                           });
        });
        if (nan) saw_nan = true;
        found[worker] = std::move(counts);
    });
    if (saw_nan) throw NanScore{};
    std::vector<std::uint64_t>& all = found.front();
    for (unsigned worker = 1; worker < workers; ++worker) {
        for (std::size_t place = 0; place < all.size(); ++place) all[place] += found[worker][place];
    }
    // The rare rows themselves were counted among those tied with them.
    std::vector<std::uint64_t> tied(finder.places(), 0);
    for (const auto key : keys) ++tied[finder.place(key, finder.bins().bin(key))];

    WideSum wins;  // of the rare class
    std::uint64_t below = 0;
    for (std::size_t place = 0; place < all.size(); ++place) {
        const std::uint64_t others = all[place] - tied[place];
        wins.add(product(tied[place], 2 * below + others));
        below += others;
    }
    const std::uint64_t common = rows.count - rare.rows;
    if (rare.is_positive) return {rare.rows, common, wins};
    WideSum losses = product(rare.rows, 2 * common);
    losses.subtract(wins);
    return {common, rare.rows, losses};
}

}  // namespace truecut
