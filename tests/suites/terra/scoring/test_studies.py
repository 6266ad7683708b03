"""Intervals, ranks, weights and regressions, against numpy, scipy and scikit-learn, or worked by hand."""

import math

import numpy as np
import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.seeding import generator
from mesocosm.suites.terra.scoring.process import WEIGHTS, composite
from mesocosm.suites.terra.scoring.studies.bootstrap import difference, mean_interval
from mesocosm.suites.terra.scoring.studies.correlation import pearson, process_outcome, ranks, spearman
from mesocosm.suites.terra.scoring.studies.success import PENALTY, auc, independent, logistic, study_success
from mesocosm.suites.terra.scoring.studies.weights import normalise_weights, perturb_weights, study_weights

ITEMS = 60


def made_agent(name, skill, noise=0.15):
    """Return rows whose metrics scatter around a skill; success follows the tools and the arguments."""
    draw = generator("made agent", name)
    rows = {}
    for item in range(ITEMS):
        row = {metric: float(np.clip(skill + noise * draw.normal(), 0, 1)) for metric in WEIGHTS}
        row["ToolUseScore"] = composite(row)
        hit = float(draw.random() < row["ToolAcc"] * row["ArgAcc"])
        rows[f"Q{item}"] = {**row, "Hit@tol": hit, "NumScore": max(hit, 0.3 * row["ArgAcc"])}
    return rows


@pytest.fixture(scope="module")
def agents():
    return {name: made_agent(name, skill) for name, skill in zip("abcdef", (0.9, 0.7, 0.6, 0.5, 0.4, 0.1), strict=True)}


def test_an_interval_is_about_two_standard_errors_either_way():
    rows = [{"m": value} for value in generator("interval").normal(0.5, 0.1, 400)] + [{"m": math.nan}, {}]
    interval = mean_interval("m", rows)
    assert interval.n == 400
    # Half the width is 1.96 x 0.1 / sqrt(400), within the scatter of 2,000 draws.
    assert (interval.ci_high - interval.ci_low) / 2 == pytest.approx(0.0098, rel=0.1)
    assert interval == mean_interval("m", rows)


def test_a_paired_difference_is_surer_than_its_two_sides(agents):
    better = {item: {**row, "NumScore": row["NumScore"] + 0.01} for item, row in agents["c"].items()}
    better["Q0"] = {**better["Q0"], "NumScore": agents["c"]["Q0"]["NumScore"]}
    interval = difference(better, agents["c"], "NumScore")
    assert 0 < interval.ci_low <= interval.mean <= interval.ci_high <= 0.01 + 1e-12
    assert interval.mean == pytest.approx(0.01 * (ITEMS - 1) / ITEMS)


def test_a_difference_is_over_common_items_alone():
    interval = difference({"a": {"m": 1.0}, "b": {"m": 0.5}}, {"b": {"m": 0.25}, "c": {"m": 0.0}}, "m")
    assert (interval.mean, interval.n) == (0.25, 1)
    assert math.isnan(interval.ci_low)


def test_ranks_and_correlations_by_hand():
    assert ranks([10, 30, 10, 20]) == [1.5, 4, 1.5, 3]
    # Ranks 1 2 3 4 against 2 1 4 3: 1 - 6 x 4 / (4 x 15).
    assert spearman([1, 2, 3, 4], [20, 10, 40, 30]) == pytest.approx(0.6)
    assert pearson([1, 2, 3], [2, 4, 6]) == pytest.approx(1)
    assert math.isnan(pearson([1, 1, 1], [1, 2, 3]))
    assert math.isnan(pearson([1, 2], [1, 2]))


@pytest.mark.exhaustive  # importing scipy takes seconds
def test_ranks_and_correlations_agree_with_scipy():
    stats = pytest.importorskip("scipy.stats", reason="pip install 'mesocosm[science]'")
    draw = generator("correlations")
    first, second = draw.integers(0, 6, 40).astype(float), draw.normal(size=40)
    assert ranks(first.tolist()) == stats.rankdata(first).tolist()
    assert spearman(first.tolist(), second.tolist()) == pytest.approx(
        stats.spearmanr(first, second).statistic, abs=1e-12
    )
    assert pearson(first.tolist(), second.tolist()) == pytest.approx(stats.pearsonr(first, second).statistic, abs=1e-12)


def test_area_under_the_curve_by_hand():
    # Pairs of success and failure: (3, 1) and (3, 2) won, (2, 1) won, (2, 2) drawn.
    assert auc([3, 2, 1, 2], [1, 1, 0, 0]) == 3.5 / 4


