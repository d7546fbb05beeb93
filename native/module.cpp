// truecut.kernel._native: the score table for Python, its ranking, and its bootstrap replicates.
//
// Whatever takes time runs without the GIL, and looks for Ctrl-C between two pieces of work.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "agreement.hpp"
#include "area.hpp"
#include "cumulated.hpp"
#include "hulls.hpp"
#include "isotonic.hpp"
#include "labels.hpp"
#include "places.hpp"
#include "ranking.hpp"
#include "rates.hpp"
#include "resample.hpp"
#include "resampled_statistics.hpp"
#include "tally.hpp"

namespace nb = nanobind;
using namespace truecut;

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
constexpr const char* type_name = nullptr;
template <>
constexpr const char* type_name<double> = "float64";
template <>
constexpr const char* type_name<float> = "float32";
template <>
constexpr const char* type_name<std::uint8_t> = "bool";
template <>
constexpr const char* type_name<std::int32_t> = "int32";
template <>
constexpr const char* type_name<std::int64_t> = "int64";
template <>
constexpr const char* type_name<std::uint64_t> = "uint64";

// A NumPy array that owns the buffer. It arrives as C's `long long`, which equals NumPy's int64 but
// is printed as a foreign type, hence the view.
template <class T>
nb::object to_numpy(Buffer<T>&& buffer) {
    auto* kept = new Buffer<T>(std::move(buffer));
    nb::capsule owner(kept, [](void* held) noexcept { delete static_cast<Buffer<T>*>(held); });
    using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
    const nb::object array = nb::cast(Array(kept->data(), {kept->size()}, owner));
    return array.attr("view")(type_name<T>);
}

nb::object from_tally_module(const char* name) {
    return nb::module_::import_("truecut.kernel.tally").attr(name);
}

struct Interrupted {};

// Python notes Ctrl-C and waits until somebody asks. Taking the GIL to ask may take a while where other
// threads are busy, hence not more than some thirty times a second.
void look_for_interrupt() {
    using Clock = std::chrono::steady_clock;
    thread_local Clock::time_point asked = Clock::now();
    if (Clock::now() - asked < std::chrono::milliseconds(30)) return;
    asked = Clock::now();
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals()) throw Interrupted{};
}

// Return work(), which must not touch Python.
template <class Work>
auto without_gil(const Work& work) {
    try {
        const nb::gil_scoped_release released;
        return work();
    } catch (const Interrupted&) {
        throw nb::python_error();
    } catch (const NanScore&) {
        PyErr_SetString(from_tally_module("NotANumber").ptr(), "A score is NaN.");
        throw nb::python_error();
    } catch (const NotBinary&) {
        PyErr_SetString(from_tally_module("NotBinary").ptr(), "Labels must be booleans, or 0 and 1.");
        throw nb::python_error();
    }
}

template <class Rows>
auto tally_without_gil(const Rows& rows, unsigned workers) {
    return without_gil([&] { return tally(rows, workers ? workers : helpful_workers(rows.count)); });
}

void check_length(std::size_t found, std::size_t expected) {
    if (found != expected) throw nb::value_error("Labels, scores and weights must have the same length.");
}

nb::object to_python(const WideSum& sum) {
    return (nb::int_(sum.high) << nb::int_(64)) | nb::int_(sum.low);
}

nb::object to_python(const std::optional<RankSums>& sums) {
    if (!sums) return nb::none();
    return from_tally_module("RankSums")(sums->positives, sums->negatives, to_python(sums->wins),
                                         to_python(sums->positive_squares), to_python(sums->negative_squares));
}

template <class Score>
nb::object to_tally(CountedTable<Score>&& table) {
    const nb::object positives = to_numpy(std::move(table.positives));
    const nb::object negatives = to_numpy(std::move(table.negatives));
    return from_tally_module("CountedScores")(to_numpy(std::move(table.scores)), positives, negatives, positives,
                                      negatives, positives, negatives, to_python(table.ranks));
}

template <class Score, class Weight>
nb::object to_tally(WeightedTable<Score, Weight>&& table) {
    return from_tally_module("CountedScores")(
        to_numpy(std::move(table.scores)), to_numpy(std::move(table.positives.totals)),
        to_numpy(std::move(table.negatives.totals)), to_numpy(std::move(table.positives.rows)),
        to_numpy(std::move(table.negatives.rows)), to_numpy(std::move(table.positives.squares)),
        to_numpy(std::move(table.negatives.squares)));
}

// Booleans, or numbers of any type that are 0 or 1: contiguous or not.
using LabelColumn = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;

bool is_float(const LabelColumn& labels) {
    return labels.dtype().code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Float);
}

std::size_t bytes_of(const LabelColumn& labels) { return labels.dtype().bits / 8; }

