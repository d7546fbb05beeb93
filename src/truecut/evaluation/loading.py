"""load(): an evaluation from the file that it was saved to, of two classes or of many."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from truecut.errors.boundary import answers_in_sentences
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.evaluation.class_saving import KIND as OF_CLASSES
from truecut.evaluation.class_saving import saved_classes_in
from truecut.evaluation.evaluation import Evaluation, load_evaluation
from truecut.storage.files_read import files_named
from truecut.storage.saved_file import kind_in


@answers_in_sentences
def load(path: str | Path) -> Evaluation | ClassEvaluation:
    """Read an evaluation that `save` wrote; evaluations of many classes on different rows add up.

    `path` is the file.

    >>> import tempfile, truecut as tc
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).save(f"{folder}/e.truecut.json")
    ...     tc.load(f"{folder}/e.truecut.json").rows
    4
    """
    if kind_in(path) == OF_CLASSES:
        saved = saved_classes_in(path)
        return ClassEvaluation.of_saved(saved._replace(read=replace(saved.read, files=files_named([path]))))
    return load_evaluation(path)
