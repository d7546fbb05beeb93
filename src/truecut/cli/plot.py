"""truecut plot: figures fit for a paper."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import classifiers_from, evaluation_of_classifiers
from truecut.cli.idle_options import refuse_idle
from truecut.cli.options import NameList, Options, option, part
from truecut.cli.output import STANDARD_OUTPUT, Output, files_apart, note, put, put_bytes, working
from truecut.cli.shared_options import baseline_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, any_evaluation_from
from truecut.cli.streams import tell
from truecut.errors import BadCall, listed, near_miss

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.evaluation.evaluation import Evaluation
    from truecut.views.plots.drawing import Drawing

FORMATS = ("pdf", "svg", "png")
EVERYTHING = "all"


@dataclass(frozen=True)
class FigureRequest:
    """A figure that was asked for: its kind, and the metrics behind a colon."""

    kind: str
    metrics: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        """Return the name of its file, without the ending."""
        return "-".join((self.kind, *self.metrics))


@dataclass(frozen=True, kw_only=True)
class PlotArguments(Options):
    """What was typed about figures."""

    rows: NamedRows = part(NamedRows)
    counts: tuple[str, ...] = option(
        "--counts",
        multiple=True,
        metavar="[NAME:]tp=,fn=,fp=,tn=",
        help="Four counts of a hard classifier, in place of a file; give it again for another.",
    )
    lists: bool = option("--list", is_flag=True, help="List the figures, and what each of them answers.")
    band: str | None = option(
        "--band",
        type=click.Choice(["pointwise", "simultaneous"]),
        help="Add the confidence bands of the first model: to roc, pr, gain, lift, ks, threshold, rates, specificity.",
    )
    baselines: tuple[str, ...] = baseline_option()
    stretch: bool = option("--stretch", is_flag=True, help="Give probabilities near 0 and 1 more room in distribution.")
    each: str | None = option(
        "--each", type=click.Choice(["model", "group"]), help="One panel for each model or group, side by side."
    )
    forms: tuple[str, ...] | None = option(
        "--format",
        type=NameList(),
        metavar="pdf,svg,png",
        help="One or more formats. Default: pdf, or as -o ends.",
    )
    folder: str = option(
        "-o",
        "--output",
        metavar="FOLDER|FILE",
        default="figures",
        show_default=True,
        help="Where to; one figure: a file, or -.",
    )
    width: float = option(
        "--width", type=float, default=3.4, show_default=True, help="Inches across: 3.4 is a journal's column."
    )
    font: str | None = option(
        "--font", metavar="NAME", help="Such as Arial. Default: the one that comes with matplotlib."
    )
    no_title: bool = option("--no-title", is_flag=True, help="Leave the title to the caption.")
    situation: StatedSituation = situation_of()
    quiet: bool = option("--quiet", "-q", is_flag=True, help="No progress and no notes.")


@click.command(
    epilog="""\b
