"""Gates: requirements that a model must meet, and whether it does.

A requirement has one of three outcomes. It is passed if the whole interval of the value meets it, failed if
the whole interval misses it, and undecided if the rows do not tell: the interval straddles the limit, or
there is no value or no interval, a class has no rows. `metric@lower` and `metric@upper` are about that end of the
interval itself, `metric@value` is about the bare value. A requirement that says nothing is refused: see
`sound_conditions.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol, Self, TypeGuard, TypeVar, cast

from truecut.catalogue import metric
from truecut.catalogue.class_metrics import only_of_classes
from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.data.rows import Provenance
from truecut.decisions.both_classes import both_classes_of
from truecut.decisions.checked import Checked, DecideBy, Gate, Undecided
from truecut.decisions.class_gates import ClassCheckable, ClassTerms, check_classes
from truecut.decisions.goals import Condition
from truecut.decisions.language import read_condition
from truecut.decisions.one_gate import GateSubject, Terms, gate_of
from truecut.decisions.sound_conditions import refuse_contradictions, refuse_idle_conditions
from truecut.errors import BadCall, UnknownName
from truecut.errors.boundary import answers_in_sentences
from truecut.words import Words
from truecut.words.numerals import percent_is_written

Choice = TypeVar("Choice", bound=StrEnum)


class Checkable(Protocol):
    """What can be checked: models on rows, and on groups of them."""

    @property
    def read(self) -> Provenance:
        """Return what was read."""
        ...

    @property
    def by_model(self) -> Mapping[str, Model]:
        """Return the models."""
        ...

    @property
    def by_group(self) -> Mapping[str, Mapping[str, Model]]:
        """Return the models of each group."""
        ...

    @property
    def words(self) -> Words:
        """Return the user's words."""
        ...

    @property
    def situation(self) -> Situation:
        """Return what is asked about: costs, prevalence, thresholds in force."""
        ...

    def given(self, **parts: Any) -> Self:
        """Return the same rows in another situation."""
        ...

    def asked(self, **parts: Any) -> Self:
        """Return the same rows in the situation that a call states; None states nothing."""
        ...


# Public: each way to be stricter or laxer has a keyword of its own, so that a call reads as the rule it is.
@answers_in_sentences
def check(
    evaluation: Checkable | ClassCheckable | Mapping[str, ClassCheckable],
    requirements: str | Condition | Sequence[str | Condition],
    *,
    baseline: Checkable | ClassCheckable | Mapping[str, ClassCheckable] | None = None,
    level: float | None = None,
    decide_by: DecideBy | str = DecideBy.INTERVAL,
    undecided: Undecided | str = Undecided.FAIL,
    each_group: bool = False,
    cost: Cost | Mapping[Any, Any] | None = None,
) -> Checked:
    """Hold every model of an evaluation, and with `each_group` every group, to the same requirements.

    `evaluation` is what `evaluate` or `counts` returned, and `requirements` are sentences such as "recall >= 0.9".
    `baseline` is the evaluation that `baseline.metric` speaks of: of one model, or of models with the same names. It is
    asked in the same situation, at its own threshold. `decide_by` is "interval", whose limit has to keep the
    requirement as surely as `level` says, or "value"; where the interval leaves it open, `undecided` says what that
    is: "fail" or "pass". What is stated here, such as `cost`, is a `given` for this call.

    Of many classes a requirement may name an average ("macro f1 >= 0.8"), a class ("recall of 8 >= 0.7") or each
    ("recall of each class >= 0.7"); several such models are given by name.

    >>> from truecut.evaluation.from_data import evaluate
    >>> check(evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]), "recall >= 0.1").outcomes[0].value
    'passed'
    """
    conditions = _conditions(requirements)
    decides, allows = _one_of(DecideBy, decide_by, "decide_by"), _one_of(Undecided, undecided, "undecided")
    if _are_of_classes(evaluation):
        models = _by_name(evaluation)
        if each_group and not all(model.by_group for model in models.values()):
            raise BadCall("There are no groups to check; say which columns divide the rows.")
        if cost is not None:
            models = {name: model.given(cost=cost) for name, model in models.items()}
        level = _checked_level(next(iter(models.values())).level if level is None else level)
        known = None if baseline is None else _baseline_of_classes(baseline)
        return check_classes(models, conditions, ClassTerms(level, decides, allows, each_group), known)
    if baseline is not None and _are_of_classes(baseline):
        raise BadCall("The baseline is of many classes and the model of two; they cannot be held against each other.")
    averaged = [one for one in conditions if _is_about_both(one)]
    conditions = [one for one in conditions if not _is_about_both(one)]
    evaluation, baseline = cast(Checkable, evaluation).asked(cost=cost), cast("Checkable | None", baseline)
    level = _checked_level(evaluation.situation.level if level is None else level)
    if baseline is not None:
        baseline = _in_the_same_situation(baseline, evaluation)
    if each_group and not evaluation.by_group:
        raise BadCall("There are no groups to check; say which columns divide the rows.")
    _refuse_unsound(conditions, baseline, evaluation.situation)
    terms = Terms(level, decides, evaluation.words)
    of_both = (
        _of_both(averaged, evaluation, baseline, each_group, ClassTerms(level, decides, allows)) if averaged else ()
    )
    return Checked(
        evaluation.read,
        evaluation.words,
        tuple(
            gate_of(condition, subject, terms)
            for subject in _subjects(evaluation, baseline, each_group)
            for condition in conditions
        )
        + of_both,
        level,
        terms.decide_by,
        allows,
        None if baseline is None else baseline.read,
    )


