"""A result in one line: what a console shows of a value that nobody printed."""

from __future__ import annotations

from truecut.errors.visible_text import visible
from truecut.views.face import Face
from truecut.views.showing.written import said

LONGEST = 400


def as_line(name: str, face: Face) -> str:
    """Return the type, the sentence, and as many key numbers as fit."""
    line = f"<{name}: {visible(' '.join(face.sentence.split())).rstrip('.')}"
    for number in () if face.is_one_number else face.numbers:
        more = f"; {visible(said(number))}"
        if len(line) + len(more) + 1 > LONGEST:
            break
        line += more
    return f"{line if len(line) < LONGEST else line[: LONGEST - 2] + '…'}>"
