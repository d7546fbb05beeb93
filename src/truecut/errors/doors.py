"""A sentence is written once for both doors, "--missing drop (in Python: missing='drop')", and told at one of them."""

from __future__ import annotations

import re

# What is typed begins with an option, or is a command in backticks; what is called may hold one pair of brackets.
_BOTH = re.compile(r"(?P<typed>--[a-z][^();]*|`[^`]*`) \(in Python: (?P<called>(?:[^()]|\([^()]*\))*)\)")


def as_called(message: str) -> str:
    """Return a message with what is written in Python alone.

    >>> as_called("Leave them out with --missing drop (in Python: missing='drop').")
    "Leave them out with missing='drop'."
    """
    return _BOTH.sub(lambda both: both["called"], message)


def as_typed(message: str) -> str:
    """Return a message with what is typed on the command line alone.

    >>> as_typed("Leave them out with --missing drop (in Python: missing='drop').")
    'Leave them out with --missing drop.'
    """
    return _BOTH.sub(lambda both: both["typed"], message)