Examples:
  truecut plot preds.csv --score p roc pr -o figures/
  truecut plot preds.csv --score logreg,gbm roc calibration --format pdf,png
  truecut plot preds.csv --score p roc gain --baseline random,ideal,no-information
  truecut plot preds.csv --score p cost --cost fp=1,fn=20 -o cost.svg
  truecut plot preds.csv --score p --group region roc --each group
  truecut plot preds.csv --score p --group region groups:recall groups:fpr threshold:precision,recall,f1
  truecut plot roc --counts A:tp=63,fn=37,fp=28,tn=72 --counts C:tp=24,fn=76,fp=88,tn=12
  truecut plot --list""",
)
@takes(PlotArguments)
def plot(request: PlotArguments) -> None:
    """Draw figures of FILE, each into a file of its own: truecut plot FILE roc pr cost -o figures/.

    Without the name of a figure, all that can be drawn are drawn. Figures of one model at a time become panels where
    there are several. The same data give the same bytes.
    """
    if request.lists:
        put(_listed(), Output("text"))
        return
    wanted, files = _sorted_out(request.rows.paths)
    request = replace(request, rows=request.rows.of_files(*files))
    _refuse_what_is_not_drawn(wanted, request)
    target = _Target.of(request, wanted)
    with working("Reading and drawing", quiet=request.quiet):
        from truecut.storage.atomic_files import with_folder
        from truecut.views.plots.figure_files import as_bytes

        figures = {path: figure for stem, figure in _figures(wanted, request).items() for path in target.paths(stem)}
        files_apart(request, request.rows, *figures)
        for path, figure in figures.items():
            form = target.forms[0] if path is None else path.suffix.lower().removeprefix(".")
            content = as_bytes(figure, form, request.font)
            put_bytes(content, path if path is None else with_folder(path), quiet=request.quiet)


@dataclass(frozen=True)
class _Target:
    """Where figures go: one file, or a folder with one file per figure and format."""

    output: Path | None  # None: standard output
    forms: tuple[str, ...]
    is_file: bool

    @classmethod
    def of(cls, request: PlotArguments, wanted: list[FigureRequest]) -> _Target:
        output, forms = Path(request.folder), request.forms or ()
        unknown = [form for form in forms if form not in FORMATS]
        if unknown:
            raise BadCall(f"A figure is written as {', '.join(FORMATS)}, not as {unknown[0]!r}.")
        if request.folder == STANDARD_OUTPUT:
            if len(wanted) != 1 or wanted[0].kind == EVERYTHING or len(forms) > 1:
                raise BadCall("Standard output takes one figure in one format; name it, or a folder: -o figures/.")
            return cls(None, forms or FORMATS[:1], is_file=True)
        suffix = output.suffix.lower().removeprefix(".")
        if not suffix or output.is_dir() or request.folder.endswith("/"):
            return cls(output, tuple(dict.fromkeys(forms)) or FORMATS[:1], is_file=False)
        if suffix not in FORMATS:
            raise BadCall(f"Cannot tell the format from {request.folder!r}; end it in .pdf, .svg or .png.")
        if len(wanted) != 1 or wanted[0].kind == EVERYTHING:
            raise BadCall(f"Several figures do not fit into {request.folder!r}; name a folder, such as -o figures/.")
        if forms and forms != (suffix,):
            raise BadCall(f"--format {','.join(forms)} and the name {request.folder!r} contradict each other.")
        return cls(output, (suffix,), is_file=True)

    def paths(self, stem: str) -> list[Path | None]:
        """Return the files of one figure."""
        if self.output is None or self.is_file:
            return [self.output]
        return [self.output / f"{stem}.{form}" for form in self.forms]


def _sorted_out(given: tuple[str, ...]) -> tuple[list[FigureRequest], tuple[str, ...]]:
    """Tell figures from files: what is called like a figure is one, unless it is written as a path (./roc)."""
    from truecut.catalogue import metric
    from truecut.views.plots.kinds import BY_NAME

    wanted, files = [], []
    for word in given:
        name, colon, metrics = word.partition(":")
        if name not in BY_NAME and name != EVERYTHING:
            files.append(word)
            continue
        takes = "" if name == EVERYTHING else BY_NAME[name].takes
        named = tuple(filter(None, metrics.split(",")))
        if colon and (not takes or not named or (takes == "metric" and len(named) > 1)):
            can = [f"{kind.name}:{kind.takes}" for kind in BY_NAME.values() if kind.takes]
            raise BadCall(f"Cannot read {word!r}; metrics can be named as in {', '.join(can)}.")
        # A name that no metric has is refused before the file is read.
        for one in named:
            metric(one)
        wanted.append(FigureRequest(name, named))
    # A misspelt figure looks like a file that is not there, and the error about files would not help.
    for word in files:
        is_a_name = word != "-" and not any(sign in word for sign in "./*?[\\") and not Path(word).exists()
        if is_a_name and (hint := near_miss(word, [*BY_NAME, EVERYTHING])):
            raise BadCall(f"{word!r} is neither a file nor a figure.{hint}")
    return list(dict.fromkeys(wanted)) or [FigureRequest(EVERYTHING)], tuple(files)


def _refuse_what_is_not_drawn(wanted: list[FigureRequest], request: PlotArguments) -> None:
    """Refuse what none of the figures that were named has a place for."""
    from truecut.views.plots.kinds import Need, figure_kind

    named = [figure_kind(one.kind) for one in wanted if one.kind != EVERYTHING]
    if len(named) < len(wanted):
        return
    what = f"{listed([kind.name for kind in named])} {'has' if len(named) == 1 else 'have'} no"
    if not any(kind.has_band for kind in named):
        refuse_idle(["band"], f"{what} band")
    if not any(kind.name == "distribution" for kind in named):
        refuse_idle(["stretch"], f"{what} scores to give more room")
    if request.each != "group" and not any(kind.name == "groups" for kind in named):
        refuse_idle(["groups"], f"{what} groups; draw groups, or one panel for each with --each group")
    is_chosen = request.situation.rule is not None or any(one.metrics for one in wanted)
    if not is_chosen and not any(Need.COST in kind.needs for kind in named):
        refuse_idle(["cost"], f"{what} prices")


def _figures(wanted: list[FigureRequest], request: PlotArguments) -> dict[str, Figure]:
    from truecut.evaluation.class_evaluation import ClassEvaluation

    stated = request.situation.cost
    if request.counts:
        evaluation: Evaluation | ClassEvaluation = _of_counts(request)
    else:
        evaluation = any_evaluation_from(request.rows.request(request.situation))
        note(evaluation.read, quiet=request.quiet)
    if isinstance(evaluation, ClassEvaluation):
        return _of_classes(evaluation, wanted, request)
    figures: dict[str, Figure] = {}
    for one in wanted:
        if one.kind == EVERYTHING:
            figures |= _all_that_can_be_drawn(evaluation, stated, request)
        else:
            figures[one.stem] = _drawn(evaluation, one, stated, request)
    return figures


def _of_counts(request: PlotArguments) -> Evaluation:
    """Return the classifiers that were typed, and say what they tell of each other without prices."""
    from truecut.decisions.hard_classifiers import points_of, said_of_points

    classifiers = classifiers_from(request.counts)
    for said in () if request.quiet else said_of_points(points_of(classifiers)):
        tell(f"truecut: {said}")
    return evaluation_of_classifiers(classifiers, request.rows, request.situation)


def _drawn(evaluation: Evaluation, one: FigureRequest, stated: Any, request: PlotArguments) -> Figure:
    from truecut.views.plots.kinds import Need, figure_kind

    kind = figure_kind(one.kind)
    plots = evaluation.plot.styled(
        width=request.width, font=request.font, titled=not request.no_title, level=request.situation.level
    )
    given: dict[str, Any] = {"cost": stated} if Need.COST in kind.needs else {}
    if one.metrics:
        given[kind.takes] = one.metrics if kind.takes == "metrics" else one.metrics[0]
    if one.kind == "distribution":
        given["stretched"] = request.stretch
    if request.baselines:
        given["baseline"] = request.baselines
    if kind.has_band and request.band:
        given["band"] = request.band
    is_of_one = Need.ONE_MODEL in kind.needs and len(evaluation.by_model) > 1
    by = request.each or ("model" if is_of_one else None)
    if by is None or (by == "group" and one.kind == "groups") or (by == "model" and one.kind == "models"):
        drawing: Drawing = plots.draw(one.kind, **given)
        return drawing.figure
    return plots.each(one.kind, by, **given).figure


def _all_that_can_be_drawn(evaluation: Evaluation, stated: Any, request: PlotArguments) -> dict[str, Figure]:
    from truecut.views.plots.kinds import KINDS
    from truecut.views.plots.plotter import HELD_AGAINST

    figures = {}
    for kind in KINDS:
        # Of all figures, those have the baselines that they have a place on.
        asked = request if kind.name in HELD_AGAINST else replace(request, baselines=())
        try:
            figures[kind.name] = _drawn(evaluation, FigureRequest(kind.name), stated, asked)
        # Nobody asked for this one figure, so what it lacks is a remark and no failure.
        except BadCall as problem:
            if not request.quiet:
                tell(f"truecut: left out: {problem.typed}")
    return figures


def _of_classes(evaluation: ClassEvaluation, wanted: list[FigureRequest], request: PlotArguments) -> dict[str, Figure]:
    """Draw the matrix of more than two classes; curves divide two."""
    from truecut.views.plots.matrix import figure_of_classes

    others = [one.kind for one in wanted if one.kind not in ("matrix", EVERYTHING)]
    if "groups" in others:
        raise BadCall("Groups are drawn of two classes; `truecut groups` tells of many, or name one with --positive.")
    if others:
        raise BadCall(f"{others[0]} divides two classes; name the positive one with --positive, or draw the matrix.")
    refuse_idle(["band", "baselines", "stretch", "each"], "The matrix of many classes has neither curve nor panels")
    refuse_idle(["level"], "The matrix of many classes is drawn as it was counted, without intervals")
    return {
        "matrix": figure_of_classes(
            evaluation.matrix, width=request.width, font=request.font, titled=not request.no_title
        )
    }


def _listed() -> str:
    from truecut.views.plots.kinds import KINDS

    wide = max(len(kind.name) for kind in KINDS)
    long = max(len(kind.question) for kind in KINDS)
    return "\n".join(f"{kind.name:<{wide}}  {kind.question:<{long}}  {kind.called}" for kind in KINDS)
