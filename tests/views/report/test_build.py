"""What is committed is what the sources give."""

import re
import shutil
import subprocess
from pathlib import Path

from truecut.views.html import asset

ROOT = Path(__file__).parents[3]
SOURCES = ROOT / "report"


def test_the_built_page_is_what_the_sources_give():
    """Where Node and its packages are there the page is built anew; elsewhere it must at least be built and whole."""
    assert "start" in asset("report.js") or len(asset("report.js")) > 10_000
    assert asset("report.css").count("{") == asset("report.css").count("}")
    if shutil.which("node") and (SOURCES / "node_modules").is_dir():
        done = subprocess.run(["node", "build.mjs", "--check"], cwd=SOURCES, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_no_source_turns_text_into_markup():
    for path in (SOURCES / "src").rglob("*.ts"):
        text = path.read_text(encoding="utf-8")
        for unsafe in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", "document.write"):
            assert unsafe not in text, f"{path.name} uses {unsafe}"


def test_every_finding_knows_where_its_numbers_are():
    """One without a place would lead its reader to the metrics."""
    findings = (ROOT / "src" / "truecut" / "decisions" / "findings").glob("*.py")
    codes = {code for file in findings for code in re.findall(r'say\(\s*"([a-z_]+)"', file.read_text(encoding="utf-8"))}
    places = (SOURCES / "src" / "views" / "findings.ts").read_text(encoding="utf-8")
    assert "group_worse" in codes
    assert codes <= set(re.findall(r"([a-z_]+): '", places))
