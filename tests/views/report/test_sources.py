"""The TypeScript and the styles of the pages hold nothing that no page uses."""

import re
from pathlib import Path

TOP = Path(__file__).parents[3]
SOURCES = {path: path.read_text(encoding="utf-8") for path in (TOP / "report/src").rglob("*.ts")}
STYLES = {path: path.read_text(encoding="utf-8") for path in (TOP / "report/src").rglob("*.css")}
VIEWS = TOP / "src/truecut/views"
PARTS_IN_PYTHON = [path.read_text(encoding="utf-8") for end in ("py", "html") for path in VIEWS.rglob(f"*.{end}")]


def exported_for_nobody(sources: dict[Path, str]) -> list[str]:
    return [
        f"{path.name}: {name}"
        for path, text in sources.items()
        for name in re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", text, re.MULTILINE)
        if not any(re.search(rf"\b{name}\b", other) for place, other in sources.items() if place != path)
    ]


def styled_for_nobody(styles: dict[Path, str], users: list[str]) -> list[str]:
    words = {word for text in users for word in re.findall(r"[\w-]+", text)}
    found = []
    for path, text in styles.items():
        selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", text, flags=re.DOTALL)
        found += [f"{path.name}: {name}" for name in re.findall(r"\.([a-zA-Z][\w-]*)", selectors) if name not in words]
    return found


def test_what_a_module_hands_out_another_takes():
    assert len(SOURCES) > 100
    assert exported_for_nobody(SOURCES) == []


def test_every_class_of_the_styles_is_on_a_page():
    assert styled_for_nobody(STYLES, [*SOURCES.values(), *PARTS_IN_PYTHON]) == []


def test_what_nobody_uses_is_found():
    assert exported_for_nobody({Path("a.ts"): "export const lost = 1;", Path("b.ts"): ""}) == ["a.ts: lost"]
    assert styled_for_nobody({Path("a.css"): ".lost { margin: 0.5em } .kept {}"}, ["class: 'kept'"]) == ["a.css: lost"]
