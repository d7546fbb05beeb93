"""A result has the formats that its view declares a source for, and every format follows from one entry."""

import inspect
import pkgutil
import re
from dataclasses import dataclass
from importlib import import_module

import click
import pytest

import truecut.views as views
from truecut.cli.main import truecut
from truecut.cli.output import Output, write
from truecut.data.rows import Provenance
from truecut.views import formats
from truecut.views.formats import BY_NAME, BY_SUFFIX, FORMATS, Format, formats_of, written_in
from truecut.views.sheet import Sheet
from truecut.views.view import MadeBy, View, function_named

WORD = re.compile(r"\w+")
WITHOUT = ("plots", "showing")  # figures; how any result shows itself
PACKAGES = [module.name for module in pkgutil.iter_modules(views.__path__) if module.ispkg]
FOLDERS = [name for name in PACKAGES if name not in WITHOUT]
COMMANDS = [name for name in truecut.list_commands(None) if name not in ("plot", "completion")]


def views_in(folder: str) -> list[type[View]]:
    module = import_module(f"truecut.views.{folder}")
    known = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, View)]
    return [one for one in known if one.__module__ != View.__module__]  # what views are made of is none


EVERY_VIEW = [view for folder in FOLDERS for view in views_in(folder)]


DECLARED = [(view, one) for view in EVERY_VIEW for one in vars(view).values() if isinstance(one, MadeBy)]


@pytest.mark.parametrize(
    ("view", "made"), DECLARED, ids=[f"{view.__name__}-{made.function}" for view, made in DECLARED]
)
def test_what_a_view_names_takes_the_fields_that_it_is_given(view, made):
    fields = {**inspect.get_annotations(view), "width": "int"}
    function = function_named(made.function)
    inspect.signature(function).bind(*made.fields)
    for field, takes in zip(made.fields, inspect.signature(function).parameters.values(), strict=False):
        aliases = vars(import_module(function.__module__))
        assert WORD.findall(fields[field])[-1] in WORD.findall(str(aliases.get(takes.annotation, takes.annotation)))


@dataclass(frozen=True)
class Two(View):
    """A result of two numbers."""

    kind = "two"
    read = None

    def sheet(self) -> Sheet:
        return Sheet(("a", "b"), [(1, 2.5)])


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_of_views_declares_a_view(folder):
    assert views_in(folder)


@pytest.mark.parametrize("view", EVERY_VIEW, ids=lambda view: view.__name__)
def test_a_view_has_a_format_and_a_kind_for_its_json(view):
    assert formats_of(view)
    assert bool(view.kind) == ("json" in formats_of(view))


def test_kinds_of_json_are_told_apart():
    kinds = [view.kind for view in EVERY_VIEW if view.kind]
    assert len(kinds) == len(set(kinds))


def test_a_table_is_csv_and_markdown_without_being_asked():
    assert formats_of(Two) == ("csv", "markdown")
    assert written_in(Two(), "csv") == "a,b\n1,2.5\n"
    assert written_in(Two(), "markdown").splitlines()[0] == "| a | b |"


def test_a_new_format_is_one_entry(monkeypatch):
    tabbed = Format("tsv", ("sheet",), lambda view, _: view.sheet().as_csv().replace(",", "\t"), ".tsv")
    monkeypatch.setattr(formats, "FORMATS", (*FORMATS, tabbed))
    monkeypatch.setitem(BY_NAME, "tsv", tabbed)
    assert formats_of(Two) == ("csv", "markdown", "tsv")
    assert written_in(Two(), "tsv") == "a\tb\n1\t2.5\n"


def test_beside_a_new_format_is_said_what_was_read(monkeypatch, capsys):
    class OfRows(Two):
        read = Provenance("rows.csv", 2, "1", "0", inferred=("label: column 'y', by its name",))

    monkeypatch.setitem(BY_NAME, "tsv", Format("tsv", ("sheet",), lambda view, _: view.sheet().as_csv()))
    for form, said in (("csv", True), ("tsv", True), ("json", False)):
        monkeypatch.setattr(OfRows, "data", lambda _: {}, raising=False)
        write(OfRows(), Output(form))
        assert ("inferred label: column 'y', by its name" in capsys.readouterr().err) == said


def test_a_suffix_belongs_to_one_format():
    assert len(BY_SUFFIX) == len([one for one in FORMATS if one.suffix])


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "init"])
def test_the_formats_of_a_command_are_those_of_what_it_writes(command):
    options = {param.name: param for param in truecut.get_command(None, command).params}
    choices = options["form"].type
    assert isinstance(choices, click.Choice)
    of_one_view = {formats_of(view) for view in EVERY_VIEW}
    assert tuple(choices.choices) in of_one_view | {formats_of(*views_in("summary"))}