const std::uint8_t* first_byte(const LabelColumn& labels) {
    return static_cast<const std::uint8_t*>(labels.data());
}

std::ptrdiff_t step_of(const LabelColumn& labels) {
    return labels.stride(0) * static_cast<std::ptrdiff_t>(bytes_of(labels));
}

bool is_little_endian() {
    const std::uint16_t one = 1;
    std::uint8_t first;
    std::memcpy(&first, &one, 1);
    return first == 1;
}

std::uint64_t bits_of_one(const LabelColumn& labels) {
    if (!is_float(labels)) return 1;
    switch (bytes_of(labels)) {
        case 2: return 0x3C00;
        case 4: return 0x3F800000;
        default: return 0x3FF0000000000000;
    }
}

Labels labels_in(const LabelColumn& labels) {
    const bool are_booleans = labels.dtype().code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Bool);
    const bool is_last = is_float(labels) == is_little_endian();
    return {first_byte(labels) + (is_last ? bytes_of(labels) - 1 : 0), step_of(labels),
            are_booleans ? nullptr : first_byte(labels), bytes_of(labels), bits_of_one(labels)};
}

// Labels of any type as booleans; none if some are neither 0 nor 1.
nb::object booleans_of(LabelColumn labels) {
    const Labels given = labels_in(labels);
    Buffer<std::uint8_t> found(labels.size());
    const bool are_binary = without_gil([&] { return write_booleans(given, labels.size(), found.data()); });
    return are_binary ? to_numpy(std::move(found)) : nb::none();
}

// How many labels, how many predictions and how many of both are 1; none if some are neither 0 nor 1.
nb::object agreement_of(LabelColumn labels, LabelColumn predictions) {
    check_length(labels.size(), predictions.size());
    const Labels truth = labels_in(labels);
    const Labels said = labels_in(predictions);
    const Agreement found = without_gil([&] { return agreement(truth, said, labels.size()); });
    if (!found.are_binary) return nb::none();
    return nb::make_tuple(found.positive, found.flagged, found.both);
}

using Unweighted = std::monostate;
using Weights = std::variant<Unweighted, Column<double>, Column<std::int64_t>>;

template <class Score>
nb::object tally_columns(LabelColumn labels, Column<Score> scores, Weights weights, unsigned workers) {
    check_length(labels.size(), scores.size());
    const ScoredRows<Score> scored{labels_in(labels), scores.data(), scores.size()};
    return std::visit(
        [&](const auto& column) {
            using Given = std::decay_t<decltype(column)>;
            if constexpr (std::is_same_v<Given, Unweighted>) {
                return to_tally(tally_without_gil(CountedRows<Score>{scored}, workers));
            } else {
                using Weight = std::remove_const_t<typename Given::Scalar>;
                check_length(column.size(), scored.count);
                return to_tally(
                    tally_without_gil(WeightedRows<Score, Weight>{scored, column.data()}, workers));
            }
        },
        weights);
}

// Nothing is converted on the way in: an integer score or weight is compared and summed as such.
template <class Score>
void define_tally(nb::module_& module) {
    module.def("tally", tally_columns<Score>, nb::arg("labels").noconvert(), nb::arg("scores").noconvert(),
               nb::arg("weights").noconvert().none() = nb::none(), nb::arg("workers") = 0);
}

template <class Score>
nb::tuple pairs_of_columns(LabelColumn labels, Column<Score> scores, unsigned workers) {
    check_length(labels.size(), scores.size());
    const CountedRows<Score> rows{{labels_in(labels), scores.data(), scores.size()}};
    const RankedPairs pairs =
        without_gil([&] { return ranked_pairs(rows, workers ? workers : helpful_workers(rows.count)); });
    return nb::make_tuple(pairs.positives, pairs.negatives, to_python(pairs.wins));
}

template <class Score>
void define_pairs(nb::module_& module) {
    module.def("ranked_pairs", pairs_of_columns<Score>, nb::arg("labels").noconvert(),
               nb::arg("scores").noconvert(), nb::arg("workers") = 0);
}

template <class Score>
nb::object places_of_columns(Column<Score> falling, Column<Score> scores, unsigned workers) {
    if (falling.size() >= std::size_t{1} << 31) throw nb::value_error("Only fewer than 2**31 scores have places.");
    const FallingScores<Score> table{falling.data(), falling.size()};
    return to_numpy(without_gil([&] {
        return places(table, scores.data(), scores.size(), workers ? workers : helpful_workers(scores.size()));
    }));
}

template <class Score>
void define_places(nb::module_& module) {
    module.def("places", places_of_columns<Score>, nb::arg("falling").noconvert(), nb::arg("scores").noconvert(),
               nb::arg("workers") = 0);
}

using Counts = Column<std::int64_t>;

