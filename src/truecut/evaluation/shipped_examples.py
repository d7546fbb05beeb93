"""Predictions of real models on real rows that come with the package, so that the documentation runs anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, overload

from truecut.errors import BadCall, UnknownName
from truecut.errors.boundary import answers_in_sentences
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.evaluation.evaluation import Evaluation
from truecut.storage.atomic_files import with_folder, write_file
from truecut.words.shown import Shown

# In the wheel they lie beside this file; in a checkout in the folder of examples at the top.
PLACES = (Path(__file__).parent / "examples", Path(__file__).parents[3] / "examples")
UCI = "UCI Machine Learning Repository, CC BY 4.0"
TEN = tuple("0123456789")
FIVE = ("zero", "one", "two", "eight", "nine")

Evaluated = TypeVar("Evaluated", Evaluation, ClassEvaluation)  # what an example gives: of two classes, or of more


@dataclass(frozen=True)
class Example(Shown, Generic[Evaluated]):
    """A file of labels and out-of-fold scores: what its columns are, and where its rows come from.

    >>> example("breast-cancer").scores
    ('logistic', 'forest', 'naive_bayes')
    """

    name: str
    file: str
    label: str
    positive: str | None  # None where there are more than two classes
    scores: tuple[str, ...]
    about: str
    source: str
    class_scores: tuple[str, ...] = ()  # the columns with the score of each class, where there are more than two
    classes: tuple[str, ...] = ()  # whose scores they are

    @cached_property
    def path(self) -> Path:
        """Return where the file is."""
        for folder in PLACES:
            if (folder / self.file).exists():
                return folder / self.file
        raise BadCall(f"The example {self.name!r} was not installed with this package; the repository has it.")

    @overload
    def evaluate(self, *, positive: object, **options: Any) -> Evaluation: ...
    @overload
    def evaluate(self, **options: Any) -> Evaluated: ...
    def evaluate(self, **options: Any) -> Evaluation | ClassEvaluation:
        """Evaluate its models; the options are those of `truecut.evaluate`.

        `options` are such as `score="boosted"` for one of several models, or `threshold=0.3`.

        >>> example("spam").evaluate(score="boosted", group="length").groups.keys()
        dict_keys(['long', 'medium', 'short'])
        """
        from truecut.evaluation.from_data import evaluate

        given: dict[str, Any] = {"label": self.label, "positive": self.positive}
        if not {"score", "predicted", "class_scores"} & options.keys():
            scores_of_classes = dict(zip(self.classes, self.class_scores, strict=True))
            given |= {"score": self.scores} if self.scores else {"class_scores": scores_of_classes}
        found: Evaluation | ClassEvaluation = evaluate(str(self.path), **{**given, **options})
        return found

    def write(self, folder: str | Path = "examples") -> Path:
        """Write the file into a folder, which is made if it is not there, and return where it is.

        `folder` is its path.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     example("breast-cancer").write(folder).name
        'breast-cancer.csv'
        """
        target = with_folder(Path(folder) / self.file)
        write_file(target, self.path.read_bytes())
        return target


EXAMPLES: tuple[Example[Any], ...] = (
    Example(
        "spam",
        "spam.csv.gz",
        "kind",
        "spam",
        ("logistic", "boosted"),
        "4,601 e-mails of 1999, two models; groups by `length`",
        f"Hopkins, Reeber, Forman and Suermondt: Spambase, 1999, doi:10.24432/C53G6X. {UCI}",
    ),
    Example(
        "breast-cancer",
        "breast-cancer.csv",
        "diagnosis",
        "malignant",
        ("logistic", "forest", "naive_bayes"),
        "569 tumours, three models: one good, one with ties, one overconfident",
        f"Wolberg et al.: Breast Cancer Wisconsin (Diagnostic), 1995, doi:10.24432/C5DW2B. {UCI}",
    ),
    Example(
        "digits",
        "digits.csv",
        "digit",
        None,
        (),
        "1,797 handwritten digits, ten classes, a score for each",
        f"Alpaydin and Kaynak: Optical Recognition of Handwritten Digits, 1998, doi:10.24432/C50P49. {UCI}",
        class_scores=tuple(f"p{name}" for name in TEN),
        classes=TEN,
    ),
    Example(
        "rare-digits",
        "rare-digits.csv",
        "digit",
        None,
        (),
        "573 handwritten digits, five classes of which two are rare, two models",
        f"Alpaydin and Kaynak: Optical Recognition of Handwritten Digits, 1998, doi:10.24432/C50P49. {UCI}",
        class_scores=tuple(f"p_{name}" for name in FIVE),
        classes=FIVE,
    ),
    Example(
        "digits-eight",
        "digits-eight.parquet",
        "is_eight",
        "true",
        ("boosted", "nearest"),
        "the same digits, is it an eight? a rare positive, one score in log odds",
        f"Alpaydin and Kaynak: Optical Recognition of Handwritten Digits, 1998, doi:10.24432/C50P49. {UCI}",
    ),
)


@overload
def example(name: Literal["spam", "breast-cancer", "digits-eight"]) -> Example[Evaluation]: ...
@overload
def example(name: Literal["digits", "rare-digits"]) -> Example[ClassEvaluation]: ...
@overload
def example(name: str) -> Example[Any]: ...
@answers_in_sentences
def example(name: str) -> Example[Any]:
    """Return an example by name: "spam", "breast-cancer", "digits", "rare-digits" or "digits-eight".

    `name` is one of these. Its rows come with the package.

    >>> example("spam").evaluate(score="boosted").rows
    4601
    """
    for known in EXAMPLES:
        if name.strip().lower().replace("_", "-") == known.name:
            return known
    raise UnknownName("example", name, [known.name for known in EXAMPLES])
