// Anything at all as rows: the kernel must agree with a map from score to counts, and touch no memory that
// is not its own (build with -fsanitize=address,undefined).
//
//     fuzz [seconds]          the shapes below and random bytes, from a fixed seed
//     fuzz file...            the inputs that are in these files
//
// With clang, -fsanitize=fuzzer -DLIBFUZZER gives the same to libFuzzer.
//
// Bytes describe rows so that few of them make many: a type of score, weights and workers, then runs of rows,
// each with a first score, a step from one score to the next in units of the last bit, and labels.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <vector>

#include "../agreement.hpp"
#include "../area.hpp"
#include "../isotonic.hpp"
#include "../places.hpp"
#include "../ranking.hpp"
#include "../rates.hpp"
#include "../tally.hpp"

using namespace truecut;

namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

    bool is_empty() const { return left_ == 0; }

    template <class T>
    T take() {
        T value{};
        const std::size_t size = std::min(sizeof value, left_);
        if (size) std::memcpy(&value, data_, size);
        data_ += size;
        left_ -= size;
        return value;
    }

private:
    const std::uint8_t* data_;
    std::size_t left_;
};

template <class Score>
struct DescribedRows {
    std::vector<Score> scores;
    std::vector<std::uint8_t> labels;
    std::vector<double> weights;
};

template <class Score>
DescribedRows<Score> described(Bytes bytes) {
    using Key = typename OrderedKey<Score>::Key;
    constexpr std::size_t most_rows = 60'000;
    DescribedRows<Score> rows;
    while (!bytes.is_empty() && rows.scores.size() < most_rows) {
        const std::size_t repeats = bytes.take<std::uint16_t>() >> (bytes.take<std::uint8_t>() % 16);
        auto bits = bytes.take<Key>();
        const auto step = static_cast<Key>(bytes.take<Key>() >> (bytes.take<std::uint8_t>() % key_bits<Key>));
        const auto labels = bytes.take<std::uint8_t>();
        for (std::size_t row = 0; row <= repeats && rows.scores.size() < most_rows; ++row, bits += step) {
            Score score;
            std::memcpy(&score, &bits, sizeof score);
            rows.scores.push_back(score);
            rows.labels.push_back((labels >> (row % 8)) & 1);
            rows.weights.push_back(static_cast<double>(row % 3));
        }
    }
    return rows;
}

struct Sides {
    std::int64_t rows[2] = {0, 0};
    double weights[2] = {0, 0};
};

Labels labels_in(const std::vector<std::uint8_t>& labels) { return {labels.data(), 1, labels.data(), 1, 1}; }

template <class Refusal, class Work>
bool is_refused(const Work& work) {
    try {
        work();
    } catch (const Refusal&) {
        return true;
    }
    return false;
}

bool operator==(const WideSum& left, const WideSum& right) { return left.high == right.high && left.low == right.low; }

// Between two corners no point lies above their chord, and the shares of the blocks between them fall.
// Both classes have rows.
void check_rates(const CountColumns& table) {
    const auto rates = corner_rates(table);
    const std::size_t last = rates.fpr.size() - 1;
    require(rates.tpr.size() == last + 1 && last <= table.scores && rates.fpr[0] == 0 && rates.tpr[0] == 0 &&
                rates.fpr[last] == 1 && rates.tpr[last] == 1,
            "a curve goes from nothing flagged to everything");
    for (std::size_t corner = 0; corner < last; ++corner) {
        require(rates.fpr[corner] <= rates.fpr[corner + 1] && rates.tpr[corner] <= rates.tpr[corner + 1],
                "rates rise");
    }
    require(rates.places.size() == last && static_cast<std::size_t>(rates.places[last - 1]) + 1 == table.scores,
            "every corner but the one above all scores has a place, and the last score is one");
    const auto areas = corner_areas(table);
    require(areas.size() == last, "there is an area between every two corners");
    for (std::size_t corner = 0; corner < last; ++corner) {
        const double across = rates.fpr[corner + 1] - rates.fpr[corner];
        require(areas[corner] == across * (rates.tpr[corner + 1] + rates.tpr[corner]) / 2, "areas are trapezoids");
    }
    const auto both = precision_recall(table);
    const auto errors = error_rates(table);
    require(both.first.size() == table.scores + 1 && both.second[0] == 1 && both.second[table.scores] == 0 &&
                both.first[table.scores] == 1,
            "precision and recall go from everything flagged to nothing");
    require(errors.first.size() == table.scores + 1 && errors.first[0] == 1 && errors.second[0] == 0 &&
                errors.first[table.scores] == 0 && errors.second[table.scores] == 1,
            "error rates go from everything flagged to nothing");
}

