"""A day scored without a command line: truths from reports, all forecasters beside the baselines."""

from __future__ import annotations

import math

import pytest

from mesocosm.suites.tornado.outlooks.outlook import MISSING, Reading
from mesocosm.suites.tornado.verification.one_day import judge_day
from mesocosm.suites.tornado.verification.reports import read_reports

HEADING = "Time,F_Scale,Location,County,State,Lat,Lon,Comments\n"
CLUSTER = "".join(f"1905,UNK,X,Y,MO,{36.5 + step / 10},{-90.5 + step / 10},BARN\n" for step in range(12))
REPORTS, QUIET = read_reports(HEADING + CLUSTER), read_reports(HEADING)


def test_the_truth_itself_scores_full_marks():
    truth = judge_day("20250314", REPORTS, {}).truths["published"]
    judged = judge_day("20250314", REPORTS, {"seer": Reading(truth, "valid")}).forecasters["seer"]
    assert judged.scores["published"].tb == pytest.approx(1, abs=1e-12)  # ratios of areas that were cut twice
    assert judged.brier_skill > 0


def test_without_an_outlook_there_are_no_scores():
    judged = judge_day("20250314", REPORTS, {"absent": MISSING}).forecasters["absent"]
    assert (dict(judged.scores), math.isnan(judged.brier_skill)) == ({}, True)
    assert judged.document() == {"status": "missing", "notes": []}


def test_persistence_needs_yesterday():
    name = "baseline: persistence"
    assert judge_day("20250314", REPORTS, {}).forecasters[name].reading.status == "missing"
    assert judge_day("20250314", REPORTS, {}, QUIET).forecasters[name].scores["published"].tb == 0


def test_on_a_quiet_day_silence_is_right_and_skill_unknown():
    empty = judge_day("20250314", QUIET, {}, QUIET).forecasters["baseline: empty"]
    assert empty.scores["canonical"].tb == 1
    assert math.isnan(empty.brier_skill)
