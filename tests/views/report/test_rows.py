"""Rows on the page: the mistakes at the dial, those nearest the cut, as text that does nothing, of the model shown."""

import numpy as np
import pytest

import truecut as tc

HOSTILE = "<script>document.title='gone'</script>"


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(3)
    labels = random.random(300) < 0.3
    good = np.round(1 / (1 + np.exp(-random.normal(size=300) - 2 * labels + 1)), 3)
    return labels, {"good": good, "poor": np.round(random.random(300), 3)}


@pytest.fixture(scope="module")
def page(rows):
    labels, scores = rows
    ids = [f"case {i}" for i in range(300)]
    e = tc.evaluate(labels, scores, id=ids, show={HOSTILE: [HOSTILE] * 300, "age": list(range(300))})
    return e.html(rows=8)


def shown(opened, table):
    return [
        int(number)
        for number in opened.page.evaluate(
            "id => [...document.querySelectorAll(`#rows-${id} tbody tr`)].map(row => row.dataset.row)", table
        )
    ]


def expected(labels, scores, cut, positive):
    wrong = [i for i in range(len(labels)) if labels[i] == positive and (scores[i] >= cut) != positive]
    return [i + 1 for i in sorted(wrong, key=lambda i: scores[i] if positive else -scores[i])[:8]]


@pytest.mark.parametrize(("model", "name"), [(0, "good"), (1, "poor")])
def test_mistakes_follow_the_dial_and_the_model(rows, page, open_page, model, name):
    labels, scores = rows
    opened = open_page(page, f"#t=0.5&m={model}")
    for cut in (0.5, 0.95, 0.12):
        opened.go(f"#t={cut}&m={model}")
        assert shown(opened, "alarms") == expected(labels, scores[name], cut, False)
        assert shown(opened, "misses") == expected(labels, scores[name], cut, True)
    assert not opened.errors


def test_the_page_says_that_it_carries_rows_and_what_of_them(page, open_page):
    opened = open_page(page)
    told = opened.page.inner_text("#rows .introduction")
    assert "carries" in told
    assert "ids" in told
    assert "pass it on only to those who may see them" in told
    assert "whose scores lie nearest" in opened.page.inner_text("#rows")
    assert len(shown(opened, "nearest")) == 8


def test_text_of_rows_is_text(page, open_page):
    opened = open_page(page)
    assert opened.page.title() != "gone"
    assert HOSTILE in opened.page.inner_text("#rows-nearest thead")
    assert HOSTILE in opened.page.inner_text("#rows-nearest tbody tr:first-child")
    assert HOSTILE not in page
    assert not opened.errors
