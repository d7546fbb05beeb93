"""Every example on every page gives what the page shows."""

from pathlib import Path

import pytest
from run_examples import DOCS, Page, matches, pages, run_page

WITH_EXAMPLES = [
    path for path in pages() if any(language in ("console", "python") for language, _, _ in Page.read(path).blocks())
]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(DOCS)))
def test_examples_give_what_the_page_shows(path: Path) -> None:
    page = Page.read(path)
    steps, _ = run_page(page)
    wrong = [step.difference() for step in steps if not step.agrees]
    assert not wrong, "\n\n".join(wrong) + "\n\nIf the page is out of date: python docs/run_examples.py --write"


def test_a_gap_stands_for_any_lines() -> None:
    assert matches(["a", "...", "d"], ["a", "b", "c", "d"])
    assert matches(["..."], [])
    assert matches(["a", "...", "b", "..."], ["a", "b", "c"])
    assert not matches(["a", "...", "d"], ["a", "b", "c"])
    assert not matches(["a"], ["a", "b"])


def test_a_page_that_shows_another_number_is_found(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(
        "```console\n$ truecut --version\ntruecut 99\n```\n\n"
        "```python\n>>> import truecut as tc\n"
        ">>> tc.counts(tp=1, fn=1, fp=0, tn=0).metric('recall').value\n0.7\n```\n",
        encoding="utf-8",
    )
    steps, fresh = run_page(Page.read(path))
    assert [step.agrees for step in steps] == [False, True, False]
    assert "0.5" in fresh
    assert "0.7" not in fresh


def test_python_blocks_that_show_a_prompt_are_all_run() -> None:
    for path in pages():
        page = Page.read(path)
        for language, start, end in page.blocks():
            if any(line.startswith(">>>") for line in page.lines[start:end]):
                assert language == "python", f"{path.name}:{start}"
            if any(line.startswith("$ ") for line in page.lines[start:end]):
                assert language == "console", f"{path.name}:{start}"
