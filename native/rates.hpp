// A table's rates as floats, in one pass each: where a ROC curve turns, what lies under it between two turns, precision
// against recall, false alarms against misses, and what each score adds to the average precision. All divide and subtract in the order that a caller in NumPy
// would, so that they and sums of them have equal bits.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "resample.hpp"
#include "vectors.hpp"

namespace truecut {

struct CornerRates {
    explicit CornerRates(std::size_t entries) : fpr(entries), tpr(entries), places(entries) {}

    Buffer<double> fpr;
    Buffer<double> tpr;
    Buffer<std::int64_t> places;  // of the scores that are corners
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
    return vectorised([table] {
        Totals all;
        for (std::size_t entry = 0; entry < table.scores; ++entry) {
            all.positives += table.positives[entry];
            all.negatives += table.negatives[entry];
        }
        return all;
    });
}

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
        rates.places[next - 1] = static_cast<std::int64_t>(entry);
        next += entry == 0 || entry + 1 == table.scores ? 1 : turns_at(table, entry);
    }
    for (std::size_t corner = 1; corner < next; ++corner) {
        rates.fpr[corner] /= static_cast<double>(fp);
        rates.tpr[corner] /= static_cast<double>(tp);
    }
    rates.fpr.shorten(next);
    rates.tpr.shorten(next);
    rates.places.shorten(next - 1);
    return rates;
}

// The corners that were passed since areas were last written: so few that they stay in cache.
struct PassedCorners {
    static constexpr std::size_t most = 1024;

    double across[most + 1] = {0};  // counts, except the first: it is the last one of those before, as rates
    double up[most + 1] = {0};
    std::size_t count = 1;

    // Make rates of counts, and write what lies under the curve between each corner and the next.
    void write_areas(const Totals& all, double* areas) {
        vectorised([this, all, areas] {
            const double negatives = static_cast<double>(all.negatives);
            const double positives = static_cast<double>(all.positives);
            for (std::size_t corner = 1; corner < count; ++corner) {
                across[corner] /= negatives;
                up[corner] /= positives;
            }
            for (std::size_t corner = 0; corner + 1 < count; ++corner) {
                areas[corner] = (across[corner + 1] - across[corner]) * (up[corner + 1] + up[corner]) / 2;
            }
        });
        across[0] = across[count - 1];
        up[0] = up[count - 1];
        count = 1;
    }
};

// The areas between one corner and the next, from the one above all scores on. Each class has a row.
inline Buffer<double> corner_areas(const CountColumns& table) {
    const Totals all = totals_of(table);
    Buffer<double> areas(table.scores);
    PassedCorners passed;
    std::int64_t tp = 0;
    std::int64_t fp = 0;
    std::size_t written = 0;
    for (std::size_t entry = 0; entry < table.scores;) {
        // As many entries as could all be corners.
        const std::size_t end = std::min(table.scores, entry + PassedCorners::most);
        for (; entry < end; ++entry) {
            tp += table.positives[entry];
            fp += table.negatives[entry];
            passed.across[passed.count] = static_cast<double>(fp);
            passed.up[passed.count] = static_cast<double>(tp);
            passed.count += entry == 0 || entry + 1 == table.scores ? 1 : turns_at(table, entry);
        }
        const std::size_t more = passed.count - 1;
        passed.write_areas(all, areas.data() + written);
        written += more;
    }
    areas.shorten(written);
    return areas;
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
