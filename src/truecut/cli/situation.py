"""The situation as it was typed: one group of options that every command about a classifier has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.idle_options import OF_THRESHOLDS, refuse_idle
from truecut.cli.options import Decorator, Pairs, number_from, part
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.catalogue.situation import Situation
    from truecut.summaries.marks import Mark
    from truecut.words import Words

STATED = "truecut.situation"  # where a command keeps what was stated
LONGEST = 40  # characters of a number that an error repeats
LEVEL = 0.95  # how sure intervals are where nobody says it

# The options of the group: flag, what it takes, and what it says.
OPTIONS: dict[str, dict[str, Any]] = {
    "cost": {
        "type": Pairs(),
        "metavar": "fn=,fp=,...",
        "help": "What each outcome costs, gains negative: tp, fp, fn, tn and per_row; a number, a sum, or a column of "
        "amounts (fn=amount). Of many classes the price of each answer: 9:3=5,unsure=0.3.",
    },
    "prevalence": {
        "metavar": "SHARE",
        "help": "How common positives are where the model is used: 2% or 0.02; of many classes spam=10%,ham=80%.  "
        "[default: as in the rows]",
    },
    "sampled": {
        "type": Pairs(),
        "metavar": "positives=,negatives=",
        "help": "The shares of each class there that are among the rows, in place of --prevalence.",
    },
    "threshold": {
        "metavar": "NUMBER",
        "help": "Rows whose score reaches it are flagged; by model as glu=126,bmi=30. Of many classes an answer is "
        "given from there on; by class as 8=0.6.  [default: 0.5]",
    },
    "rule": {"metavar": "RULE", "help": "How a threshold is chosen: a rule, a metric, or a goal in words."},
    "level": {"metavar": "SHARE", "help": "How sure intervals are.  [default: 0.95]"},
    "words": {
        "type": Pairs(),
        "metavar": "positive=,negative=,unit=,money=",
        "help": "Your own words, such as positive=spam,negative=ham,unit=email,money=EUR.",
    },
}


@dataclass(frozen=True)
class StatedSituation:
    """What was typed, or read from a file, about the situation; None where nothing was said."""

    cost: Any = None  # a Cost, or prices by true and answered class
    prevalence: Any = None
    sampled: Any = None
    threshold: Any = None
    rule: str | None = None
    level_typed: float | None = None
    own_words: Words | None = None

    @property
    def level(self) -> float:
        """Return how sure intervals are."""
        return LEVEL if self.level_typed is None else self.level_typed

    @property
    def words(self) -> Words:
        """Return the user's words, or those that fit everybody."""
        from truecut.words import DEFAULT

        return self.own_words or DEFAULT

    @property
    def parts(self) -> dict[str, Any]:
        """Return what was stated, part by part, as reading takes it."""
        parts = {name: getattr(self, name) for name in ("cost", "prevalence", "sampled", "threshold", "rule")}
        return {**parts, "level": self.level_typed, "words": self.own_words}

    def of_counts(self) -> Situation:
        """Return the situation of four counts, which have no threshold to move."""
        from truecut.catalogue.situation import Situation

        why = "Four counts are one point, and there is no threshold to move"
        if self.threshold is not None:
            raise BadCall(f"{why}; leave out --threshold.")
        refuse_idle(OF_THRESHOLDS, why)
        stated = {name: value for name, value in self.parts.items() if value is not None and name != "words"}
        return Situation().given(**stated, words=self.words)

    def as_plain(self) -> dict[str, Any]:
        """Return what was stated as plain data."""
        stated = self.cost if self.cost is None or isinstance(self.cost, Mapping) else self.cost.stated
        cost = None if stated is None else {str(name): str(price) for name, price in stated.items()}
        threshold = self.threshold
        plain = (
            {name: _number(cut) for name, cut in threshold.items()}
            if isinstance(threshold, Mapping)
            else _number(threshold)
        )
        parts = {"cost": cost, "prevalence": self.prevalence, "sampled": self.sampled, "threshold": plain}
        return {**parts, "rule": self.rule, "level": self.level, "money": self.words.money or None}


