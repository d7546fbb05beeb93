"""axe-core finds nothing to complain about in any room, at a desk and on a phone, in the light and in the dark."""

from __future__ import annotations

import pytest

from axe import complaints

MODES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"width": 390, "height": 844},
    "dark phone": {"width": 390, "height": 844, "color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
}
ROOMS = (
    "#bench", "#lessons", "#lessons/matrix/3", "#lessons/rare/6", "#hand/ten", "#exercises/matrix/1",
    "#exercises/cell/1", "#own",
)  # fmt: skip

GO_ON = """() => [...document.querySelectorAll('button')]
    .find(one => one.checkVisibility() && ['Show me', 'Next'].includes(one.textContent))?.click()"""


@pytest.mark.parametrize("mode", MODES)
def test_axe_has_no_complaint(open_lab, lab_html, mode) -> None:
    shown = open_lab(lab_html, bypass_csp=True, **MODES[mode])
    for room in ROOMS:
        shown.go(room)
        if "/" in room:
            shown.page.evaluate(GO_ON)
            shown.drawn()
        assert complaints(shown.page) == [], room
    shown.page.context.close()


def test_pictures_say_what_they_show(lab) -> None:
    lab.go("#bench/0.62,0.13,300/0.38,0.13,700/0.5/0,1,10,0")
    said = lab.page.locator("#bench [data-view=scores] svg").get_attribute("aria-label")
    assert said.endswith(
        "At threshold 0.500: 252 true positives, 111 false positives, 48 false negatives, 589 true negatives."
    )
