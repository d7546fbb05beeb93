// What is flagged at every threshold: the rows of either class that stand at or above each score of the table.

#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "resample.hpp"

namespace truecut {

// One more entry than there are scores: the first is above them all.
struct CumulatedCounts {
    explicit CumulatedCounts(std::size_t entries) : tp(entries), fp(entries) {}

    Buffer<std::int64_t> tp;
    Buffer<std::int64_t> fp;
};

inline CumulatedCounts cumulated_counts(const CountColumns& table) {
    CumulatedCounts counts(table.scores + 1);
    std::int64_t tp = 0;
    std::int64_t fp = 0;
    for (std::size_t entry = 0;; ++entry) {
        counts.tp[entry] = tp;
        counts.fp[entry] = fp;
        if (entry == table.scores) return counts;
        tp += table.positives[entry];
        fp += table.negatives[entry];
    }
}

}  // namespace truecut
