// The area under the ROC curve and how much the placements of both classes spread around it
// (DeLong, DeLong & Clarke-Pearson 1988), in two passes over the score table.
//
// The placement of a positive is the share of the negatives below it, that of a negative the share
// of the positives above it, ties counting half; the area is the mean of either.

#pragma once

#include <cstddef>
#include <cstdint>

#include "resample.hpp"
#include "sums.hpp"

namespace truecut {

struct RankedRows {
    double area;
    double positive_squares;  // of the placements' distances from the area, summed over the rows
    double negative_squares;
};

inline RankedRows ranked_rows(const CountColumns& table) {
    double positives = 0;
    double negatives = 0;
    CompensatedSum wins;  // twice the pairs in order, and the tied ones
    CompensatedSum losses;
    for (std::size_t score = 0; score < table.scores; ++score) {
        const auto more_positives = static_cast<double>(table.positives[score]);
        const auto more_negatives = static_cast<double>(table.negatives[score]);
        wins.add(more_negatives * (2 * positives + more_positives));
        losses.add(more_positives * (2 * negatives + more_negatives));
        positives += more_positives;
        negatives += more_negatives;
    }
    // Where nothing is lost the area is exactly 1.
    const double area = wins.value() / (wins.value() + losses.value());

    const double for_positives = 0.5 / negatives;
    const double for_negatives = 0.5 / positives;
    const double least_lost = 1 - area;
    double above = 0;
    double above_negatives = 0;
    CompensatedSum positive_squares;
    CompensatedSum negative_squares;
    for (std::size_t score = 0; score < table.scores; ++score) {
        const auto more_positives = static_cast<double>(table.positives[score]);
        const auto more_negatives = static_cast<double>(table.negatives[score]);
        // 1 - placement is the share above: the distance from the area is the same, its sign turned.
        const double of_positive = (2 * above_negatives + more_negatives) * for_positives - least_lost;
        const double of_negative = (2 * above + more_positives) * for_negatives - area;
        positive_squares.add(more_positives * of_positive * of_positive);
        negative_squares.add(more_negatives * of_negative * of_negative);
        above += more_positives;
        above_negatives += more_negatives;
    }
    return {area, positive_squares.value(), negative_squares.value()};
}

}  // namespace truecut
