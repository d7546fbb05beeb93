"""Requirements in a TOML file: what is read, and what is refused."""

import pytest

from truecut.decisions.gate_file import GateFile, read_gate_file
from truecut.errors import BadCall, TruecutError, UnreadableSource


@pytest.fixture
def read(tmp_path):
    def go(text: str | bytes) -> GateFile:
        path = tmp_path / "model.gate.toml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return read_gate_file(path)

    return go


def test_every_key_is_read(read):
    assert read(
        """
        require = ["recall >= 0.8", "precision@lower >= 0.7"]
        threshold = 0.4
        level = 0.9
        decide_by = "value"
        undecided = "pass"
        label = "kind"
        positive = "spam"
        score = ["a", "b"]
        """
    ) == GateFile(("recall >= 0.8", "precision@lower >= 0.7"), 0.4, 0.9, "value", "pass", "kind", "spam", ("a", "b"))


def test_only_requirements_are_needed_and_one_is_enough(read):
    assert read('require = "recall >= 0.8"') == GateFile(("recall >= 0.8",))


@pytest.mark.parametrize("positive", ["1", "true", '"yes"'])
def test_the_positive_label_may_be_any_plain_value(positive, read):
    assert read(f'require = "recall >= 0.8"\npositive = {positive}').positive in (1, True, "yes")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("treshold = 0.4", "has a key 'treshold', which means nothing here. Did you mean 'threshold'?"),
        ("[gates]\nx = 1", "has a key 'gates'"),
        ("threshold = 0.4", "requires nothing"),
        ("require = []", "requires nothing"),
        ("require = [1]", "require in model.gate.toml must be a text or a list of texts, not [1]"),
        ("require = {recall = 0.8}", "must be a text or a list of texts"),
        ('require = "recall > 0"\nthreshold = "high"', "threshold in model.gate.toml must be a number, not 'high'"),
        ('require = "recall > 0"\nthreshold = true', "must be a number, not True"),
        ('require = "recall > 0"\nthreshold = nan', "must be a number, not nan"),
        ('require = "recall > 0"\nthreshold = [0.3, 0.5]', "must be a number, not [0.3, 0.5]"),
        ('require = "recall > 0"\nundecided = "skip"', "must be 'fail' or 'pass', not 'skip'"),
        ('require = "recall > 0"\ndecide_by = 1', "must be 'interval' or 'value', not 1"),
        ('require = "recall > 0"\npositive = 1979-05-27', "must be a label"),
        ("require = [", "is not TOML: "),
        (b"require = '\xff'", "is not TOML: it is not UTF-8 text"),
    ],
)
def test_what_is_not_understood_is_refused_in_one_sentence(text, said, read):
    with pytest.raises(TruecutError) as refused:
        read(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith((".", "?"))
    assert isinstance(refused.value, BadCall | UnreadableSource)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UnreadableSource, match=r"Cannot read none\.toml: No such file"):
        read_gate_file(tmp_path / "none.toml")
