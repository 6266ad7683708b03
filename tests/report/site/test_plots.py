"""Positions in percent, computed by hand."""

import math

import pytest

from mesocosm.report.results import SampleRow, make_row
from mesocosm.report.site.plots import Axis, cost_front, outcome_shares, score_plot
from mesocosm.report.site.suites import gather


def row(agent, *scores, tokens=0, **about):
    samples = [
        SampleRow(
            item=f"i{place}", epoch=1, score=score, success=float(score >= 1), steps=1, rejected_calls=0, tokens=tokens,
            answer="broken" if math.isnan(score) else "valid", end="submitted",
        )
        for place, score in enumerate(scores)
    ]  # fmt: skip
    return make_row(samples, suite="toy", version="1-A", profile="default", agent=agent, **about)


def test_an_axis_places_values_and_keeps_them_inside():
    axis = Axis(-1.0, 1.0)
    assert (axis.at(-1), axis.at(0), axis.at(0.5), axis.at(9)) == (0, 50, 75, 100)
    assert [text for _, text in Axis(0, 1).ticks()] == ["0", "0.25", "0.5", "0.75", "1"]


def test_the_plot_of_scores_has_groups_lines_and_what_is_missing():
    [suite] = gather([row("model", 1, 0, math.nan), row("null", 0, 0, 0), row("oracle", 1, 1, 1, knows_reference=True)])
    plot = score_plot(suite, 0.25)
    assert [name for name, _ in plot.groups] == ["Agents", "Trivial baselines", "Handed the truth, so not ranked"]
    [model] = plot.groups[0][1]
    assert (model.at, model.note) == (50, "n = 3 items, 1 broken")
    assert {line.kind: line.at for line in plot.lines} == {"chance": 25, "baseline": 0, "ceiling": 100}


def test_an_interval_that_is_not_known_is_not_drawn():
    [suite] = gather([row("model", 1, 1)])
    [(_, [mark])] = score_plot(suite, math.nan).groups
    assert (mark.at, mark.low, mark.high) == (100, None, None)


def test_outcomes_are_parts_of_a_bar():
    [suite] = gather([row("model", 1, 0, 0, math.nan)])
    shares = outcome_shares(suite.runs[0])
    assert [(share.outcome, share.count, share.start, share.width) for share in shares] == [
        ("solved", 1, 0, 25),
        ("not solved", 2, 25, 50),
        ("broken", 1, 75, 25),
    ]


def test_the_cost_front_holds_who_is_not_beaten_for_less():
    [suite] = gather(
        [
            row("small", 1, 0, tokens=100),
            row("large", 1, 1, tokens=1000),
            row("waste", 1, 0, tokens=5000),
            row("null", 0, 0),
        ]
    )
    front = cost_front(suite)
    assert {point.name: point.on_front for point in front.points} == {"small": True, "large": True, "waste": False}
    assert {point.name: point.x for point in front.points}["large"] == pytest.approx(50)  # 10² to 10⁴
    assert len(front.steps) == 2


def test_without_tokens_there_is_no_front():
    [suite] = gather([row("null", 0, 0)])
    assert cost_front(suite) is None
