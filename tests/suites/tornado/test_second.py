"""The outlook by the second way equals the truth, except for points along its edges."""

import json

import numpy as np

from mesocosm.suites.tornado.outlooks.outlook import Outlook, nest_levels
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.second import LEAST_SCORE, LEVELS, _area, expected_probability
from mesocosm.suites.tornado.verification.practically_perfect import truth_from_reports
from mesocosm.suites.tornado.verification.tornadobench import score_outlook


def test_both_ways_draw_the_same_areas():
    reports = np.column_stack([np.linspace(-98, -95, 14), np.linspace(34, 36, 14)])
    truth = nest_levels(truth_from_reports(reports, "published"))
    probability = expected_probability(reports)
    drawn = {level: (_area(probability >= level / 100),) for level in LEVELS if (probability >= level / 100).any()}
    again = read_outlook(json.dumps(Outlook(drawn).geojson()), "strict").outlook
    assert drawn.keys() == truth.shapes.keys()
    assert score_outlook(again, truth, "default").tb >= LEAST_SCORE


def test_a_day_without_reports_has_no_area():
    assert not expected_probability(np.empty((0, 2))).any()
