"""Commands run for a page, with the output as a reader gets it in a terminal of 80 columns."""

from __future__ import annotations

import shlex

from run_examples import run_in_process


def output_of(line: str) -> str:
    """Return what a command prints; a page with a command that fails is not written."""
    exit_code, text = run_in_process(shlex.split(line)[1:])
    if exit_code:
        raise RuntimeError(f"{line} ends with {exit_code}: {text}")
    return text.rstrip()


def console(*lines: str, until: str = "") -> str:
    """Return commands with their output as a block of a page, each cut off before the line that starts with `until`."""
    parts = []
    for line in lines:
        text = output_of(line)
        if until:
            head, cut, _ = text.partition(f"\n{until}")
            text = f"{head.rstrip()}\n..." if cut else text
        parts.append(f"$ {line}\n{text}")
    return "```console\n" + "\n".join(parts) + "\n```"
