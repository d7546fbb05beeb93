"""The page in the frame of a notebook that was run and exported: alive, able to save, apart from what is around it."""

import json
import os
import sys
from html.parser import HTMLParser

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

# Somebody's notebook: loans of two models, with the report in the last cell, and a script that is none of its business.
CELLS = (
    "import pandas as pd, truecut as tc",
    "e = tc.evaluate(pd.read_csv('loans.csv'), label='defaulted', score=['boosted', 'plain'], group='region',"
    " positive='yes', words=tc.Words(positive='defaulted', negative='repaid', unit='loan'))",
    "from IPython.display import HTML; HTML('<script>window.secret = 1</script>')",
    "e",
    "e.show()",
)


class Frames(HTMLParser):
    """The attributes of every frame."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        if tag == "iframe":
            self.found.append(dict(attributes))


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """Return a notebook after a kernel has run every cell of it."""
    import pandas as pd
    from tests.views.report.conftest import rows

    folder = tmp_path_factory.mktemp("notebook")
    pd.DataFrame(rows()).to_csv(folder / "loans.csv", index=False)
    written = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    kernel = {"argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "this"}
    spec = folder / "kernels" / "this"
    spec.mkdir(parents=True)
    (spec / "kernel.json").write_text(json.dumps({**kernel, "language": "python"}))
    client = NotebookClient(written, kernel_name="this", resources={"metadata": {"path": str(folder)}})
    before = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = str(folder)
    try:
        return client.execute()
    finally:
        os.environ.pop("JUPYTER_PATH") if before is None else os.environ.update(JUPYTER_PATH=before)


@pytest.fixture(scope="module")
def exported(notebook):
    """Return the notebook as the page that `jupyter nbconvert --to html` writes."""
    page, _ = HTMLExporter(embed_images=True).from_notebook_node(notebook)
    return page


@pytest.fixture
def framed(exported, browser, tmp_path):
    """Return the exported notebook, opened from a file without a network, and the frame of the report."""
    path = tmp_path / "notebook.html"
    path.write_text(exported, encoding="utf-8")
    context = browser.new_context(viewport={"width": 1100, "height": 800}, offline=True, reduced_motion="reduce")
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(path.as_uri())
    page.locator("iframe").scroll_into_view_if_needed()
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
