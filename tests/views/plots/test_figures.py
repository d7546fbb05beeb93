"""Figures draw everything that can be drawn, refuse the rest with a sentence, and leave nothing behind."""

import io
import warnings

import matplotlib
import pandas
import pytest
from matplotlib.figure import Figure

import truecut as tc
from truecut.views.plots.figure_files import FORMATS, as_bytes, write_figure
from truecut.views.plots.kinds import BY_NAME, KINDS
from truecut.views.plots.style import figure_of

COST = tc.Cost(fp=1, fn=5)
HOSTILE = ["$x^{$", "_hidden", "a\nb", "<script>", "%s {0} \\frac", "x" * 300, "\u202eabc", "ü–≥"]


def options(name: str) -> dict:
    return {"cost": COST} if name == "cost" else {}


def refusal(plots, name: str) -> str | None:
    """Return why a figure cannot be drawn of an evaluation, or nothing."""
    kind = BY_NAME[name]
    return kind.refusal(kind.shown_of(plots.scene), options(name))


def drawn(plots, name: str) -> Figure:
    """Draw a figure, its layout included."""
    return figure_of(plots.draw(name, **options(name)))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_draws_at_the_edge_or_says_why_not(kind, edge):
    reason = refusal(edge.plot, kind.name)
    if reason is None:
        ax = edge.plot.draw(kind.name, **options(kind.name))
        assert ax.get_lines() or ax.texts
    else:
        with pytest.raises(tc.TruecutError) as refused:
            edge.plot.draw(kind.name, **options(kind.name))
        assert str(refused.value) == f"{kind.name} cannot be drawn: {reason}."


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.name not in ("groups", "steps")], ids=lambda k: k.name)
def test_the_usual_evaluation_has_every_figure(kind, usual):
    assert refusal(usual.plot, kind.name) is None


@pytest.mark.parametrize("name", ["roc", "pr", "gain", "lift", "det", "cost", "decision", "models"])
def test_several_models_share_one_figure(name, several):
    assert drawn(several.plot, name).axes[0].has_data()


def test_a_figure_of_one_model_says_how_to_draw_several(several):
    with pytest.raises(
        tc.TruecutError, match=r"there are 4 models.*e\.models\[name\]\.plot\.matrix\(\).*each\('matrix'\)"
    ):
        several.plot.matrix()
    assert len(several.plot.each("matrix").axes) == 4


def test_twelve_groups_are_twelve_panels_and_thirteen_lines(grouped):
    panels = grouped.plot.each("roc", "group")
    assert [panel.get_title(loc="left") for panel in panels.axes] == list(grouped.groups)
    lines = [line for line in grouped.plot.groups().get_lines() if line.get_marker() == "o"]
    assert len(lines) == 13


def test_what_is_missing_for_panels_is_said(usual, grouped):
    with pytest.raises(tc.TruecutError, match="not divided into groups"):
        usual.plot.each("roc", "group")
    with pytest.raises(tc.TruecutError, match="not for each 'fold'"):
        usual.plot.each("roc", "fold")
    with pytest.raises(tc.TruecutError, match=r"No figure is called 'rok'\. Did you mean 'roc'"):
        usual.plot.draw("rok")
    with pytest.raises(tc.TruecutError, match=r"^steps cannot be drawn of group 'group 0': .* too many to number"):
        grouped.plot.each("steps", "group")


def test_hard_predictions_are_points_and_have_no_curve(hard):
    points = [line for line in hard.plot.roc().get_lines() if len(line.get_xdata()) == 1]
    places = [(e.metric("fpr").value, e.metric("recall").value) for e in hard.models.values()]
    turned = [(1 - across, 1 - up) for across, up in places if up < across]
    assert [(p.get_xdata()[0], p.get_ydata()[0]) for p in points] == [*places, *map(pytest.approx, turned)]
    for name in ("matrix", "roc", "pr"):
        assert refusal(hard.models["A"].plot, name) is None
    for name in ("threshold", "distribution", "calibration", "gain", "ks", "decision", "steps"):
        with pytest.raises(tc.TruecutError, match="hard predictions are one point and have no curve"):
            hard.models["A"].plot.draw(name)
    assert refusal(hard.plot, "models") is None


def test_weighted_rows_are_drawn_too():
    e = tc.evaluate([1, 0, 1, 0], [0.9, 0.4, 0.6, 0.7], weight=[0.5, 2.5, 1.0, 1.0])
    for kind in KINDS:
        if refusal(e.plot, kind.name) is None:
            assert drawn(e.plot, kind.name)


