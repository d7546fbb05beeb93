"""Notebook cards: small, without script, right in their numbers, and deaf to hostile names."""

import base64
import re
from html.parser import HTMLParser

import pandas
import pytest

import truecut as tc
from truecut.words.live_page import framed

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&amp;"
ALLOWED = {"div", "span", "table", "tr", "td", "th", "b", "br", "code", "img"}


class Seen(HTMLParser):
    """Which elements and attributes a page has, and all its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in ("br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += f"{data}\n"


@pytest.fixture(scope="module")
def cards() -> dict[str, str]:
    e = tc.evaluate([1, 0, 1, 1, 0, 0], [0.9, 0.4, 0.6, 0.3, 0.1, 0.7])
    frame = pandas.DataFrame({"y": [1, 0, 1], "guess": [1, 1, 0]})
    return {
        "evaluation": e._repr_html_(),
        "point": e.at(0.5)._repr_html_(),
        "decision": e.choose("youden")._repr_html_(),
        "counts": e.at(0.5).counts._repr_html_(),
        "predictions": tc.evaluate(frame, label="y", predicted="guess")._repr_html_(),
        "one class": tc.evaluate([1, 1], [0.2, 0.8])._repr_html_(),
        "all scores equal": tc.evaluate([1, 0], [0.5, 0.5])._repr_html_(),
    }


def test_a_card_is_small_and_holds_plain_elements_only(cards):
    for name, html in cards.items():
        assert len(html) < 10_000, name
        seen = Seen(html)
        assert seen.tags <= ALLOWED, name
        assert seen.attributes <= {"style", "src", "alt", "width", "height", "tabindex"}, name
        assert seen.open == [], name


def test_a_card_says_what_the_evaluation_says(cards):
    text = Seen(cards["evaluation"]).text
    # Fewest mistakes at 0.9: it finds 1 of 3 positives and flags nothing else; on six rows chance may have done it.
    assert "Perhaps scores, from 0.9 up: not shown to beat flagging nobody." in text
    assert "Below: scores at 0.9" in text
    assert "33.3 %" in text  # recall, 1 of 3
    assert re.search(r"1\nfound", text)
    assert re.search(r"2\nmissed", text)
    assert re.search(r"0\nfalse alarms", text)
    assert re.search(r"3\nleft alone", text)


def test_a_decision_says_why_and_that_it_flatters_itself(cards):
    text = Seen(cards["decision"]).text
    assert "Cut at 0.9: chosen where sensitivity + specificity is largest" in text
    assert "Chosen and judged on the same rows, which flatters it; e.optimism(...) says by how much." in text


def test_what_no_threshold_meets_is_said():
    e = tc.evaluate([1, 0, 1, 0], [0.1, 0.9, 0.2, 0.8])
    html = e.choose("maximise recall subject to precision >= 0.9")._repr_html_()
    assert "No threshold meets precision &gt;= 0.9." in html


def test_the_curve_is_an_image_that_holds_its_points(cards):
    drawing = base64.b64decode(re.search(r"svg\+xml;base64,([^\"]+)", cards["evaluation"])[1]).decode()
    assert drawing.startswith("<svg")
    path = re.search(r'd="M([^"]+)" stroke="#7f8790" stroke-width="2.1"', drawing)[1]
    points = [tuple(map(float, point.split())) for point in path.split("L")]
    assert points[0] == (4.0, 164.0)
    assert points[-1] == (164.0, 4.0)
    assert (4.0, 110.7) in points  # one of three found before any false alarm
    assert "<circle" in drawing
    assert "<img" not in cards["predictions"]
    assert "<img" not in cards["one class"]


def test_undefined_numbers_come_with_their_reason(cards):
    assert "no row is truly negative" in cards["one class"]


def test_hostile_names_are_text():
    frame = pandas.DataFrame({"y": [1, 0, 1, 0], HOSTILE: [0.9, 0.2, 0.6, 0.7]})
    words = tc.Words(positive=HOSTILE, negative=HOSTILE, unit=HOSTILE)
    e = tc.evaluate(frame, label="y", score=HOSTILE, words=words)
    for html in (e._repr_html_(), e.recommend()._repr_html_(), e.findings._repr_html_(), e.at(0.5)._repr_html_()):
        seen = Seen(html)
        assert seen.tags <= ALLOWED
        assert "onerror" not in seen.attributes
        assert "<script" not in html
    assert "<script>alert(1)</script>" in Seen(e._repr_html_()).text


def test_many_models_and_long_names_stay_small():
    columns = {f"{'long name ' * 40}{i}": [0.9, 0.2, 0.6, 0.7] for i in range(20)}
    e = tc.evaluate(pandas.DataFrame({"y": [1, 0, 1, 0], **columns}), label="y", score=list(columns))
    assert len(e._repr_html_()) < 40_000


def test_a_curve_of_many_rows_is_as_small():
    import numpy as np

    scores = np.linspace(0, 1, 100_001)
    e = tc.evaluate((np.arange(100_001) % 3 == 0).astype(int), scores)
    assert len(e._repr_html_()) < 10_000


def test_a_frame_holds_the_page_as_an_attribute_and_lets_nothing_out():
    html = framed('<p title="x">&</p><script>1</script>', height=300)
    seen = Seen(html)
    assert seen.tags == {"iframe"}
    assert 'sandbox="allow-scripts allow-downloads allow-modals"' in html
    assert "allow-same-origin" not in html
    assert "height:300px" in html


def test_the_same_evaluation_gives_the_same_card(cards):
    e = tc.evaluate([1, 0, 1, 1, 0, 0], [0.9, 0.4, 0.6, 0.3, 0.1, 0.7])
    assert e._repr_html_() == cards["evaluation"]


def test_a_notebook_shows_the_whole_report_in_a_frame():
    two = tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7])
    three = tc.evaluate({"y": ["a", "b", "c"], "guess": ["a", "b", "b"]}, label="y", predicted="guess")
    for evaluation in (two, three):
        live = evaluation.show(height=300)
        assert live.page == evaluation.html()
        assert live._repr_html_() == framed(evaluation.html(), 300)


def test_the_card_of_a_decision_names_the_classes():
    card = tc.example("breast-cancer").evaluate(score="forest").choose("f1")._repr_html_()
    assert "malignant" in card
    assert "benign" in card


def test_pictures_of_a_card_take_no_padding_of_the_page():
    card = tc.example("breast-cancer").evaluate(score=["forest", "logistic"]).compare().verdict("forest", "logistic")
    pictures = re.findall(r"<img [^>]*>", card._repr_html_())
    assert pictures
    assert all("margin:0;padding:0;" in picture for picture in pictures)