@dataclass(frozen=True)
class SituationOf:
    """The options of one command about the situation; some parts may have no use in it."""

    no_use: tuple[str, ...] = ()

    def declared(self) -> Iterator[Decorator]:
        """Return the options, in the order of the help."""
        for name, facts in OPTIONS.items():
            hidden = name in self.no_use
            yield click.option(f"--{name}", name, hidden=hidden, **facts)
        yield click.option(
            "--config",
            "config",
            metavar="FILE",
            help="Data, situation and requirements from a file.  [default: truecut.toml, beside the data or here]",
        )
        yield click.option("--no-config", "no_config", is_flag=True, help="Read no truecut.toml.")

    def typed(self, values: dict[str, Any]) -> StatedSituation:
        """Return what was typed; a part without use here is refused, so that nobody believes it was used."""
        for name in self.no_use:
            if values[name] is not None:
                command = click.get_current_context().info_name
                raise BadCall(f"--{name} has no use in `truecut {command}`; leave it out.")
        own = _words(values["words"])
        return StatedSituation(
            cost=cost_from(values["cost"], own),
            prevalence=_share("prevalence", values["prevalence"]),
            sampled=values["sampled"],
            threshold=_threshold(values["threshold"]),
            rule=values["rule"],
            level_typed=_level(values["level"]),
            own_words=own,
        )


def remember(stated: StatedSituation | None) -> None:
    """Keep what was stated for whoever writes the result."""
    if isinstance(stated, StatedSituation):
        meta = click.get_current_context().meta
        meta[STATED] = {**stated.as_plain(), "origin": meta.get("truecut.origin")}


def remember_marks(marks: Iterable[Mark]) -> None:
    """Keep what a result says of thresholds that were stated, for whoever writes it."""
    meta = click.get_current_context().meta
    meta[STATED] = {**meta[STATED], "marks": [mark.as_plain() for mark in marks]}


def stated_now() -> dict[str, Any] | None:
    """Return the situation that the running command was asked about, as plain data; None where it has none."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(STATED)


def situation_of(*no_use: str) -> Any:
    """Declare the situation of a command, without the parts that have no use in it."""
    return part(SituationOf(no_use))


def _number(cut: Any) -> Any:
    # JSON has no infinite numbers.
    return ("infinity" if cut > 0 else "-infinity") if isinstance(cut, float) and isinf(cut) else cut


def _words(typed: dict[str, str] | None) -> Words | None:
    from truecut.words import words_from

    return words_from(typed) if typed else None


def cost_from(typed: dict[str, str] | None, own: Words | None) -> Any:
    """Return the costs that were typed, in the user's words if there are any; prices of many classes by cell."""
    from truecut.catalogue.class_situation import are_prices_of_cells
    from truecut.catalogue.costs import decidable, read_cost

    if typed is None:
        return None
    if are_prices_of_cells(typed):
        return {name: float(number_from(f"The price of {name}", str(price))) for name, price in typed.items()}
    return decidable(read_cost(typed, () if own is None else (own.positive, own.negative, own.unit, own.units)))


def _share(name: str, typed: Any) -> Any:
    """Return one share, or those of many classes by name: 2%, or spam=10%,ham=80%."""
    if typed is None:
        return None
    from truecut.catalogue.situation import share_from

    if not isinstance(typed, Mapping) and "=" in str(typed):
        typed = Pairs().convert(str(typed), None, None)
    if isinstance(typed, Mapping):
        return {str(of): share_from(f"The {name} of {of!r}", share) for of, share in typed.items()}
    return share_from(name, typed)


def _level(typed: Any) -> float | None:
    if typed is None:
        return None
    from truecut.catalogue.situation import Situation

    text = str(typed)
    return Situation().given(level=text if len(text) < LONGEST else "a number of many digits").level


def _threshold(typed: Any) -> Any:
    """Return one threshold, or those of models by name: 126, 50%, or glu=126,bmi=30."""
    from truecut.counting.thresholds import checked_threshold

    if typed is None:
        return None
    if isinstance(typed, Mapping):
        return {
            name: checked_threshold(number_from(f"The threshold of {name}", str(cut))) for name, cut in typed.items()
        }
    text = str(typed)
    if "=" in text:
        return _threshold(Pairs().convert(text, None, None))
    if "," in text:
        raise BadCall(f"A threshold is a number such as {text.replace(',', '.')}, with a point, not {text!r}.")
    return checked_threshold(number_from("A threshold", text))