def test_names_are_text_whatever_they_hold():
    labels, scores = [1, 0, 1, 0, 1, 0], [0.9, 0.4, 0.6, 0.7, 0.3, 0.1]
    words = tc.Words(positive="$p$ <b>", negative="100 % _n", unit="$row")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        e = tc.evaluate(labels, scores, words=words)
        for kind in KINDS:
            if refusal(e.plot, kind.name) is None:
                drawn(e.plot, kind.name)


def test_hostile_names_of_models_and_groups_are_drawn():
    frame = pandas.DataFrame({"y": [1, 0] * 16, **{name: [i / 40 for i in range(32)] for name in HOSTILE}})
    frame["g"] = HOSTILE * 4
    e = tc.evaluate(frame, label="y", score=HOSTILE, group="g")
    for name in ("roc", "models"):
        assert drawn(e.plot, name)
    first = e.models[HOSTILE[0]]
    assert drawn(first.plot, "groups")
    assert first.plot.each("matrix", "group")


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_figure_gives_the_same_bytes(form, usual):
    for name in ("roc", "distribution", "matrix"):
        first, second = (as_bytes(figure_of(usual.plot.draw(name)), form) for _ in range(2))
        assert first == second
        assert b"CreationDate" not in first
        assert b"dc:date" not in first


def test_figures_are_written_whole_or_not_at_all(usual, tmp_path):
    figure = figure_of(usual.plot.roc())
    write_figure(figure, tmp_path / "new" / "roc.png")
    assert (tmp_path / "new" / "roc.png").read_bytes().startswith(b"\x89PNG")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(tc.TruecutError, match="Cannot write"):
        write_figure(figure, tmp_path / "file" / "roc.png")
    with pytest.raises(tc.TruecutError, match="not as 'gif'"):
        write_figure(figure, tmp_path / "roc.gif")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "new"]


def test_nothing_global_changes_and_pyplot_knows_of_no_figure(usual):
    before = dict(matplotlib.rcParams)
    usual.plot.roc()
    usual.plot.each("roc")
    assert dict(matplotlib.rcParams) == before
    from matplotlib import pyplot

    assert pyplot.get_fignums() == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.name not in ("groups", "steps")], ids=lambda k: k.name)
def test_axes_of_the_users_own_are_drawn_on_and_keep_their_title(kind, usual):
    ax = Figure().add_subplot()
    ax.set_title("mine")
    assert usual.plot.draw(kind.name, ax, **options(kind.name)) is ax
    assert ax.get_title() == "mine"
    ax.get_figure().savefig(io.BytesIO(), format="svg")


def test_titles_fit_a_column_and_can_be_left_out(usual):
    assert all(len(kind.question) <= 42 for kind in KINDS)
    assert usual.plot.roc().get_title(loc="left") == BY_NAME["roc"].question
    plain = usual.plot.styled(titled=False, width=7).roc()
    assert plain.get_title(loc="left") == ""
    assert figure_of(plain).get_size_inches()[0] == 7


def test_every_kind_has_a_method_of_its_name(usual):
    for kind in KINDS:
        assert callable(getattr(usual.plot, kind.name))


def test_a_font_that_is_empty_and_a_width_of_nothing_are_refused(usual):
    with pytest.raises(tc.TruecutError, match="font is empty"):
        usual.plot.styled(font=" ").roc()
    with pytest.raises(tc.TruecutError, match="between 1 and 40 inches"):
        usual.plot.styled(width=0).roc()


def test_nothing_drawn_leaves_the_page(usual, several):
    """Text that runs over the edge of the figure would be cut in print."""
    from matplotlib.text import Text

    for plots, names in (
        (usual.plot, [k.name for k in KINDS if k.name not in ("groups", "steps")]),
        (several.plot, ["roc", "pr"]),
    ):
        for name in names:
            figure = figure_of(plots.draw(name, **options(name)))
            page, ax = figure.bbox, figure.axes[0]
            ticks = [*ax.get_xticklabels(), *ax.get_yticklabels()]  # those beyond the axes are there, but not drawn
            for text in figure.findobj(Text):
                if text.get_text() and text not in ticks:
                    box = text.get_window_extent()
                    assert box.x0 >= page.x0 - 1, (name, text.get_text())
                    assert box.x1 <= page.x1 + 1, (name, text.get_text())
