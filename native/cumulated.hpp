// The four counts at every threshold: what stands at or above each score of the table, and what below.

#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>

#include "buffer.hpp"
#include "resample.hpp"

namespace truecut {

// One more entry than there are scores: the first is above them all.
struct CumulatedCounts {
    explicit CumulatedCounts(std::size_t entries) : tp(entries), fp(entries), fn(entries), tn(entries) {}

    Buffer<std::int64_t> tp;
    Buffer<std::int64_t> fp;
    Buffer<std::int64_t> fn;
    Buffer<std::int64_t> tn;
};

inline CumulatedCounts cumulated_counts(const CountColumns& table) {
    const std::int64_t positives = std::accumulate(table.positives, table.positives + table.scores, std::int64_t{0});
    const std::int64_t negatives = std::accumulate(table.negatives, table.negatives + table.scores, std::int64_t{0});
    CumulatedCounts counts(table.scores + 1);
    std::int64_t tp = 0;
    std::int64_t fp = 0;
    for (std::size_t entry = 0;; ++entry) {
        counts.tp[entry] = tp;
        counts.fp[entry] = fp;
        counts.fn[entry] = positives - tp;
        counts.tn[entry] = negatives - fp;
        if (entry == table.scores) return counts;
        tp += table.positives[entry];
        fp += table.negatives[entry];
    }
}

}  // namespace truecut
