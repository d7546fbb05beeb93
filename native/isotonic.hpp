// Shares that rise with the score and fit best, of many outcomes at once: neighbours in the wrong order are pooled.
// Also the corners of the upper convex hull of one ROC curve, which are where the pooled blocks of it begin and end.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "buffer.hpp"
#include "resample.hpp"
#include "workers.hpp"

namespace truecut {

struct OutcomeLines {
    const std::int64_t* positives;  // a line of them for each regression, scores rising
    const std::int64_t* rows;       // the same for all; fewer than 2**31 together
    std::size_t count;
    std::size_t scores;
};

struct PooledBlock {
    std::int64_t positives;
    std::int64_t rows;
    std::size_t end;
};

inline void write_rising(const OutcomeLines& lines, std::size_t line, std::vector<PooledBlock>& blocks, double* shares) {
    const std::int64_t* const positives = lines.positives + line * lines.scores;
    blocks.clear();
    for (std::size_t score = 0; score < lines.scores; ++score) {
        PooledBlock block{positives[score], lines.rows[score], score + 1};
        // a / b >= c / d without dividing.
        while (!blocks.empty() && blocks.back().positives * block.rows >= block.positives * blocks.back().rows) {
            block.positives += blocks.back().positives;
            block.rows += blocks.back().rows;
            blocks.pop_back();
        }
        blocks.push_back(block);
    }
    std::size_t score = 0;
    for (const PooledBlock& block : blocks) {
        const double share = static_cast<double>(block.positives) / static_cast<double>(block.rows);
        for (; score < block.end; ++score) shares[score] = share;
    }
}

inline Buffer<double> rising_shares(const OutcomeLines& lines, unsigned workers) {
    Buffer<double> shares(lines.count * lines.scores);
    std::vector<std::vector<PooledBlock>> blocks(workers);
    share_out(lines.count, workers, [&](unsigned worker, std::size_t line) {
        write_rising(lines, line, blocks[worker], shares.data() + line * lines.scores);
    });
    return shares;
}

// Entries of the curve, the first and the last included. Positives times negatives must be fewer than 2**62.
inline Buffer<std::int64_t> hull_of_counts(const CountColumns& table) {
    struct Corner {
        std::int64_t tp;
        std::int64_t fp;
        std::int64_t entry;
    };
    std::vector<Corner> corners{{0, 0, 0}};
    Corner here{0, 0, 0};
    for (std::size_t score = 0; score < table.scores; ++score) {
        here.tp += table.positives[score];
        here.fp += table.negatives[score];
        here.entry = static_cast<std::int64_t>(score) + 1;
        while (corners.size() > 1) {
            const Corner& last = corners[corners.size() - 1];
            const Corner& before = corners[corners.size() - 2];
            if ((here.fp - before.fp) * (last.tp - before.tp) > (here.tp - before.tp) * (last.fp - before.fp)) break;
            corners.pop_back();
        }
        corners.push_back(here);
    }
    Buffer<std::int64_t> entries(corners.size());
    for (std::size_t corner = 0; corner < corners.size(); ++corner) entries[corner] = corners[corner].entry;
    return entries;
}

}  // namespace truecut
