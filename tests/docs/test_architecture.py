"""ARCHITECTURE.md names the layers that import-linter checks, in their order."""

import re
import tomllib

from run_examples import ROOT


def test_the_table_of_layers_is_the_one_that_is_checked() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("\n## Layers\n")[2]
    shown = [set(re.findall(r"`(\w+)`", line.split("|")[1])) for line in page.splitlines() if line.startswith("| `")]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    assert shown == [set(layer.split(" | ")) for layer in layers]
