// truecut.kernel._native: the score table for Python.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/variant.h>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

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

template <class Rows>
auto tally_without_gil(const Rows& rows, unsigned workers) {
    try {
        nb::gil_scoped_release released;
        return tally(rows, workers ? workers : helpful_workers(rows.count));
    } catch (const NanScore&) {
        PyErr_SetString(from_tally_module("NotANumber").ptr(), "A score is NaN.");
        throw nb::python_error();
    }
}

void check_length(std::size_t found, std::size_t expected) {
    if (found != expected) throw nb::value_error("Labels, scores and weights must have the same length.");
}

template <class Score>
nb::object to_tally(CountedTable<Score>&& table) {
    const nb::object positives = to_numpy(std::move(table.positives));
    const nb::object negatives = to_numpy(std::move(table.negatives));
    return from_tally_module("Tally")(to_numpy(std::move(table.scores)), positives, negatives, positives,
                                      negatives, positives, negatives);
}

template <class Score, class Weight>
nb::object to_tally(WeightedTable<Score, Weight>&& table) {
    return from_tally_module("Tally")(
        to_numpy(std::move(table.scores)), to_numpy(std::move(table.positives.totals)),
        to_numpy(std::move(table.negatives.totals)), to_numpy(std::move(table.positives.rows)),
        to_numpy(std::move(table.negatives.rows)), to_numpy(std::move(table.positives.squares)),
        to_numpy(std::move(table.negatives.squares)));
}

using Unweighted = std::monostate;
using Weights = std::variant<Unweighted, Column<double>, Column<std::int64_t>>;

template <class Score>
nb::object tally_columns(Column<bool> labels, Column<Score> scores, Weights weights, unsigned workers) {
    check_length(labels.size(), scores.size());
    // A bool from Python may hold any byte, which a C++ bool may not.
    const auto* label_bytes = reinterpret_cast<const std::uint8_t*>(labels.data());
    const ScoredRows<Score> scored{label_bytes, scores.data(), scores.size()};
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

}  // namespace

NB_MODULE(_native, module) {
    define_tally<double>(module);
    define_tally<float>(module);
    define_tally<std::int64_t>(module);
    define_tally<std::uint64_t>(module);
}
