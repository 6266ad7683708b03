"""Analyses of the suite over a few episodes, worked by hand."""

import math
import re

import pytest
from tests.report.checks import text_of
from tests.stats.making import episode

from mesocosm.errors import InvalidRecord
from mesocosm.report import analysis

NAMES = ("tracks", "process_outcome", "failure_modes")
FAILURES = {"failure: wrong tools": 0.0, "failure: none": 1.0}


def answered(item, hit, tool_use, *, track="document", level="0 observation", category="weather", **fields):
    metrics = {"hit": hit, "num_score": hit, "tool_use": tool_use, **FAILURES, **fields.pop("metrics", {})}
    return episode(
        item, hit == 1.0, metrics=metrics, strata={"track": track, "level": level}, category=category, **fields
    )


EPISODES = [
    answered(0, 1.0, 1.0),
    answered(1, 0.5, 0.4, metrics={"failure: wrong tools": 1.0, "failure: none": 0.0}),
    answered(2, 0.0, 0.1, track="simulator", level="2 intervention", category="cyclones"),
    answered(0, 1.0, 0.0, agent="terra.lucky", knows_reference=True),
]


@pytest.mark.parametrize("name", NAMES)
def test_tables_have_a_row_for_each_run_and_survive_json(name):
    wanted = analysis.load(name)
    result = wanted.analyse(EPISODES)
    assert type(result).model_validate_json(result.model_dump_json()).model_dump_json() == result.model_dump_json()
    text = text_of(wanted.table(result))
    assert "lucky" in text
    assert not re.search(r"\bnan\b", text)
    assert wanted.figure(result).axes


@pytest.mark.parametrize("name", NAMES)
def test_episodes_of_other_suites_are_refused(name):
    with pytest.raises(InvalidRecord, match="of these logs"):
        analysis.load(name).analyse([episode(0)])


def test_hits_stand_by_track_level_and_domain_with_how_many_and_how_sure():
    first, lucky = analysis.load("tracks").analyse(EPISODES).rows
    document = first.tracks["document"]
    assert (document.n, document.hit, document.tool_use) == (2, 0.75, 0.7)
    assert (document.low, document.high) == (0.5, 1.0)
    alone = first.levels["2 intervention"]
    assert (alone.n, alone.hit) == (1, 0.0)
    assert math.isnan(alone.low)
    assert set(first.domains) == {"weather", "cyclones"}
    assert (first.knows_reference, lucky.knows_reference) == (False, True)


def test_an_item_tried_twice_counts_once_in_the_interval():
    [row] = analysis.load("tracks").analyse([answered(0, 1.0, 1.0), answered(0, 0.0, 1.0, epoch=2)]).rows
    assert (row.tracks["document"].n, row.tracks["document"].hit) == (2, 0.5)
    assert math.isnan(row.tracks["document"].low)


def test_process_goes_with_outcome():
    result = analysis.load("process_outcome").analyse(EPISODES)
    first = result.rows[0]
    assert first.means["hit"] == 0.5
    # Of (1, 1), (0.4, 0.5), (0.1, 0): covariance 0.45 over the root of 0.42 times 0.5.
    assert first.correlation == pytest.approx(0.45 / math.sqrt(0.42 * 0.5))
    assert math.isnan(result.rows[1].correlation)


def test_ways_to_fail_are_shares_of_episodes():
    first, _ = analysis.load("failure_modes").analyse(EPISODES).rows
    assert first.shares == pytest.approx({"wrong tools": 1 / 3, "none": 2 / 3})
