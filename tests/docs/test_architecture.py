"""ARCHITECTURE.md shows the house as it is: its rooms, its layers in their order, and files that exist."""

import re
import tomllib

import pytest
from run_examples import ROOT

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "truecut"
# What a package needs beside its modules: not rooms.
FURNITURE = {"__init__", "__main__", "__pycache__", "py"}


def names_at_the_top() -> set[str]:
    """Return the folders (with a slash) and modules of the package."""
    found = {f"{path.name}/" if path.is_dir() else path.name.partition(".")[0] for path in SOURCE.iterdir()}
    return {name for name in found if name.rstrip("/") not in FURNITURE}


def layers() -> list[set[str]]:
    """Return the layers that import-linter checks, the highest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    found = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [set(layer.split(" | ")) for layer in found]


def named_paths() -> list[str]:
    """Return every file and folder that the page names."""
    return sorted(set(re.findall(r"[\w./]+/[\w./]*\w|\b\w+\.(?:py|ts|toml|md)\b|\b\w+(?:/\w+)*/", PAGE)))


def test_the_tree_of_rooms_is_that_of_the_source() -> None:
    tree = PAGE.partition("\nsrc/truecut/\n")[2].partition("```")[0]
    # A room, or several modules, and then in words what they are for.
    shown = [re.match(r"  ((?:\w+/?(?:  ?(?=\S))?)+)", line) for line in tree.splitlines()]
    found = [name for match in shown if match for name in match[1].split()]
    assert sorted(found) == sorted(names_at_the_top())
    assert len(found) == len(set(found)) <= 17


def test_the_table_of_layers_is_the_one_that_is_checked() -> None:
    table = PAGE.partition("\n## Layers\n")[2]
    shown = [set(re.findall(r"`(\w+)`", line.split("|")[1])) for line in table.splitlines() if line.startswith("| `")]
    assert shown == layers()
    assert len(shown) <= 13


def test_every_name_at_the_top_lies_in_one_layer() -> None:
    assert sorted(name for layer in layers() for name in layer) == sorted(n.rstrip("/") for n in names_at_the_top())


@pytest.mark.parametrize("name", named_paths())
def test_a_file_that_the_page_names_exists(name: str) -> None:
    found = [base / name for base in (ROOT, SOURCE, *SOURCE.iterdir()) if (base / name).exists()]
    assert found, f"ARCHITECTURE.md names {name}, which is nowhere"
