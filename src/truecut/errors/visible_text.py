"""Text of others, made safe to show: what it says, and nothing that it does.

Labels, groups, column and file names come from anywhere. A control character moves the cursor, a bidirectional
override turns a line round, a zero-width character makes two names look alike: all are shown as escapes. An address
of a database may hold a password, which is told to nobody.
"""

from __future__ import annotations

import re

# Control characters (C0, DEL, C1), invisible and direction-turning ones (category Cf), separators of lines, halves of
# surrogate pairs, non-characters.
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)
DELETE = "\x7f"
MASK = "***"
LONGEST, START, END = 2000, 1000, 500  # letters of a line of a message, and those that are kept of a longer one
# One slash too, since a path has no two. A password may hold a space or a slash that should have been escaped.
USER_INFORMATION = re.compile(r"(?i)\b([a-z][a-z0-9+.-]+:/{1,2})(?:[^/\s'\"]*|[^/\s'\":@]+:[^'\"@]*)@(?:[^/\s'\"]*@)?")
SECRET = re.compile(
    r"(?i)((?:password|passwd|pwd|secret|token|credential|signature|api_?key|account_?key|access_?key)[\w-]{0,40}"
    r"(?:\s{0,9}=\s{0,9}|[\"']\s{0,9}:\s{0,9})|\bsig=)('(?:[^'\\]|\\.)*'|\"[^\"]*\"|[^\s&;,'\"]+)"
)


def visible(text: str) -> str:
    """Return text on one line in which every character is seen.

    >>> print(visible("spam\\x1b[2J\\u202e"))
    spam\\x1b[2J\\u202e
    """
    return UNSEEN.sub(_escaped, text)


def visible_lines(text: str) -> str:
    """Return text in which every character is seen, and lines stay lines."""
    return "\n".join(map(visible, text.split("\n")))


def without_its_middle(text: str) -> str:
    """Return a message that can be read: of a line that repeats a book somebody typed, its start and its end.

    >>> told = without_its_middle("No file " + "x" * 100_000 + ".")
    >>> len(told), told[:10], told[-3:]
    (1535, 'No file xx', 'xx.')
    """
    return "\n".join(line if len(line) <= LONGEST else _ends_of(line) for line in text.split("\n"))


def _ends_of(line: str) -> str:
    return f"{line[:START]} ... ({len(line) - START - END:,} letters left out) ... {line[-END:]}"


def visible_in_json(text: str) -> str:
    """Return JSON in which every character is seen; it says what it said before.

    >>> print(visible_in_json('{"name": "\\x9b"}'))
    {"name": "\\u009b"}
    """
    if text.isascii() and DELETE not in text:  # the other control characters are escaped by whoever writes JSON
        return text
    return "\n".join(UNSEEN.sub(_escaped_in_json, line) for line in text.split("\n"))


def masked(text: str) -> str:
    """Return text without the passwords of addresses, connection strings and query parameters.

    >>> masked("postgresql://me:secret@host/db?sslpassword=x"), masked("host=h password='a b' user=me")
    ('postgresql://***@host/db?sslpassword=***', 'host=h password=*** user=me')
    """
    return SECRET.sub(rf"\1{MASK}", USER_INFORMATION.sub(rf"\1{MASK}@", text))


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def _escaped_in_json(found: re.Match[str]) -> str:
    halves = found[0].encode("utf-16-be", errors="surrogatepass").hex()
    return "".join(f"\\u{halves[at : at + 4]}" for at in range(0, len(halves), 4))
