"""The drawings of terms as SVG; a terminal has them in letters."""

from __future__ import annotations

from collections.abc import Callable

from making.pictures import CELLS, TRUTH, dot, figure, line, matrix, share_picture, square
from making.ten_rows import DIAGONAL, LABELS, SCORES, roc_points
from truecut.catalogue.glossary import Picture

WORDS = {"tp": "hit", "fn": "miss", "fp": "false alarm", "tn": "left alone"}
MAIL = {"tp": 30, "fn": 10, "fp": 5, "tn": 55}
FOLDS = 5


def drawing_of(picture: Picture) -> list[str]:
    """Return the figures of a picture, side by side."""
    return DRAWN[picture]()


def _matrix() -> list[str]:
    said = "true positive, false negative, false positive and true negative"
    return [
        matrix(TRUTH, WORDS, said, "Hue is the truth, a striped side a mistake; the second letter is what was said.")
    ]


def _margins() -> list[str]:
    shares = (("tp", "tp + fn"), ("tp", "tp + fp"), ("tn", "fp + tn"))
    return [share_picture(above, below, MAIL) for above, below in shares]


def _costs() -> list[str]:
    prices = {"tp": "-1", "fn": "100", "fp": "1", "tn": "0"}
    return [
        matrix(
            dict.fromkeys(CELLS, "out"), prices, "a price in each of the four cells", "What one row in each cell costs."
        )
    ]


def _threshold() -> list[str]:
    circles = "".join(
        f'<circle cx="{10 + 200 * score:.1f}" cy="{30 if label else 52}" r="7" class="{"hit" if label else "miss"}"/>'
        for label, score in zip(LABELS, SCORES, strict=True)
    )
    cut = 10 + 200 * 0.5
    body = (
        f'{circles}<path d="M{cut} 8V74" class="limit"/><path d="M10 74H210" class="axis"/>'
        f'<text x="{cut - 6}" y="16" font-size="11" text-anchor="end" class="quiet">left alone</text>'
        f'<text x="{cut + 6}" y="16" font-size="11" class="quiet">flagged</text>'
    )
    caption = "Ten rows by score; filled ones are positive. Moving the line right takes back false alarms, and hits."
    return [figure((220, 84), body, "ten rows on a line of scores, cut at a half", caption)]


def _roc() -> list[str]:
    roc = roc_points()
    body = line([*roc, (1, 0)], "area", is_closed=True) + line(DIAGONAL, "axis") + line(roc, "curve")
    return [square(body, "false positive rate", "recall", "a ROC curve in steps", "Ten rows, one step each.")]


def _ends() -> list[str]:
    body = line(DIAGONAL, "limit") + line([(0, 0), (0, 1), (1, 1)], "curve") + dot(0, 1, "hit") + dot(0.5, 0.5, "miss")
    caption = "Solid: the ideal model, through the upper left corner. Dashed: the random one, on the diagonal."
    return [square(body, "false positive rate", "recall", "ROC curves of an ideal and a random model", caption)]


def _precision_recall() -> list[str]:
    points = [(y, y / (y + x)) for x, y in roc_points()[1:]]
    body = line(points, "curve") + line([(0, 0.5), (1, 0.5)], "limit")
    return [
        square(
            body,
            "recall",
            "precision",
            "a precision-recall curve",
            "Dashed: the prevalence, which flagging at random gives.",
        )
    ]


def _means() -> list[str]:
    rows = (("arithmetic", 5.0), ("geometric", 3.0), ("harmonic", 1.8))
    body = "".join(
        f'<rect x="72" y="{8 + 24 * place}" width="{24 * value:.0f}" height="16" class="up"/>'
        f'<text x="66" y="{20 + 24 * place}" font-size="11" text-anchor="end" class="quiet">{name}</text>'
        f'<text x="{78 + 24 * value:.0f}" y="{20 + 24 * place}" font-size="11">{value:g}</text>'
        for place, (name, value) in enumerate(rows)
    )
    return [figure((232, 82), body, "three means of 1 and 9", "The means of 1 and 9.")]


def _folds() -> list[str]:
    body = "".join(
        f'<rect x="{40 + 26 * column}" y="{6 + 20 * row}" width="22" height="15" '
        f'class="{"above" if row == column else "out"}"/>'
        for row in range(FOLDS)
        for column in range(FOLDS)
    )
    return [
        figure(
            (200, 112), body, "five folds", "Filled: judged. Every row is judged once, by a model that has not seen it."
        )
    ]


def _rare() -> list[str]:
    flagged = [("hit", 9), ("miss", 50)]
    kinds = [kind for kind, many in flagged for _ in range(many)]
    body = "".join(
        f'<circle cx="{12 + 15 * (place % 15)}" cy="{12 + 15 * (place // 15)}" r="5.5" class="{kind}"/>'
        for place, kind in enumerate(kinds)
    )
    caption = "Flagged among 1,000 people of whom 10 are ill: 9 of 10 ill ones, and 5 % of the others."
    return [figure((232, 66), body, "59 flagged people, 9 of them ill", caption)]


DRAWN: dict[Picture, Callable[[], list[str]]] = {
    Picture.MATRIX: _matrix,
    Picture.MARGINS: _margins,
    Picture.COSTS: _costs,
    Picture.THRESHOLD: _threshold,
    Picture.ROC: _roc,
    Picture.ROC_ENDS: _ends,
    Picture.PRECISION_RECALL: _precision_recall,
    Picture.MEANS: _means,
    Picture.FOLDS: _folds,
    Picture.RARE: _rare,
}