// Rows are found by 32-bit numbers, and pairs of them are counted in 64 bits.
CountColumns columns_of(const Counts& positives, const Counts& negatives) {
    if (positives.size() != negatives.size()) {
        throw nb::value_error("Positives and negatives must have the same length.");
    }
    return {positives.data(), negatives.data(), positives.size()};
}

Scheme scheme_named(const std::string& name) {
    if (name == "rows") return Scheme::by_rows;
    if (name == "class") return Scheme::by_class;
    if (name == "poisson") return Scheme::poisson;
    throw nb::value_error("A scheme is 'rows', 'class' or 'poisson'.");
}

std::size_t rows_of(const CountColumns& table) {
    constexpr std::uint64_t most_rows = std::uint64_t{1} << 31;
    std::uint64_t rows = 0;
    for (std::size_t score = 0; score < table.scores; ++score) {
        if (table.positives[score] < 0 || table.negatives[score] < 0) {
            throw nb::value_error("Counts must not be negative.");
        }
        const auto more = static_cast<std::uint64_t>(table.positives[score]) +
                          static_cast<std::uint64_t>(table.negatives[score]);
        if (more >= most_rows || (rows += more) >= most_rows) {
            throw nb::value_error("Only fewer than 2**31 rows can be drawn one by one.");
        }
    }
    return rows;
}

// Call make(table, asked) without the GIL.
template <class Make>
auto resample(const Counts& positives, const Counts& negatives, std::size_t replicates, std::uint64_t seed,
              const std::string& scheme, std::uint64_t first, unsigned workers, bool avx2, const Make& make) {
    const CountColumns table = columns_of(positives, negatives);
    const std::size_t rows = rows_of(table);
    const Scheme chosen = scheme_named(scheme);
    const unsigned helpful = workers ? workers : helpful_workers(rows * replicates);
    return without_gil(
        [&] { return make(table, Replicates{chosen, seed, first, replicates, helpful, avx2 && has_avx2()}); });
}

template <class Define>
void define_resampling(nb::module_& module, const char* name, const Define& function) {
    module.def(name, function, nb::arg("positives").noconvert(), nb::arg("negatives").noconvert(),
               nb::arg("replicates"), nb::arg("seed"), nb::arg("scheme"), nb::arg("first") = 0,
               nb::arg("workers") = 0, nb::arg("avx2") = true);
}

nb::tuple counts_of_replicates(Counts positives, Counts negatives, std::size_t replicates, std::uint64_t seed,
                               std::string scheme, std::uint64_t first, unsigned workers, bool avx2) {
    auto counts = resample(positives, negatives, replicates, seed, scheme, first, workers, avx2,
                           [](const auto& table, const auto& asked) { return resampled_counts(table, asked); });
    const nb::object shape = nb::make_tuple(replicates, positives.size());
    return nb::make_tuple(to_numpy(std::move(counts.positives)).attr("reshape")(shape),
                          to_numpy(std::move(counts.negatives)).attr("reshape")(shape));
}

nb::object areas_of_replicates(Counts positives, Counts negatives, std::size_t replicates, std::uint64_t seed,
                               std::string scheme, std::uint64_t first, unsigned workers, bool avx2) {
    return to_numpy(resample(positives, negatives, replicates, seed, scheme, first, workers, avx2,
                             [](const auto& table, const auto& asked) { return resampled_roc_auc(table, asked); }));
}

nb::object precisions_of_replicates(Counts positives, Counts negatives, std::size_t replicates, std::uint64_t seed,
                                    std::string scheme, std::uint64_t first, unsigned workers, bool avx2) {
    return to_numpy(resample(
        positives, negatives, replicates, seed, scheme, first, workers, avx2,
        [](const auto& table, const auto& asked) { return resampled_average_precision(table, asked); }));
}

nb::object sums_of_ranks(Counts positives, Counts negatives) {
    const CountColumns table = columns_of(positives, negatives);
    return to_python(without_gil([&] { return rank_sums(table); }));
}

double precision_of_ranks(Counts positives, Counts negatives) {
    const CountColumns table = columns_of(positives, negatives);
    return without_gil([&] { return average_precision(table); });
}

nb::tuple cumulated(Counts positives, Counts negatives) {
    const CountColumns table = columns_of(positives, negatives);
    CumulatedCounts counts = without_gil([&] { return cumulated_counts(table); });
    return nb::make_tuple(to_numpy(std::move(counts.tp)), to_numpy(std::move(counts.fp)));
}

nb::object areas_between_corners(Counts positives, Counts negatives) {
    const CountColumns table = columns_of(positives, negatives);
    return to_numpy(without_gil([&] { return corner_areas(table); }));
}

nb::tuple rates_at_corners(Counts positives, Counts negatives) {
    const CountColumns table = columns_of(positives, negatives);
    CornerRates rates = without_gil([&] { return corner_rates(table); });
    return nb::make_tuple(to_numpy(std::move(rates.fpr)), to_numpy(std::move(rates.tpr)),
                          to_numpy(std::move(rates.places)));
}