def test_logistic_regression_of_two_groups_by_hand():
    # One in four of those at 0 and three in four of those at 1 succeed: log odds -ln 3 and ln 3, but for the penalty.
    table = np.repeat([0.0, 1.0], 400)[:, None]
    right = np.tile([1.0, 0.0, 0.0, 0.0], 100).tolist() + np.tile([1.0, 1.0, 1.0, 0.0], 100).tolist()
    intercept, slopes = logistic(table, np.array(right))
    assert (intercept, slopes[0]) == pytest.approx((-math.log(3), 2 * math.log(3)), rel=1e-4)


@pytest.mark.exhaustive  # importing scikit-learn takes seconds
def test_logistic_regression_agrees_with_scikit_learn():
    linear = pytest.importorskip("sklearn.linear_model", reason="pip install 'mesocosm[climada]'")
    draw = generator("logistic")
    table = draw.normal(size=(200, 3))
    right = (draw.random(200) < 1 / (1 + np.exp(-(table @ [1.5, -0.5, 0.0] + 0.3)))).astype(float)
    standard = (table - table.mean(axis=0)) / table.std(axis=0)
    theirs = linear.LogisticRegression(C=1 / PENALTY, tol=1e-10, max_iter=1000).fit(standard, right)
    _, slopes = logistic(table, right)
    assert slopes * table.std(axis=0) == pytest.approx(theirs.coef_[0], abs=1e-4)


def test_a_perfect_predictor_still_has_a_finite_answer():
    table = np.array([[0.0], [0.1], [0.9], [1.0]])
    intercept, slopes = logistic(table, np.array([0.0, 0.0, 1.0, 1.0]))
    assert np.isfinite([intercept, *slopes]).all()
    assert slopes[0] > 0


def test_columns_that_tell_nothing_new_are_left_out():
    draw = generator("columns")
    first = draw.normal(size=30)
    assert independent(np.column_stack([first, np.ones(30), first, draw.normal(size=30)])) == [0, 3]
    assert independent(np.zeros((0, 3))) == []


def test_study_of_success(agents):
    study = study_success(agents)
    assert (study.n, study.left_out) == (6 * ITEMS, ())
    assert 0.7 < study.auc < 1
    assert 0 < study.pseudo_r2 < 1
    twin = {name: {item: {**row, "ToolCallSuccessRate": row["InstAcc"]} for item, row in own.items()}
            for name, own in agents.items()}  # fmt: skip
    assert study_success(twin).left_out == ("ToolCallSuccessRate",)  # as in the paper


def test_success_that_never_varies_has_no_study(agents):
    none = {"a": {item: {**row, "Hit@tol": 0.0} for item, row in agents["a"].items()}}
    assert math.isnan(study_success(none).auc)
    assert study_success({"a": {}}).n == 0


def test_study_of_weights(agents):
    study = study_weights(agents)
    assert study.ranking == tuple("abcdef")
    assert (study.trials, study.top_unchanged, study.bottom_unchanged) == (1000, 1, 1)
    assert study.lowest <= study.median <= 1
    assert set(study.schemes) == {"equal", "regression", *(f"without {name}" for name in WEIGHTS)}
    assert study == study_weights(agents)


def test_weights_that_matter_change_the_ranking():
    def agent(**metrics):
        return {"Q1": {**dict.fromkeys(WEIGHTS, 0.5), **metrics, "Hit@tol": 0.0, "NumScore": 0.0}}

    # Published: a 0.56, b 0.5, c 0.41. Without ToolAcc: c leads, since only its ToolAcc is bad.
    agents = {"a": agent(ToolAcc=0.7), "b": agent(), "c": agent(ToolAcc=0.0, ArgAcc=0.8)}
    study = study_weights(agents, trials=10)
    assert study.ranking == ("a", "b", "c")
    assert study.schemes["without ToolAcc"].ranking[0] == "c"
    assert study.schemes["without ToolAcc"].spearman < 1


def test_moved_weights_sum_to_one_and_stay_near():
    for weights in perturb_weights(50, 7):
        assert sum(weights.values()) == pytest.approx(1)
        assert min(weights.values()) >= 0
    assert normalise_weights({"a": 1, "b": 3}) == {"a": 0.25, "b": 0.75}


def test_a_ranking_needs_three(agents):
    with pytest.raises(InvalidRecord, match="at least 3 agents, got 1: a"):
        study_weights({"a": agents["a"]})


def test_process_goes_with_outcome(agents):
    correlations = process_outcome(agents)
    assert correlations["ToolUseScore"]["NumScore"] > 0.5
    assert math.isnan(correlations["Provenance"]["NumScore"])
