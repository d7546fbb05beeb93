"""The pages hang together: links, navigation, generated pages."""

import re
from pathlib import Path

import pytest
from make_reference import PAGES, main, stale_pages
from run_examples import DOCS, pages

import truecut
from truecut.catalogue import BY_NAME, CATALOGUE
from truecut.catalogue.glossary import KINDS
from truecut.cli.main import COMMANDS

LINK = re.compile(r"(?<!\\)\[[^]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SECTIONS = {"metrics/index.md", "gallery/index.md", "glossary/index.md"}
MADE = {*SECTIONS, *(f"glossary/{kind}.md" for kind in KINDS), *(f"metrics/{entry.name}.md" for entry in CATALOGUE)}
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r"^(?!:)(?:.+ <)?([\w/-]+)>?$", re.MULTILINE)
PLACED = re.compile(r'<a id="([^"]+)"></a>|^\(([\w-]+)\)=$', re.MULTILINE)


def prose(path: Path) -> str:
    return FENCED.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    text = prose(path)
    headings = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in HEADING.findall(text))
    return {re.sub(r"[\s-]+", "-", heading) for heading in headings} | {
        name for names in PLACED.findall(text) for name in names if name
    }


def test_generated_pages_are_fresh() -> None:
    assert stale_pages() == [], "run: python docs/make_reference.py"


def test_a_stale_page_is_named(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr("make_reference.REFERENCE", tmp_path)
    assert main(["--check"]) == 1
    said = capsys.readouterr().err
    assert all(name in said for name in PAGES)
    assert main([]) == 0
    assert main(["--check"]) == 0


@pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(DOCS)))
def test_links_between_pages_resolve(path: Path) -> None:
    for target in LINK.findall(prose(path)):
        if target.startswith(("http:", "https:")):
            continue
        page, _, anchor = target.partition("#")
        linked = (path.parent / page).resolve() if page else path
        if linked.is_relative_to(DOCS) and str(linked.relative_to(DOCS)) in MADE:
            continue  # the build of the site finds its anchors
        assert linked.is_file(), f"{path.name} links to {target}"
        assert linked.is_relative_to(DOCS), f"{path.name} links out of the documentation: {target}"
        if anchor:
            assert anchor in anchors(linked), f"{path.name} links to {target}"


def test_the_navigation_reaches_every_page_once() -> None:
    listed = [
        str((path.parent / f"{entry}.md").resolve().relative_to(DOCS))
        for path in pages()
        for tree in TOCTREE.findall(path.read_text(encoding="utf-8"))
        for entry in ENTRY.findall(tree)
    ]
    assert sorted([*listed, "index.md"]) == sorted([*SECTIONS, *(str(path.relative_to(DOCS)) for path in pages())])


def test_every_public_name_is_on_the_page_of_python() -> None:
    text = (DOCS / "reference/python.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\.\. auto\w+:: truecut\.(\w+)$", text, re.MULTILINE)) == sorted(truecut.__all__)


def test_every_metric_has_a_section_and_every_name_leads_there() -> None:
    page = DOCS / "reference/metrics.md"
    text = page.read_text(encoding="utf-8")
    sections = set(re.findall(r"^### (\w+)$", text, re.MULTILINE))
    assert sections == {entry.name for entry in CATALOGUE}
    for name, entry in BY_NAME.items():
        assert f"[{name}](#{entry.name})" in text


def test_every_command_has_a_section() -> None:
    text = (DOCS / "reference/command-line.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"## truecut {command}\n" in text


def test_pages_name_no_machine() -> None:
    for path in pages():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"/(home|root|work|tmp|Users)/", text), path.name
