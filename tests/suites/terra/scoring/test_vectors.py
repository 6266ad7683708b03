"""The published evaluator's behaviour and the paper's formulas, against vectors made without our program."""

import json

import pytest
from tests.suites.terra.scoring.vectors import cases, needed, vectors

from mesocosm.suites.terra.scoring import order
from mesocosm.suites.terra.scoring.answers import score_answers
from mesocosm.suites.terra.scoring.final_json import extract
from mesocosm.suites.terra.scoring.item import score_files
from mesocosm.suites.terra.scoring.prediction import prediction_of
from mesocosm.suites.terra.scoring.process import WEIGHTS, composite
from mesocosm.suites.terra.scoring.profiles import halving
from mesocosm.suites.terra.scoring.public_process import InvalidSteps, read_steps, score_public
from mesocosm.suites.terra.scoring.studies.bootstrap import public_bootstrap
from mesocosm.suites.terra.scoring.truth import InvalidTruth, truth_of

pytestmark = [pytest.mark.fidelity, needed]
CLOSE = 1e-9
"""The vectors are written with twelve digits."""


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    folder = tmp_path_factory.mktemp("example")
    for name, content in vectors("00_minimal_item")["files"].items():
        (folder / name).write_text(json.dumps(content))
    return folder


@pytest.mark.parametrize("case", cases("00_minimal_item"))
def test_the_shipped_example(case, example):
    files = dict(case["inputs"])
    if "prediction_inline" in files:
        files["prediction"] = f"{case['id']}.json"
        (example / files["prediction"]).write_text(json.dumps(files["prediction_inline"]))
    reference = example / files["trace"] if files["trace"] else None
    for profile in ("public_code", "paper_eq1", "paper_eq9"):
        expected = case.get("expected_public" if profile == "public_code" else f"expected_{profile}")
        if expected is None:
            continue
        item = score_files(example / files["ground_truth"], example / files["prediction"], reference, profile=profile)
        wanted = expected.get("metrics", {key: expected.get(key) for key in ("Hit@tol", "NumScore")})
        assert {name: item.metrics()[name] for name in wanted} == pytest.approx(wanted, abs=CLOSE)


@pytest.mark.parametrize("case", cases("01_answer_scoring"))
def test_answers_as_the_published_program_scores_them(case):
    expected = case["expected_public"]
    if "raises" in expected:
        with pytest.raises(InvalidTruth) as raised:
            truth_of(case["ground_truth"], "public_code")
        assert (isinstance(raised.value, ValueError), str(raised.value)) == (True, expected["message"])
        return
    truth = truth_of(case["ground_truth"], "public_code")
    scored = score_answers(truth, prediction_of(case["prediction"]), "public_code")
    assert scored.metrics() == pytest.approx(expected["metrics"], abs=CLOSE)
    assert [(field.key, field.hit, field.reason) for field in scored.fields] == [
        (field["key"], field["score"], field["reason"]) for field in expected["fields"]
    ]


@pytest.mark.parametrize("profile", ["paper_eq1", "paper_eq9"])
@pytest.mark.parametrize("case", cases("01_answer_scoring", having="expected_paper_eq1"))
def test_answers_as_the_paper_scores_them(case, profile):
    expected = case[f"expected_{profile}"]
    scored = score_answers(truth_of(case["ground_truth"], profile), prediction_of(case["prediction"]), profile)
    assert scored.alignment == expected["alignment"]
    assert (scored.hit, scored.num) == pytest.approx((expected["Hit@tol"], expected["NumScore"]), abs=CLOSE)
    for field, wanted in zip(scored.fields, expected["fields"], strict=True):
        scores = field.hit, field.num, field.lam, field.n
        assert scores == pytest.approx([wanted[name] for name in ("hit", "num", "lam", "n")], abs=CLOSE)


@pytest.mark.parametrize("case", cases("02_tool_metrics_public"))
def test_tool_metrics_as_published(case):
    expected = case["expected_public"]
    weights = case.get("weights") or WEIGHTS
    if "raises" in expected:
        with pytest.raises(InvalidSteps) as raised:
            score_public(case["predicted_trace"], case["reference_trace"], weights)
        assert (isinstance(raised.value, ValueError), str(raised.value)) == (True, expected["message"])
        return
    scored = score_public(case["predicted_trace"], case["reference_trace"], weights)
    assert scored.metrics == pytest.approx(expected["metrics"], abs=CLOSE)
    assert [call.tool for call in read_steps(case["predicted_trace"])] == expected["predicted_tools"]
    assert [call.tool for call in read_steps(case["reference_trace"])] == expected["expected_tools"]


def test_the_weights_are_the_published_ones():
    assert vectors("02_tool_metrics_public")["weights"] == WEIGHTS


@pytest.mark.parametrize("case", cases("03_bootstrap_public"))
def test_bootstrap_as_published(case):
    means = public_bootstrap(vectors("03_bootstrap_public")["rows"], n=case["n"], seed=case["seed"])
    assert {name: mean._asdict() for name, mean in means.items()} == {
        name: pytest.approx(expected, abs=CLOSE) for name, expected in case["expected"].items()
    }


@pytest.mark.parametrize("case", cases("04_final_json_extraction"))
def test_extraction_as_published(case):
    assert extract(case["trajectory"], "public_code").payload == case["expected"]


@pytest.mark.parametrize("case", cases("05_paper_formulas", "numscore_curve"))
def test_numscore_halves_with_each_tolerance(case):
    assert halving(case["normalised_error"]) == pytest.approx(case["NumScore"], abs=CLOSE)


@pytest.mark.parametrize("case", cases("05_paper_formulas", "tooluse_composite"))
def test_the_composite(case):
    assert composite(case["components"]) == pytest.approx(case["ToolUseScore"], abs=CLOSE)


@pytest.mark.parametrize("case", cases("05_paper_formulas", "order_and_category_components"))
def test_the_parts_of_order_under_every_normaliser(case):
    given, wanted = case["pred_groups"], case["gt_groups"]
    for norm, expected in case["unique"].items():
        assert order.unique(given, wanted, norm) == pytest.approx(expected, abs=CLOSE)
    for norm, expected in case["any_order"].items():
        named = "over_max" if norm == "dice_over_max" else norm
        assert order.any_order(given, wanted, named) == pytest.approx(expected, abs=CLOSE)
    assert order.longest_common(given, wanted) == case["same_order"]["lcs_len"]
    for norm in ("recall", "f1", "over_max"):
        assert order.same_order(given, wanted, norm) == pytest.approx(case["same_order"][norm], abs=CLOSE)
    assert order.any_order(given, wanted) == pytest.approx(case["category_f1_multiset"], abs=CLOSE)
