"""The command line as a page may tell it to others: no password, and no folder of the machine it ran on."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from truecut.errors.visible_text import masked, visible

QUOTED = re.compile("'([^']*)'")
PATTERN = re.compile(r"[*?\[]")


def shared_command(words: Sequence[str]) -> str:
    """Return the command that a page names as its origin.

    >>> shared_command(["report", "/dev/null", "--cost", "fn=10/3", "--database", "postgresql://me:secret@host/db"])
    "truecut report null --cost fn=10/3 --database 'postgresql://***@host/db'"
    """
    return shlex.join(["truecut", *(visible(masked(_shared(word))) for word in words)])


def _shared(word: str) -> str:
    option, equals, value = word.partition("=") if word.startswith("-") else ("", "", word)
    # A query names its files in quotes.
    if "'" in value:
        return option + equals + QUOTED.sub(lambda found: f"'{found[1].rpartition('/')[2]}'", value)
    return option + equals + (Path(value).name if _names_a_folder(value) else value)


def _names_a_folder(value: str) -> bool:
    # An address is masked, not shortened, and 10/3 is a number unless there is a folder 10.
    if "://" in value or not Path(value).name:
        return False
    folder = str(Path(value).parent)
    try:
        return folder != "." and (PATTERN.search(folder) is not None or Path(folder).is_dir())
    except (OSError, ValueError):
        return False
