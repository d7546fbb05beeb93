"""scikit-learn's own tests pass while its functions are patched; `make sklearn-tests` runs all of them."""

import pytest

from scikit_learn.scikit_learns_own_tests import FAST, run


@pytest.mark.parametrize("name", FAST)
def test_scikit_learns_own_tests_pass_under_the_patch(name, tmp_path):
    passed, failed, _, fast, wrong = run(name, tmp_path)
    assert not failed, "\n".join(wrong)
    assert passed > 30
    assert int(fast.split()[1]) > 0  # the patch was on