def _conditions(requirements: Any) -> list[Condition]:
    """Return what was required, one condition for each sentence."""
    if isinstance(requirements, Mapping):
        raise BadCall('Requirements are sentences: tc.check(e, ["recall >= 0.9"]).')
    if not isinstance(requirements, str | Condition | Iterable):
        raise BadCall(f'Requirements are sentences, such as "recall >= 0.9", not a {type(requirements).__name__}.')
    if isinstance(requirements, str | Condition):
        requirements = [requirements]
    conditions = [read_condition(one) if isinstance(one, str) else one for one in requirements]
    if not conditions:
        raise BadCall('Nothing is required; say what, such as "recall >= 0.8".')
    return conditions


def _refuse_unsound(conditions: Sequence[Condition], baseline: Checkable | None, situation: Situation) -> None:
    """Refuse conditions that say nothing, contradict each other, or speak of what was not given."""
    refuse_idle_conditions(conditions)
    refuse_contradictions(conditions)
    for condition in conditions:
        _refuse_what_is_not_there(condition, baseline, situation)


def _are_of_classes(given: Any) -> TypeGuard[ClassCheckable | Mapping[str, ClassCheckable]]:
    return isinstance(given, Mapping) or not hasattr(given, "by_model")


def _by_name(given: ClassCheckable | Mapping[str, ClassCheckable]) -> Mapping[str, ClassCheckable]:
    """Return models of many classes by name; one alone is called after its column of predictions, if it has one."""
    models = given if isinstance(given, Mapping) else {next(iter(given.read.predicted), "the highest score"): given}
    for name, model in models.items():
        if not hasattr(model, "metric_of_class"):
            raise BadCall(f"{name!r} is no evaluation of many classes; evaluations of two are checked one by one.")
    if not models:
        raise BadCall("There is no model to check.")
    return models


def _baseline_of_classes(baseline: Any) -> Mapping[str, ClassCheckable]:
    if not _are_of_classes(baseline):
        raise BadCall("The baseline is of two classes and the model of many; they cannot be held against each other.")
    return _by_name(baseline)


def _is_about_both(condition: Condition) -> bool:
    """Say whether a requirement is on an average of both classes, or on one that it names."""
    quantities = filter(None, (condition.quantity, condition.limit.quantity))
    return any(one.is_about_classes or only_of_classes(one.name) for one in quantities)


def _of_both(
    conditions: Sequence[Condition], evaluation: Checkable, baseline: Any, each_group: bool, terms: ClassTerms
) -> tuple[Gate, ...]:
    """Return the requirements on both classes together, decided."""
    if baseline is not None or each_group:
        raise BadCall(
            f"{str(conditions[0].quantity)!r} is about both classes, of all rows and without a baseline; leave out "
            "groups and the baseline, or require it of the positive class."
        )
    models = both_classes_of(evaluation.by_model, evaluation.read, evaluation.words, terms.level)
    return check_classes(models, conditions, terms).gates


def _one_of(choices: type[Choice], given: str, name: str) -> Choice:
    if given not in list(choices):
        raise BadCall(f"{name} must be {' or '.join(repr(one.value) for one in choices)}, not {given!r}.")
    return choices(given)


def _checked_level(level: float) -> float:
    if not 0.5 <= level < 1:
        raise BadCall(f"level lies between 0.5 and 1, and {level:g} does not.{percent_is_written(level)}")
    return level


def _in_the_same_situation(baseline: Checkable, evaluation: Checkable) -> Checkable:
    """Return the baseline as it would do where the model is asked about, at its own threshold."""
    if baseline.read.positive == evaluation.read.negative:
        raise BadCall(
            f"The baseline flags {baseline.read.positive!r} and the model {evaluation.read.positive!r}; they cannot be "
            "held against each other."
        )
    asked = evaluation.situation
    return baseline.given(cost=asked.cost, prevalence=asked.prevalence, sampled=asked.sampled)


def _refuse_what_is_not_there(condition: Condition, baseline: Checkable | None, situation: Situation) -> None:
    shown = condition.text or str(condition)
    if condition.quantity.is_baseline:
        raise BadCall(f"A requirement is about the model: in {shown!r} the baseline must stand on the right.")
    for quantity in filter(None, (condition.quantity, condition.limit.quantity)):
        if quantity.is_baseline and baseline is None:
            raise BadCall(f"{shown!r} mentions a baseline, but none was given; name one with --baseline.")
        if metric(quantity.name).is_priced and situation.cost is None:
            raise BadCall(f"{shown!r} needs prices: no costs were stated; state them with --cost.")


def _subjects(evaluation: Checkable, baseline: Checkable | None, each_group: bool) -> Iterator[GateSubject]:
    for name, model in evaluation.by_model.items():
        yield GateSubject(model, "", None if baseline is None else _same_model(baseline.by_model, name))
        for group, models in evaluation.by_group.items() if each_group else ():
            yield GateSubject(models[name], group, _baseline_of_group(baseline, group, name))


def _same_model(models: Mapping[str, Model], name: str) -> Model:
    if name in models:
        return models[name]
    if len(models) > 1:
        raise UnknownName("model of the baseline", name, models)
    return next(iter(models.values()))


def _baseline_of_group(baseline: Checkable | None, group: str, name: str) -> Model | str | None:
    if baseline is None:
        return None
    if group not in baseline.by_group:
        return f"the baseline has no group {group!r}"
    return _same_model(baseline.by_group[group], name)
