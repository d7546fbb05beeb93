"""Every kind of figure, drawn once, under the question that it answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import truecut as tc
from making.running import output_of
from making.ten_rows import LABELS, SCORES
from truecut.views.plots.kinds import KINDS, FigureKind

ROOT = Path(__file__).parents[2]
CANCER = "examples/breast-cancer.csv --label diagnosis --positive malignant"
MODELS = f"{CANCER} --score logistic,forest,naive_bayes"
SPAM = "examples/spam.csv.gz --label kind --positive spam --score boosted"
TEN = "ten.csv --positive 1"
ROWS = {
    **dict.fromkeys(("roc", "pr", "det", "models", "gain", "lift", "decision"), MODELS),
    "distribution": f"{SPAM} --stretch",
    "cost": f"{SPAM} --cost fp=10,fn=1",
    "groups": f"{SPAM} --group length",
    "steps": TEN,
}


def gallery_pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Draw the figures that are older than the code into a folder, and return the page that shows them."""
    figures = folder / "gallery"
    figures.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        path = figures / f"{kind.name}.svg"
        if not path.is_file() or path.stat().st_mtime < _newest():
            _draw(kind, path)
    yield "gallery/index.md", page()


def page() -> str:
    """Return the gallery: cards by question, then each figure with its command."""
    cards = "\n".join(_card(kind) for kind in KINDS)
    parts = [
        "# Gallery",
        f"{len(KINDS)} figures, each with the command that drew it, in the width of a journal's column. "
        "`truecut plot --list` prints this list; [Draw figures](../how-to/plots.md) says what can be set.",
        f"::::{{grid}} 1 2 3 3\n:gutter: 3\n:class-container: tc-gallery\n\n{cards}\n::::",
        *map(_section, KINDS),
    ]
    return "\n\n".join(parts) + "\n"


def command(kind: FigureKind, target: str) -> str:
    """Return the command that draws a figure."""
    return f"truecut plot {ROWS.get(kind.name, f'{CANCER} --score logistic')} {kind.name} --no-title -o {target}"


def _draw(kind: FigureKind, path: Path) -> None:
    before = Path.cwd()
    ten = path.parent / "ten.csv"
    ten.write_text("label,score\n" + "".join(f"{y},{s}\n" for y, s in zip(LABELS, SCORES, strict=True)))
    os.chdir(ROOT)
    try:
        output_of(command(kind, str(path)).replace("ten.csv", str(ten)))
    finally:
        os.chdir(before)
        ten.unlink()


def _newest() -> float:
    sources = [*Path(tc.__file__).parent.rglob("*.py"), *(ROOT / "examples").iterdir(), Path(__file__)]
    return max(path.stat().st_mtime for path in sources)


def _card(kind: FigureKind) -> str:
    return (
        f":::{{grid-item-card}} {kind.question}\n:link: figure-{kind.name}\n:link-type: ref\n"
        f":img-top: {kind.name}.svg\n:img-alt: {kind.called}\n\n`{kind.name}`\n:::"
    )


def _section(kind: FigureKind) -> str:
    shown = command(kind, f"{kind.name}.svg")
    return (
        f"(figure-{kind.name})=\n## {kind.question}\n\n{kind.called[0].upper()}{kind.called[1:]}.\n\n"
        f"```{{image}} {kind.name}.svg\n:alt: {kind.called}\n:width: 460px\n```\n\n```text\n{shown}\n```"
    )