nb::tuple pairs_of_rates(RatePairs (*rates_of)(const CountColumns&), const Counts& positives, const Counts& negatives) {
    const CountColumns table = columns_of(positives, negatives);
    RatePairs rates = without_gil([&] { return rates_of(table); });
    return nb::make_tuple(to_numpy(std::move(rates.first)), to_numpy(std::move(rates.second)));
}

nb::tuple precisions_and_recalls(Counts positives, Counts negatives) {
    return pairs_of_rates(precision_recall, positives, negatives);
}

nb::tuple rates_of_errors(Counts positives, Counts negatives) {
    return pairs_of_rates(error_rates, positives, negatives);
}

nb::object losses_of_recall(Counts positives, Counts negatives) {
    const CountColumns table = columns_of(positives, negatives);
    return to_numpy(without_gil([&] { return recall_losses(table); }));
}

nb::object hull_entries(Counts positives, Counts negatives) {
    const CountColumns table = columns_of(positives, negatives);
    return to_numpy(without_gil([&] { return hull_of_counts(table); }));
}

using CountMatrix = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::object shares_of_lines(CountMatrix positives, Counts rows, unsigned workers) {
    if (positives.shape(1) != rows.size()) throw nb::value_error("Every line must have as many scores as there are.");
    const OutcomeLines lines{positives.data(), rows.data(), positives.shape(0), positives.shape(1)};
    Buffer<double> found = without_gil(
        [&] { return rising_shares(lines, workers ? workers : helpful_workers(lines.count * lines.scores)); });
    return to_numpy(std::move(found)).attr("reshape")(nb::make_tuple(lines.count, lines.scores));
}

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::object corners(Matrix across, Matrix up, unsigned workers) {
    if (across.shape(0) != up.shape(0) || across.shape(1) != up.shape(1)) {
        throw nb::value_error("Both coordinates must have the same shape.");
    }
    const Lines lines{across.data(), up.data(), across.shape(0), across.shape(1)};
    Buffer<std::uint8_t> found = without_gil(
        [&] { return hull_corners(lines, workers ? workers : helpful_workers(lines.count * lines.points)); });
    return to_numpy(std::move(found)).attr("reshape")(nb::make_tuple(lines.count, lines.points));
}

}  // namespace

NB_MODULE(_native, module) {
    between_pieces = look_for_interrupt;
    define_tally<double>(module);
    define_tally<float>(module);
    define_tally<std::int64_t>(module);
    define_tally<std::uint64_t>(module);
    define_pairs<double>(module);
    define_pairs<float>(module);
    define_pairs<std::int64_t>(module);
    define_pairs<std::uint64_t>(module);
    define_places<double>(module);
    define_places<float>(module);
    define_places<std::int64_t>(module);
    define_places<std::uint64_t>(module);
    module.def("booleans", booleans_of, nb::arg("labels").noconvert());
    module.def("agreement", agreement_of, nb::arg("labels").noconvert(), nb::arg("predictions").noconvert());
    module.def("rank_sums", sums_of_ranks, nb::arg("positives").noconvert(), nb::arg("negatives").noconvert());
    module.def("average_precision", precision_of_ranks, nb::arg("positives").noconvert(),
               nb::arg("negatives").noconvert());
    module.def("cumulated", cumulated, nb::arg("positives").noconvert(), nb::arg("negatives").noconvert());
    module.def("corner_areas", areas_between_corners, nb::arg("positives").noconvert(),
               nb::arg("negatives").noconvert());
    module.def("corner_rates", rates_at_corners, nb::arg("positives").noconvert(), nb::arg("negatives").noconvert());
    module.def("precision_recall", precisions_and_recalls, nb::arg("positives").noconvert(),
               nb::arg("negatives").noconvert());
    module.def("error_rates", rates_of_errors, nb::arg("positives").noconvert(), nb::arg("negatives").noconvert());
    module.def("recall_losses", losses_of_recall, nb::arg("positives").noconvert(), nb::arg("negatives").noconvert());
    module.def("hull_of_counts", hull_entries, nb::arg("positives").noconvert(), nb::arg("negatives").noconvert());
    module.def("rising_shares", shares_of_lines, nb::arg("positives").noconvert(), nb::arg("rows").noconvert(),
               nb::arg("workers") = 0);
    module.def("hull_corners", corners, nb::arg("across").noconvert(), nb::arg("up").noconvert(),
               nb::arg("workers") = 0);
    define_resampling(module, "resampled_counts", counts_of_replicates);
    define_resampling(module, "resampled_roc_auc", areas_of_replicates);
    define_resampling(module, "resampled_average_precision", precisions_of_replicates);
}
