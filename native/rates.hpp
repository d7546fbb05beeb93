// A table's rates as floats, in one pass each: where a ROC curve turns, and what each score adds to the average
// precision. Both divide and subtract in the order that a caller in NumPy would, so that sums of them have equal bits.

#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "resample.hpp"

namespace truecut {

struct CornerRates {
    explicit CornerRates(std::size_t entries) : fpr(entries), tpr(entries) {}

    Buffer<double> fpr;
    Buffer<double> tpr;
};

// Whether the curve leaves an entry in another direction than the one in which it came. Without a branch: which entries
// are corners is as good as random, so it would be guessed wrongly every other time.
inline bool turns_at(const CountColumns& table, std::size_t entry) {
    return (table.positives[entry + 1] != table.positives[entry]) |
           (table.negatives[entry + 1] != table.negatives[entry]);
}

// The rates above all scores, at the first and the last of them, and wherever the curve turns. Each class has a row.
inline CornerRates corner_rates(const CountColumns& table) {
    std::size_t turns = 0;
    for (std::size_t entry = 1; entry + 1 < table.scores; ++entry) turns += turns_at(table, entry);
    // Above all scores, the first and the last; an entry that is no corner is written too, and then written over.
    CornerRates rates(turns + 4);
    rates.fpr[0] = rates.tpr[0] = 0;
    std::int64_t tp = 0;
    std::int64_t fp = 0;
    std::size_t next = 1;
    for (std::size_t entry = 0; entry < table.scores; ++entry) {
        tp += table.positives[entry];
        fp += table.negatives[entry];
        rates.fpr[next] = static_cast<double>(fp);
        rates.tpr[next] = static_cast<double>(tp);
        next += entry == 0 || entry + 1 == table.scores ? 1 : turns_at(table, entry);
    }
    for (std::size_t corner = 1; corner < next; ++corner) {
        rates.fpr[corner] /= static_cast<double>(fp);
        rates.tpr[corner] /= static_cast<double>(tp);
    }
    rates.fpr.shorten(next);
    rates.tpr.shorten(next);
    return rates;
}

// Of every score, lowest first: the recall above it less the recall at it, times the precision at it. Each entry has a
// row, and the positives have one.
inline Buffer<double> recall_losses(const CountColumns& table) {
    std::int64_t all_positives = 0;
    for (std::size_t entry = 0; entry < table.scores; ++entry) all_positives += table.positives[entry];
    Buffer<double> losses(table.scores);
    std::int64_t tp = 0;
    std::int64_t rows = 0;
    double above = 0;
    for (std::size_t entry = 0; entry < table.scores; ++entry) {
        tp += table.positives[entry];
        rows += table.positives[entry] + table.negatives[entry];
        const double recall = static_cast<double>(tp) / static_cast<double>(all_positives);
        const double precision = static_cast<double>(tp) / static_cast<double>(rows);
        losses[table.scores - 1 - entry] = (above - recall) * precision;
        above = recall;
    }
    return losses;
}

}  // namespace truecut
