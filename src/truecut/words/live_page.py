"""A whole page inside a notebook, live and apart from everything around it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class LivePage:
    """A whole HTML page that a notebook shows live."""

    page: str
    height: int = 640

    def _repr_html_(self) -> str:
        return framed(self.page, self.height)


def framed(page: str, height: int = 640) -> str:
    """Return a whole HTML page in a frame that may run its own scripts, save and print, and reach nothing around it.

    >>> framed('<p title="x">').endswith('srcdoc="&lt;p title=&quot;x&quot;&gt;"></iframe>')
    True
    """
    return (
        '<iframe sandbox="allow-scripts allow-downloads allow-modals" '
        f'style="width:100%;height:{int(height)}px;border:0" title="truecut report" srcdoc="{escape(page)}"></iframe>'
    )
