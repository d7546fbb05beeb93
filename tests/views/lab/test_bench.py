"""Everything is dragged, moved by keys and typed, and all views follow one state."""

from __future__ import annotations

import pytest

START = "#bench/0.62,0.13,300/0.38,0.13,700/0.5/0,1,10,0"


def typed(lab, control: str) -> str:
    return lab.page.locator(f"#bench [data-typed={control}]").input_value()


def test_the_page_is_small_loads_nothing_and_makes_no_error(open_lab, lab_html) -> None:
    assert len(lab_html.encode()) < 400_000
    shown = open_lab(lab_html)
    for room in ("#lessons", "#hand", "#exercises", "#own", "#bench", "#nowhere/%20"):
        shown.go(room)
    assert shown.errors == []
    assert all(url.startswith("file:") for url in shown.requests)


def test_the_same_lab_is_the_same_bytes(lab_html) -> None:
    from truecut.summaries.lab import lab_of
    from truecut.views.lab import LabView

    assert LabView(lab_of()).page() == lab_html


def grip(lab, place: int):
    box = lab.page.locator("#bench .grip").nth(place).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(
    ("place", "control"),
    list(enumerate(("positive_middle", "positive_spread", "negative_middle", "negative_spread"))),
)
def test_hills_are_dragged_by_their_grips(lab, place, control) -> None:
    lab.go("#own")
    lab.go(START)
    before, cut = float(typed(lab, control)), typed(lab, "threshold")
    x, y = grip(lab, place)
    lab.page.mouse.move(x, y)
    lab.page.mouse.down()
    lab.page.mouse.move(x + 50, y + 3, steps=4)
    lab.page.mouse.up()
    lab.drawn()
    assert float(typed(lab, control)) > before + 0.02
    assert typed(lab, "threshold") == cut


def test_the_threshold_is_dragged_moved_by_keys_and_typed(lab) -> None:
    lab.go("#own")
    lab.go(START)
    box = lab.page.locator("#bench [data-view=scores] svg").bounding_box()
    lab.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 60, steps=3)
    lab.page.mouse.up()
    lab.drawn()
    assert float(typed(lab, "threshold")) == pytest.approx(0.29, abs=0.03)
    slider = lab.page.locator("#bench [data-control=threshold]")
    slider.focus()
    slider.press("End")
    lab.drawn()
    assert typed(lab, "threshold") == "nobody"
    assert slider.get_attribute("aria-valuetext") == "nobody is flagged"
    assert lab.cells() == {"tp": 0, "fp": 0, "fn": 300, "tn": 700}
    assert "0 / 0" in lab.page.locator("#bench td[data-metric=precision]").inner_text()
    lab.page.locator("#bench [data-typed=threshold]").fill("0,5")
    lab.drawn()
    assert lab.cells()["tp"] == 252


def test_prevalence_and_sizes_move_the_matrix_and_not_the_roc_curve(lab) -> None:
    lab.go("#own")
    lab.go(START)
    area = lab.page.locator("#bench [data-area=roc_auc]")
    before = float(area.inner_text())
    lab.page.locator("#bench [data-typed=rows]").fill("10,000")
    lab.page.locator("#bench [data-typed=prevalence]").fill("1 %")
    lab.drawn()
    cells = lab.cells()
    assert cells["tp"] + cells["fn"] == 100
    assert sum(cells.values()) == 10_000
    assert float(area.inner_text()) == pytest.approx(before, abs=0.002)
    assert "1.0" in lab.page.locator("#bench [data-view=pr] .below-chart").inner_text()


def test_costs_are_typed_and_nonsense_is_marked_and_forgotten(lab) -> None:
    lab.go("#own")
    lab.go(START)
    price = lab.page.locator("#bench [data-price=fn]")
    price.fill("100")
    lab.drawn()
    assert lab.page.locator("#bench [data-cost]").get_attribute("data-value") == "4911"
    price.fill("a lot")
    assert price.get_attribute("aria-invalid") == "true"
    price.blur()
    assert price.input_value() == "100"
    assert price.get_attribute("aria-invalid") is None


def test_points_are_dragged_along_the_curves(lab) -> None:
    lab.go("#own")
    lab.go(START)
    for view in ("roc", "pr", "cost"):
        lab.page.locator(f"#bench [data-view={view}] svg").scroll_into_view_if_needed()
        box = lab.page.locator(f"#bench [data-view={view}] svg").bounding_box()
        before = lab.cells()
        lab.page.mouse.click(box["x"] + 0.85 * box["width"], box["y"] + 0.3 * box["height"])
        lab.drawn()
        after = lab.cells()
        assert after != before, view
        assert sum(after.values()) == 1000


def test_only_what_was_visited_is_drawn_until_the_curve_is_asked_for(lab) -> None:
    lab.go("#own")
    lab.go(START)
    box = lab.page.locator("#bench #whole-curves")
    box.uncheck()
    lab.drawn()
    dots = lab.page.locator("#bench [data-view=roc] .visited")
    assert dots.count() == 1
    lab.page.locator("#bench [data-typed=threshold]").fill("0.3")
    lab.drawn()
    assert dots.count() == 2
    lab.click("Sweep the threshold")
    assert dots.count() > 50
    box.check()
    lab.drawn()
    assert dots.count() == 0
    assert lab.page.locator("#bench [data-view=roc] .line").count() == 1


def test_a_state_is_a_link(lab) -> None:
    lab.go("#own")
    lab.go("#bench/0.7,0.1,40/0.3,0.2,60/none/-1,1,100,0")
    assert lab.cells() == {"tp": 0, "fp": 0, "fn": 40, "tn": 60}
    lab.page.locator("#bench [data-typed=threshold]").fill("0.55")
    lab.arrive("#bench/0.7,0.1,40/0.3,0.2,60/0.55/-1,1,100,0")
    lab.go("#bench/7,0.1,40/0.3,0.2,60/none/x")
    assert sum(lab.cells().values()) == 1000, "what no link of ours says opens the bench as it begins"


@pytest.mark.parametrize("width", [320, 390, 768, 1024])
def test_nothing_is_wider_than_the_window(open_lab, lab_html, width) -> None:
    shown = open_lab(lab_html, width=width)
    for room in ("#bench", "#lessons", "#lessons/populations/2", "#hand/churn", "#exercises/matrix/1", "#own"):
        shown.go(room)
        assert shown.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, room
    shown.page.context.close()


@pytest.mark.parametrize(
    ("name", "area"),
    {"the random model": (0.499, 0.501), "the ideal model": (1, 1), "one that is worse than chance": (0, 0.2)}.items(),
)
def test_models_to_try_are_what_they_are_called(lab, name, area) -> None:
    lab.go("#own")
    lab.go("#bench")
    lab.click(name)
    lab.arrive("#bench/0.")
    found = float(lab.page.locator("#bench [data-area=roc_auc]").get_attribute("data-value"))
    assert area[0] <= found <= area[1]


@pytest.mark.parametrize("room", ["bench", "lessons", "exercises", "hand", "own"])
def test_the_way_to_other_rooms_is_in_sight_wherever_a_link_leads(open_lab, lab_html, room) -> None:
    shown = open_lab(lab_html, f"#{room}", height=500)
    assert shown.page.evaluate("scrollY") == 0
