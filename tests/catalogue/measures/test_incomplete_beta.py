"""The incomplete beta function: against SciPy's, at its ends, and by its symmetry."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainc

from truecut.catalogue.measures.incomplete_beta import incomplete_beta, incomplete_betas

shapes = st.floats(0.01, 40)


def test_each_x_may_have_parameters_of_its_own():
    a, b = np.array([1.2, 1.4, 1.2]), np.array([1.8, 1.6, 1.8])
    one_by_one = [incomplete_beta(*each) for each in zip([0.1, 0.5, 0.9], a, b, strict=True)]
    assert incomplete_betas([0.1, 0.5, 0.9], a, b).tolist() == pytest.approx(one_by_one, rel=1e-14)


@given(shapes, shapes, st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_it_is_that_of_scipy(a, b, x):
    assert incomplete_betas(x, a, b) == pytest.approx(betainc(a, b, x), rel=3e-13, abs=1e-300)


@pytest.mark.parametrize(("a", "b"), [(3000.0, 5000.0), (0.5, 2e4)])
def test_large_parameters_lose_a_few_digits(a, b):
    x = a / (a + b) * np.array([0.9, 0.99, 1.0, 1.01, 1.1])
    assert incomplete_betas(x, a, b) == pytest.approx(betainc(a, b, x), rel=1e-9)
    assert [incomplete_beta(one, a, b) for one in x] == pytest.approx(betainc(a, b, x), rel=1e-9)


def test_it_rises_from_0_to_1_and_both_sides_of_the_mean_meet():
    for a, b in ((1.02, 1.98), (0.5, 0.5), (3.0, 27.0)):
        middle = (a + 1) / (a + b + 2)
        x = np.concatenate([np.linspace(0, 1, 1001), np.nextafter(middle, [0, 1])])
        found = incomplete_betas(np.sort(x), a, b)
        assert (found[0], found[-1]) == (0, 1)
        assert (np.diff(found) > -1e-14).all()


def test_a_report_is_made_without_scipy(tmp_path):
    rows = "\n".join(f"{i % 3 == 0:d},{(i * 37 % 100) / 100 + (i % 3 == 0) / 4}" for i in range(200))
    (tmp_path / "rows.csv").write_text(f"label,score\n{rows}\n")
    program = (
        "import sys\nimport truecut as tc\n"
        "tc.evaluate(sys.argv[1]).html()\n"
        "assert 'scipy' not in sys.modules, [name for name in sys.modules if 'scipy' in name]"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "rows.csv")]
    subprocess.run(command, check=True)
