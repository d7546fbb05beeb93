// One piece of the kernel's work on fixed rows, whose instructions valgrind counts: benchmarks/instructions.py.
//
//     instructions WORK SHAPE ROWS
//
// Only what runs inside `measured` counts.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "../area.hpp"
#include "../isotonic.hpp"
#include "../places.hpp"
#include "../ranking.hpp"
#include "../rates.hpp"
#include "../resampled_statistics.hpp"
#include "../tally.hpp"

using namespace truecut;

// Out of line and by its plain name, so that valgrind finds it.
extern "C" __attribute__((noinline)) void measured(const std::function<std::uint64_t()>& work, std::uint64_t* found) {
    *found = work();
}

namespace {

// Numbers of our own, since those of the standard library differ between its makers.
struct Numbers {
    std::uint64_t state = 1;

    double next() {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state >> 11) * 0x1p-53;
    }
};

struct FixedRows {
    std::vector<double> scores;
    std::vector<std::uint8_t> labels;

    FixedRows(const std::string& shape, std::size_t count) {
        Numbers numbers;
        const double share = shape == "rare" ? 0.001 : 0.3;
        for (std::size_t row = 0; row < count; ++row) {
            const bool is_positive = numbers.next() < share;
            const double sum = numbers.next() + numbers.next() + numbers.next() + is_positive;
            const double score = sum / 4;
            labels.push_back(is_positive);
            scores.push_back(shape == "tied" ? std::floor(score * 1000) / 1000 : score);
        }
    }

    CountedRows<double> rows() const { return {{{labels.data(), 1}, scores.data(), scores.size()}}; }
};

CountColumns columns_of(const CountedTable<double>& table) {
    return {table.positives.data(), table.negatives.data(), table.scores.size()};
}

}  // namespace

int main(int, char** arguments) {
    const std::string work = arguments[1];
    const FixedRows given(arguments[2], std::strtoull(arguments[3], nullptr, 10));
    const auto table = tally(given.rows(), 1);
    const CountColumns columns = columns_of(table);
    const std::map<std::string, std::function<std::uint64_t()>> works = {
        {"table", [&] { return tally(given.rows(), 1).scores.size(); }},
        {"area", [&] { return ranked_pairs(given.rows(), 1).wins.low; }},
        {"ranking", [&] { return rank_sums(columns)->wins.low; }},
        {"average precision", [&] { return static_cast<std::uint64_t>(average_precision(columns) * 1e9); }},
        {"places",
         [&] {
             const FallingScores<double> falling{table.scores.data(), table.scores.size()};
             return static_cast<std::uint64_t>(places(falling, given.scores.data(), given.scores.size(), 1)[0]);
         }},
        {"areas", [&] { return corner_areas(columns).size(); }},
        {"rates", [&] { return corner_rates(columns).fpr.size(); }},
        {"recall losses", [&] { return static_cast<std::uint64_t>(recall_losses(columns)[0] * -1e9); }},
        {"hull", [&] { return hull_of_counts(columns).size(); }},
        {"replicates",
         [&] {
             const auto areas = resampled_roc_auc(columns, {Scheme::poisson, 1, 0, 10, 1, false});
             return static_cast<std::uint64_t>(areas[9] * 1e9);
         }},
    };
    std::uint64_t found = 0;
    measured(works.at(work), &found);
    std::printf("%llu\n", static_cast<unsigned long long>(found));
    return 0;
}
