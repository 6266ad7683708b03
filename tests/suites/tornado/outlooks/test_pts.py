"""Outlook texts: points, rings, and lines that divide the country; by hand and on real texts."""

from __future__ import annotations

import itertools

import pytest
import shapely
from tests.shared import SHARED

from mesocosm.earth.geo.outlines import conus
from mesocosm.errors import UserError
from mesocosm.suites.tornado.outlooks.pts import read_pts

REAL = SHARED / "data" / "real" / "spc" / "outlooks"
TEXTS = sorted((REAL / "pts_text").glob("*.txt"))
needs_texts = pytest.mark.skipif(not TEXTS, reason="needs ../shared/data/real/spc/outlooks")

ORDER = {
    "tornado": ("0.02", "0.05", "0.10", "0.15", "0.30", "0.45", "0.60"),
    "hail": ("0.05", "0.15", "0.30", "0.45", "0.60"),
    "wind": ("0.05", "0.15", "0.30", "0.45", "0.60"),
    "categorical": ("TSTM", "MRGL", "SLGT", "ENH", "MDT", "HIGH"),
}


def text(tornado: str, categorical: str = "") -> str:
    return f"""\
WUUS01 KWNS 140550
PTSDY1

VALID TIME 141200Z - 151200Z

PROBABILISTIC OUTLOOK POINTS DAY 1

... TORNADO ...

{tornado}
&&

CATEGORICAL OUTLOOK POINTS DAY 1

... CATEGORICAL ...

{categorical}
&&
THERE IS A SLGT RISK OF SVR TSTMS TO THE RIGHT OF A LINE FROM 45 NNW
OMK 12345678.
"""


def only(source: str) -> shapely.Geometry:
    (area,) = read_pts(source).areas
    return area.shape


def inside(shape: shapely.Geometry, **places: tuple[float, float]) -> set[str]:
    return {
        name for name, (latitude, longitude) in places.items() if shape.contains(shapely.Point(longitude, latitude))
    }


CITIES = {
    "denver": (39.74, -104.99),
    "kansas_city": (39.1, -94.58),
    "boston": (42.36, -71.06),
    "san_francisco": (37.77, -122.42),
    "miami": (25.77, -80.3),
}


def test_a_ring_and_its_points():
    """Hundredths of degrees; 0115 is 101.15° W and 9585 is 95.85° W."""
    read = read_pts(text("0.02   35000115 37000115 37009585 35009585 35000115"))
    (area,) = read.areas
    assert (area.hazard, area.label) == ("tornado", "0.02")
    assert area.shape.equals(shapely.box(-101.15, 35.0, -95.85, 37.0))
    assert read.valid == ("141200", "151200")
    assert read.notes == ()


def test_an_entry_goes_on_over_lines_and_prose_is_none():
    shape = only(text("0.10   35000115 37000115\n       37009585 35009585\n       35000115"))
    assert shape.equals(shapely.box(-101.15, 35.0, -95.85, 37.0))


def test_a_line_northwards_has_its_area_in_the_east():
    assert inside(only(text("0.05   28000000 50000000")), **CITIES) == {"kansas_city", "boston", "miami"}


def test_the_same_line_southwards_has_it_in_the_west():
    assert inside(only(text("0.05   50000000 25000000")), **CITIES) == {"denver", "san_francisco"}


def test_two_lines_bound_the_area_between_them():
    shape = only(text("0.05   28000000 50000000 99999999 50008500 28008500"))
    assert inside(shape, **CITIES) == {"kansas_city"}


def test_two_lines_apart_give_two_areas():
    shape = only(text("0.05   50001000 28001000 99999999 28008500 50008500"))
    assert inside(shape, **CITIES) == {"san_francisco", "boston", "miami"}


