"""The page of more classes than its map shows: small, whole, and readable without script."""

import numpy as np

import truecut as tc


def test_a_page_of_two_hundred_classes_is_small_and_has_them_all():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 200, 4000)
    guess = np.where(rng.random(4000) < 0.8, truth, (truth + rng.integers(1, 3, 4000)) % 200)
    names = np.array([f"class {i:03d}" for i in range(200)])
    page = tc.evaluate(names[truth], predicted=names[guess]).html()
    assert len(page.encode()) < 400_000
    assert "<th>truly</th><th>read as</th>" in page
