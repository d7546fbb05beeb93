// What ranks how high, in one pass over the score table: the area under the ROC curve, how much the
// placements of both classes spread around it (DeLong, DeLong & Clarke-Pearson 1988), and average precision.
//
// The placement of a positive is the share of the negatives below it, that of a negative the share
// of the positives above it, ties counting half; the area is the mean of either. Placements are
// counted in halves of a row, so that all sums are whole numbers and exact. Dividing them is left to
// whoever has numbers of any length.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "resample.hpp"
#include "sums.hpp"
#include "wide.hpp"

namespace truecut {

struct RankSums {
    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
    WideSum wins;              // over the negatives: twice the positives above, and the tied ones
    WideSum positive_squares;  // over the positives: twice the negatives above, and the tied ones, squared
    WideSum negative_squares;
};

// So many rows of a class have squares of twice their number that fit.
constexpr std::uint64_t most_ranked_rows = std::uint64_t{1} << 31;

// Sums over some neighbouring scores, as if nothing were above them. Up to a million rows of a
// class, products of three such numbers fit.
struct LocalRanks {
    static constexpr std::uint64_t most_rows = std::uint64_t{1} << 20;

    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;  // over the positives: twice the negatives above, and the tied ones
    std::uint64_t positive_squares = 0;
    std::uint64_t negative_squares = 0;

    void add(std::uint64_t more_positives, std::uint64_t more_negatives) {
        const std::uint64_t above_negative = 2 * positives + more_positives;
        const std::uint64_t above_positive = 2 * negatives + more_negatives;
        positives += more_positives;
        negatives += more_negatives;
        wins += more_negatives * above_negative;
        losses += more_positives * above_positive;
        negative_squares += more_negatives * (above_negative * above_negative);
        positive_squares += more_positives * (above_positive * above_positive);
    }
};

inline LocalRanks local_ranks(const CountColumns& table) {
    LocalRanks ranks;
    for (std::size_t score = 0; score < table.scores; ++score) {
        ranks.add(static_cast<std::uint64_t>(table.positives[score]), static_cast<std::uint64_t>(table.negatives[score]));
    }
    return ranks;
}

// Sum of (base + x)^2 over so many x, of which the sum and the sum of squares are known.
inline WideSum squares_above(std::uint64_t base, std::uint64_t count, std::uint64_t sum, std::uint64_t squares) {
    WideSum total = product(base * base, count);
    total.add(product(2 * base, sum));
    total.add(squares);
    return total;
}

// Add scores that come below all that were added so far.
inline void add_below(RankSums& sums, const LocalRanks& local) {
    const std::uint64_t positives_above = 2 * sums.positives;
    const std::uint64_t negatives_above = 2 * sums.negatives;
    sums.positives += local.positives;
    sums.negatives += local.negatives;
    sums.wins.add(product(positives_above, local.negatives));
    sums.wins.add(local.wins);
    sums.negative_squares.add(
        squares_above(positives_above, local.negatives, local.wins, local.negative_squares));
    sums.positive_squares.add(
        squares_above(negatives_above, local.positives, local.losses, local.positive_squares));
}

// One score of any number of rows.
inline void add_below(RankSums& sums, std::uint64_t positives, std::uint64_t negatives) {
    const std::uint64_t above_negative = 2 * sums.positives + positives;
    const std::uint64_t above_positive = 2 * sums.negatives + negatives;
    sums.positives += positives;
    sums.negatives += negatives;
    sums.wins.add(product(negatives, above_negative));
    sums.negative_squares.add(product(negatives, above_negative * above_negative));
    sums.positive_squares.add(product(positives, above_positive * above_positive));
}

// Which bits any count of a table has.
inline std::uint64_t bits_of(const CountColumns& table) {
    std::int64_t bits = 0;
    for (std::size_t score = 0; score < table.scores; ++score) bits |= table.positives[score] | table.negatives[score];
    return static_cast<std::uint64_t>(bits);
}

// Nothing where there are too many rows for squares of twice their number.
inline std::optional<RankSums> rank_sums(const CountColumns& table) {
    constexpr std::size_t scores_together = 4096;
    constexpr std::uint64_t few_rows = LocalRanks::most_rows / scores_together;
    RankSums sums;
    for (std::size_t first = 0; first < table.scores; first += scores_together) {
        const std::size_t count = std::min(scores_together, table.scores - first);
        const CountColumns part{table.positives + first, table.negatives + first, count};
        const std::uint64_t bits = bits_of(part);
        if (bits >= most_ranked_rows) return std::nullopt;
        if (bits < few_rows) {
            add_below(sums, local_ranks(part));
        } else {
            for (std::size_t score = 0; score < count; ++score) {
                if ((sums.positives | sums.negatives) >= most_ranked_rows) return std::nullopt;
                add_below(sums, static_cast<std::uint64_t>(part.positives[score]),
                          static_cast<std::uint64_t>(part.negatives[score]));
            }
        }
        if ((sums.positives | sums.negatives) >= most_ranked_rows) return std::nullopt;
    }
    return sums;
}

// The mean, over the positives, of the precision where each of them is just flagged; there is at least one.
// Some terms are added plainly and then compensated together, which is as exact as anyone could ask for.
inline double average_precision(const CountColumns& table) {
    constexpr std::size_t added_plainly = 256;
    double found = 0;
    double flagged = 0;
    CompensatedSum sum;
    for (std::size_t first = 0; first < table.scores; first += added_plainly) {
        const std::size_t end = std::min(first + added_plainly, table.scores);
        double part = 0;
        for (std::size_t score = first; score < end; ++score) {
            const auto positives = static_cast<double>(table.positives[score]);
            found += positives;
            flagged += positives + static_cast<double>(table.negatives[score]);
            part += positives * (found / std::max(flagged, 1.0));
        }
        sum.add(part);
    }
    return sum.value() / found;
}

}  // namespace truecut
