"""Where names of Python and NumPy are explained, so that a build without a network can link to them.

Whole inventories are large and not ours; these are the names that public signatures use.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

SITES = {"python": "https://docs.python.org/3", "numpy": "https://numpy.org/doc/stable"}
# Name -> kind and page of its site; the anchor is the name itself.
NAMES = {
    "python": {
        **dict.fromkeys(("bool", "float", "int", "type"), ("class", "library/functions.html")),
        **dict.fromkeys(("bytes", "dict", "list", "str", "tuple"), ("class", "library/stdtypes.html")),
        **dict.fromkeys(("None",), ("data", "library/constants.html")),
        **dict.fromkeys(("Callable", "Iterator", "Mapping", "Sequence"), ("class", "library/collections.abc.html")),
        "Any": ("data", "library/typing.html"),
        "Path": ("class", "library/pathlib.html"),
        "ValueError": ("exception", "library/exceptions.html"),
    },
    "numpy": {"NDArray": ("class", "reference/typing.html")},
}
MODULE = {"Any": "typing.", "Path": "pathlib.", "NDArray": "numpy.typing."}


def inventory(site: str) -> bytes:
    """Return the names of a site in the form in which Sphinx reads them."""
    lines = []
    for name, (kind, page) in NAMES[site].items():
        module = "collections.abc." if "collections.abc" in page else MODULE.get(name, "")
        lines.append(f"{name} py:{kind} 1 {page}#{module}{name} -\n")
    header = (
        f"# Sphinx inventory version 2\n# Project: {site}\n# Version: \n"
        "# The remainder of this file is compressed using zlib.\n"
    )
    return header.encode() + zlib.compress("".join(lines).encode())


def write(app: Sphinx, config: Config) -> None:
    """Write the inventories beside the pages that were read, and name them to intersphinx."""
    folder = Path(app.doctreedir)
    folder.mkdir(parents=True, exist_ok=True)
    for site, address in SITES.items():
        path = folder / f"{site}.inv"
        path.write_bytes(inventory(site))
        config.intersphinx_mapping[site] = (address, str(path))


def setup(app: Sphinx) -> dict[str, bool]:
    """Write them before intersphinx looks for them."""
    app.connect("config-inited", write, priority=100)
    return {"parallel_read_safe": True}
