"""ARCHITECTURE.md shows the house as it is: its rooms, its layers in their order, and files that exist."""

import re
import sys
import tomllib
from typing import Any, NamedTuple

import pytest
from run_examples import ROOT

from truecut.cli import main

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


class Walk(NamedTuple):
    """What one run of a command did: the files in the order of calls into them, and those that call upward."""

    entered: list[str]
    calling_up: set[str]


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """Return the walk of a report."""
    page, file = tmp_path_factory.mktemp("walk") / "page.html", ROOT / "examples" / "breast-cancer.csv"
    return followed("report", str(file), "--positive", "malignant", "-o", str(page))


def test_a_row_walks_through_the_rooms_as_the_page_says(walk: Walk) -> None:
    shown = PAGE.partition("**A walk**")[2].split("```")[1]
    stations = re.findall(r"(?:\w+/)+(?:\w+\.py)?", "\n".join(line[:88] for line in shown.splitlines()))
    assert len(stations) > 20
    entered, at = walk.entered, 0
    for station in stations:
        places = [i for i, name in enumerate(entered) if name.startswith(station) and i >= at]
        assert places, f"{station} is not entered after {entered[at]}"
        at = places[0]
    # Rows are read before they are counted, and not again.
    counted = entered.index("counting/score_table.py")
    assert not [name for name in entered[counted:] if name.startswith("readers/")]


def test_only_what_the_page_names_calls_a_higher_room(walk: Walk) -> None:
    table = PAGE.partition("**What calls upward.**")[2].partition("\n## ")[0]
    assert walk.calling_up == set(re.findall(r"^\| `([\w/.]+)`", table, re.MULTILINE))


def followed(*words: str) -> Walk:
    """Return the walk of a command; a run of calls within one file is one entry."""
    found = Walk([], set())
    heights = {room: height for height, layer in enumerate(reversed(layers())) for room in layer}

    def inside(frame: Any) -> str:
        name = frame.f_code.co_filename
        is_ours = name.startswith(f"{SOURCE}/") and frame.f_code.co_name != "<module>"
        return name.removeprefix(f"{SOURCE}/") if is_ours else ""

    def height(file: str) -> int:
        return heights.get(file.partition("/")[0], len(heights))

    def entering(frame: Any, event: str, _: Any) -> None:
        here = inside(frame) if event == "call" else ""
        if not here:
            return
        if not found.entered or found.entered[-1] != here:
            found.entered.append(here)
        caller = frame.f_back
        while caller is not None and not inside(caller):  # libraries between two of our files only hand on
            caller = caller.f_back
        if caller is not None and height(inside(caller)) < height(here):
            found.calling_up.add(inside(caller))

    for follows in (None, entering):  # the first time everything is imported, which is no part of the walk
        sys.setprofile(follows)
        try:
            with pytest.raises(SystemExit) as stop:
                main.run([*words, "--quiet"])
        finally:
            sys.setprofile(None)
        assert stop.value.code == 0
    return found