def test_a_ring_within_an_entry_that_runs_the_other_way_is_a_hole():
    ring, hole = "35000000 40000000 40009000 35009000 35000000", "37009600 37009400 38009400 38009600 37009600"
    shape = only(text(f"0.02   {ring} 99999999\n {hole}"))
    assert shape.area == pytest.approx(10 * 5 - 2 * 1)


def test_an_end_short_of_the_border_is_carried_on_to_it():
    short = only(text("0.05   29750000 48800000"))
    assert inside(short, **CITIES) == {"kansas_city", "boston", "miami"}


def test_a_ring_with_a_slip_between_its_ends_is_closed():
    shape = only(text("0.02   35000115 37000115 37009585 35009585 35000110"))
    assert shape.area == pytest.approx(2 * 5.3, rel=0.02)


def test_a_lone_ring_that_runs_the_other_way_is_noted():
    read = read_pts(text("0.02   35000115 35009585 37009585 37000115 35000115"))
    assert read.areas[0].shape.area == pytest.approx(2 * 5.3)
    assert read.notes == ("tornado 0.02: a ring runs the other way round; its inside was taken",)


def test_a_line_of_a_single_point_is_left_out_and_noted():
    read = read_pts(text("", "TSTM   43648216 43648216"))
    assert read.areas == ()
    assert read.notes == ("categorical TSTM: a line of a single point was left out",)


def test_intensity_is_not_taken_for_probability():
    ring = "35000115 37000115 37009585 35009585 35000115"
    labels = [area.label for area in read_pts(text(f"0.10   {ring}\nSIGN   {ring}\nCIG1   {ring}")).of("tornado")]
    assert labels == ["0.10", "SIGN", "CIG1"]


def test_no_risk():
    assert read_pts(text("")).areas == ()


def test_a_text_that_is_no_outlook():
    with pytest.raises(UserError, match="must hold VALID TIME and OUTLOOK POINTS"):
        read_pts("<html>503</html>")


def test_a_point_that_is_none():
    with pytest.raises(UserError, match="eight digits DDDDLLLL, got '3700011'"):
        read_pts(text("0.02   35000115 3700011 37009585 35009585 35000115"))


@needs_texts
@pytest.mark.fidelity
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_real_areas_are_valid_and_nested(path):
    """Whatever lines SPC drew, a higher level lies within the lower ones; slips at borders stay below 3 %."""
    read = read_pts(path.read_text())
    assert all(area.shape.is_valid for area in read.areas)
    assert read.of("tornado")
    for hazard, labels in ORDER.items():
        levels = {label: [one.shape for one in read.of(hazard) if one.label == label] for label in labels}
        drawn = [shapely.union_all(shapes) for shapes in levels.values() if shapes]
        for lower, higher in itertools.pairwise(drawn):
            assert higher.difference(lower).area < 0.03 * higher.area
            assert higher.area < lower.area


@needs_texts
@pytest.mark.fidelity
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_real_thunder_covers_neither_nothing_nor_everything(path):
    thunder = shapely.union_all([one.shape for one in read_pts(path.read_text()).of("categorical")])
    assert 0.1 < thunder.intersection(conus()).area / conus().area < 0.9


@needs_texts
@pytest.mark.fidelity
def test_a_real_day_place_by_place():
    """Day 2019-09-03: Florida's coast, the southern tip of Texas, the south of Lake Michigan; read off the text."""
    read = read_pts((REAL / "pts_text" / "PTSDY1_geos.txt").read_text())
    shape = shapely.union_all([one.shape for one in read.of("tornado") if one.label == "0.02"])
    places = {
        "cocoa": (28.36, -80.74),
        "tampa": (27.95, -82.46),
        "brownsville": (25.93, -97.48),
        "laredo": (27.51, -99.51),
        "chicago": (41.88, -87.63),
        "detroit": (42.33, -83.05),
        "milwaukee": (43.04, -87.95),
    }
    assert inside(shape, **places) == {"cocoa", "brownsville", "chicago", "detroit"}
