"""Climatology: the shipped data, the recipe, and the baselines built on it."""

from datetime import date, timedelta

import numpy as np
import pyproj
import pytest
from tests.shared import SHARED
from tests.sources.shipped import check_shipped
from tests.suites.tornado.outlooks.drawing import box

from mesocosm.suites.tornado.outlooks.outlook import EMPTY, outlook_of
from mesocosm.suites.tornado.verification import climatology_recipe
from mesocosm.suites.tornado.verification.baselines import baselines, is_official
from mesocosm.suites.tornado.verification.climatology import FILE, PACK, climatology, climatology_outlook
from mesocosm.suites.tornado.verification.grid import grid, on_land

TORNADOES = SHARED / "data" / "real" / "spc" / "spc_tornadoes_2007_2022.csv"
AREA = outlook_of([(10, box(-98, 34, -96, 36))])


def at(field, longitude, latitude):
    west, south, _, _ = grid().edges
    x, y = pyproj.Transformer.from_crs(4326, 5070, always_xy=True).transform(longitude, latitude)
    return field[int((y - south) // 10_000), int((x - west) // 10_000)]


def test_the_shipped_file_is_small():
    assert FILE.stat().st_size <= 60_000


def test_the_shipped_file_is_what_its_manifest_says():
    check_shipped(PACK)


def test_the_season_moves_north():
    """Oklahoma peaks in May, Minnesota in summer, Mississippi has its share in winter, Nevada hardly any."""
    january, may, july = (climatology(date(2025, month, 15)) for month in (1, 5, 7))
    assert at(may, -97.5, 35.5) > 2 * at(july, -97.5, 35.5)
    assert at(july, -95, 45.5) > at(may, -97.5, 35.5) * 0.2 > at(january, -95, 45.5)
    assert at(january, -90, 33) > at(july, -90, 33)
    assert at(may, -117, 39.5) < 0.001


def test_it_stays_below_the_lowest_level_all_year():
    year = [date(2024, 1, 1) + timedelta(days=step) for step in range(0, 366, 5)]
    assert all(climatology_outlook(day) == EMPTY for day in year)
    assert 0.01 < max(climatology(day).max() for day in year[20:40]) < 0.02


def test_the_year_is_a_circle():
    last, first = climatology(date(2024, 12, 31)), climatology(date(2025, 1, 1))
    assert np.abs(last - first).max() < 2e-4


def tiny_database(path, day, longitude, latitude, years):
    lines = [f"{year}-{day}T20:00:00Z,{latitude},{longitude}" for year in years]
    path.write_text("\n".join(["datetime_utc,slat,slon", *lines]))


def test_the_recipe_spreads_one_tornado_a_year_over_days_and_land(tmp_path):
    """A tornado every year on one day: smoothing keeps the sum, which is the area within 40 km."""
    tiny_database(tmp_path / "t.csv", "05-20", -97.5, 36.5, range(2001, 2011))
    by_day = climatology_recipe.starts_by_day(tmp_path / "t.csv")
    field = climatology_recipe.smooth_climatology(climatology_recipe.tornado_days(by_day) / 10)
    assert np.unravel_index(field.argmax(), field.shape)[0] == 139  # 20 May
    assert field.sum() * 6400 == pytest.approx(5027, rel=0.05)


def test_a_tornado_before_noon_utc_belongs_to_the_day_before(tmp_path):
    (tmp_path / "t.csv").write_text(
        "datetime_utc,slat,slon\n2011-05-21T11:59:00Z,36,-97\n2011-05-21T12:00:00Z,36,-97\n"
    )
    assert sorted(climatology_recipe.starts_by_day(tmp_path / "t.csv")) == [date(2011, 5, 20), date(2011, 5, 21)]


@pytest.mark.fidelity
@pytest.mark.skipif(not TORNADOES.is_file(), reason="needs ../shared/data/real/spc")
def test_the_recipe_makes_the_shipped_file(tmp_path):
    climatology_recipe.main(str(TORNADOES), str(tmp_path / "made.npz"))
    with np.load(tmp_path / "made.npz") as made, np.load(FILE) as shipped:
        difference = made["probability"].astype(int) - shipped["probability"]
    assert np.abs(difference).max() <= 1  # another machine may round a half the other way


def test_every_baseline_answers_every_day():
    truths = {"20250228": AREA, "20250301": EMPTY, "20250303": AREA}
    found = baselines(truths)
    assert list(found) == ["baseline: empty", "baseline: persistence", "baseline: climatology"]
    assert all(own.keys() == truths.keys() for own in found.values())
    assert all(one.outlook == EMPTY for one in found["baseline: empty"].values())


def test_persistence_is_yesterdays_truth_or_missing():
    persistence = baselines({"20250228": AREA, "20250301": EMPTY, "20250303": AREA})["baseline: persistence"]
    assert persistence["20250301"].outlook == AREA
    assert str(persistence["20250303"]) == "missing: there is no truth of 20250302"


def test_official_outlooks_are_known_by_name():
    assert [is_official(name) for name in ("SPC", "spc_outlook_reconstructed", "gpt-spc")] == [True, True, False]


def test_land_is_where_climatology_lives():
    assert climatology(date(2025, 5, 1)).shape == on_land().shape
