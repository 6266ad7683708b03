"""Arguments by type, each case worked by hand."""

import math

import pytest
from tests.suites.terra.scoring.making import reference, step

from mesocosm.suites.terra.scoring.agreement import Files, agreement, differing, overlap

PLAIN = reference()


def same(given, wanted, ref=PLAIN, files=None, name="x"):
    return agreement({name: given}, {name: wanted}, "gis.features", ref, files or Files(content={}, role={})).same == 1


@pytest.mark.parametrize(
    ("given", "wanted", "agrees"),
    [
        (100.09, 100.0, True),  # within 0.1 %
        (100.11, 100.0, False),
        (-100.0, 100.0, False),
        (0.0, 0, True),
        (1e-6, 0, False),
        ("100", 100.0, True),
        (True, 1, False),
        (1, True, False),
        ("true", True, True),
        ("Ostrava ", "ostrava", True),
        ("350 m", "0.35 km", True),
        ("350 s", "0.35 km", False),
        ("2031-07-01", "2031-07-01T00:00:00Z", True),
        ("2031-07-01T02:00+02:00", "2031-07-01", True),
        ("2031-07-01/2031-07-03", "2031-07-01T00:00Z/2031-07-03T00:00Z", True),
        ("2031-07-01/2031-07-04", "2031-07-01/2031-07-03", False),
        (["b", "a"], ["a", "b"], True),  # names are a set
        (["a", "a"], ["a", "b"], False),
        ([2.0, 1.0], [1.0, 2.0], False),  # numbers are in order
        ({"t2m": "1D:max"}, {"t2m": "1D:max"}, True),
        ({"t2m": "1D:max"}, {"t2m": "1D:min"}, False),
        ({"t2m": "1D:max", "d": 1}, {"t2m": "1D:max"}, False),
        (math.nan, 1.0, False),
        (None, "a", False),
        ([1, [2]], "a", False),
    ],
)
def test_values(given, wanted, agrees):
    assert same(given, wanted) is agrees


@pytest.mark.parametrize(
    ("given", "wanted", "share"),
    [
        # At the equator the heights are nearly even: one of ten degrees is missing.
        ([0, -0.5, 9, 0.5], [0, -0.5, 10, 0.5], 0.9),
        ([5, 0, 15, 1], [0, 0, 10, 1], 1 / 3),
        ([170, 0, -170, 1], [170, 0, -170, 1], 1.0),
        ([170, 0, -170, 1], [170, 0, 180, 1], 0.5),
        ([350, 0, 360, 1], [-10, 0, 0, 1], 1.0),
        ([0, 0, 0, 1], [0, 0, 0, 1], 1.0),
        ([10, 0, 11, 1], [20, 0, 21, 1], 0.0),
        ([-180, -90, 180, 90], [-180, 0, 180, 90], 0.5),  # on the sphere, half
        ([22, 105, 20, 107], [22, 105, 20, 107], 1.0),  # north, west, south, east
        ({"west": 0, "south": 0, "east": 1, "north": 1}, [0, 0, 1, 1], 1.0),
        ([0, 0, 1], [0, 0, 1, 1], 0.0),
        ("Ostrava", [0, 0, 1, 1], 0.0),
        ([1, 2, 3, "x"], [0, 0, 1, 1], 0.0),
    ],
)
def test_boxes_by_intersection_over_union(given, wanted, share):
    assert overlap(given, wanted) == pytest.approx(share, abs=1e-9)


def test_a_box_agrees_from_nine_tenths_on():
    assert same([0, -0.5, 9.01, 0.5], [0, -0.5, 10, 0.5], name="box")
    assert not same([0, -0.5, 8.9, 0.5], [0, -0.5, 10, 0.5], name="box")


def test_files_agree_by_content():
    ref = reference(files={"theirs.nc": "aa"})
    assert same("mine.nc", "theirs.nc", ref, Files(content={"mine.nc": "aa"}, role={}), "path")
    assert not same("mine.nc", "theirs.nc", ref, Files(content={"mine.nc": "bb"}, role={}), "path")


def test_files_agree_by_the_step_that_made_them():
    ref = reference(step("read"), files={"theirs.nc": "aa"}, makers={"theirs.nc": "read"})
    assert same("mine.nc", "theirs.nc", ref, Files(content={"mine.nc": "bb"}, role={"mine.nc": "read"}), "path")
    assert not same("mine.nc", "theirs.nc", ref, Files(content={"mine.nc": "bb"}, role={"mine.nc": "map"}), "path")


def test_files_of_which_nothing_is_known_agree_by_name():
    assert same("out/t2m-1f.nc", "t2m-1f.nc", name="netcdf_path")
    assert not same("t2m-2a.nc", "t2m-1f.nc", name="netcdf_path")


def test_share_of_arguments():
    # Of four names in all, a and b agree, c differs, d was made up.
    result = agreement({"a": 1, "b": "x", "c": 2, "d": 9}, {"a": 1, "b": "X", "c": 3}, "t", PLAIN)
    assert (result.same, result.common, result.every, result.share) == (2, 3, 4, 0.5)
    assert agreement({}, {}, "t", PLAIN).share == 1


def test_what_the_reference_declares():
    ref = reference(
        kinds={"note": "ignored"},
        argument_aliases={"bbox": "box"},
        value_aliases={"2m_temperature": "t2m"},
        defaults={"gis.features": {"limit": 100}},
    )
    mine = {"note": "as asked", "bbox": [0, 0, 1, 1], "variable": "2m_temperature", "limit": 100, "unset": None}
    assert agreement(mine, {"box": [0, 0, 1, 1], "variable": "t2m", "note": "-"}, "gis_features", ref).share == 1


def test_arguments_that_differ_without_files():
    used = {"path": "a.nc", "start": "2031-07-04", "box": [0, 0, 1, 1], "lines": [{"path": "a.nc", "variable": "t"}]}
    asked = {"path": "b.nc", "start": "2031-07-01", "box": [0, 0, 1, 1], "lines": [{"path": "b.nc", "variable": "t"}]}
    assert differing(used, asked, "gis.features", PLAIN) == {"start": ("2031-07-04", "2031-07-01")}
