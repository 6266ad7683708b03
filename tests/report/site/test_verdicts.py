"""Which agent is called best, and how certain that is: never better without the interval, never ranked with the truth
known.
"""

import math

import pytest

from mesocosm import registry
from mesocosm.report.results import SampleRow, make_row
from mesocosm.report.site.suites import gather, outcome_of, slugs_of
from mesocosm.report.site.verdicts import verdict


def sample(item, score, answer="valid", **more):
    return SampleRow(
        item=item, epoch=1, score=score, success=float(score >= 1), steps=1, rejected_calls=0, tokens=0, answer=answer,
        end="submitted", **more,
    )  # fmt: skip


def row(agent, *scores, **about):
    samples = [
        sample(f"i{place}", score, "broken" if math.isnan(score) else "valid") for place, score in enumerate(scores)
    ]
    return make_row(samples, suite="toy", version="1-A", profile="default", agent=agent, **about)


def judge(*rows):
    [suite] = gather(rows)
    return verdict(suite)


def test_an_agent_far_above_the_baseline_is_better():
    found = judge(row("model", *[1] * 11, 0), row("null", *[0] * 12), row("oracle", *[1] * 12, knows_reference=True))
    assert (found.leader, found.sureness) == ("model", "sure")
    assert found.rival == "null, 0.000"
    assert found.answer == "better than the best trivial baseline"


def test_an_agent_a_little_above_is_not_decided():
    found = judge(row("model", 1, 1, 0, 0, 1, 0), row("random", 1, 0, 0, 1, 0, 0))
    assert found.sureness == "open"
    assert "not decided" in found.answer
    assert any("not decided" in sentence for sentence in found.sentences)


def test_an_agent_below_a_baseline_is_told():
    found = judge(row("model", *[0] * 12), row("random", *[1] * 11, 0))
    assert found.answer == "worse than a trivial baseline"


def test_baselines_alone_have_no_leader():
    found = judge(row("null", 0, 0), row("random", 1, 0), row("oracle", 1, 1, knows_reference=True))
    assert found.leader == "no model and no agent of your own has played"
    assert found.rival.startswith("random, 0.500")
    assert found.sentences[0] == (
        "No model and no agent of your own has played, so nobody is called best. "
        "Played have trivial baselines (random, null) and agents that are handed the truth (oracle)."
    )


def test_agents_that_know_the_truth_are_never_ranked():
    found = judge(row("oracle", 1, 1, knows_reference=True))
    assert found.answer == "nobody to rank"
    assert "handed the truth" in found.sentences[0]


def test_a_run_that_broke_leads_nothing():
    found = judge(row("model", 1, math.nan, math.nan))
    assert found.answer == "nobody to rank"
    assert "broke or wait" in found.sentences[0]


@pytest.mark.parametrize(
    ("one", "outcome"),
    [
        (sample("a", 1.0), "solved"),
        (sample("a", 0.9), "not solved"),
        (sample("a", 0.0, "missing"), "unanswered"),
        (sample("a", 0.0, "rejected"), "not solved"),
        (sample("a", math.nan, "broken"), "broken"),
        (sample("a", math.nan, "waiting"), "waiting"),
    ],
)
def test_what_became_of_an_episode(one, outcome):
    assert outcome_of(one) == outcome


def test_runs_that_are_alike_in_everything_are_numbered():
    [suite] = gather([row("model", 1, 0), row("model", 0, 0)])
    assert [run.title for run in suite.runs] == ["model", "model (2)"]


def test_a_suite_that_is_not_installed_is_shown_all_the_same():
    [suite] = gather([make_row([], suite="gone", version="1-A", profile="default", agent="a")])
    assert suite.card is None
    assert suite.title == "gone"


def test_the_roles_are_those_of_the_card():
    assert "null" in registry.load("suites", "toy").card.baselines
    [suite] = gather([row("null", 0), row("model", 0), row("oracle", 1, knows_reference=True)])
    assert [run.role for run in suite.runs] == ["baseline", "contestant", "truth"]


def test_scripted_agents_that_come_with_a_suite_are_never_the_best_agent():
    found = judge(row("surveyor", *[1] * 12), row("null", *[0] * 12))
    assert found.leader == "no model and no agent of your own has played"
    assert found.score == "–"
    assert found.sentences[0].startswith("No model and no agent of your own has played, so nobody is called best. ")
    assert "scripted agents that come with the suite (surveyor) and trivial baselines (null)" in found.sentences[0]
    assert "surveyor with 1.000" in found.sentences[1]


def test_a_model_below_a_scripted_agent_is_the_best_agent_all_the_same():
    found = judge(row("model", *[0.5] * 12), row("surveyor", *[1] * 12), row("null", *[0] * 12))
    assert found.leader == "model"
    assert found.rival == "null, 0.000"


def test_an_agent_of_ones_own_is_no_scripted_one():
    [suite] = gather([row("mine", 0), row("surveyor", 1), row("random", 0)])
    assert [run.role for run in suite.runs] == ["contestant", "scripted", "baseline"]


def test_names_of_files_are_plain_and_differ():
    assert slugs_of(["../a b", "A.B", "¿"]) == ["a-b", "a-b--2", "suite"]
