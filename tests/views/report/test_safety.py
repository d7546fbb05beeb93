"""Names from anywhere stay text, and the policy of the page holds."""

import pandas as pd
import pytest

import truecut as tc

HOSTILE = '</script><script>window.broken=1</script><img src=x onerror="window.broken=2">{{ data }}\u2028&lt;'
FORBIDDEN = "window.broken === undefined && document.images.length === 0"


def hostile(suffix):
    return HOSTILE + suffix


def page_of_hostile_names():
    frame = pd.DataFrame(
        {
            hostile("label"): [hostile("yes"), hostile("no")] * 30,
            hostile("one"): [(i % 2 == 0) / 2 + i / 120 for i in range(60)],  # it ranks, so the headline names it
            hostile("two"): [1 - i / 90 for i in range(60)],
            hostile("group"): [hostile("a"), hostile("b"), hostile("b")] * 20,
        }
    )
    words = tc.Words(positive=hostile("p"), negative=hostile("n"), unit=hostile("u"), plural=hostile("us"))
    evaluation = tc.evaluate(
        frame,
        label=hostile("label"),
        score=[hostile("one"), hostile("two")],
        group=hostile("group"),
        positive=hostile("yes"),
        words=words,
    )
    return evaluation.html(command=f"truecut report {hostile('file')}.csv")


def test_hostile_names_in_every_field_run_no_script(open_page):
    opened = open_page(page_of_hostile_names())
    assert opened.errors == []
    assert opened.page.evaluate(FORBIDDEN)
    for selector in ("#models", "#who", ".methods", ".matrix", "h1"):
        assert "<img src=x" in opened.page.locator(selector).first.inner_text()
    for metric in ("precision", "recall"):
        opened.page.locator(f"[data-metric={metric}] summary").click()
    opened.page.locator("#copy label", has_text="Markdown").click()
    assert "\\<img" in opened.page.locator("#copy textarea").input_value()
    assert opened.page.evaluate(FORBIDDEN)


def test_hostile_classes_run_no_script(open_page):
    names = [hostile(str(i)) for i in range(3)]
    frame = pd.DataFrame({"kind": names * 10, "guess": (names[1:] + names[:1] + names) * 5})
    opened = open_page(tc.evaluate(frame, label="kind", predicted="guess").html())
    assert opened.errors == []
    assert opened.page.evaluate(FORBIDDEN)
    assert "<img src=x" in opened.page.locator("#classes").inner_text()


def test_the_policy_blocks_script_style_and_requests(loans, open_page):
    opened = open_page(loans.html)
    outcome = opened.page.evaluate(
        """async () => {
            const script = document.createElement('script');
            script.textContent = 'window.broken = 1';
            document.body.append(script);
            const holder = document.createElement('div');
            holder.innerHTML = '<img src="data:image/png;base64,x" onerror="window.broken = 2">';
            document.body.append(holder);
            const tried = await Promise.allSettled(
                [fetch('data:text/plain,hi'), import('data:text/javascript,1'), fetch('https://example.org')]);
            await new Promise(resolve => setTimeout(resolve, 100));
            return [window.broken ?? null, tried.map(one => one.status)];
        }"""
    )
    assert outcome == [None, ["rejected"] * 3]


@pytest.mark.parametrize("text", ["<", ">", "&", "\u2028", "</script"])
def test_no_character_can_end_the_data_block(text):
    page = page_of_hostile_names()
    data = page.split('id="data">', 1)[1].split("</script>", 1)[0]
    assert text not in data


def test_the_file_holds_no_rows():
    generator = pd.Series(range(5000)).sample(frac=1, random_state=0)
    scores = (generator + 0.123456789) / 5001
    page = tc.evaluate((generator % 3 == 0).astype(int).tolist(), scores.tolist()).html()
    kept = sum(repr(score) in page for score in scores)
    assert kept < 1300  # thresholds stand for scores, most of them shorter


def test_a_name_that_turns_a_line_round_is_shown_with_its_escape(open_page):
    labels = [1, 0] * 30
    scores = [label / 2 + i / 120 for i, label in enumerate(labels)]
    evaluation = tc.evaluate(labels, {"turned\u202e": scores, "plain\u200b": scores[::-1]})
    opened = open_page(evaluation.html())
    text = opened.page.locator("body").inner_text()
    assert "\u202e" not in text and "\u200b" not in text
    assert "turned\\u202e" in text and "plain\\u200b" in text
    assert opened.page.locator("#model").get_attribute("title") == "turned\\u202e"
