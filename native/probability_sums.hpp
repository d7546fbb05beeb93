// One pass over a table of probabilities for all that its mean losses and tests of calibration need, and one for each
// step of a logistic fit. Scores are looked at in blocks; every place of a block has sums of its own, which are added up
// at the end, so that the answer does not depend on how many numbers a processor takes at once.

#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "elementary.hpp"
#include "resample.hpp"
#include "sums.hpp"
#include "workers.hpp"

namespace truecut {

using Lane = std::array<double, rows_of_block>;

template <std::size_t Count>
class LaneSums {
public:
    double* operator[](std::size_t sum) { return lanes_[sum].data(); }

    // Called after every block: a long sum of many small terms would lose their digits.
    void block_is_done() {
        if (++blocks_ == blocks_of_sum) close();
    }

    Buffer<double> values() {
        close();
        Buffer<double> found(Count);
        for (std::size_t sum = 0; sum < Count; ++sum) found[sum] = totals_[sum].value();
        return found;
    }

private:
    static constexpr unsigned blocks_of_sum = 256;

    void close() {
        for (std::size_t sum = 0; sum < Count; ++sum) {
            for (double& lane : lanes_[sum]) {
                totals_[sum].add(lane);
                lane = 0;
            }
        }
        blocks_ = 0;
    }

