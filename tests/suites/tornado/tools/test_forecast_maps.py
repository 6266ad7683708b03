from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from tests.earth.weather.grib.making import GRID, RUN, slope

from mesocosm.earth.weather.grib.writing import write_fields
from mesocosm.errors import InvalidArguments, InvalidRecord, ToolError
from mesocosm.suites.tornado.days.day import HOURS, Forecast
from mesocosm.tools.tool import load

TEMPERATURE = "2_metre_temperature_at_2_heightAboveGround"
U, V = "10_metre_U_wind_component_at_10_heightAboveGround", "10_metre_V_wind_component_at_10_heightAboveGround"
POINT = {"latitude": 35.2, "longitude": -97.4}
BOX = {"west": -100.0, "south": 30.0, "east": -90.0, "north": 40.0}


class Day:
    """A day of small files, written when they are first used; hour 14 is lost."""

    run = RUN

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def surface_file(self, hour: int) -> Path:
        if hour == 14:
            raise InvalidRecord("lost")
        path = self.folder / f"{hour}.grib2"
        if not path.is_file():
            warm = slope(west=273.15, east=273.15 + hour)
            write_fields(path, GRID, RUN, hour, {TEMPERATURE: warm, U: slope(east=20), V: slope(east=10)})
        return path


@pytest.fixture
def forecast(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    return Forecast(Day(tmp_path))


def use(name, forecast, **arguments):
    tool = load(f"forecast_maps.{name}")
    return tool.function(forecast, **tool.check(arguments))


def test_map_types_are_listed_with_their_units(forecast):
    output = use("list_available_map_types", forecast)
    assert output.data == {"available_map_types": sorted([TEMPERATURE, U, V])}
    assert f"{TEMPERATURE} (°C)" in output.text


def test_a_map_comes_as_a_picture_with_its_time(forecast):
    output = use("request_hrrr_map", forecast, map_type_directory=TEMPERATURE, forecast_hour=30)
    (image,) = output.images
    assert image.png.startswith(b"\x89PNG")
    assert "Valid Sat 2025-03-15 06:00 UTC" in image.caption
    assert list(output.inputs) == [f"{TEMPERATURE} message 1"]


def test_winds_carry_barbs(forecast, tmp_path):
    lone = tmp_path / "lone"
    lone.mkdir()
    write_fields(lone / "12.grib2", GRID, RUN, 12, {U: slope(east=20)})
    with_barbs, without = (
        use("request_hrrr_map", one, map_type_directory=U, forecast_hour=12).images[0].png
        for one in (forecast, Forecast(Day(lone)))
    )
    assert with_barbs != without


@pytest.mark.parametrize("name", ["request_hrrr_map", "read_map_value", "summarise_map"])
@pytest.mark.parametrize("hour", [-1, 1, 11, 37, 120])
def test_hours_outside_the_day_are_refused(forecast, name, hour):
    # The published tool takes hour 1 for f12 to f19, because it looks for the digits in file names.
    arguments = {"read_map_value": POINT, "summarise_map": BOX}.get(name, {})
    with pytest.raises(InvalidArguments, match="`forecast_hour` must be (greater|less) than or equal to (12|36)"):
        use(name, forecast, map_type_directory=TEMPERATURE, forecast_hour=hour, **arguments)


@pytest.mark.parametrize("hour", [HOURS[0], HOURS[-1]])
def test_the_first_and_last_hour_are_there(forecast, hour):
    assert use("request_hrrr_map", forecast, map_type_directory=TEMPERATURE, forecast_hour=hour).images


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("2_metre_temprature_at_2_heightAboveGround", f"did you mean {TEMPERATURE}"),
        ("wind", f"did you mean {U} or {V}"),
        ("../../etc/passwd", "there are 3"),
    ],
)
def test_an_unknown_type_is_answered_with_near_ones(forecast, wrong, message):
    with pytest.raises(ToolError, match=message):
        use("request_hrrr_map", forecast, map_type_directory=wrong, forecast_hour=12)


def test_a_lost_hour_is_reported_without_our_folders(forecast):
    with pytest.raises(ToolError, match="`forecast_hour` 14 is missing on this day") as caught:
        use("request_hrrr_map", forecast, map_type_directory=TEMPERATURE, forecast_hour=14)
    assert "/" not in str(caught.value)


