"""truecut cost: the worked examples of teaching material, and costs that follow an amount."""

import json

import pytest

FRAUD = "fraud,p,amount\n1,0.9,1000\n1,0.3,10\n0,0.6,50\n0,0.2,70\n1,0.7,5\n"


@pytest.fixture
def fraud(tmp_path):
    path = tmp_path / "fraud.csv"
    path.write_text(FRAUD, encoding="utf-8")
    return str(path)


def test_totals_of_different_populations_do_not_tell_who_is_cheaper(run):
    outcome = run(
        *("cost", "--counts", "M1:tp=150,fn=40,fp=60,tn=250", "--counts", "M2:tp=250,fn=45,fp=5,tn=200"),
        *("--cost", "tp=-1,fn=100,fp=1"),
    )
    assert outcome.code == 0
    assert "3,910" in outcome.out
    assert "4,255" in outcome.out
    assert "At 38.0 % positives a row costs M2 5.490, M1 7.820." in outcome.out
    assert "By these counts M2 is the cheapest at either share, and between." in outcome.out


def test_prices_show_the_steps_that_lead_to_them(run):
    outcome = run(
        *("cost", "--counts", "A:tp=150,fn=170,fp=50,tn=630", "--counts", "B:tp=150,fn=20,fp=200,tn=630"),
        *("--cost", "tp=2000+5000+20000,fn=2000+5000+30000,fp=2000"),
    )
    text = " ".join(outcome.out.split())
    assert "a find 2,000 + 5,000 + 20,000 = 27,000; a miss 2,000 + 5,000 + 30,000 = 37,000" in text
    assert "10,440,000" in text
    assert "5,190,000" in text
    assert "By these counts B is the cheapest at either share, and between." in text


def test_a_missed_fraud_costs_its_amount(run, fraud):
    data = json.loads(run("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=amount,fp=8", "--json").out)
    now, cheapest, flag_all, flag_none = data["models"][0]["lines"]
    assert now["total"] == 10 + 8  # at 0.5 the 10 is missed and 0.6 is a false alarm
    assert cheapest["total"] == 8  # at 0.3 nothing is missed, and 0.6 is the one false alarm
    assert cheapest["threshold"] == 0.3
    assert flag_all["total"] == 2 * 8
    assert flag_none["total"] == 1000 + 10 + 5
    assert cheapest["saves"] == pytest.approx((18 - 8) / 5)
    assert data["models"][0]["for_calibrated"] is None
    assert "advice" not in data


def test_a_cost_of_testing_counts_for_every_row(run, fraud):
    plain = json.loads(run("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=5,fp=1", "--json").out)
    tested = run("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=5,fp=1,per_row=2", "--json").out
    lines = zip(plain["models"][0]["lines"], json.loads(tested)["models"][0]["lines"], strict=True)
    assert all(with_test["total"] == without["total"] + 5 * 2 for without, with_test in lines)


