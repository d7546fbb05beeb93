"""What a threshold may be: one number, checked at every entrance.

Text would be compared letter by letter and True would be the number 1, so both are refused. A whole number stays
exact at any size, since whole scores are compared as whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.errors import BadCall, UnknownName

LONGEST_SHOWN = 60  # characters of what was given in place of a threshold
BY_NAME = 'One threshold for each model, by name: {"glu": 126}; for several at once ask e.curve.'
ONE_IS_MEANT = "Here one threshold is meant, a number; by model they are stated for the evaluation."


def checked_threshold(given: Any) -> int | float:
    """Return a threshold as a plain number, or say why it is none.

    >>> checked_threshold(np.float64(0.25)), checked_threshold(np.int64(126)), checked_threshold(2**63 + 1)
    (0.25, 126, 9223372036854775809)
    """
    if type(given) is float and given == given:  # the usual case, and asking for all others takes long
        return given
    plain = given.item() if getattr(given, "ndim", None) == 0 and hasattr(given, "item") else given
    if isinstance(plain, Mapping):
        raise BadCall(ONE_IS_MEANT)
    if isinstance(plain, Iterable) and not isinstance(plain, str | bytes):
        raise BadCall(BY_NAME)
    if plain is None or isinstance(plain, str | bytes | bool | complex):
        raise _no_number(plain)
    try:
        return index(plain)
    except TypeError:
        pass
    try:
        number = float(plain)
    except (TypeError, ValueError, OverflowError):
        raise _no_number(plain) from None
    if number != number:
        raise BadCall("A threshold is a number, not NaN.")
    return number


def thresholds_by_model(given: Any, models: Iterable[str]) -> dict[str, int | float]:
    """Return the threshold of each model that is meant: a number is for all of them, a mapping names them.

    >>> thresholds_by_model({"glu": 126}, ["glu", "bmi"]), thresholds_by_model(0.5, ["glu", "bmi"])
    ({'glu': 126}, {'glu': 0.5, 'bmi': 0.5})
    """
    names = list(models)
    if not isinstance(given, Mapping):
        return dict.fromkeys(names, checked_threshold(given))
    for name in given:
        if name not in names:
            raise UnknownName("model", str(name), names)
    return {name: checked_threshold(one) for name, one in given.items()}


def checked_thresholds(given: Any) -> NDArray[Any]:
    """Return several thresholds as an array; whole numbers among themselves stay exact."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise BadCall("Several thresholds are given as a list of numbers, such as [0.3, 0.5].")
    if isinstance(given, np.ndarray) and given.dtype.kind in "iuf" and given.ndim == 1:
        if given.dtype.kind == "f" and np.isnan(given).any():
            raise BadCall("A threshold is a number, not NaN.")
        return given
    return np.array([checked_threshold(one) for one in given])


def _no_number(given: Any) -> BadCall:
    shown = repr(given)
    return BadCall(
        f"A threshold is a number, not {shown if len(shown) <= LONGEST_SHOWN else shown[:LONGEST_SHOWN] + '...'}."
    )
