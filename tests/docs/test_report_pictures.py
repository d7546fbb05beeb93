"""The report has a picture of every section in every view, and the lab of its rooms."""

import make_report_pictures
from making.report_states import STATES


def test_every_section_has_a_picture_in_every_view():
    views, sections = make_report_pictures.VIEWS, ("top", *make_report_pictures.SECTIONS)
    taken = {path.name for path in make_report_pictures.PICTURES.glob("*.png")}
    of_states = {name for name in taken if name.startswith(("state-", "paper-"))}
    assert {f"{view}-{section}.png" for view in views for section in sections} == taken - of_states


def test_every_state_has_a_picture():
    taken = {path.stem for path in make_report_pictures.PICTURES.glob("state-*.png")}
    assert {f"state-{name}" for name in STATES} <= taken


def test_rooms_of_the_lab_have_a_picture_in_every_view():
    taken = {path.name for path in make_report_pictures.LAB_PICTURES.glob("*.png")}
    assert {f"{view}-{room}.png" for view in make_report_pictures.VIEWS for room in make_report_pictures.ROOMS} == taken
