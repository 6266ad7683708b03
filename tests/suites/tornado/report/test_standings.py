"""Standings: all forecasters over the same days, baselines among them."""

import math

import pytest
from tests.suites.tornado.report.making import DAYS, FORECASTERS, QUIET, RIGHT, RISKY

from mesocosm.errors import UserError
from mesocosm.suites.tornado.report.standings import Standings, hold, standings
from mesocosm.suites.tornado.report.tables import HEADINGS, cells


@pytest.fixture(scope="module")
def contest():
    return hold(DAYS, FORECASTERS)


@pytest.fixture(scope="module")
def ranked(contest):
    return standings(contest, "default")


def row(ranked, name):
    return next(one for one in ranked.forecasters if one.name == name)


def test_baselines_join_and_the_best_comes_first(ranked):
    names = [one.name for one in ranked.forecasters]
    assert names[0] == "right"
    assert {"baseline: empty", "baseline: persistence", "baseline: climatology", "spc", "spoilt"} == set(names[1:])


def test_kinds_tell_spc_and_baselines_apart(ranked):
    kinds = {one.name: one.kind for one in ranked.forecasters}
    assert (kinds["spc"], kinds["right"], kinds["baseline: empty"]) == ("official", "forecaster", "baseline")


def test_the_truth_itself_scores_full_marks_in_both_profiles(ranked):
    scores = row(ranked, "right").profiles
    assert scores["default"].tornadobench == pytest.approx(1, abs=1e-9)
    assert scores["published"].tornadobench == pytest.approx(1, abs=1e-9)


def test_the_empty_outlook_scores_its_quiet_day(ranked):
    # Weights 1 (quiet), 10 and 5 as published; the default profile weighs the quiet day 2.
    scores = row(ranked, "baseline: empty").profiles
    assert scores["published"].tornadobench == pytest.approx(1 / 16)
    assert scores["default"].tornadobench == pytest.approx(2 / 17)


def test_ahead_of_empty_goes_by_the_profile(contest):
    assert row(standings(contest, "published"), "right").ahead_of_empty.value == pytest.approx(15 / 16)
    assert row(standings(contest, "default"), "right").ahead_of_empty.value == pytest.approx(15 / 17)


def test_lost_days_count_nothing_and_keep_their_status(ranked):
    spoilt = row(ranked, "spoilt")
    assert spoilt.status == {"20250301": "rejected", "20250302": "repaired", "20250303": "missing"}
    assert spoilt.statuses == {"valid": 0, "repaired": 1, "rejected": 1, "missing": 1}
    assert list(spoilt.daily) == ["20250302"]
    assert spoilt.notes == {"20250301": "no FeatureCollection", "20250302": "closed a ring"}


def test_days_without_known_reports_are_not_verified(ranked):
    assert ranked.reports == {"20250301": 0, "20250302": 2, "20250303": None}
    assert row(ranked, "right").verification.days == 2


def test_climatology_is_verified_by_its_own_probabilities(ranked):
    # As an outlook it is empty; as a probability it is the reference, so its skill over itself is nil.
    assert row(ranked, "baseline: climatology").verification.climatology_skill == pytest.approx(0)
    assert row(ranked, "baseline: empty").verification.climatology_skill != pytest.approx(0)


def test_without_reports_nothing_is_verified():
    from dataclasses import replace

    blind = standings(hold([replace(RISKY, reports=None)], {}), "default")
    assert not blind.verified
    assert math.isnan(blind.forecasters[0].verification.brier)


def test_the_numbers_survive_json(ranked):
    again = Standings.model_validate_json(ranked.model_dump_json())
    assert again.model_dump_json() == ranked.model_dump_json()


def test_a_row_has_a_cell_for_each_heading(ranked):
    values = cells(row(ranked, "spoilt"), ranked)
    assert len(values) == len(HEADINGS)
    assert values[-1] == "0/1/1/1"


def test_a_forecaster_may_not_take_a_baselines_name():
    with pytest.raises(UserError, match="must not be called 'baseline: empty'"):
        hold([QUIET], {"baseline: empty": RIGHT})


@pytest.mark.parametrize(("days", "problem"), [([], "none"), ([QUIET, QUIET], "some twice")])
def test_days_must_be_there_and_differ(days, problem):
    with pytest.raises(UserError, match=f"got {problem}"):
        hold(days, {})
