"""What every result can do: show itself in a line, a terminal or a notebook, and turn into tables and plain data.

Results live below the views that draw them, so they do not import them: `views/showing` is asked for by its name, when
somebody first looks. What a type has to say is declared once, in `FACES` of `views/faces.py`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, SupportsFloat

from truecut.errors import UnknownArgument
from truecut.errors.boundary import answers_for_all
from truecut.errors.foreign_attributes import OF_ESTIMATE, foreign_attribute

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


@answers_for_all
class Shown:
    """A result that shows itself and turns into tables.

    `repr` is one line; `print` shows what the command line shows; a notebook shows a card. `to_frame` gives a table as
    a DataFrame, `tables` names the tables that there are; `to_dict`, `to_json`, `to_csv` and `to_markdown` write it.
    """

    __slots__ = ()

    def __init_subclass__(cls, *, is_spelled: bool = False, **options: Any) -> None:
        """Keep dataclasses from writing a repr of their own, unless `is_spelled`: then it is the call that made it."""
        super().__init_subclass__(**options)
        if not is_spelled and "__repr__" not in vars(cls):
            cls.__repr__ = Shown.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return str(_showing().line(self))

    def __str__(self) -> str:
        return str(_showing().text(self))

    def __rich__(self) -> Any:
        return _showing().drawing(self)

    def _repr_html_(self) -> str:
        """Return the card that a notebook shows."""
        return str(_showing().card(self))

    def _repr_mimebundle_(self, **_wishes: Any) -> dict[str, str]:
        """Return the card, and beside it what `print` shows for places that show no HTML."""
        return {"text/html": self._repr_html_(), "text/plain": str(self)}

    @property
    def tables(self) -> tuple[str, ...]:
        """Return the names of the tables that `to_frame` and `to_csv` give; the first is their default."""
        return tuple(_showing().tables(self))

    def to_frame(self, table: str | None = None, *, backend: str | None = None) -> Any:
        """Return a table as a DataFrame of pandas, or of Polars where pandas is not installed.

        `table` is one of `tables`, the first if left out; `backend` is "pandas", "polars" or "pyarrow".

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.metrics().to_frame().columns.tolist()
        ['metric', 'value', 'low', 'high', 'method', 'undefined', 'note']
        """
        return _showing().frame(self, table, backend)

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """Return a table as a DataFrame of pandas.

        `table` is one of `tables`, the first if left out.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> type(e.curve.to_pandas()).__module__.split(".")[0]
        'pandas'
        """
        found: pd.DataFrame = self.to_frame(table, backend="pandas")
        return found

    def to_polars(self, table: str | None = None) -> pl.DataFrame:
        """Return a table as a DataFrame of Polars.

        `table` is one of `tables`, the first if left out.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.curve.to_polars().height
        7
        """
        found: pl.DataFrame = self.to_frame(table, backend="polars")
        return found

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the first table to whoever speaks Arrow: `polars.DataFrame(x)`, `pyarrow.table(x)`, DuckDB."""
        return _showing().arrow(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, in the shape that the JSON of the command line has.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.to_dict()["truecut"], e.to_dict()["read"]["rows"]
        ('summary', 6)
        """
        found: dict[str, Any] = _showing().data(self)
        return found

    def to_json(self) -> str:
        """Return the same as text: strict JSON, without NaN.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> import json
        >>> json.loads(e.to_json()) == e.to_dict()
        True
        """
        return str(_showing().json(self))

    def to_csv(self, table: str | None = None) -> str:
        """Return a table as CSV with full precision.

        `table` is one of `tables`, the first if left out.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.curve.to_csv().splitlines()[0]
        'threshold,tp,tn,fp,fn,tpr,fpr'
        """
        return str(_showing().csv(self, table))

    def to_markdown(self) -> str:
        """Return it for people who read Markdown.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> print(e.at(0.5).to_markdown().splitlines()[0])
        **At threshold 0.5, 3 of 3 positives are found, with 1 false alarm.**
        """
        return str(_showing().markdown(self))


class NumberLike:
    """A value that acts as its number; an undefined one is NaN as a float and a dash in a text, so nothing hides it."""

    __slots__ = ()

    def __float__(self) -> float:
        raise NotImplementedError

    def __format__(self, spec: str) -> str:
        number = float(self)
        if not spec:
            return str(self)
        return "–" if number != number else format(number, spec)

    def __round__(self, digits: int | None = None) -> float:
        return float(self) if digits is None and float(self) != float(self) else round(float(self), digits)

    def __lt__(self, other: SupportsFloat) -> bool:
        return float(self) < _as_number(other)

    def __le__(self, other: SupportsFloat) -> bool:
        return float(self) <= _as_number(other)

    def __gt__(self, other: SupportsFloat) -> bool:
        return float(self) > _as_number(other)

    def __ge__(self, other: SupportsFloat) -> bool:
        return float(self) >= _as_number(other)

    def __getitem__(self, place: object) -> NoReturn:
        """Answer brackets with the names of the numbers."""
        raise UnknownArgument("The numbers have names: .value, .low and .high.")

    def __getattr__(self, name: str) -> NoReturn:
        """Answer what other libraries call the numbers with their names."""
        raise foreign_attribute("An estimate", name, OF_ESTIMATE) or AttributeError(
            f"{type(self).__name__!r} object has no attribute {name!r}"
        )

    def _refused(self, _other: object) -> NoReturn:
        """Refuse arithmetic, in which the interval would be lost without a word."""
        raise UnknownArgument(
            "A value with an interval is no bare number; calculate with .value or float(...), "
            "and compare models with c.difference(...), whose interval is right."
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refused

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the number as NumPy's, so that arrays of values are arrays of numbers."""
        import numpy as np

        return np.asarray(float(self), dtype=dtype)


def _as_number(other: SupportsFloat) -> float:
    # A text would become a number too, and "0.9" > recall is a slip.
    if isinstance(other, str | bytes):
        raise TypeError(f"A value is compared with a number, not with the text {other!r}.")
    return float(other)


def _showing() -> Any:
    return import_module("truecut.views.showing")
