"""One day's score, by hand and by its properties."""

import math

import hypothesis.strategies as st
import pytest
import shapely
from hypothesis import given, settings
from tests.suites.tornado.outlooks.drawing import box, outlook

from mesocosm.earth.geo.outlines import conus
from mesocosm.suites.tornado.outlooks.bands import Bands
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Outlook, nest_levels
from mesocosm.suites.tornado.verification.tornadobench import PROFILES, QUIET_AREA_M2, score_day, score_outlook

KM = 1000.0


def plain(**levels):
    """Return bands straight in the plane, from corners in kilometres."""
    return Bands({int(name[1:]): shapely.box(*(KM * edge for edge in corners)) for name, corners in levels.items()})


NOTHING = Bands({})


def test_half_an_overlap_is_a_third():
    """Two squares of area 1 that share 1/2: 0.5 / 1.5."""
    score = score_day(plain(p5=(0, 0, 100, 100)), plain(p5=(50, 0, 150, 100)), "published")
    assert score.tb == pytest.approx(1 / 3)
    assert score.iou == pytest.approx({**dict.fromkeys(LEVELS, 1.0), 5: 1 / 3})
    assert (score.weight, score.match, score.loss, score.false_alarm) == (5, "match", 0, False)
    assert score.centroid_km == pytest.approx(50)


def test_a_level_that_only_one_side_has_costs_a_zero():
    score = score_day(plain(p2=(0, 0, 10, 10), p10=(20, 0, 30, 10)), plain(p2=(0, 0, 10, 10)), "published")
    assert score.tb == pytest.approx(0.5)
    assert (score.match, score.loss) == ("over", 0)


def test_one_level_off_is_worth_nothing_disjoint_and_half_nested():
    """Truth 2 %, forecast 5 % on the same square: nested, 2 % fits wholly and 5 % not at all."""
    forecast, truth = plain(p5=(0, 0, 10, 10)), plain(p2=(0, 0, 10, 10))
    assert score_day(forecast, truth, "published").tb == 0
    default = score_day(forecast, truth, "default")
    assert (default.tb, default.disjoint) == (pytest.approx(0.5), 0)


@pytest.mark.parametrize(("profile", "empty", "drawn"), [("published", 1, 0), ("default", 1, 0.5)])
def test_a_quiet_day(profile, empty, drawn):
    """By default a false 2 % area of 250,000 km² scores one half."""
    side = math.sqrt(QUIET_AREA_M2) / KM
    score = score_day(plain(p2=(0, 0, side, side)), NOTHING, profile)
    assert score_day(NOTHING, NOTHING, profile).tb == empty
    assert score.tb == pytest.approx(drawn)
    assert (score.false_alarm, score.loss, score.weight) == (True, 2, 1 if profile == "published" else 2)
    assert math.isnan(score.centroid_km)


def test_a_quiet_day_weighs_false_areas_by_their_level():
    """10 % on 50,000 km² is as bad as 2 % on 250,000 km²."""
    side = math.sqrt(QUIET_AREA_M2 / 5) / KM
    assert score_day(plain(p10=(0, 0, side, side)), NOTHING, "default").tb == pytest.approx(0.5)


def test_an_outlook_that_meets_no_truth_is_a_hard_hallucination():
    score = score_day(plain(p15=(0, 0, 10, 10)), plain(p2=(500, 0, 510, 10)), "published")
    assert (score.loss, score.false_alarm, score.tb) == (15, False, 0)


def test_meeting_the_truth_at_another_level_is_none():
    assert score_day(plain(p15=(0, 0, 10, 10)), plain(p2=(5, 0, 15, 10)), "published").loss == 0


def test_touching_at_an_edge_is_not_meeting():
    assert score_day(plain(p5=(0, 0, 10, 10)), plain(p5=(10, 0, 20, 10)), "published").loss == 5


def test_a_miss_scores_nothing_and_is_no_hallucination():
    score = score_day(NOTHING, plain(p30=(0, 0, 10, 10)), "default")
    assert (score.tb, score.match, score.loss, score.weight) == (0, "under", 0, 30)


def test_highest_bands_have_their_own_distance():
    forecast = plain(p2=(0, 0, 10, 10), p5=(100, 0, 110, 10))
    score = score_day(forecast, plain(p2=(0, 0, 10, 10)), "published")
    assert (score.centroid_km, score.max_centroid_km) == (pytest.approx(50), pytest.approx(100))


@pytest.mark.parametrize("profile", PROFILES)
def test_truth_itself_scores_one(profile):
    truth = outlook(p2=box(-98, 30, -88, 37), p10=box(-94, 32, -90, 35), p30=box(-93, 33, -92, 34))
    assert score_outlook(truth, truth, profile).tb == pytest.approx(1, abs=1e-9)
    assert score_outlook(nest_levels(truth), truth, profile).tb == pytest.approx(1, abs=1e-6)
    assert score_outlook(EMPTY, EMPTY, profile).tb == 1


def test_land_alone_counts_by_default():
    sea = outlook(p10=box(-92, 26, -88, 28))
    assert score_outlook(sea, EMPTY, "default").tb == 1
    assert score_outlook(sea, EMPTY, "published").tb == 0


def test_crying_wolf_everywhere_scores_next_to_nothing_on_a_quiet_day():
    assert score_outlook(outlook(p30=conus()), EMPTY, "default").tb < 0.003


corners = st.tuples(st.floats(-110, -80), st.floats(30, 42), st.floats(0.5, 8), st.floats(0.5, 8)).map(
    lambda box_: box(box_[0], box_[1], box_[0] + box_[2], box_[1] + box_[3])
)
drawn = st.dictionaries(st.sampled_from([f"p{level}" for level in LEVELS]), corners, max_size=3).map(
    lambda levels: outlook(**levels)
)


@given(drawn, drawn, st.sampled_from(PROFILES))
@settings(deadline=None, max_examples=60)
def test_scores_lie_between_nothing_and_one_and_overlap_is_mutual(one, other, profile):
    there, back = score_outlook(one, other, profile), score_outlook(other, one, profile)
    assert 0 <= there.tb <= 1 + 1e-9
    assert there.iou == pytest.approx(back.iou, abs=1e-9)
    assert {there.match, back.match} in ({"match"}, {"under", "over"})


@given(drawn, corners, st.sampled_from(LEVELS))
@settings(deadline=None, max_examples=60)
def test_more_false_area_never_scores_more_on_a_quiet_day(forecast, extra, level):
    more = Outlook({**forecast.shapes, level: (*forecast.shapes.get(level, ()), extra)})
    assert score_outlook(more, EMPTY, "default").tb <= score_outlook(forecast, EMPTY, "default").tb + 1e-9
