"""Spellings made alike: case, hyphens, apostrophes, plurals and words like "score" at the end do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

GREEK = {"α": "alpha", "β": "beta", "κ": "kappa", "φ": "phi"}
MINUS = "−–"
# "f1 score" and "f1" are one thing, and so are "kappa statistic" and "kappa".
TAILS = (
    "score",
    "rate",
    "index",
    "coefficient",
    "statistic",
    "metric",
    "measure",
    "value",
    "ratio",
    "curve",
    "model",
    "error",
)
IRREGULAR = {"matrices": "matrix", "indices": "index", "dice": "dice", "bayes": "bayes", "matthews": "matthews"}


def plain_spelling(word: str) -> str:
    """Return a word as small letters and figures with single spaces.

    >>> plain_spelling("Youden’s J-index"), plain_spelling("LR+"), plain_spelling("1 − specificity")
    ('youden j index', 'lr plus', '1 minus specificity')
    """
    text = word.strip().lower()
    for sign in MINUS:
        text = text.replace(sign, "-")
    for letter, name in GREEK.items():
        text = text.replace(letter, name)
    text = re.sub(r"['’`]s\b|s['’](?=\s|$)", lambda found: "" if found[0][-1] == "s" else "s", text)
    text = re.sub(r"(?<=\w)\+(?=\s|$)", " plus", text)
    text = re.sub(r"(?<=\d)\s*/\s*(?=\w)", " over ", text)
    text = re.sub(r"(?<=[a-z])-$|(?<=\w)\s-\s(?=\w)", " minus ", text)
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    parts = re.findall(r"[a-z0-9.]+|%", bare.replace("_", " ").replace("ø", "o"))
    return " ".join(part.rstrip(".") for part in parts).strip(" .")


def singular(word: str) -> str:
    """Return a plain word with every part in the singular, spelled the British way.

    >>> singular("false positives"), singular("threshold optimization")
    ('false positive', 'threshold optimisation')
    """
    return " ".join(map(_singular, word.replace("iz", "is").split()))


def _singular(part: str) -> str:
    if part in IRREGULAR:
        return IRREGULAR[part]
    if len(part) > 4 and part.endswith("ies"):
        return part[:-3] + "y"
    if part.endswith("sses"):  # classes, losses, misses
        return part[:-2]
    if len(part) > 3 and part.endswith("s") and not part.endswith(("ss", "us", "is")):
        return part[:-1]
    return part


def forms(word: str) -> Iterator[str]:
    """Return the ways in which a word is looked for, the most exact one first."""
    exact = plain_spelling(word)
    yield exact
    alike = singular(exact)
    yield alike
    parts = alike.split()
    while len(parts) > 1 and parts[-1] in TAILS:
        parts = parts[:-1]
        yield " ".join(parts)
    yield alike.replace(" ", "")
    yield "".join(parts)