// Labels against themselves, turned round: what they share is counted one by one.
void check_agreement(const std::vector<std::uint8_t>& labels) {
    std::vector<std::uint8_t> turned(labels.rbegin(), labels.rend());
    std::vector<std::int64_t> wide(turned.begin(), turned.end());
    std::uint64_t both = 0;
    std::uint64_t positive = 0;
    for (std::size_t row = 0; row < labels.size(); ++row) {
        both += labels[row] & turned[row];
        positive += labels[row];
    }
    const Labels of_wide{reinterpret_cast<const std::uint8_t*>(wide.data()), 8,
                         reinterpret_cast<const std::uint8_t*>(wide.data()), 8, 1};
    for (const Labels& said : {labels_in(turned), of_wide}) {
        const Agreement found = agreement(labels_in(labels), said, labels.size());
        require(found.are_binary && found.positive == positive && found.flagged == positive && found.both == both,
                "labels agree as often as counting them says");
    }
    const Agreement of_one = agreement(of_wide, of_wide, labels.size());
    require(of_one.both == positive, "labels agree with themselves");
}

void check_hull(const CountColumns& table) {
    const auto corners = hull_of_counts(table);
    std::vector<std::int64_t> tp{0}, fp{0};
    for (std::size_t score = 0; score < table.scores; ++score) {
        tp.push_back(tp.back() + table.positives[score]);
        fp.push_back(fp.back() + table.negatives[score]);
    }
    require(corners[0] == 0 && corners[corners.size() - 1] == static_cast<std::int64_t>(table.scores), "ends are corners");
    for (std::size_t corner = 1; corner < corners.size(); ++corner) {
        const auto left = static_cast<std::size_t>(corners[corner - 1]), right = static_cast<std::size_t>(corners[corner]);
        for (std::size_t point = left + 1; point < right; ++point) {
            require((fp[right] - fp[left]) * (tp[point] - tp[left]) <= (tp[right] - tp[left]) * (fp[point] - fp[left]),
                    "no point lies above the hull");
        }
    }
    std::vector<std::int64_t> rows, positives;
    for (std::size_t score = table.scores; score-- > 0;) {
        rows.push_back(table.positives[score] + table.negatives[score]);
        positives.push_back(table.positives[score]);
    }
    const auto shares = rising_shares({positives.data(), rows.data(), 1, rows.size()}, 1);
    for (std::size_t score = 1; score < rows.size(); ++score) {
        require(shares[score - 1] <= shares[score], "shares rise with the score");
    }
}

template <class Score>
void check_rows(const DescribedRows<Score>& given, unsigned workers) {
    using Coding = OrderedKey<Score>;
    const std::size_t count = given.scores.size();
    // Copies of just this size, so that reading beyond them is seen.
    const std::vector<Score> scores(given.scores);
    const std::vector<std::uint8_t> labels(given.labels);
    check_agreement(labels);
    const CountedRows<Score> rows{{labels_in(labels), scores.data(), count}};
    const WeightedRows<Score, double> weighted{{labels_in(labels), scores.data(), count}, given.weights.data()};

    if (std::any_of(scores.begin(), scores.end(), [](Score score) { return Coding::is_nan(score); })) {
        require(is_refused<NanScore>([&] { tally(rows, workers); }), "NaN is refused by the table");
        require(is_refused<NanScore>([&] { tally(weighted, workers); }), "NaN is refused by the weighted table");
        require(is_refused<NanScore>([&] { ranked_pairs(rows, workers); }), "NaN is refused by the area");
        return;
    }
    if (count) {
        std::vector<std::uint8_t> others(labels);
        others[count / 2] = 2;
        const CountedRows<Score> mislabelled{{labels_in(others), scores.data(), count}};
        require(is_refused<NotBinary>([&] { tally(mislabelled, workers); }), "other labels are refused by the table");
        require(is_refused<NotBinary>([&] { ranked_pairs(mislabelled, workers); }), "other labels are refused by the area");
    }

    std::map<typename Coding::Key, Sides> expected;
    for (std::size_t row = 0; row < count; ++row) {
        Sides& sides = expected[Coding::encode(scores[row])];
        ++sides.rows[labels[row]];
        sides.weights[labels[row]] += given.weights[row];
    }
    const auto table = tally(rows, workers);
    const auto sums = tally(weighted, workers);
    require(table.scores.size() == expected.size(), "every distinct score is there");
    require(sums.scores.size() == expected.size(), "every distinct score is there with weights");
    std::size_t slot = expected.size();
    for (const auto& [key, sides] : expected) {
        --slot;
        require(Coding::encode(table.scores[slot]) == key, "scores come highest first");
        require(table.negatives[slot] == sides.rows[0] && table.positives[slot] == sides.rows[1], "rows are counted");
        require(sums.negatives.totals[slot] == sides.weights[0] && sums.positives.totals[slot] == sides.weights[1],
                "weights are added");
        require(sums.negatives.rows[slot] == sides.rows[0] && sums.positives.rows[slot] == sides.rows[1],
                "rows are counted beside weights");
    }

    const CountColumns columns{table.positives.data(), table.negatives.data(), table.scores.size()};
    const auto ranks = rank_sums(columns);
    const RankedPairs pairs = ranked_pairs(rows, workers);
    require(ranks && ranks->positives == pairs.positives && ranks->negatives == pairs.negatives &&
                ranks->wins == pairs.wins,
            "the area without a table is that of the table");
    require(table.ranks && table.ranks->wins == ranks->wins &&
                table.ranks->positive_squares == ranks->positive_squares &&
                table.ranks->negative_squares == ranks->negative_squares,
            "the ranks found while counting are those of the table");
    const std::vector<Score> falling(table.scores.data(), table.scores.data() + table.scores.size());
    const auto found = places(FallingScores<Score>{falling.data(), falling.size()}, scores.data(), count, workers);
    for (std::size_t row = 0; row < count; ++row) {
        require(falling[static_cast<std::size_t>(found[row])] == scores[row], "every row is found in the table");
    }
    check_hull(columns);
    if (pairs.positives) {
        const double precision = average_precision(columns);
        require(precision > 0 && precision <= 1 + 1e-12, "average precision is a mean of precisions");
        double lost = 0;
        const auto losses = recall_losses(columns);
        for (std::size_t entry = 0; entry < losses.size(); ++entry) lost -= losses[entry];
        require(std::abs(lost - precision) < 1e-9, "what scores add to the average precision adds up to it");
    }
    if (pairs.positives && pairs.negatives) check_rates(columns);
}

