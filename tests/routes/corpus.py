"""Nasty files and tables, and what is expected of each whatever the way in: an answer, or a refusal.

An answer is what was counted: positives and negatives at each score, the most positive first, and the rows of each
group.
A refusal is the class of the error and what its sentence says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import polars as pl
import polars.selectors as cs

from truecut.errors import BadLabel, BadScore, BadWeight, MissingColumn, MissingValues, UnreadableSource

NAN, INF = float("nan"), float("inf")


@dataclass(frozen=True)
class Answer:
    """What was counted: positives and negatives by score, and rows by group."""

    counted: dict[Any, tuple[float, float]]
    groups: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal:
    """The class of the error, and a pattern that its sentence holds."""

    error: type[Exception]
    said: str


@dataclass(frozen=True)
class File:
    """A file of text, how it is read, and what is expected."""

    name: str
    content: str | bytes
    expected: Answer | Refusal
    how: dict[str, Any] = field(default_factory=dict)
    suffix: str = ".csv"


@dataclass(frozen=True)
class Table:
    """Columns of values, how they are read, and what is expected."""

    name: str
    columns: dict[str, list[Any]]
    expected: Answer | Refusal
    how: dict[str, Any] = field(default_factory=dict)


TWO = Answer({0.9: (1, 0), 0.2: (0, 1)})
PLAIN = "y,p\n1,0.9\n0,0.2\n"
ROLES = {"label": "y", "score": "p"}
BY_GROUP = {**ROLES, "group": "g"}
REPEATED = {**ROLES, "weight": "w", "weights_are": "repeated"}
MERGED = Refusal(BadScore, "would be merged")
ALIKE = Refusal(BadScore, "would be merged|could not tell")  # by a tally, whose batches come one by one
WIDE = "1234567890123456789"
LATE = 1_500  # rows before a value of another kind: more than a reader looks at first


def grouped(*names: str, rows: dict[str, int] | None = None) -> File:
    """Return a file whose groups are named like this, a positive and a negative row of each."""
    lines = [f"{label},{p},{name}" for name in names for label, p in ((1, 0.9), (0, 0.2))]
    n = len(names)
    expected = rows or dict.fromkeys(names, 2)
    content = "\n".join(["y,p,g", *lines]) + "\n"
    return File(f"groups {', '.join(names)}", content, Answer({0.9: (n, 0), 0.2: (0, n)}, expected), BY_GROUP)


def labelled(high: str, low: str, **how: Any) -> File:
    """Return a file with two labels, of which the one with the high score is positive."""
    name = " ".join([f"labels {high} and {low}", *map(str, how.items())])
    return File(name, f"y,p\n{high},0.9\n{low},0.2\n", TWO, {**ROLES, **how})


FILES = (
    File("plain", PLAIN, TWO),
    File("no line end", PLAIN.rstrip(), TWO),
    File("windows", PLAIN.replace("\n", "\r\n"), TWO),
    File("byte order mark", b"\xef\xbb\xbf" + PLAIN.encode(), TWO),
    File("tabs", PLAIN.replace(",", "\t"), TWO, suffix=".tsv"),
    File("semicolons", PLAIN.replace(",", ";"), TWO),
    File("pipes", PLAIN.replace(",", "|"), TWO),
    File("quoted", 'y,p\n"1","0.9"\n"0","0.2"\n', TWO),
    File("padded", "y, p\n1, 0.9\n0 ,0.2\n", TWO),
    File("blank lines", "y,p\n\n1,0.9\n\n0,0.2\n\n", TWO),
    File("trailing separator", "y,p\n1,0.9,\n0,0.2,\n", TWO),
    File("a comma in quotes", 'y,p,note\n1,0.9,"a, b"\n0,0.2,"c"\n', TWO, ROLES),
    File("a line end in quotes", 'y,p,note\n1,0.9,"a\nb"\n0,0.2,c\n', TWO, ROLES),
    File("a last column that is empty", "y,p,note\n1,0.9,\n0,0.2,\n", TWO, ROLES),
    File("a label that starts with #", "y,p\n#yes,0.9\nno,0.2\n", TWO, {**ROLES, "positive": "#yes"}),
    labelled("1", "0"),
    labelled("1", "-1"),
    labelled("1.0", "0.0"),
    labelled("true", "false"),
    labelled("TRUE", "False"),
    labelled("yes", "no"),
    labelled("yes", "no", positive="yes"),
    labelled("t", "f"),
    labelled("spam", "ham", positive="spam"),
    labelled("1", "01", positive="1"),
    labelled("01", "1", positive="01"),
    labelled("12345678901234567891", "12345678901234567890", positive="12345678901234567891"),
    labelled("2", "1", positive=2),
    labelled("2.0", "1", positive="2"),
    labelled("spam", "ham", classes=("ham", "spam")),
    File(
        "1, 1.0 and true are one label",
        "y,p\n1,0.9\n1.0,0.8\ntrue,0.7\n0,0.2\n",
        Answer({0.9: (1, 0), 0.8: (1, 0), 0.7: (1, 0), 0.2: (0, 1)}),
        ROLES,
    ),
    File(
        "no positives, declared",
        "y,p\nham,0.9\nham,0.2\n",
        Answer({0.9: (0, 1), 0.2: (0, 1)}),
        {**ROLES, "classes": ("ham", "spam")},
    ),
    File(
        "a typo in declared labels",
        "y,p\nham,0.9\nspma,0.2\n",
        Refusal(BadLabel, "'spma' is not among the classes"),
        {**ROLES, "classes": ("ham", "spam")},
    ),
    File(
        "a positive label that is not there",
        "y,p\nham,0.9\nspam,0.2\n",
        Refusal(BadLabel, "positive='spma' is not among them. Did you mean 'spam'"),
        {**ROLES, "positive": "spma"},
    ),
    File(
        "two labels in doubt",
        "y,p\nham,0.9\nspam,0.2\n",
        Refusal(BadLabel, "not clear which is the positive one"),
        ROLES,
    ),
    File("three labels", "y,p\n0,0.9\n1,0.2\n2,0.2\n", Refusal(BadLabel, "3 different labels"), ROLES),
    grouped("02134", "2134"),
    grouped("true", "TRUE"),
    grouped("1", "1.0"),
    grouped("12345678901234567890", "12345678901234567891"),
    grouped("a", "A", "á"),
    grouped("#1", "#2"),
    File(
        "decimals after whole numbers", "y,p\n" + "0,0\n" * LATE + "1,0.5\n", Answer({0.5: (1, 0), 0: (0, LATE)}), ROLES
    ),
    File(
        "a word after numbers",
        "y,p\n" + "0,0\n" * LATE + "1,high\n",
        Refusal(BadScore, "'p' should hold numbers"),
        ROLES,
    ),
    File(
        "a word among labels, late",
        "y,p\n" + "0,0\n" * LATE + "yes,1\n",
        Answer({1: (1, 0), 0: (0, LATE)}),
        {**ROLES, "positive": "yes"},
    ),
    File(
        "a code among labels, late",
        "y,p\n" + "0,0\n" * LATE + "1,1\n01,1\n",
        Refusal(BadLabel, "'01'"),
        {**ROLES, "positive": "1", "classes": ("0", "1")},
    ),
    File(
        "a code among groups, late",
        "y,p,g\n" + "0,0,7\n" * LATE + "1,1,07\n",
        Answer({1: (1, 0), 0: (0, LATE)}, {"7": LATE, "07": 1}),
        BY_GROUP,
    ),
    File("missing, late", "y,p\n" + "0,0\n" * LATE + "1,NA\n", Refusal(MissingValues, "1 in column 'p'"), ROLES),
    File("missing, dropped", "y,p\n1,0.9\nNA,0.5\n0,0.2\n1,\n0,nan\n", TWO, {**ROLES, "missing": "drop"}),
    File(
        "missing groups, dropped",
        "y,p,g\n1,0.9,a\n0,0.2,a\n1,0.5,\n",
        Answer(TWO.counted, {"a": 2}),
        {**BY_GROUP, "missing": "drop"},
    ),
    File("a missing label", "y,p\n1,0.9\n,0.5\n0,0.2\n", Refusal(MissingValues, "1 in column 'y'"), ROLES),
    File(
        "None is missing among numbers",
        "y,p,g\n1,0.9,3\n0,0.2,None\n",
        Refusal(MissingValues, "1 in column 'g'"),
        BY_GROUP,
    ),
    File(
        "None is a word among words",
        "y,p,g\n1,0.9,flu\n0,0.2,None\n",
        Answer(TWO.counted, {"flu": 1, "None": 1}),
        BY_GROUP,
    ),
    File(
        "infinite scores",
        "y,p\n1,inf\n0,-inf\n1,0.5\n",
        Answer({float("inf"): (1, 0), 0.5: (1, 0), float("-inf"): (0, 1)}),
        ROLES,
    ),
    File("minus zero", "y,p\n1,0.0\n0,-0.0\n", Answer({0: (1, 1)}), ROLES),
    File("scores with leading zeros", "y,p\n1,007\n0,07\n0,1\n", Answer({7: (1, 1), 1: (0, 1)}), ROLES),
    File(
        "whole scores beyond 2**53",
        f"y,p\n1,{2**53 + 1}\n0,{2**53}\n",
        Answer({2**53 + 1: (1, 0), 2**53: (0, 1)}),
        ROLES,
    ),
    File(
        "whole scores beyond 2**63",
        f"y,p\n1,{2**63 + 1}\n0,{2**63}\n",
        Answer({2**63 + 1: (1, 0), 2**63: (0, 1)}),
        ROLES,
    ),
    File("whole scores beyond 64 bits", f"y,p\n1,{2**70 + 1}\n0,{2**70}\n", MERGED, ROLES),
    File(
        "a negative weight",
        "y,p,w\n1,0.9,-1\n0,0.2,1\n",
        Refusal(BadWeight, "negative or not finite"),
        {**ROLES, "weight": "w"},
    ),
    File(
        "a fraction that repeats rows",
        "y,p,w\n1,0.9,1.5\n0,0.2,1\n",
        Refusal(BadWeight, "must be a whole number"),
        REPEATED,
    ),
    File(
        "repeated rows",
        "y,p,w\n1,0.9,3\n0,0.2,2\n1,0.5,0\n",
        Answer({0.9: (3, 0), 0.2: (0, 2)}),
        REPEATED,
    ),
    File(
        "weights are all 0",
        "y,p,w\n1,0.9,0\n0,0.2,0\n",
        Refusal(BadWeight, "nothing is left to count"),
        {**ROLES, "weight": "w"},
    ),
    File(
        "a last line that is cut short",
        "y,p,w\n1,0.9,1\n0,0.2,1\n1,0.5",
        Refusal(UnreadableSource, "line 4, has 2 fields where the header has 3"),
        ROLES,
    ),
    File(
        "an extra field",
        "y,p\n1,0.9\n0,0.2,x\n",
        Refusal(UnreadableSource, "line 3, has 3 fields where the header has 2"),
        ROLES,
    ),
    File(
        "an extra field that spells missing",
        "y,p\n1,0.9\n0,0.2,NA\n",
        Refusal(UnreadableSource, "line 3, has 3 fields"),
        ROLES,
    ),
    File("an open quote", 'y,p\n1,0.9\n0,"0.2\n', Refusal(UnreadableSource, "quote"), ROLES),
    File("two columns of one name", "y,y\n1,0.9\n0,0.2\n", Refusal(UnreadableSource, "2 columns called 'y'"), ROLES),
    File("no rows", "y,p\n", Refusal(UnreadableSource, "holds column names but no rows"), ROLES),
    File("not UTF-8", b"y,p\n1,0.9\n0,\xff\n", Refusal(UnreadableSource, "not UTF-8"), ROLES),
    File("a column that is not there", PLAIN, Refusal(MissingColumn, "no column 'q'"), {"label": "y", "score": "q"}),
    File("nothing but a byte order mark", b"\xef\xbb\xbf", Refusal(UnreadableSource, "holds no text")),
    File("UTF-16", PLAIN.encode("utf-16"), Refusal(UnreadableSource, "UTF-16 text; save it as UTF-8")),
    File(
        "not UTF-8, late, in a column nobody needs",
        b"y,p,note\n" + b"0,0,\n" * LATE + b"1,1,\xe9\n",
        Refusal(UnreadableSource, f"line {LATE + 2}, is not UTF-8"),
        ROLES,
    ),
    File("a null character", b"y,p\n1,0.9\n0,0.2\x00\n", Refusal(UnreadableSource, "line 3 holds a null"), ROLES),
    File(
        "a null character, late, in a column nobody needs",
        b"y,p,note\n" + b"0,0,abc\n" * 20_000 + b"1,1,a\x00\n",
        Refusal(UnreadableSource, "is not text: line 20002 holds a null character"),
        ROLES,
    ),
    File(
        "a null character in JSON, late",
        '{"y": 0, "p": 0}\n' * LATE * 3 + '{"y": 1, "p": 0.5, "q": "\x00"}\n',
        Refusal(UnreadableSource, f"is not text: line {LATE * 3 + 1} holds a null character"),
        ROLES,
        ".jsonl",
    ),
    File(
        "an escaped null character in JSON",
        '{"y": 1, "p": 0.9, "g": "a\\u0000"}\n{"y": 0, "p": 0.2, "g": "a"}\n',
        Answer(TWO.counted, {"a\0": 1, "a": 1}),
        BY_GROUP,
        ".jsonl",
    ),
    File("lines that end like a Mac's", PLAIN.replace("\n", "\r"), TWO),
    File("lines that end differently", "y,p,g\r\n1,0.9,a\n0,0.2,a\r\n", Answer(TWO.counted, {"a": 2}), BY_GROUP),
    File(
        "a Windows line end in quotes",
        'y,p,g\r\n1,0.9,"a\r\nb"\r\n0,0.2,"a\r\nb"\r\n',
        Answer(TWO.counted, {"a\r\nb": 2}),
        BY_GROUP,
    ),
    File("a name wider than a module reads", f"y,p,{'x' * 200_000}\n1,0.9,\n0,0.2,\n", TWO, ROLES),
    File(
        "a short line after a wide cell",
        f"y,p,note\n1,0.9,{'x' * 200_000}\n0,0.2\n",
        Refusal(UnreadableSource, "line 3, has 2 fields"),
        ROLES,
    ),
    File("a thousands separator", 'y,p\n1,"1,000"\n0,2\n', Refusal(BadScore, "'p' should hold numbers"), ROLES),
    File("a decimal comma", "y;p\n1;0,9\n0;0,2\n", Refusal(BadScore, "'p' should hold numbers"), ROLES),
    File("underscores in numbers", "y,p\n1,1_000\n0,2\n", Refusal(BadScore, "'p' should hold numbers"), ROLES),
    File("hexadecimal", "y,p\n1,0x10\n0,2\n", Refusal(BadScore, "'p' should hold numbers"), ROLES),
    File("fractions, or dates", "y,p\n1,1/2\n0,1/3\n", Refusal(BadScore, "'p' should hold numbers"), ROLES),
    File("digits of other scripts", "y,p\n1,\u0660.\u0669\n0,0.2\n", Refusal(BadScore, "'p' should hold"), ROLES),
    File("truths among numbers", "y,p\n1,true\n0,0.2\n", Refusal(BadScore, "'p' should hold numbers"), ROLES),
    File("numbers with a plus", "y,p\n+1,+.9\n-1,+0.2\n", TWO, ROLES),
    File("spellings of infinity", "y,p\n1,Infinity\n0,-INF\n", Answer({INF: (1, 0), -INF: (0, 1)}), ROLES),
    File("beyond double precision", "y,p\n1,1e400\n0,1e500\n", Refusal(BadScore, "'p' should hold numbers"), ROLES),
    File(
        "400 digits, late",
        "y,p\n" + "0,0.5\n" * LATE + f"1,{'9' * 400}\n",
        Refusal(BadScore, "'p' should hold numbers"),
        ROLES,
    ),
    File("what numpy.savetxt writes", "y,p\n1.0000e+00,9.0e-01\n0.0000e+00,2.0e-01\n", TWO),
    File(
        "rows by the number of a day",
        "y,p,g\n1,0.9,2024-01-01\n0,0.2,2024-1-1\n",
        Answer(TWO.counted, {"2024-01-01": 1, "2024-1-1": 1}),
        BY_GROUP,
    ),
    File(
        "groups that look alike",
        "y,p,g\n1,0.9,\u00e1\n0,0.2,a\u0301\n",
        Answer(TWO.counted, {"\u00e1": 1, "a\u0301": 1}),
        BY_GROUP,
    ),
    File(
        "groups padded by a space or a tab",
        "y,p,g\n1,0.9, a\n0,0.2,a\n1,0.9,a\t\n",
        Answer({0.9: (2, 0), 0.2: (0, 1)}, {" a": 1, "a": 1, "a\t": 1}),
        BY_GROUP,
    ),
    File("a header that comes again", "y,p\n1,0.9\n0,0.2\ny,p\n", Refusal(BadScore, "'p' should hold"), ROLES),
    File("a quote within a cell", 'y,p,g\n1,0.9,5" pipe\n0,0.2,6"\n', Refusal(UnreadableSource, "quote"), BY_GROUP),
    File("2**64 repeated rows", f"y,p,w\n1,0.9,{2**64}\n0,0.2,1\n", Refusal(BadWeight, "2\\*\\*63 rows"), REPEATED),
    File("wide whole numbers beside decimals", f"y,p\n1,{2**53 + 1}\n0,{2**53}\n1,0.5\n", MERGED, ROLES),
    File(
        "wide whole numbers beside decimals in JSON",
        f'{{"y": 1, "p": {2**53 + 1}}}\n{{"y": 0, "p": {2**53}}}\n{{"y": 1, "p": 0.5}}\n',
        MERGED,
        ROLES,
        ".jsonl",
    ),
    File(
        "a byte order mark before JSON", b'\xef\xbb\xbf{"y": 1, "p": 0.9}\n{"y": 0, "p": 0.2}\n', TWO, ROLES, ".jsonl"
    ),
    File(
        "a key that comes twice in JSON",
        '{"y": 1, "p": 0.9}\n{"y": 0, "p": 0.2, "p": 0.95}\n',
        Refusal(UnreadableSource, "line 2, says 'p' 2 times"),
        ROLES,
        ".jsonl",
    ),
    File(
        "a key that comes again further in",
        '{"y": 1, "p": 0.9, "x": {"p": 3}}\n{"y": 0, "p": 0.2, "x": {"p": 4}}\n',
        TWO,
        ROLES,
        ".jsonl",
    ),
    File(
        "half a character in JSON",
        '{"y": 1, "p": 0.9, "g": "\\ud800"}\n{"y": 0, "p": 0.2, "g": "a"}\n',
        Refusal(UnreadableSource, "line 1, holds half a character"),
        BY_GROUP,
        ".jsonl",
    ),
    File(
        "beyond double precision in JSON",
        '{"y": 1, "p": 0.9}\n{"y": 0, "p": 1e400}\n',
        Refusal(UnreadableSource, "line 2, holds 1e400, which is too large"),
        ROLES,
        ".jsonl",
    ),
    File(
        "JSON too deep to be read",
        f'{{"y": 1, "p": 0.9, "x": {"[" * 3000 + "]" * 3000}}}\n{{"y": 0, "p": 0.2}}\n',
        Refusal(UnreadableSource, "line 1, is nested too deeply"),
        ROLES,
        ".jsonl",
    ),
    File(
        "one array of JSON",
        '[{"y": 1, "p": 0.9}, {"y": 0, "p": 0.2}]',
        Refusal(UnreadableSource, "one JSON array; write one object per line"),
        ROLES,
        ".jsonl",
    ),
    File("lines of JSON", '{"y": 1, "p": 0.9}\n{"y": 0, "p": 0.2}\n', TWO, ROLES, ".jsonl"),
    File("words in JSON", '{"y": "yes", "p": "0.9"}\n{"y": "no", "p": "0.2"}\n', TWO, ROLES, ".jsonl"),
    File(
        "a late key of JSON",
        '{"y": 0, "p": 0}\n' * LATE + '{"y": 1, "p": 0.5, "q": 1}\n',
        Refusal(MissingValues, f"{LATE:,} in column 'q'"),
        {"label": "y", "score": "q"},
        ".jsonl",
    ),
    File(
        "wide ids in JSON",
        f'{{"y": 1, "p": 0.9, "g": {WIDE}0}}\n{{"y": 0, "p": 0.2, "g": {WIDE}1}}\n',
        Answer(TWO.counted, {f"{WIDE}0": 1, f"{WIDE}1": 1}),
        BY_GROUP,
        ".jsonl",
    ),
    File(
        "mixed types in JSON",
        '{"y": 1, "p": 0.9, "g": "a"}\n{"y": 0, "p": 0.2, "g": 7}\n',
        Answer(TWO.counted, {"a": 1, "7": 1}),
        BY_GROUP,
        ".jsonl",
    ),
    File(
        "numbers that name things in JSON",
        '\n{"y": 1, "p": 0.9, "g": 1}\n{"y": 0, "p": 0.2, "g": 1.0}\n\n{"y": 1, "p": 0.9, "g": 1e0}\n'
        '{"y": 0, "p": 0.2, "g": "1.00"}\n{"y": 1, "p": 0.9, "g": true}\n',
        Answer({0.9: (3, 0), 0.2: (0, 2)}, dict.fromkeys(("1", "1.0", "1e0", "1.00", "true"), 1)),
        BY_GROUP,
        ".jsonl",
    ),
    File(
        "decimals that doubles merge as ids in JSON",
        f'{{"y": 1, "p": 0.9, "g": {WIDE}0.5}}\n{{"y": 0, "p": 0.2, "g": {WIDE}1.5}}\n',
        Answer(TWO.counted, {f"{WIDE}0.5": 1, f"{WIDE}1.5": 1}),
        BY_GROUP,
        ".jsonl",
    ),
    File(
        "an escaped key of JSON",
        '{"y": 1, "p": 0.9, "gr\\u00f6\\u00DFe": 1.0}\n{"y": 0, "p": 0.2, "größe": 1}\n',
        Answer(TWO.counted, {"1.0": 1, "1": 1}),
        {**ROLES, "group": "größe"},
        ".jsonl",
    ),
    File(
        "an escaped key of JSON that comes twice",
        '{"y": 1, "é": 0.9}\n{"y": 0, "\\u00e9": 0.2, "é": 0.95}\n',
        Refusal(UnreadableSource, "line 2, says 'é' 2 times"),
        {"label": "y", "score": "é"},
        ".jsonl",
    ),
    File(
        "1, 1.0 and true are one label in JSON",
        '{"y": 1, "p": 0.9}\n{"y": 1.0, "p": 0.9}\n{"y": true, "p": 0.9}\n{"y": 0, "p": 0.2}\n',
        Answer({0.9: (3, 0), 0.2: (0, 1)}),
        ROLES,
        ".jsonl",
    ),
    File("a line of spaces", "y,p\n1,0.9\n \t\n0,0.2\n  \n", TWO, ROLES),
    File("a line of spaces before words", "y,p\n \nyes,0.9\nno,0.2\n", TWO, ROLES),
    File("a label between spaces that is missing", "y,p\n1,0.9\n0,0.2\n NA,0.5\n", TWO, {**ROLES, "missing": "drop"}),
    File("a blank among truths", "y,p\nTRUE,0.9\nFALSE,0.2\n ,0.5\n", TWO, {**ROLES, "missing": "drop"}),
    File("None among truths", "y,p\ntrue,0.9\nfalse,0.2\nNone,0.5\n", TWO, {**ROLES, "missing": "drop"}),
    File(
        "a blank among codes",
        "y,p,g\n1,0.9,02134\n0,0.2,2134\n1,0.5, \n",
        Answer(TWO.counted, {"02134": 1, "2134": 1}),
        {**BY_GROUP, "missing": "drop"},
    ),
    File(
        "a blank among words",
        "y,p,g\n1,0.9,a\n0,0.2, \n",
        Answer(TWO.counted, {"a": 1, " ": 1}),
        {**BY_GROUP, "missing": "drop"},
    ),
    File("a word in a row that is left out", "y,p\n 1,0.9\n0 ,0.2\nx,\n", TWO, {**ROLES, "missing": "drop"}),
    File("a code in a row that is left out", "y,p\n1,0.9\n-0,0.2\n01,\n", TWO, {**ROLES, "missing": "drop"}),
    File(
        "a word in a row that is left out, late",
        "y,p\n" + "0,0.2\n" * LATE + "1.0,0.9\nx,NA\n",
        Answer({0.9: (1, 0), 0.2: (0, LATE)}),
        {**ROLES, "missing": "drop"},
    ),
    File(
        "a decimal comma, late",
        "y;p\n" + "0;0\n" * LATE + "1;0,9\n",
        Refusal(BadScore, rf"row {LATE + 1:,} holds '0,9' \(1 such row in all\); a decimal comma is read with --sql"),
        ROLES,
    ),
    File(
        "a weight that is a word",
        "y,p,w\n1,0.9,1\n0,0.2,two\n",
        Refusal(BadWeight, "row 2 holds 'two'"),
        {**ROLES, "weight": "w"},
    ),
    File(
        "blanks among numbers of JSON",
        '{"y": "1", "p": 0.9}\n{"y": "0", "p": 0.2}\n{"y": " ", "p": 0.5}\n',
        TWO,
        {**ROLES, "missing": "drop"},
        ".jsonl",
    ),
    File(
        "a bad line of JSON",
        '{"y": 1, "p": 0.9}\n{"y": 0, "p": \n',
        Refusal(UnreadableSource, "line 2, is not valid JSON"),
        ROLES,
        ".jsonl",
    ),
)


def rows_of(labels: list[Any], scores: list[Any], expected: Answer | Refusal, name: str, **how: Any) -> Table:
    """Return a table of labels and scores."""
    return Table(name, {"y": labels, "p": scores}, expected, {**ROLES, **how})


def as_others_know(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """Return a frame for others than Polars, who know no whole numbers of 128 bits, and decimals in their place."""
    return pl.DataFrame(columns).with_columns(cs.by_dtype(pl.Int128).cast(pl.Decimal(38, 0)))


TABLES = (
    rows_of([1, 0], [0.9, 0.2], TWO, "numbers"),
    rows_of([1, -1], [0.9, 0.2], TWO, "minus one and one"),
    rows_of([True, False], [0.9, 0.2], TWO, "truths"),
    rows_of(["1", "0"], [0.9, 0.2], TWO, "numbers as words"),
    rows_of(["true", "False"], [0.9, 0.2], TWO, "truths as words"),
    rows_of(["yes", "no"], [0.9, 0.2], TWO, "words"),
    rows_of(["spam", "ham"], [0.9, 0.2], TWO, "words with a positive one", positive="spam"),
    rows_of(["ham", "ham"], [0.9, 0.2], Answer({0.9: (0, 1), 0.2: (0, 1)}), "no positives", classes=("ham", "spam")),
    rows_of(
        ["ham", "spma"],
        [0.9, 0.2],
        Refusal(BadLabel, "'spma' is not among the classes"),
        "typo",
        classes=("ham", "spam"),
    ),
    rows_of(
        ["ham", "spam"], [0.9, 0.2], Refusal(BadLabel, "positive='spma' is not among"), "misspelt", positive="spma"
    ),
    rows_of([2.0, 1.0], [0.9, 0.2], TWO, "whole floats", positive=2),
    rows_of([0, 1, 2], [0.9, 0.2, 0.1], Refusal(BadLabel, "3 different labels"), "three labels"),
    rows_of([1.0, NAN, 0.0], [0.9, 0.5, 0.2], Refusal(MissingValues, "1 in column"), "a label is NaN"),
    rows_of(["yes", None, "no"], [0.9, 0.5, 0.2], Refusal(MissingValues, "1 in column"), "a label is missing"),
    rows_of([1, 0, 1], [0.9, 0.2, NAN], Refusal(MissingValues, "1 in column"), "a score is NaN"),
    rows_of([1, 0, 1], [0.9, 0.2, NAN], TWO, "a score is dropped", missing="drop"),
    rows_of([1, 0], ["high", "low"], Refusal(BadScore, "should hold numbers"), "scores are words"),
    rows_of([1, 0], [2**53 + 1, 2**53], Answer({2**53 + 1: (1, 0), 2**53: (0, 1)}), "wide scores"),
    rows_of([1, 0], [2**63 + 1, 2**63], Answer({2**63 + 1: (1, 0), 2**63: (0, 1)}), "wider scores"),
    rows_of([1, 0], [True, False], Answer({1: (1, 0), 0: (0, 1)}), "scores are truths"),
    rows_of([1, 0, 0], [0.0, -0.0, -1.0], Answer({0: (1, 1), -1: (0, 1)}), "minus zero"),
    rows_of([1, 0], [float("inf"), 0.2], Answer({float("inf"): (1, 0), 0.2: (0, 1)}), "an infinite score"),
    rows_of([1, 0], [0.2, 0.9], Answer({0.2: (1, 0), 0.9: (0, 1)}), "low is positive", lower_is_positive=True),
    rows_of([1, 0], [Decimal("0.9"), Decimal("0.2")], TWO, "decimals"),
    rows_of([1, 0], [Decimal("0.1"), Decimal("0.1") + Decimal("1e-25")], ALIKE, "decimals that doubles merge"),
    rows_of([1, 0], [10**30 + 1, 10**30], ALIKE, "whole numbers that doubles merge"),
    Table(
        "ids of 20 digits",
        {"y": [1, 0], "p": [0.9, 0.2], "g": [Decimal(f"{WIDE}0"), Decimal(f"{WIDE}1")]},
        Answer(TWO.counted, {f"{WIDE}0": 1, f"{WIDE}1": 1}),
        BY_GROUP,
    ),
    rows_of(["0", "1", "NA"], [0.2, 0.9, 0.5], Refusal(BadLabel, "1 × 'NA'"), "NA is a word where types are declared"),
    rows_of(["true", "false", "None"], [0.9, 0.2, 0.5], Refusal(BadLabel, "1 × 'None'"), "None is a word likewise"),
    rows_of(["1", "0"], ["0.9", "1/5"], Refusal(BadScore, "should hold numbers"), "a fraction as a word"),
    rows_of([1, 0], ["0.9", "1e400"], Refusal(BadScore, "should hold numbers"), "a word beyond double precision"),
    rows_of(["1e0", "0e0"], [0.9, 0.2], TWO, "labels with exponents"),
    Table(
        "a negative weight",
        {"y": [1, 0], "p": [0.9, 0.2], "w": [1.0, -1.0]},
        Refusal(BadWeight, "negative or not finite"),
        {**ROLES, "weight": "w"},
    ),
    Table(
        "repeated rows",
        {"y": [1, 0], "p": [0.9, 0.2], "w": [3, 2]},
        Answer({0.9: (3, 0), 0.2: (0, 2)}),
        REPEATED,
    ),
    Table(
        "weights far apart",
        {"y": [1, 0, 1], "p": [0.9, 0.2, 0.5], "w": [1.0, 1e17, 0.0]},
        Refusal(BadWeight, r"from 1 to 1e\+17, so far apart"),
        {**ROLES, "weight": "w"},
    ),
    Table(
        "weights beyond numbers",
        {"y": [1, 0, 1], "p": [0.9, 0.2, 0.5], "w": [1e290, 1e290, 0.0]},
        Refusal(BadWeight, r"a variance of such numbers is none; divide"),
        {**ROLES, "weight": "w"},
    ),
)
