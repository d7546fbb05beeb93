"""Run pytest on a package in a folder, though another one is installed to be edited.

    python native/checks/sanitized.py FOLDER [arguments of pytest]

An editable installation takes precedence over every path, so it is taken out of the way first.
"""

from __future__ import annotations

import sys

import pytest

folder, *arguments = sys.argv[1:]
sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]
sys.path.insert(0, folder)

import truecut.kernel  # noqa: E402

if folder not in str(truecut.kernel._chosen.__file__):
    sys.exit(f"The native kernel in {folder} was not used, but {truecut.kernel._chosen.__file__}.")
sys.exit(pytest.main(arguments))
