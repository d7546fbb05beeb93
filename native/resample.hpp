// Bootstrap replicates of a score table, without ever sorting or touching rows again.
//
// The rows of the table stand in its order: the highest score first, and of one score the positives
// first. A replicate says how often each of them was drawn, one byte per row, and a statistic of the
// replicate is one pass over these bytes.
//
//   by_rows    as many draws as rows, from all of them: the bootstrap
//   by_class   as many draws as positives from the positives, and likewise for the negatives
//   poisson    each row Poisson(1) times: no total is fixed, so replicates of disjoint rows add up
//
// Draw and statistic are whole numbers up to the last division, so the result does not depend on the
// number of workers, on the vector instructions of the processor, or on the kernel.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "buffer.hpp"
#include "poisson.hpp"
#include "random.hpp"
#include "workers.hpp"

namespace truecut {

enum class Scheme { by_rows, by_class, poisson };

struct CountColumns {
    const std::int64_t* positives;
    const std::int64_t* negatives;
    std::size_t scores;
};

// What a replicate is asked for.
struct Replicates {
    Scheme scheme;
    std::uint64_t seed;
    std::uint64_t first;
    std::size_t count;
    unsigned workers;
    bool use_avx2;
};

// The rows of a table in its order.
struct RowLayout {
    struct Score {
        std::uint32_t begin;            // its first positive
        std::uint32_t begin_negatives;  // its first negative
        std::uint32_t end;
    };

    std::size_t rows = 0;
    std::size_t packs = 0;
    std::vector<std::uint8_t> is_positive;  // all bits set or none, up to the end of the last pack
    std::vector<Score> scores;
    std::vector<Score> shared;  // scores of both classes
    std::vector<std::uint32_t> places_of_positives;
    std::vector<std::uint32_t> places_of_negatives;

    RowLayout(const CountColumns& table, Scheme scheme) {
        scores.reserve(table.scores);
        for (std::size_t score = 0; score < table.scores; ++score) {
            const auto begin = static_cast<std::uint32_t>(rows);
            const auto middle = static_cast<std::uint32_t>(begin + table.positives[score]);
            const auto end = static_cast<std::uint32_t>(middle + table.negatives[score]);
            scores.push_back({begin, middle, end});
            if (begin < middle && middle < end) shared.push_back(scores.back());
            rows = end;
        }
        packs = (rows + rows_per_pack - 1) / rows_per_pack;
        is_positive.assign(packs * rows_per_pack, 0);
        for (const Score& score : scores) {
            std::memset(is_positive.data() + score.begin, 0xFF, score.begin_negatives - score.begin);
        }
        if (scheme == Scheme::by_class) note_places();
    }

private:
    void note_places() {
        for (std::uint32_t row = 0; row < rows; ++row) {
            (is_positive[row] ? places_of_positives : places_of_negatives).push_back(row);
        }
    }
};

// How often each row was drawn in one replicate. Small tables may hold a row that is drawn more than
// 255 times in theory; its chance is below 1e-500.
class Draws {
public:
    explicit Draws(const RowLayout& layout) : layout_(layout), times_(layout.packs * rows_per_pack) {}

    void draw(const Replicates& asked, std::size_t replicate) {
        const StreamKey key(asked.seed, asked.first + replicate);
        if (asked.scheme == Scheme::poisson) {
            draw_poisson(key, layout_.packs, times_.data(), asked.use_avx2);
            std::memset(times_.data() + layout_.rows, 0, times_.size() - layout_.rows);
            return;
        }
        std::memset(times_.data(), 0, times_.size());
        if (asked.scheme == Scheme::by_rows) {
            throw_balls(key, layout_.rows, [&](std::size_t, Words words) {
                ++times_[random_below(layout_.rows, words)];
            });
            return;
        }
        const std::vector<std::uint32_t>& positives = layout_.places_of_positives;
        const std::vector<std::uint32_t>& negatives = layout_.places_of_negatives;
        throw_balls(key, layout_.rows, [&](std::size_t ball, Words words) {
            const std::vector<std::uint32_t>& rows = ball < positives.size() ? positives : negatives;
            ++times_[rows[random_below(rows.size(), words)]];
        });
    }

    const std::uint8_t* times() const { return times_.data(); }

private:
    // Call land(ball, its random number) for every ball.
    template <class Land>
    static void throw_balls(const StreamKey& key, std::size_t balls, const Land& land) {
        for (std::size_t first = 0; first < balls; first += words_per_batch) {
            const WordBatch batch(key, first);
            const std::size_t count = balls - first < words_per_batch ? balls - first : words_per_batch;
            for (std::size_t ball = 0; ball < count; ++ball) {
                land(first + ball, Words{batch.low[ball], batch.high[ball]});
            }
        }
    }

    const RowLayout& layout_;
    Buffer<std::uint8_t> times_;
};

inline std::uint64_t sum_of(const std::uint8_t* times, std::size_t begin, std::size_t end) {
    std::uint64_t sum = 0;
    for (std::size_t row = begin; row < end; ++row) sum += times[row];
    return sum;
}

// Call use(worker, replicate, how often each row was drawn) for every replicate.
template <class Use>
void for_each_replicate(const RowLayout& layout, const Replicates& asked, const Use& use) {
    std::vector<Draws> draws;
    draws.reserve(asked.workers);
    for (unsigned worker = 0; worker < asked.workers; ++worker) draws.emplace_back(layout);
    share_out(asked.count, asked.workers, [&](unsigned worker, std::size_t replicate) {
        draws[worker].draw(asked, replicate);
        use(replicate, draws[worker].times());
    });
}

// The counts of every replicate, one after the other.
struct ResampledCounts {
    Buffer<std::int32_t> positives;
    Buffer<std::int32_t> negatives;
};

inline ResampledCounts resampled_counts(const CountColumns& table, const Replicates& asked) {
    const RowLayout layout(table, asked.scheme);
    ResampledCounts counts{Buffer<std::int32_t>(asked.count * table.scores),
                           Buffer<std::int32_t>(asked.count * table.scores)};
    for_each_replicate(layout, asked, [&](std::size_t replicate, const std::uint8_t* times) {
        std::size_t slot = replicate * table.scores;
        for (const RowLayout::Score& score : layout.scores) {
            counts.positives[slot] = static_cast<std::int32_t>(sum_of(times, score.begin, score.begin_negatives));
            counts.negatives[slot] = static_cast<std::int32_t>(sum_of(times, score.begin_negatives, score.end));
            ++slot;
        }
    });
    return counts;
}

}  // namespace truecut
