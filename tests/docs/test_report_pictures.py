"""The report has a picture of every section in every view."""

import make_report_pictures


def test_every_section_has_a_picture_in_every_view():
    views, sections = make_report_pictures.VIEWS, ("top", *make_report_pictures.SECTIONS)
    taken = {path.name for path in make_report_pictures.PICTURES.glob("*.png")}
    assert {f"{view}-{section}.png" for view in views for section in sections} == taken