def test_the_value_at_a_point(forecast):
    output = use("read_map_value", forecast, map_type_directory=TEMPERATURE, forecast_hour=24, **POINT)
    (value,) = output.data["values"]
    # The field rises evenly from 0 to 24 degrees Celsius over the columns.
    column = float(GRID.locate(POINT["longitude"], POINT["latitude"])[0])
    assert output.data["unit"] == "°C"
    assert value["interpolated"] == pytest.approx(24 * column / (GRID.nx - 1), abs=0.02)
    assert value["value"] == pytest.approx(24 * round(column) / (GRID.nx - 1), abs=0.02)
    assert value["distance_km"] < 85
    assert "°C at the nearest node" in output.text


def test_a_point_off_the_grid_is_refused(forecast):
    with pytest.raises(ToolError, match="outside the forecast grid"):
        use("read_map_value", forecast, map_type_directory=TEMPERATURE, forecast_hour=24, latitude=35.0, longitude=10.0)


def test_a_box_is_summarised(forecast):
    output = use("summarise_map", forecast, map_type_directory=TEMPERATURE, forecast_hour=24, **BOX)
    (value,) = output.data["values"]
    longitude, latitude = GRID.lonlat()
    inside = (longitude >= -100) & (longitude <= -90) & (latitude >= 30) & (latitude <= 40)
    celsius = slope(east=24)[inside]
    assert value["nodes"] == inside.sum()
    assert value["mean"] == pytest.approx(celsius.mean(), abs=0.02)
    assert value["highest"]["value"] == pytest.approx(celsius.max(), abs=0.02)
    assert value["percentiles"]["95"] == pytest.approx(np.percentile(celsius, 95), abs=0.02)
    assert "greatest" in output.text


def test_a_box_without_nodes_says_so(forecast):
    box = {"west": 5.0, "south": 50.0, "east": 6.0, "north": 51.0}
    output = use("summarise_map", forecast, map_type_directory=TEMPERATURE, forecast_hour=24, **box)
    assert "no value in this box" in output.text
    assert output.data["values"][0]["mean"] is None


def test_a_box_upside_down_is_refused(forecast):
    with pytest.raises(ToolError, match="west must be less than east"):
        use(
            "summarise_map",
            forecast,
            map_type_directory=TEMPERATURE,
            forecast_hour=24,
            **(BOX | {"west": -80.0, "east": -90.0}),
        )


def test_a_day_without_maps_says_so():
    class Bare:
        run = datetime(2025, 3, 14, tzinfo=UTC)

        def surface_file(self, hour: int) -> Path:
            raise InvalidRecord("none")

    with pytest.raises(ToolError, match="no forecast maps"):
        use("list_available_map_types", Forecast(Bare()))


def test_the_tools_run_in_a_world(make_world, forecast):
    world = make_world("forecast_maps.request_hrrr_map", provided=(forecast,))
    seen = world.call("request_hrrr_map", {"map_type_directory": TEMPERATURE, "forecast_hour": 18})
    assert seen.error is None
    assert len(seen.images) == 1


def test_a_table_holds_what_single_points_say(forecast):
    asked = {"map_type_directory": TEMPERATURE, "forecast_hour": 24}
    table = use("tabulate_map", forecast, **asked, **BOX, step=2.5).data
    assert table["unit"] == "°C"
    assert table["longitudes"] == [-100.0, -97.5, -95.0, -92.5, -90.0]
    for row, latitude in enumerate(table["latitudes"]):
        for column, longitude in enumerate(table["longitudes"]):
            point = use("read_map_value", forecast, **asked, latitude=latitude, longitude=longitude).data["values"][0]
            assert table["values"][row][column] == pytest.approx(point["interpolated"], rel=1e-4)


def test_a_table_shows_north_on_top(forecast):
    text = use("tabulate_map", forecast, map_type_directory=TEMPERATURE, forecast_hour=24, **BOX, step=5.0).text
    assert [line.partition(",")[0] for line in text.splitlines()[2:]] == ["40", "35", "30"]


def test_a_table_that_is_too_large_or_upside_down_is_refused(forecast):
    asked = {"map_type_directory": TEMPERATURE, "forecast_hour": 24}
    with pytest.raises(ToolError, match="at most 2500 values, asked for 101 rows of 101"):
        use("tabulate_map", forecast, **asked, **BOX, step=0.1)
    with pytest.raises(ToolError, match="`west` must be less than `east`, got -90 and -100"):
        use("tabulate_map", forecast, **asked, **{**BOX, "west": -90.0, "east": -100.0})
