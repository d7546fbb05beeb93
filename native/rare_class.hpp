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

// Sorting few rows is cheap next to reading all, and a table that finds their gaps fits the cache.
inline bool is_rare(std::size_t of_class, std::size_t rows) { return rows >= 10'000 && of_class < rows / 50; }

template <class Rows>
std::size_t count_positives(const Rows& rows, unsigned workers) {
    std::vector<std::size_t> found(workers);
    run_workers(workers, [&](unsigned worker) {
        const Share share(rows.count, worker, workers);
        std::size_t positives = 0;
        for (std::size_t row = share.begin; row < share.end; ++row) positives += rows.is_positive(row);
        found[worker] = positives;
    });
    std::size_t positives = 0;
    for (const std::size_t of_share : found) positives += of_share;
    return positives;
}

template <class Rows>
std::vector<typename Rows::Key> sorted_keys_of(const Rows& rows, bool positive, std::size_t expected) {
    std::vector<typename Rows::Key> keys;
    keys.reserve(expected);
    for (std::size_t row = 0; row < rows.count; ++row) {
        if (rows.is_positive(row) == positive) keys.push_back(rows.key(row));
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

    // 2 i for a key between the distinct keys i - 1 and i, 2 i + 1 for the distinct key i itself.
    std::size_t place(Key key) const {
        const std::size_t bin = bins_.bin(key);
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
RankedPairs pairs_of_rare_class(const Rows& rows, bool rare_is_positive, std::size_t rare, unsigned workers) {
    const auto keys = sorted_keys_of(rows, rare_is_positive, rare);
    const KeyFinder<typename Rows::Key> finder(keys);
    std::vector<std::vector<std::uint64_t>> found(workers);
    std::atomic<bool> saw_nan{false};
    run_workers(workers, [&](unsigned worker) {
        const Share share(rows.count, worker, workers);
        std::vector<std::uint64_t> counts(finder.places(), 0);
        bool nan = false;
        for_each_row(share, worker, [&](std::size_t row) {
            nan |= rows.is_nan(row);
            ++counts[finder.place(rows.key(row))];
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
    for (const auto key : keys) ++tied[finder.place(key)];

    WideSum wins;  // of the rare class
    std::uint64_t below = 0;
    for (std::size_t place = 0; place < all.size(); ++place) {
        const std::uint64_t others = all[place] - tied[place];
        wins.add(product(tied[place], 2 * below + others));
        below += others;
    }
    const std::uint64_t common = rows.count - rare;
    if (rare_is_positive) return {rare, common, wins};
    WideSum losses = product(rare, 2 * common);
    losses.subtract(wins);
    return {common, rare, losses};
}

}  // namespace truecut