    std::array<Lane, Count> lanes_{};
    std::array<CompensatedSum, Count> totals_{};
    unsigned blocks_ = 0;
};

// A block of scores with their counts as floats; places without a score have no rows.
template <class Count>
void read_block(const Count* from, std::size_t first, std::size_t count, Lane& lane) {
    for (std::size_t i = 0; i < count; ++i) lane[i] = as_float(from[first + i]);
    for (std::size_t i = count; i < rows_of_block; ++i) lane[i] = 0;
}

inline void read_scores(const double* from, std::size_t first, std::size_t count, Lane& lane) {
    for (std::size_t i = 0; i < count; ++i) lane[i] = from[first + i];
    for (std::size_t i = count; i < rows_of_block; ++i) lane[i] = 0.5;
}

constexpr std::size_t losses_of_a_row = 3;  // squared, logarithmic, and the cosine of the spherical score
constexpr std::size_t sums_of_losses = 2 * losses_of_a_row * 3 + 3;

inline void add_powers(const Lane& losses, const Lane& rows, double pivot, double* first, double* second, double* third) {
    for (std::size_t i = 0; i < rows_of_block; ++i) {
        const double apart = losses[i] - pivot, once = rows[i] * apart, twice = once * apart;
        first[i] += once;
        second[i] += twice;
        third[i] += twice * apart;
    }
}

// For positives and then negatives, for each loss: the sums of first, second and third powers of what rows lose, about
// a pivot. Then the positives that are promised, and both sums of Spiegelhalter's z.
inline Buffer<double> loss_powers(const double* scores, const CountColumns& table, const double* pivots) {
    LaneSums<sums_of_losses> sums;
    for_each_block(Share(table.scores, 0, 1), 0, [&](std::size_t first, std::size_t count) {
        Lane p, positives, negatives;
        read_scores(scores, first, count, p);
        read_block(table.positives, first, count, positives);
        read_block(table.negatives, first, count, negatives);
        std::array<std::array<Lane, losses_of_a_row>, 2> losses;
        for (std::size_t i = 0; i < rows_of_block; ++i) {
            const double x = p[i], q = 1 - x, length = 1 / std::sqrt(x * x + q * q);
            losses[0][0][i] = q * q;
            losses[1][0][i] = x * x;
            losses[0][2][i] = x * length;
            losses[1][2][i] = q * length;
        }
        for (std::size_t i = 0; i < rows_of_block; ++i) {
            // Where no row is, the logarithm of 0 is nobody's loss; a row that has it loses all.
            const double x = positives[i] > 0 ? p[i] : 0.5, y = negatives[i] > 0 ? p[i] : 0.5;
            const double of_positive = -logarithm(x), of_negative = -logarithm_of_1_plus(-y);
            losses[0][1][i] = x > 0 ? of_positive : HUGE_VAL;
            losses[1][1][i] = y < 1 ? of_negative : HUGE_VAL;
        }
        for (std::size_t loss = 0; loss < losses_of_a_row; ++loss) {
            const std::size_t of_positives = 3 * loss, of_negatives = 3 * (losses_of_a_row + loss);
            add_powers(losses[0][loss], positives, pivots[loss], sums[of_positives], sums[of_positives + 1],
                       sums[of_positives + 2]);
            add_powers(losses[1][loss], negatives, pivots[losses_of_a_row + loss], sums[of_negatives],
                       sums[of_negatives + 1], sums[of_negatives + 2]);
        }
        double *promised = sums[18], *surplus = sums[19], *variance = sums[20];
        for (std::size_t i = 0; i < rows_of_block; ++i) {
            const double x = p[i], q = 1 - x, rows = positives[i] + negatives[i], tilt = 1 - 2 * x;
            promised[i] += rows * x;
            surplus[i] += (positives[i] * q - negatives[i] * x) * tilt;
            variance[i] += rows * tilt * tilt * x * q;
        }
        sums.block_is_done();
    });
    return sums.values();
}

// A logistic line along one column: log odds are intercept + slope * (x - centre) / spread.
struct LogisticLine {
    double centre;
    double spread;
    double intercept;
    double slope;
};

template <class Count>
struct Outcomes {
    const double* column;
    const Count* positives;
    const Count* negatives;
    std::size_t scores;
};

constexpr std::size_t sums_of_a_line = 9;

// What is missing to 1 at the positives and what is too much at the negatives; both times the standardised column; how
// both bend with the intercept; how they bend together with the slope, and with its square; and the log loss.
template <class Count>
Buffer<double> logistic_sums(const Outcomes<Count>& seen, const LogisticLine& line) {
    LaneSums<sums_of_a_line> sums;
    for_each_block(Share(seen.scores, 0, 1), 0, [&](std::size_t first, std::size_t count) {
        Lane x, positives, negatives, likely, unlikely, surprise;
        read_scores(seen.column, first, count, x);
        read_block(seen.positives, first, count, positives);
        read_block(seen.negatives, first, count, negatives);
        for (std::size_t i = 0; i < rows_of_block; ++i) {
            x[i] = (x[i] - line.centre) / line.spread;
            const double odds = line.intercept + line.slope * x[i], distance = std::abs(odds);
            // Neither probability loses digits to the other; -ln of the likelier outcome is ln(1 + e^-|odds|).
            const double small = exponential_of_minus(distance), large = 1 / (1 + small), rest = small * large;
            likely[i] = odds >= 0 ? large : rest;
            unlikely[i] = odds >= 0 ? rest : large;
            surprise[i] = (positives[i] + negatives[i]) * logarithm_of_1_plus(small) +
                          (odds > 0 ? negatives[i] : positives[i]) * distance;
        }
        double *missed = sums[0], *invented = sums[1], *missed_along = sums[2], *invented_along = sums[3];
        for (std::size_t i = 0; i < rows_of_block; ++i) {
            const double too_little = positives[i] * unlikely[i], too_much = negatives[i] * likely[i];
            missed[i] += too_little;
            invented[i] += too_much;
            missed_along[i] += too_little * x[i];
            invented_along[i] += too_much * x[i];
        }
        double *missed_bends = sums[4], *invented_bends = sums[5], *across = sums[6], *along = sums[7], *loss = sums[8];
        for (std::size_t i = 0; i < rows_of_block; ++i) {
            const double bend = likely[i] * unlikely[i], all = (positives[i] + negatives[i]) * bend;
            missed_bends[i] += positives[i] * bend;
            invented_bends[i] += negatives[i] * bend;
            across[i] += all * x[i];
            along[i] += all * x[i] * x[i];
            loss[i] += surprise[i];
        }
        sums.block_is_done();
    });
    return sums.values();
}

// Sums over rows of their influence on the average precision, less a pivot for each class: first and second powers of
// the positives, then of the negatives. A positive brings the precision at its own score and lifts that of all
// positives below, a negative lowers theirs; so the table is read from its lowest score.
inline Buffer<double> precision_influences(const CountColumns& table, double average, const double* pivots) {
    std::int64_t tp = 0, fp = 0;
    for (std::size_t score = 0; score < table.scores; ++score) {
        tp += table.positives[score];
        fp += table.negatives[score];
    }
    const double one_of_all = 1 / static_cast<double>(tp);
    double gained = 0, lost = 0;
    std::array<CompensatedSum, 4> sums;
    for (std::size_t score = table.scores; score-- > 0;) {
        const auto positives = static_cast<double>(table.positives[score]);
        const auto negatives = static_cast<double>(table.negatives[score]);
        const auto right = static_cast<double>(tp), flagged = right + static_cast<double>(fp);
        // A score that no row has flags nobody above the first row.
        const double one_of = flagged > 0 ? 1 / flagged : 0.0, share = positives * one_of * one_of;
        gained += share * static_cast<double>(fp);
        lost += share * right;
        const double of_positive = (right * one_of - average + gained) * one_of_all - pivots[0];
        const double of_negative = -lost * one_of_all - pivots[1];
        sums[0].add(positives * of_positive);
        sums[1].add(positives * of_positive * of_positive);
        sums[2].add(negatives * of_negative);
        sums[3].add(negatives * of_negative * of_negative);
        tp -= table.positives[score];
        fp -= table.negatives[score];
    }
    Buffer<double> found(sums.size());
    for (std::size_t sum = 0; sum < sums.size(); ++sum) found[sum] = sums[sum].value();
    return found;
}

}  // namespace truecut