void check(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const auto kind = bytes.take<std::uint8_t>();
    const unsigned workers = 1 + (kind >> 2) % 4;
    switch (kind % 4) {
        case 0: return check_rows(described<double>(bytes), workers);
        case 1: return check_rows(described<float>(bytes), workers);
        case 2: return check_rows(described<std::int64_t>(bytes), workers);
        default: return check_rows(described<std::uint64_t>(bytes), workers);
    }
}

}  // namespace

#ifdef LIBFUZZER
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check(data, size);
    return 0;
}
#else

namespace {

// Scores that have broken sorts and hash tables before: zeros of both signs, infinities, NaN, the smallest and the
// largest numbers, the ends of the whole numbers, one, and its neighbours.
constexpr std::uint64_t hard_bits[] = {
    0,
    1,
    0x8000000000000000,
    0x8000000000000001,
    0x7FF0000000000000,
    0xFFF0000000000000,
    0x7FF8000000000000,
    0xFFFFFFFFFFFFFFFF,
    0x7FEFFFFFFFFFFFFF,
    0x7FFFFFFFFFFFFFFF,
    0x3FF0000000000000,
    0x3FEFFFFFFFFFFFFF,
    0x3FE6666666666666,
    0x000FFFFFFFFFFFFF,
    0x7F80000000000000,
    0x7FC000003F800000,
    0x9E3779B97F4A7C15,
};

using Random = std::mt19937_64;

std::vector<std::uint8_t> drawn(Random& random) {
    std::vector<std::uint8_t> bytes;
    const auto add = [&](auto value) {
        const auto* first = reinterpret_cast<const std::uint8_t*>(&value);
        bytes.insert(bytes.end(), first, first + sizeof value);
    };
    add(static_cast<std::uint8_t>(random()));
    for (std::uint64_t run = random() % 6; run-- > 0;) {
        const bool is_float = bytes[0] % 4 == 1;
        add(static_cast<std::uint16_t>(random()));
        add(static_cast<std::uint8_t>(random() % 4 ? random() % 3 : random()));
        const std::uint64_t bits = random() % 3 ? hard_bits[random() % std::size(hard_bits)] : random();
        const std::uint64_t step = random() % 2 ? random() : random() % 4;
        if (is_float) {
            add(static_cast<std::uint32_t>(bits >> 32));
            add(static_cast<std::uint32_t>(step));
        } else {
            add(bits);
            add(step);
        }
        add(static_cast<std::uint8_t>(random()));
        add(static_cast<std::uint8_t>(random() % 3 ? random() : random() % 2 * 255));
    }
    return bytes;
}

}  // namespace

int main(int count, char** arguments) {
    char* end = nullptr;
    const double seconds = count == 2 ? std::strtod(arguments[1], &end) : 10;
    if (count > 1 && (end == nullptr || *end)) {
        for (int file = 1; file < count; ++file) {
            std::ifstream stream(arguments[file], std::ios::binary);
            const std::vector<char> bytes((std::istreambuf_iterator<char>(stream)), {});
            check(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
        }
        std::printf("%d files, and nothing found\n", count - 1);
        return 0;
    }
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    Random random(1);
    std::size_t inputs = 0;
    for (; Clock::now() - start < std::chrono::duration<double>(seconds); ++inputs) {
        const auto bytes = drawn(random);
        check(bytes.data(), bytes.size());
    }
    std::printf("%zu inputs in %g seconds, and nothing found\n", inputs, seconds);
    return 0;
}
#endif
