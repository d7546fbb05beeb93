// Where scores stand in a table that counted them: for each row the number of distinct scores above its own.
//
// The range of the scores is divided into as many slots as there are distinct ones, and a search looks into one slot
// only. Where scores are spread it finds a handful of them there; where all crowd in one slot it is a binary search.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "workers.hpp"

namespace truecut {

template <class Score>
struct FallingScores {
    const Score* scores;
    std::size_t count;
};

template <class Score>
class ScoreRanges {
public:
    explicit ScoreRanges(const FallingScores<Score>& table) : starts_(table.count + 1) {
        std::size_t first = 0;
        std::size_t last = table.count;
        while (first < last && std::isinf(static_cast<double>(table.scores[first]))) ++first;
        while (last > first && std::isinf(static_cast<double>(table.scores[last - 1]))) --last;
        if (first < last) {
            // Halves, since the distance of the ends may be more than a number can say.
            highest_ = static_cast<double>(table.scores[first]) / 2;
            const double range = highest_ - static_cast<double>(table.scores[last - 1]) / 2;
            const double scale = static_cast<double>(table.count) / range;
            scale_ = std::isfinite(scale) ? scale : 0;
        }
        last_slot_ = static_cast<double>(table.count - 1);
        std::size_t entry = 0;
        for (std::size_t slot = 0; slot <= table.count; ++slot) {
            while (entry < table.count && slot_of(table.scores[entry]) < slot) ++entry;
            starts_[slot] = static_cast<std::uint32_t>(entry);
        }
    }

    // Never falls from a score to a lower one.
    std::size_t slot_of(Score score) const {
        const double slot = (highest_ - static_cast<double>(score) / 2) * scale_;
        if (!(slot > 0)) return 0;
        return static_cast<std::size_t>(std::min(slot, last_slot_));
    }

    std::size_t begin(std::size_t slot) const { return starts_[slot]; }

private:
    Buffer<std::uint32_t> starts_;
    double highest_ = 0;
    double scale_ = 0;
    double last_slot_ = 0;
};

// Every score must be in the table, which holds fewer than 2**31.
template <class Score>
Buffer<std::int32_t> places(const FallingScores<Score>& table, const Score* scores, std::size_t rows,
                            unsigned workers) {
    Buffer<std::int32_t> found(rows);
    if (rows == 0 || table.count == 0) return found;
    const ScoreRanges<Score> ranges(table);
    run_workers(workers, [&](unsigned worker) {
        for_each_row(Share(rows, worker, workers), worker, [&](std::size_t row) {
            const Score score = scores[row];
            const std::size_t slot = ranges.slot_of(score);
            const Score* const begin = table.scores + ranges.begin(slot);
            const Score* const end = table.scores + ranges.begin(slot + 1);
            const Score* const place =
                std::lower_bound(begin, end, score, [](Score entry, Score own) { return entry > own; });
            found[row] = static_cast<std::int32_t>(place - table.scores);
        });
    });
    return found;
}

}  // namespace truecut