def test_words_of_the_domain_name_the_outcomes(run, fraud):
    spoken = run(
        *("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "missed fraud=5,false alarm=1"),
        *("--words", "positive=fraud,negative=honest,unit=payment", "--json"),
    )
    plain = run("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=5,fp=1", "--json")
    assert json.loads(spoken.out)["models"] == json.loads(plain.out)["models"]


def test_the_costs_of_the_two_mistakes_ask_for_a_beta(run):
    counts = ("cost", "--counts", "tp=30,fn=10,fp=5,tn=55")
    assert json.loads(run(*counts, "--cost", "fn=4,fp=1", "--json").out)["advice"]["beta"] == 2
    assert json.loads(run(*counts, "--cost", "fn=1,fp=4", "--json").out)["advice"]["emphasis"] == "precision"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "State what each outcome costs"),
        (("--cost", "fn=1,fp=1", "--tolerance", "2"), "--tolerance is a share between 0 and 1"),
        (("--cost", "fn=amount,fp=1", "--counts", "tp=1,fn=1,fp=1,tn=1"), "Four counts carry no amounts"),
        (("--cost", "fn=wealth,fp=1"), "has no column 'wealth'"),
        (("--cost", "fn="), "A cost is empty"),
    ],
    ids=str,
)
def test_a_mistake_is_one_sentence(run, fraud, arguments, sentence):
    outcome = run("cost", fraud, "--label", "fraud", "--score", "p", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


def test_counts_carry_no_amounts_and_names_are_given_once(run):
    assert (
        "Four counts carry no amounts" in run("cost", "--counts", "tp=1,fn=1,fp=1,tn=1", "--cost", "fn=amount,fp=1").err
    )
    twice = ("--counts", "A:tp=1,fn=1,fp=1,tn=1") * 2
    assert "Two classifiers are called 'A'" in run("cost", *twice, "--cost", "fn=1,fp=1").err


def test_a_classifier_below_the_diagonal_is_better_turned_round(run):
    outcome = run(
        *("cost", "--counts", "A:tp=63,fn=37,fp=28,tn=72", "--counts", "B:tp=77,fn=23,fp=77,tn=23"),
        *("--counts", "C:tp=24,fn=76,fp=88,tn=12", "--cost", "fn=1,fp=1"),
    )
    text = " ".join(outcome.out.split())
    assert "B: a flag says nothing about the truth" in text
    assert "C reversed has TPR 76.0 % and FPR 12.0 %." in text
    assert "no other is better at once in both rates than: A, B." in text


def test_curves_that_cross_are_said(run, tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("y,a,b\n1,0.9,0.7\n0,0.8,0.9\n1,0.3,0.8\n0,0.5,0.1\n0,0.1,0.2\n", encoding="utf-8")
    data = json.loads(run("cost", str(path), "--label", "y", "--score", "a,b", "--cost", "fn=1,fp=1", "--json").out)
    assert [(pair["first"], pair["second"]) for pair in data["crossings"]] == [("a", "b")]
    assert all(0 <= rate <= 1 for place in data["crossings"][0]["places"] for rate in place)


def test_a_table_has_a_column_of_costs(run, fraud):
    outcome = run(
        "table", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=amount,fp=8", "--every", "--format", "csv"
    )
    rows = [line.split(",") for line in outcome.out.splitlines()]
    assert rows[0][-1] == "cost"
    assert [5 * float(row[-1]) for row in rows[1:]] == pytest.approx([1015, 15, 10, 18, 8, 16])  # of five rows


def test_a_hard_classifier_stands_above_or_below_a_curve(run, fraud):
    counts = ("--counts", "good:tp=3,fn=0,fp=0,tn=2", "--counts", "poor:tp=0,fn=3,fp=1,tn=1")
    call = ("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=1,fp=1", *counts)
    gaps = json.loads(run(*call, "--json").out)["gaps"]
    assert gaps["good"]["p"] == pytest.approx(1 - 2 / 3)  # at FPR 0 the model finds 2 of 3
    assert gaps["poor"]["p"] == pytest.approx(0 - 1)  # at FPR 1/2 it finds all
    text = " ".join(run(*call).out.split())
    assert "good lies above the ROC curve of p: 33.3 % more TPR at the same FPR." in text


def test_lines_of_equal_cost_have_a_slope(run, fraud):
    data = json.loads(run("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=4,fp=3", "--json").out)
    assert data["slope"] == pytest.approx((2 / 5) * 3 / ((3 / 5) * 4))  # (1 - prevalence) fp / (prevalence fn)


def test_savings_are_said_against_now_flagging_all_and_flagging_none(run, fraud):
    text = " ".join(run("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=amount,fp=8").out.split())
    # 8 in all at the cheapest; 18 now, 16 by flagging all, 1,015 by flagging none; of 5 rows.
    assert "saves 2,000 against now, 1,600 against flagging all, 201,400 against flagging none." in text


@pytest.mark.parametrize("form", ["csv", "markdown"])
def test_costs_are_a_sheet_too(run, fraud, form):
    call = ("cost", fraud, "--label", "fraud", "--score", "p", "--cost", "fn=amount,fp=8", "--format", form)
    rows = [line.strip("| ").replace(" | ", ",").split(",") for line in run(*call).out.splitlines()]
    assert rows[0][:3] == ["model", "at", "threshold"]
    assert [row[1] for row in rows[-4:]] == ["now", "cheapest", "flag all", "flag none"]


def test_hard_predictions_are_priced_against_nobody_everybody_and_the_contrary(run, tmp_path):
    rows = tmp_path / "rows.csv"
    rows.write_text("y,h,amount\n1,1,10\n1,0,40\n0,0,7\n0,1,3\n0,0,5\n")
    asked = ["cost", str(rows), "--label", "y", "--positive", "1", "--predicted", "h"]
    fixed = json.loads(run(*asked, "--cost", "fp=1,fn=3", "--json").out)["models"][0]["lines"]
    assert {line["name"]: line["total"] for line in fixed} == {"now": 4, "flipped": 5, "flag all": 3, "flag none": 6}
    lines = json.loads(run(*asked, "--cost", "fp=amount,fn=amount", "--json").out)["models"][0]["lines"]
    assert {line["name"]: line["total"] for line in lines} == {
        "now": 43,
        "flipped": 22,
        "flag all": 15,
        "flag none": 50,
    }
    assert "By these prices flagging everybody costs less than h does." in run(*asked, "--cost", "fp=1,fn=3").out


def test_counts_are_priced_where_they_are_used(run):
    counts = ["--counts", "M1:tp=150,fn=40,fp=60,tn=250", "--counts", "M2:tp=250,fn=45,fp=5,tn=200"]
    said = run("cost", *counts, "--cost", "tp=-1,fn=100,fp=1", "--prevalence", "2%", "--json")
    found = json.loads(said.out)
    means = {line["name"]: line["mean"] for line in found["classifiers"]}
    # A row of 100: 2 positives at 100 a miss and -1 a find, 98 negatives at 1 a false alarm.
    m1 = 0.02 * (100 * 40 / 190 - 150 / 190) + 0.98 * 60 / 310
    assert means == {"M1": pytest.approx(m1), "M2": pytest.approx(0.312, abs=5e-4)}
    assert found["common_shares"] == []
