"""The tools on a planet, without a task: every source is present, and data of later days are not."""

from datetime import UTC, datetime

import pytest

from mesocosm.earth.planet.planet import Planet
from mesocosm.suites.terra.workbench import workbench

NOW = datetime(2031, 8, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def world():
    with workbench(Planet(1, "tiny"), NOW) as made:
        yield made


def call_tool(world, tool, **arguments):
    seen = world.call(tool, arguments)
    assert seen.error is None, seen.text
    return seen.data


def test_a_town_is_found_mapped_and_seen_from_above(world):
    region = Planet(1, "tiny").regions[0]
    town = call_tool(world, "gis_reverse_geocode", point=[region.longitude, region.latitude])["places"][0]
    assert town["kind"] == "town"
    drawn = call_tool(world, "gis_fetch_map", box=town["box"])
    assert call_tool(world, "gis_feature_statistics", path=drawn["path"], group_by="highway")["all"]["length_km"] > 10
    scenes = call_tool(world, "satellite_search", box=town["box"], start="2031-06-01", end="2031-12-01")["scenes"]
    assert scenes
    assert all(scene["time"] < "2031-08-01" for scene in scenes)


def test_weather_is_fetched_by_any_of_its_names_and_none_after_today(world):
    region = Planet(1, "tiny").regions[0]
    box = [region.longitude - 0.2, region.latitude - 0.2, region.longitude + 0.2, region.latitude + 0.2]
    given = {"variables": ["u10", "wind_north_10m"], "box": box, "start": "2031-07-31"}
    fetched = call_tool(world, "archive_reanalysis", end="2031-08-01", **given)
    assert set(fetched["fields"]) == {"wind_east_10m", "wind_north_10m"}
    assert call_tool(world, "atmosphere_winds", path=fetched["path"])
    late = world.call("archive_reanalysis", {**given, "end": "2031-08-03"})
    assert late.error is not None
    assert "2031-08-01" in late.text
