"""The page inside the frame of a notebook: alive, able to save, and apart from what is around it."""

from html.parser import HTMLParser

import pytest

# What an exported notebook is, as far as the frame is concerned: a page of somebody else's with a script of its own.
NOTEBOOK = "<!doctype html><title>notebook</title><script>window.secret = 1</script><main>{output}</main>"


class Frames(HTMLParser):
    """The attributes of every frame."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        if tag == "iframe":
            self.found.append(dict(attributes))


@pytest.fixture
def framed(loans, browser, tmp_path):
    """Return a notebook with the report in it, opened from a file, and the frame."""
    path = tmp_path / "notebook.html"
    path.write_text(NOTEBOOK.format(output=loans.evaluation.show()._repr_html_()), encoding="utf-8")
    context = browser.new_context(viewport={"width": 1100, "height": 800}, offline=True, reduced_motion="reduce")
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(path.as_uri())
    frame = page.frames[1]
    frame.wait_for_selector("html.ready")
    yield page, frame, errors
    context.close()


def test_a_shown_report_lives_in_its_frame_and_saves(framed, loans):
    page, frame, errors = framed
    assert frame.locator("h1").inner_text() == loans.evaluation.recommend().sentences.headline
    frame.fill("#threshold", "0.37")
    frame.press("#threshold", "Enter")
    page.wait_for_timeout(700)
    counts = loans.evaluation.by_model[frame.locator("#model option:checked").inner_text()].at(0.37).counts
    shown = {cell: float(frame.locator(f"[data-cell={cell}] b").get_attribute("data-value")) for cell in counts.cells()}
    assert shown == counts.cells()
    with page.expect_download() as saved:
        frame.locator("#save-numbers").click()
    assert saved.value.suggested_filename.endswith(".json")
    frame.locator("#good .save-picture summary").first.click()
    with page.expect_download() as saved:
        frame.locator("#good .save-picture button", has_text="PNG").first.click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    assert errors == []


def test_the_frame_reaches_nothing_around_it(framed):
    _, frame, _ = framed
    reached = frame.evaluate("(() => { try { return parent.secret } catch { return 'refused' } })()")
    assert reached == "refused"


def test_the_frame_asks_for_no_address(loans):
    frames = Frames()
    frames.feed(loans.evaluation.show(height=500)._repr_html_())
    (frame,) = frames.found
    assert "src" not in frame and frame["srcdoc"] == loans.evaluation.html()
    assert "allow-same-origin" not in frame["sandbox"]
