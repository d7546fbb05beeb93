// A table's rates as floats, in one pass each: where a ROC curve turns, precision against recall, false alarms against
// misses, and what each score adds to the average precision. All divide and subtract in the order that a caller in NumPy
// would, so that they and sums of them have equal bits.

#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "resample.hpp"

namespace truecut {

struct CornerRates {
    CornerRates(std::size_t entries, bool has_places) : fpr(entries), tpr(entries), places(has_places ? entries : 0) {}

    Buffer<double> fpr;
    Buffer<double> tpr;
    Buffer<std::int64_t> places;  // of the scores that are corners, if they were asked for
};

// Two columns of rates, lowest score first.
struct RatePairs {
    explicit RatePairs(std::size_t entries) : first(entries), second(entries) {}

    Buffer<double> first;
    Buffer<double> second;
};

struct Totals {
    std::int64_t positives = 0;
    std::int64_t negatives = 0;
};

inline Totals totals_of(const CountColumns& table) {
    Totals all;
    for (std::size_t entry = 0; entry < table.scores; ++entry) {
        all.positives += table.positives[entry];
        all.negatives += table.negatives[entry];
    }
    return all;
}

// Whether the curve leaves an entry in another direction than the one in which it came. Without a branch: which entries
// are corners is as good as random, so it would be guessed wrongly every other time.
inline bool turns_at(const CountColumns& table, std::size_t entry) {
    return (table.positives[entry + 1] != table.positives[entry]) |
           (table.negatives[entry + 1] != table.negatives[entry]);
}

// The rates above all scores, at the first and the last of them, and wherever the curve turns. Each class has a row.
template <bool has_places = false>
CornerRates corner_rates(const CountColumns& table) {
    std::size_t turns = 0;
    for (std::size_t entry = 1; entry + 1 < table.scores; ++entry) turns += turns_at(table, entry);
    // Above all scores, the first and the last; an entry that is no corner is written too, and then written over.
    CornerRates rates(turns + 4, has_places);
    rates.fpr[0] = rates.tpr[0] = 0;
    std::int64_t tp = 0;
    std::int64_t fp = 0;
    std::size_t next = 1;
    for (std::size_t entry = 0; entry < table.scores; ++entry) {
        tp += table.positives[entry];
        fp += table.negatives[entry];
        rates.fpr[next] = static_cast<double>(fp);
        rates.tpr[next] = static_cast<double>(tp);
        if constexpr (has_places) rates.places[next - 1] = static_cast<std::int64_t>(entry);
        next += entry == 0 || entry + 1 == table.scores ? 1 : turns_at(table, entry);
    }
    for (std::size_t corner = 1; corner < next; ++corner) {
        rates.fpr[corner] /= static_cast<double>(fp);
        rates.tpr[corner] /= static_cast<double>(tp);
    }
    rates.fpr.shorten(next);
    rates.tpr.shorten(next);
    if constexpr (has_places) rates.places.shorten(next - 1);
    return rates;
}

// Precision and recall at every score, and above all of them 1 and 0. Each entry has a row, and the positives have one.
inline RatePairs precision_recall(const CountColumns& table) {
    const Totals all = totals_of(table);
    RatePairs rates(table.scores + 1);
    std::int64_t tp = 0;
    std::int64_t rows = 0;
    for (std::size_t entry = 0; entry < table.scores; ++entry) {
        tp += table.positives[entry];
        rows += table.positives[entry] + table.negatives[entry];
        rates.first[table.scores - 1 - entry] = static_cast<double>(tp) / static_cast<double>(rows);
        rates.second[table.scores - 1 - entry] = static_cast<double>(tp) / static_cast<double>(all.positives);
    }
    rates.first[table.scores] = 1;
    rates.second[table.scores] = 0;
    return rates;
}

// False positive and false negative rates at every score and above all of them. Each class has a row.
inline RatePairs error_rates(const CountColumns& table) {
    const Totals all = totals_of(table);
    RatePairs rates(table.scores + 1);
    std::int64_t tp = 0;
    std::int64_t fp = 0;
    for (std::size_t entry = 0; entry <= table.scores; ++entry) {
        rates.first[table.scores - entry] = static_cast<double>(fp) / static_cast<double>(all.negatives);
        rates.second[table.scores - entry] =
            static_cast<double>(all.positives - tp) / static_cast<double>(all.positives);
        if (entry == table.scores) break;
        tp += table.positives[entry];
        fp += table.negatives[entry];
    }
    return rates;
}

// Of every score, lowest first: the recall above it less the recall at it, times the precision at it. Each entry has a
// row, and the positives have one.
inline Buffer<double> recall_losses(const CountColumns& table) {
    const std::int64_t all_positives = totals_of(table).positives;
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
