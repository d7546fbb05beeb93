"""p values of several tests, adjusted for their number.

An adjusted p value is the smallest share of false alarms at which its test still stands among all of the family. What
that share is of differs: Bonferroni, Holm, Šidák, Hochberg and Hommel bound the chance of a single false alarm in the
whole family, Benjamini & Hochberg and Benjamini & Yekutieli the share of false ones among those that stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import expm1, isnan, log1p
from typing import NamedTuple

from truecut.errors import BadCall, UnknownName
from truecut.inference.quantiles import checked_level
from truecut.words.shown import Shown

PValues = Sequence[float]


@dataclass(frozen=True)
class Adjustment:
    """A way to adjust: its function, what it keeps small, what it supposes, and where it is from."""

    name: str
    title: str
    adjusted: Callable[[PValues], list[float]]
    keeps: str
    supposes: str
    reference: str
    aliases: tuple[str, ...] = ()


class AdjustedTest(NamedTuple):
    """One test of a family: its p value as it was given and adjusted, None where there was none."""

    name: str
    p_value: float | None
    adjusted_p: float | None
    stands: bool


@dataclass(frozen=True)
class AdjustedPValues(Shown):
    """Tests with p values that allow for the number of them; `family` counts those that were not named too.

    >>> import truecut as tc
    >>> found = tc.adjust({"recall": 0.01, "precision": 0.04})
    >>> found.adjusted, [test.name for test in found if test.stands]
    ([0.02, 0.04], ['recall', 'precision'])
    """

    tests: tuple[AdjustedTest, ...]
    how: Adjustment
    family: int
    level: float

    @property
    def adjusted(self) -> list[float | None]:
        """Return the adjusted p values, in the order in which they were given."""
        return [test.adjusted_p for test in self.tests]

    @property
    def method(self) -> str:
        """Return the name of the adjustment."""
        return self.how.name

    @property
    def sentence(self) -> str:
        """Return how many tests stand."""
        standing, tested = sum(test.stands for test in self.tests), sum(test.p_value is not None for test in self.tests)
        share = f"{100 * (1 - self.level):g} %"
        of_family = f" of {self.family:,} tests" if self.family > tested else ""
        stand = "stands" if standing == 1 else "stand"
        return f"{standing:,} of {tested:,} p values{of_family} {stand} at {share} after {self.how.title}'s adjustment."

    def __iter__(self) -> Iterator[AdjustedTest]:
        return iter(self.tests)

    def __len__(self) -> int:
        return len(self.tests)

    def __getitem__(self, place: int | str) -> AdjustedTest:
        if isinstance(place, int):
            return self.tests[place]
        for test in self.tests:
            if test.name == place:
                return test
        raise UnknownName("test", place, [test.name for test in self.tests])


def bonferroni(p_values: PValues) -> list[float]:
    """Return each p value times their number.

    >>> bonferroni([0.01, 0.03, 0.04, 0.3])
    [0.04, 0.12, 0.16, 1.0]
    """
    return [min(1.0, len(p_values) * p) for p in p_values]


def sidak(p_values: PValues) -> list[float]:
    """Return the chance that the least of so many independent p values is so small.

    >>> [round(p, 4) for p in sidak([0.01, 0.03])]
    [0.0199, 0.0591]
    """
    return [_least_of(p, len(p_values)) for p in p_values]


def holm(p_values: PValues) -> list[float]:
    """Return p values adjusted so that one false alarm in the whole family is as rare as in one test (Holm 1979).

    >>> [round(p, 4) for p in holm([0.01, 0.03, 0.04, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    return _from_the_smallest(p_values, lambda p, left: left * p)


def holm_sidak(p_values: PValues) -> list[float]:
    """Return the same with Šidák's chance in the place of Bonferroni's.

    >>> [round(p, 4) for p in holm_sidak([0.01, 0.03, 0.04, 0.005])]
    [0.0297, 0.0591, 0.0591, 0.0199]
    """
    return _from_the_smallest(p_values, _least_of)


def hochberg(p_values: PValues) -> list[float]:
    """Return Holm's multiples, taken from the largest p value down (Hochberg 1988).

    >>> [round(p, 4) for p in hochberg([0.01, 0.03, 0.04, 0.005])]
    [0.03, 0.04, 0.04, 0.02]
    """
    return _from_the_largest(p_values, lambda rank, tests: tests - rank + 1)


def hommel(p_values: PValues) -> list[float]:
    """Return the smallest p values that Simes' test of every part of the family allows (Hommel 1988).

    >>> [round(p, 4) for p in hommel([0.01, 0.03, 0.04, 0.005])]
    [0.03, 0.04, 0.04, 0.02]
    """
    tests, order = len(p_values), _ordered(p_values)
    ranked = [p_values[place] for place in order]
    adjusted = list(ranked)
    # Of each number of tests that could all be without effect, the largest p values are the hardest case (Wright 1992,
    # Biometrics 48:1005).
    for size in range(tests, 1, -1):
        first = tests - size + 1  # how many are below the largest `size`, and the least of those
        least = min(size * ranked[first + i - 2] / i for i in range(2, size + 1))
        for place in range(tests):
            bound = least if place >= first else min(least, size * ranked[place])
            adjusted[place] = max(adjusted[place], bound)
    found = [1.0] * tests
    for place, p in zip(order, adjusted, strict=True):
        found[place] = min(1.0, p)
    return found


def benjamini_hochberg(p_values: PValues) -> list[float]:
    """Return p values adjusted so that of all that are called differences few are false (Benjamini & Hochberg 1995).

    >>> [round(p, 4) for p in benjamini_hochberg([0.01, 0.03, 0.04, 0.005])]
    [0.02, 0.04, 0.04, 0.02]
    """
    return _from_the_largest(p_values, lambda rank, tests: tests / rank)


def benjamini_yekutieli(p_values: PValues) -> list[float]:
    """Return the same for tests that depend on each other in any way (Benjamini & Yekutieli 2001).

    >>> [round(p, 4) for p in benjamini_yekutieli([0.01, 0.03, 0.04, 0.005])]
    [0.0417, 0.0833, 0.0833, 0.0417]
    """
    harmonic = sum(1 / rank for rank in range(1, len(p_values) + 1))
    return _from_the_largest(p_values, lambda rank, tests: harmonic * tests / rank)


def _ordered(p_values: PValues) -> list[int]:
    return sorted(range(len(p_values)), key=p_values.__getitem__)


def _from_the_smallest(p_values: PValues, raised: Callable[[float, int], float]) -> list[float]:
    """Return p values raised by how many are left, none below one that is smaller."""
    adjusted, largest = [1.0] * len(p_values), 0.0
    for before, place in enumerate(_ordered(p_values)):
        largest = max(largest, min(1.0, raised(p_values[place], len(p_values) - before)))
        adjusted[place] = largest
    return adjusted


def _from_the_largest(p_values: PValues, times: Callable[[int, int], float]) -> list[float]:
    """Return p values multiplied by what their rank says, none above one that is larger."""
    adjusted, smallest = [1.0] * len(p_values), 1.0
    order = _ordered(p_values)
    for rank in range(len(order), 0, -1):
        smallest = min(smallest, times(rank, len(order)) * p_values[order[rank - 1]])
        adjusted[order[rank - 1]] = smallest
    return adjusted


def _least_of(p: float, tests: int) -> float:
    """Return 1 - (1 - p) ** tests, without losing the digits of a small p."""
    return 1.0 if p >= 1 else -expm1(tests * log1p(-p))


ONE, SHARE = "the chance of any false alarm in the family", "the share of false alarms among the tests that stand"
ANY, SIMES = "nothing about how the tests depend on each other", "independent or positively dependent tests"
HOLM_1979 = "Holm 1979, Scand J Stat 6:65"
SIDAK_1967 = "Šidák 1967, J Am Stat Assoc 62:626"
ADJUSTMENTS = {
    one.name: one
    for one in (
        Adjustment("holm", "Holm", holm, ONE, ANY, HOLM_1979),
        Adjustment(
            "hochberg", "Hochberg", hochberg, ONE, SIMES, "Hochberg 1988, Biometrika 75:800", ("simes-hochberg",)
        ),
        Adjustment("hommel", "Hommel", hommel, ONE, SIMES, "Hommel 1988, Biometrika 75:383"),
        Adjustment("bonferroni", "Bonferroni", bonferroni, ONE, ANY, "Dunn 1961, J Am Stat Assoc 56:52"),
        Adjustment("sidak", "Šidák", sidak, ONE, "independent tests", SIDAK_1967),
        Adjustment("holm-sidak", "Holm & Šidák", holm_sidak, ONE, "independent tests", HOLM_1979),
        Adjustment(
            "benjamini-hochberg",
            "Benjamini & Hochberg",
            benjamini_hochberg,
            SHARE,
            SIMES,
            "Benjamini & Hochberg 1995, J R Stat Soc B 57:289",
            ("bh", "fdr", "fdr-bh"),
        ),
        Adjustment(
            "benjamini-yekutieli",
            "Benjamini & Yekutieli",
            benjamini_yekutieli,
            SHARE,
            ANY,
            "Benjamini & Yekutieli 2001, Ann Stat 29:1165",
            ("by", "fdr-by"),
        ),
    )
}


def adjustment_named(name: str) -> Adjustment:
    """Return a way to adjust by its name, or by what R and statsmodels call it.

    >>> adjustment_named("fdr_bh").name
    'benjamini-hochberg'
    """
    asked = name.strip().lower().replace("_", "-").replace(" ", "-").replace("š", "s").replace("á", "a")
    for one in ADJUSTMENTS.values():
        if asked == one.name or asked in one.aliases:
            return one
    raise UnknownName("adjustment of p values", name, list(ADJUSTMENTS))


def adjusted_for_their_number(
    p_values: Mapping[str, float | None], how: Adjustment, *, family: int | None = None, level: float = 0.95
) -> AdjustedPValues:
    """Return the tests with their p values adjusted; those of the family that are not named count as p = 1."""
    level = checked_level(level)
    tested = {name: p for name, given in p_values.items() if (p := _checked(name, given)) is not None}
    if family is not None and family < len(tested):
        raise BadCall(f"There are {len(tested)} p values, so the family cannot have {family} tests.")
    others = 0 if family is None else family - len(tested)
    found = dict(zip(tested, how.adjusted([*tested.values(), *[1.0] * others]), strict=False))
    alarms = round(1 - level, 12)
    tests = (
        AdjustedTest(name, tested.get(name), found.get(name), name in found and found[name] <= alarms)
        for name in p_values
    )
    return AdjustedPValues(tuple(tests), how, len(tested) + others, level)


def _checked(name: str, given: float | None) -> float | None:
    if given is None or isnan(given):
        return None
    if not 0 <= given <= 1:
        percent = f" {given:g} % is {given / 100:g}." if 1 < given <= 100 else ""
        raise BadCall(f"A p value lies between 0 and 1, but that of {name} is {given:g}.{percent}")
    return float(given)
