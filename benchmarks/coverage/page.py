"""The page of the documentation: how often the intervals held the truth, and where they did not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan, sqrt

from benchmarks.coverage import unequal
from benchmarks.coverage.areas import Held, section_of
from benchmarks.coverage.simulation import Coverage
from benchmarks.coverage.worlds import World

ENOUGH = 50  # rows of the rarer class from which an interval should hold its level
PROMISED, RARE = (0.93, 0.97), 0.90  # what is asked for with enough rows, and with few
PICKED = "the best of many points on the same rows; what that gains is taken off only in part"
AT_A_LIMIT = "decided by a handful of rows near the limit"
WHY = {
    **dict.fromkeys(("ks", "roc_auc_hull", "h_measure"), PICKED),
    **dict.fromkeys(("best_subject_to", "recall_at_precision"), "the truth is near 0 where no sample can see it"),
    **dict.fromkeys(
        ("precision_at_recall", "sensitivity_at_specificity", "specificity_at_sensitivity", "recall_at_fpr"), AT_A_LIMIT
    ),
    "partial_auc": "few positives, or few negatives inside the range of FPR, decide it",
    "precision_at_k": "given the cut at k, which varies itself",
    "recall_at_k": "all positives are among the top",
    "lift_at_k": "all positives are among the top",
    **dict.fromkeys(("roc_auc", "gini"), "hardly a row is misranked, and the end towards 0.5 is a cautious one"),
    "observed_expected_ratio": "too wide where the model is nearly certain: it takes the outcomes as free",
    "calibration_error": "absolute distances, of which noise is most",
    "odds_ratio": "too wide with empty cells",
    "yules_q": "too wide with empty cells",
    "mean_cost": "too wide with few mistakes",
}

INTRODUCTION = """# How often the intervals hold

An interval of 95 % should hold the true value in 95 of 100 samples. Here is how often it did, in worlds whose truth is
known: the scores of both classes are bell curves, and the model gives the right probabilities. Each metric has its
default interval; metrics of four counts are taken where sensitivity and specificity are equal.

Each column is one number of positives among so many rows, and shows the lowest and the highest coverage, in per cent,
over worlds with an area under the ROC curve of {areas}. The numbers of every world are in
`benchmarks/coverage/results.json`.

Made by `python -m benchmarks.coverage --samples {samples} --seed {seed}`. With {samples:,} samples a coverage of 95 %
is known to within {error:.1f} percentage points; methods that simulate themselves had a quarter of the samples
({slow:.1f} points). Samples in which a metric is undefined have no interval and are left out.

{later}
were simulated in later runs with the same samples and seed, after their default intervals had changed; all others are
of the first run. The reasons in the table of missed promises were not tested.
"""
LATER = (
    "ks",
    "roc_auc_hull",
    "h_measure",
    "pr_auc",
    "recall_at_k",
    "lift_at_k",
    "roc_auc",
    "gini",
    "mean_cost",
    "net_benefit",
)


def page_of(
    found: Sequence[Coverage], of_areas: Sequence[Held], of_unequal: Sequence[unequal.Held], samples: int, seed: int
) -> str:
    """Return the page in Markdown."""
    areas = ", ".join(f"{area:g}" for area in dict.fromkeys(one.world.area for one in found))
    errors = {"error": 100 * 1.96 * sqrt(0.95 * 0.05 / samples), "slow": 100 * 1.96 * sqrt(0.95 * 0.05 * 4 / samples)}
    enough = [one for one in found if one.world.rarer >= ENOUGH]
    few = [one for one in found if one.world.rarer < ENOUGH]
    later = f"{', '.join(f'`{name}`' for name in LATER[:-1])} and `{LATER[-1]}`"
    parts = [
        INTRODUCTION.format(areas=areas, samples=samples, seed=seed, later=later, **errors),
        f"## Both classes have {ENOUGH} rows or more\n",
        *_table(enough),
        f"## Fewer than {ENOUGH} rows in the rarer class\n\nToo wide is meant here: better 99 than 80.\n",
        *_table(few),
        "## Where the promise is not kept\n",
        *_failures(found, samples),
        "",
        *unequal.section_of(of_unequal),
        *section_of(of_areas, samples),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _table(found: Sequence[Coverage]) -> Iterator[str]:
    shapes = list(dict.fromkeys(_shape(one.world) for one in found))
    yield "| metric | interval | " + " | ".join(shapes) + " |"
    yield "|---|---|" + "---:|" * len(shapes)
    for name in dict.fromkeys(one.metric for one in found):
        of_metric = [one for one in found if one.metric == name]
        methods = ", ".join(f"`{method}`" for method in dict.fromkeys(one.method for one in of_metric) if method)
        shown = " | ".join(_range([one for one in of_metric if _shape(one.world) == shape]) for shape in shapes)
        yield f"| `{name}` | {methods or 'none'} | {shown} |"
    yield ""


def _failures(found: Sequence[Coverage], samples: int) -> Iterator[str]:
    """Name every metric that is off somewhere by more than the simulation itself can be."""
    missed = [one for one in found if not isnan(one.held) and _misses(one, samples)]
    if not missed:
        yield "Nowhere in these worlds."
        return
    yield "Beyond what the simulation's own error explains; too wide counts as missed only with enough rows.\n"
    yield "| metric | interval | worlds missed | worst there | where | likely why |"
    yield "|---|---|---:|---:|---|---|"
    for name in dict.fromkeys(one.metric for one in missed):
        of_metric = [one for one in missed if one.metric == name]
        worst = max(of_metric, key=lambda one: abs(one.held - 0.95))
        everywhere = sum(one.metric == name for one in found)
        where = f"{_shape(worst.world)}, AUC {worst.world.area:g}"
        counted = f"{len(of_metric)} of {everywhere}"
        yield f"| `{name}` | `{worst.method}` | {counted} | {worst.held:.1%} | {where} | {WHY.get(name, '')} |"


def _misses(one: Coverage, samples: int) -> bool:
    slack = 1.96 * sqrt(0.95 * 0.05 / max(1, min(one.samples, samples)))
    if one.world.rarer >= ENOUGH:
        return not PROMISED[0] - slack <= one.held <= PROMISED[1] + slack
    return one.held < RARE - slack


def _shape(world: World) -> str:
    return f"{world.rows * world.prevalence:,.0f} of {world.rows:,}"


def _range(of_shape: Sequence[Coverage]) -> str:
    held = [100 * one.held for one in of_shape if not isnan(one.held)]
    return f"{min(held):.1f}–{max(held):.1f}" if held else ""
