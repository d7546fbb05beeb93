"""The pages are run by docs/run_examples.py; tests import it and its neighbours by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
