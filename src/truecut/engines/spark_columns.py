"""Columns of Spark as they are counted: fields of structs under their dotted names, and vectors by one element.

A fitted model of `pyspark.ml` writes `probability` and `rawPrediction` as vectors with an element for every class; of
two classes the second, that of label 1, is the score. Arrays of numbers are read alike.
"""

from __future__ import annotations

from typing import Any

VECTOR = "vectorudt"
NUMBERS = ("double", "float")
SECOND = "score {name!r}: the second element of its vectors, that of label 1"


def plain_columns(frame: Any) -> tuple[Any, dict[str, str]]:
    """Return a frame with plain columns only, and a sentence for each column that was a vector."""
    columns = {name: (column, _second(column, dtype, name)) for name, column, dtype in _flat("", None, frame.schema)}
    chosen = [(column if second is None else second).alias(name) for name, (column, second) in columns.items()]
    inferred = {name: SECOND.format(name=name) for name, (_, second) in columns.items() if second is not None}
    return frame.select(*chosen), inferred


def _flat(prefix: str, parent: Any, schema: Any) -> Any:
    """Return every column, and after a struct its fields, with their types."""
    from pyspark.sql import functions

    # Fields first: a column whose own name has a dot takes the place of a field of that name.
    for field in sorted(schema.fields, key=lambda field: field.dataType.typeName() != "struct"):
        column = functions.col(f"`{field.name.replace('`', '``')}`") if parent is None else parent.getField(field.name)
        yield prefix + field.name, column, field.dataType
        if field.dataType.typeName() == "struct":
            yield from _flat(f"{prefix}{field.name}.", column, field.dataType)


def _second(column: Any, dtype: Any, name: str) -> Any:
    """Return the second of two elements, refusing vectors of another length; None for other columns."""
    from pyspark.sql import functions

    if dtype.typeName() == VECTOR:
        from pyspark.ml.functions import vector_to_array

        column = vector_to_array(column)
    elif dtype.typeName() != "array" or dtype.elementType.typeName() not in NUMBERS:
        return None
    wrong = functions.raise_error(
        functions.concat(
            functions.lit(f"Column {name!r} holds vectors of "),
            functions.size(column).cast("string"),
            functions.lit(
                " elements, and a score of two classes takes 2: make a column of the element that is the score"
            ),
        )
    )
    number = functions.when(functions.size(column) == 2, column.getItem(1)).otherwise(wrong)
    return functions.when(column.isNotNull(), number)
