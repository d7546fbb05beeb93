"""What is committed is what the sources give."""

import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from truecut.views.offline_page import asset

ROOT = Path(__file__).parents[3]
REPORT = ROOT / "report"
BUNDLES = [f"{page}.{kind}" for page in ("report/report", "report/classes", "lab/lab") for kind in ("js", "css")]
SOURCES = REPORT / "src"


def digest(sources: Path) -> str:
    """Return what `report/build.mjs` writes at the head of the bundle: the SHA-256 of all sources, in their order."""
    files = {path.relative_to(sources).as_posix(): path for path in sources.rglob("*") if path.is_file()}
    texts = {name: files[name].read_bytes().replace(b"\r\n", b"\n") for name in sorted(files)}
    return sha256(b"".join(b"%s\0%s\0" % (name.encode(), text) for name, text in texts.items())).hexdigest()


def is_built_from(sources: Path, bundle: str) -> bool:
    """Say whether a bundle names the digest of these sources."""
    return bundle.startswith(f"/* report/src, SHA-256 {digest(sources)} */\n")


@pytest.mark.parametrize("name", BUNDLES)
def test_the_page_was_built_from_these_sources(name):
    assert is_built_from(SOURCES, asset(name)), "report/src was changed; run: make page"


@pytest.mark.parametrize("name", ["main.ts", "views/dial.ts", "report.css", "lab/main.ts"])
def test_a_byte_that_was_changed_after_the_page_was_built_is_noticed(tmp_path, name):
    copy = Path(shutil.copytree(SOURCES, tmp_path / "src"))
    assert is_built_from(copy, asset("report/report.js"))
    before = (copy / name).read_bytes()
    (copy / name).write_bytes(before + b" ")
    assert not is_built_from(copy, asset("report/report.js"))
    (copy / name).write_bytes(before.replace(b"\n", b"\r\n"))  # as Git may write lines on Windows
    assert is_built_from(copy, asset("report/report.js"))
    (copy / name).rename(copy / f"{name}.old")
    assert not is_built_from(copy, asset("report/report.js"))


def test_the_built_page_is_what_the_sources_give():
    """Where Node and its packages are there the page is built anew."""
    assert asset("report/report.css").count("{") == asset("report/report.css").count("}")
    if shutil.which("node") and (REPORT / "node_modules").is_dir():
        done = subprocess.run(["node", "build.mjs", "--check"], cwd=REPORT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_no_source_turns_text_into_markup():
    for path in SOURCES.rglob("*.ts"):
        text = path.read_text(encoding="utf-8")
        for unsafe in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", "document.write"):
            assert unsafe not in text, f"{path.name} uses {unsafe}"


def test_every_finding_knows_where_its_numbers_are():
    """One without a place would lead its reader to the metrics."""
    findings = (ROOT / "src" / "truecut" / "decisions" / "findings").glob("*.py")
    codes = {code for file in findings for code in re.findall(r'say\(\s*"([a-z_]+)"', file.read_text(encoding="utf-8"))}
    places = (SOURCES / "views" / "findings.ts").read_text(encoding="utf-8")
    assert "group_worse" in codes
    assert codes <= set(re.findall(r"([a-z_]+): '", places))
