"""Catchments of gauges: one area on the planet, in the gauge's statement and in the elevation model."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import shapely
from tests.waiting import PATIENCE_S

from mesocosm.earth.places.watershed import watershed
from mesocosm.earth.planet.exports.water import gauges_of
from mesocosm.suites.terra.requests.river_runs import runoff_coefficients
from mesocosm.suites.terra.requests.water_resources import gauge_year, rain_and_peak
from mesocosm.suites.terra.requests.waters import (
    Gauged,
    _drainage,
    catchment,
    modelled_km2,
    rain_mm,
    runoff_mm,
    weather_box,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land, planet_of
from mesocosm.suites.terra.workflows.workflow import Unsuited

LEAST_KM2 = 60
SURVEY = Path(__file__).parents[4] / "benchmarks" / "terra_hydrology.py"
DAYS = pd.date_range("2031-07-01", "2031-07-10")
FLOW = pd.Series(5.0, DAYS)


def land_of(region: str) -> Land:
    return Land(planet_of(0), region, datetime(2032, 6, 1, 12, tzinfo=UTC))


def gauged(land: Land) -> list[Gauged]:
    """Return the larger gauges of a region, each with a discharge of 5 m³/s, which spares a run of the water."""
    region, ground = land.planet.region(land.region), land.planet.ground(land.region)
    gauges = gauges_of(land.planet, region)
    points = zip(*region.grid.from_plane([g.x for g in gauges], [g.y for g in gauges]), strict=True)
    found = [
        Gauged(gauge.name, (float(point[0]), float(point[1])), float(ground.upstream_km2.flat[gauge.cell]), FLOW)
        for gauge, point in zip(gauges, points, strict=True)
    ]
    return [gauge for gauge in found if gauge.upstream_km2 >= LEAST_KM2]


@pytest.mark.parametrize("region", ["r000", "r001"])  # one with a sea, one with the outlets of its rivers at the edge
def test_the_elevation_model_has_the_catchments_that_gauges_state(region):
    land = land_of(region)
    for gauge in gauged(land):
        area, weights, share = catchment(land, gauge.name)
        assert area == gauge.upstream_km2
        assert modelled_km2(land, gauge.point, rain_and_peak.SNAP_M) == pytest.approx(area, rel=0.02)
        assert sum(weights.values()) == pytest.approx(1.0)
        assert 0 < share <= 1


def test_the_rain_of_a_small_catchment_is_weighed_by_the_parts_of_its_outline_in_weather_cells():
    land = land_of("r002")
    gauge = next(gauge for gauge in gauged(land) if gauge.name == "Cudonza")  # 139 km² in seven cells of some 100 km²
    shape = watershed(_drainage(land), *gauge.point, rain_and_peak.SNAP_M).shape
    west, south, _, _ = weather_box(land)
    _, weights, share = catchment(land, gauge.name)
    assert share == 1.0
    for (row, column), weight in weights.items():
        x, y = west + 0.1 * column, south + 0.1 * row
        cell = shapely.box(x - 0.05, y - 0.05, x + 0.05, y + 0.05)
        assert weight == pytest.approx(shape.intersection(cell).area / shape.area, abs=0.01)


def test_a_catchment_that_the_elevation_model_does_not_show_is_not_asked_about():
    land = land_of("r007")
    mouth = next(gauge for gauge in gauged(land) if gauge.name == "mouth 2")  # below a lake that is level in the model
    assert modelled_km2(land, mouth.point, rain_and_peak.SNAP_M) < 0.2 * mouth.upstream_km2
    assert not rain_and_peak._fits(land, mouth)


def test_runoff_is_a_depth_on_the_stated_area():
    gauge = Gauged("Alder", (0.0, 0.0), 432.0, FLOW)
    # Four days of 5 m³/s are 4 * 5 * 86,400 m³ = 1.728 million m³, on 432 million m² 4 mm.
    assert runoff_mm(gauge, "2031-07-03", "2031-07-07") == pytest.approx(4.0)


def test_runoff_of_an_invented_catchment_over_its_rain():
    given = {"reaches": [{"id": "Alder", "catchment_km2": 10}, {"id": "Birch", "catchment_km2": 20}]}
    rain = {"Alder": np.array([15.0, 5.0]), "Birch": np.array([0.0, 5.0])}
    table = {name: ["1", "2", "2031-07-01", "0", volume] for name, volume in (("Alder", "1e5"), ("Birch", "1.2e5"))}
    # 20 mm on 10 km² are 200,000 m³, and 5 mm on 20 km² are 100,000 m³.
    assert runoff_coefficients(given, rain, table) == pytest.approx({"Alder": 0.5, "Birch": 1.2})


def test_a_half_year_in_which_more_water_passed_than_fell_is_not_asked_about():
    land, span = land_of("r000"), ("2031-07-01", "2031-07-11")
    gauge = next(gauge for gauge in gauged(land) if gauge.name == "mouth 0")
    fell = rain_mm(land, gauge.name, *span)
    assert fell > 0
    for share, exceeds in ((0.9, False), (1.1, True)):
        m3_s = share * fell * 1000 * gauge.upstream_km2 / (10 * 86_400)
        river = Gauged(gauge.name, gauge.point, gauge.upstream_km2, pd.Series(m3_s, DAYS))
        assert gauge_year._exceeds_rain(land, river, *span) is exceeds


def test_rivers_that_carry_more_water_than_fell_are_not_asked_about():
    figures = {
        name: {"coefficient": coefficient, "rain": 80.0, "wettest": 20.0, "second_day": 10.0}
        for name, coefficient in (("Alder", 1.3), ("Birch", 0.6))
    }
    with pytest.raises(Unsuited, match="snow melt"):
        rain_and_peak._check_margins(land_of("r000"), {"gauges": ["Alder", "Birch"]}, figures, {})


@pytest.mark.slow
@pytest.mark.exhaustive
def test_no_request_of_a_district_asks_about_more_runoff_than_rain_and_snow():
    command = [sys.executable, str(SURVEY), "--districts", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert re.search(r": (\d+) of \1 areas within 2 %", done.stdout), done.stdout + done.stderr
    assert "requests that fail: 0" in done.stdout
    assert done.returncode == 0
