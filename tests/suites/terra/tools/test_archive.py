"""Fetching from archives: contracts on a small planet, refusals, and random calls."""

import inspect
import os
from datetime import UTC, datetime

import numpy as np
import pytest
import xarray as xr
from tests.earth.archives.small_archive import small_archive

from mesocosm.earth.archives.archive import Collection, FieldArchive, Variable
from mesocosm.errors import InvalidArguments, ToolError
from mesocosm.seeding import generator
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields
from mesocosm.suites.terra.tools import air_quality, archive, seasonal
from mesocosm.tools.sampling import sample
from mesocosm.tools.tool import make
from mesocosm.types import TimeInterval
from mesocosm.workspace.workspace import Workspace

TOOLS = [
    make(f"archive.{name}", function)
    for name, function in inspect.getmembers(archive, inspect.isfunction)
    if hasattr(function, "__mesocosm_tool__") and function.__module__ == archive.__name__
]
BOX = [81.3, 46.6, 81.8, 47.0]
DRAWS = [4, pytest.param(100, marks=pytest.mark.exhaustive)]


@pytest.fixture
def planet():
    return small_archive()


def test_all_collections_are_listed_with_their_periods(planet):
    output = archive.collections(planet)
    assert list(output.data) == [
        "reanalysis", "reanalysis_levels", "air_quality", "ensemble", "seasonal", "projections",
    ]  # fmt: skip
    assert "reanalysis: Reanalysis near the ground, 2031-01-01 to 2061-01-01; 10 variables" in output.text


def test_every_scenario_and_every_box_is_told(planet):
    assert "ssp126, ssp245, ssp585 2061-01-01 to 2101-01-01" in archive.collections(planet).text
    boxes = archive.collections(planet, "reanalysis").data["boxes"]
    assert len(boxes) == len(planet.collections()[0].coverage)


def test_a_collection_tells_its_limits_beforehand(planet):
    output = archive.collections(planet, "projections")
    assert output.data["models"] == ["alder", "birch"]
    assert output.data["periods"]["ssp585"] == "2061-01-01 to 2101-01-01"
    assert "at most 4,000,000 values and 5,480 days at once; CC0-1.0" in output.text
    assert len(output.text.splitlines()) <= 8


def test_what_is_left_to_choose(planet):
    left = archive.choices(planet, "projections", scenario="ssp245").data
    assert left["model"] == ["alder", "birch"]
    assert "scenario" not in left


@pytest.mark.parametrize(
    ("collection", "wrong", "problem"),
    [
        ("projections", {"model": "zebra"}, "no model of projections is called 'zebra'. Known: alder, birch"),
        ("projections", {"scenario": "rcp85"}, "no scenario of projections is called 'rcp85'.*ssp"),
        ("reanalysis", {"model": "alder"}, "`model`: reanalysis has none; leave it out"),
    ],
)
def test_choices_that_are_not_there_are_refused(planet, collection, wrong, problem):
    with pytest.raises(ToolError, match=problem):
        archive.choices(planet, collection, **wrong)


def test_weather_is_fetched_into_a_file_with_units(planet, workspace):
    output = archive.reanalysis(planet, workspace, ["temperature_2m"], "2031-07-01", "2031-07-02", BOX)
    held = open_field_file(workspace, output.data["path"]).dataset
    assert held.temperature_2m.attrs["units"] == "degC"
    assert dict(held.sizes) == {"time": 24, "latitude": 5, "longitude": 6}
    assert output.data["licence"].startswith("CC0")
    assert len(output.inputs["request to reanalysis"]) == 64
    again = archive.reanalysis(planet, workspace, ["temperature_2m"], "2031-07-01", "2031-07-02", BOX)
    assert again.data["path"] == output.data["path"]


def test_levels_choose_the_air_above(planet, workspace):
    output = archive.reanalysis(
        planet, workspace, ["geopotential_height"], "2031-07-01", "2031-07-01T06:00", BOX, [500, 850]
    )
    held = open_field_file(workspace, output.data["path"]).dataset.geopotential_height
    assert held.level.values.tolist() == [500.0, 850.0]
    assert held.sel(level=500).min() > held.sel(level=850).max()


def test_an_ensemble_goes_on_to_other_tools(planet, workspace):
    from mesocosm.suites.terra.tools import ensemble

    output = archive.ensemble(planet, workspace, ["temperature_2m"], "2031-07-01", 12, BOX)
    mean = ensemble.mean(workspace, [output.data["path"]])
    assert open_field_file(workspace, mean.data["path"]).dataset.temperature_2m.sizes["time"] == 2


def test_an_ensemble_is_issued_twice_a_day(planet, workspace):
    with pytest.raises(ToolError, match="`issued`: forecasts are issued at 00 and 12 UTC, got 2031-07-01T06:00Z"):
        archive.ensemble(planet, workspace, ["temperature_2m"], "2031-07-01T06:00Z", 12, BOX)


def test_seasonal_forecasts_need_no_standardising(planet, workspace):
    output = archive.seasonal(planet, workspace, ["temperature"], 6, 2031, 2032, [1, 2], BOX)
    assert "of the issue of 2031-06-01 to 2032-06-01, one a year, months 1, 2 from its start, box" in output.text
    season = seasonal.season(workspace, output.data["path"], "JJ", "mean")
    assert open_field_file(workspace, season.data["path"]).dataset.temperature.sizes["issued"] == 2


def test_projections_name_their_scenario(planet, workspace):
    output = archive.projections(
        planet, workspace, ["precipitation"], "ssp126", "alder", "2070-01-01", "2070-02-01", BOX, "month"
    )
    assert "ssp126, alder, 2070-01-01 to 2070-02-01" in output.text
    assert open_field_file(workspace, output.data["path"]).dataset.precipitation.attrs["units"] == "mm"


def test_defect_25_the_schema_of_projections_says_what_to_give():
    schema = make("archive.projections", archive.projections).schema
    assert {"variables", "scenario", "model", "start", "end", "box"} == set(schema["required"])
    assert all(part.get("description") for part in schema["properties"].values())


def test_defect_23_a_fetch_that_fails_says_so_and_writes_nothing(planet, workspace):
    before = sorted(os.listdir(workspace.root))
    with pytest.raises(ToolError, match="covers 2031-01-01 to 2061-01-01"):
        archive.reanalysis(planet, workspace, ["precipitation"], "1999-01-01", "1999-01-02", BOX)
    assert sorted(os.listdir(workspace.root)) == before


def test_defect_18_boxes_have_one_order():
    checker = make("archive.reanalysis", archive.reanalysis)
    with pytest.raises(InvalidArguments, match="west, south, east, north"):
        checker.check({"variables": ["x"], "start": "2031", "end": "2032", "box": [47.0, 81.8, 46.6, 81.3]})


def test_a_swapped_box_is_not_the_rest_of_the_world(planet, workspace):
    swapped = [82.0, 46.0, 81.0, 47.0]
    asked = (["temperature_2m"], "2031-07-01", "2031-07-02", swapped)
    with pytest.raises(ToolError, match=r"`box` \[82, 46, 81, 47\]: west must not exceed east.* reanalysis \(it cover"):
        archive.reanalysis(planet, workspace, *asked)
    for called in (archive.elevation, archive.soils):
        with pytest.raises(ToolError, match="west must not exceed east, got 82 and 81"):
            called(planet, workspace, swapped)


def test_air_needs_a_box_or_a_point(planet, workspace):
    with pytest.raises(ToolError, match="either `box` or `point`"):
        archive.air_quality(planet, workspace, ["ozone"], "2031-07-01", "2031-07-02")


class Measured(FieldArchive):
    """An archive of one pollutant: three days of hours, 300 µg/m³ of ozone at noon and 20 else."""

    def collections(self):
        days = TimeInterval(start=datetime(2031, 7, 1, tzinfo=UTC), end=datetime(2031, 8, 1, tzinfo=UTC))
        ozone = Variable(name="ozone", units="ug m-3", cell="mean")
        limits = {"grid_degrees": 0.5, "most_values": 10_000, "most_days": 9, "licence": "CC0-1.0"}
        about = {"name": "air", "kind": "air quality", "about": "Air", "periods": {"": days}, "steps": ("hour",)}
        return (Collection(variables=(ozone,), **about, **limits),)

    def fetch(self, request):
        times = np.datetime64("2031-07-01", "ns") + np.arange(72) * np.timedelta64(1, "h")
        place = {"latitude": [46.0, 46.5, 47.0], "longitude": [81.0, 81.5, 82.0]}
        values = np.where(np.arange(72) % 24 == 12, 300.0, 20.0)[:, None, None] + np.zeros((72, 3, 3))
        return xr.Dataset({"ozone": (("time", *place), values, {"units": "ug m-3"})}, {"time": times, **place})


def test_air_at_a_point_goes_on_to_the_tools_of_air_quality(workspace):
    """Ozone of 300 µg/m³ over an hour is very poor (240 to 380), which the European index counts from 80 to 100."""
    output = archive.air_quality(Measured(), workspace, ["ozone"], "2031-07-01", "2031-07-04", point=[81.6, 46.4])
    assert "at the cell of 81.5, 46.5" in output.text
    assert output.data["fields"]["ozone"]["axes"] == {"time": 72}
    path = output.data["path"]
    assert air_quality.index(workspace, path, ozone="ozone").data["fields"]["index"]["max"] == pytest.approx(
        88.6, abs=0.2
    )
    days = air_quality.exceedances(workspace, path, "ozone", 200.0, "µg/m**3", "hour")
    assert days.data["fields"]["days_above_ozone"]["max"] == 3


def test_issues_in_the_wrong_order(planet, workspace):
    with pytest.raises(ToolError, match="`first_year` must not be after `last_year`"):
        archive.seasonal(planet, workspace, ["temperature"], 6, 2035, 2032, [1], BOX)


@pytest.mark.exhaustive
def test_a_correction_of_the_model_comes_near_its_true_answer(planet, workspace):
    """The model is 1.6 K too warm and spreads by 15 % too much; five years of July by quantile mapping."""
    from tests.earth.archives.small_archive import request

    from mesocosm.earth.archives.planet_projections import MODELS, faithful
    from mesocosm.suites.terra.tools import climate

    def years(first, scenario):
        when = f"{first}-01-01", f"{first + 5}-01-01"
        return archive.projections(planet, workspace, ["temperature"], scenario, "alder", *when, BOX).data["path"]

    parts = [
        archive.reanalysis(planet, workspace, ["temperature_2m"], f"{y}-01-01", f"{y + 1}-01-01", BOX, step="day")
        for y in range(2031, 2036)
    ]
    observed = xr.concat([open_field_file(workspace, part.data["path"]).dataset for part in parts], "time")
    paths = years(2090, "ssp585"), saved_fields(workspace, "observed", observed), years(2031, "historical")
    made = climate.correct_bias(workspace, *paths, "temperature", "QDM", "additive", "temperature_2m")
    asked = request(
        "projections", "temperature", start=(2090, 1, 1), end=(2095, 1, 1), step="day", scenario="ssp585", model="alder"
    )
    true = planet.projected(asked, planet.planet.regions[0], faithful(MODELS["alder"])).temperature
    left = float((open_field_file(workspace, made.data["path"]).dataset.temperature - true).mean())
    raw = float((open_field_file(workspace, paths[0]).dataset.temperature - true).mean())
    assert raw == pytest.approx(1.6, abs=0.5)
    assert abs(left) < 0.6  # of two spells of five years, whose means differ by some tenths


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_random_arguments_are_answered_or_refused(tool, planet, tmp_path, draws):
    draw = generator("fuzz", tool.id)
    with Workspace(tmp_path) as space:
        given = [space if kind is Workspace else planet for kind in tool.provided]
        for turn in range(draws):
            arguments = sample(tool, draw)
            if turn % 2 and "box" in arguments:  # half of the time inside
                arguments["box"] = BOX
            before = sorted(os.listdir(space.root))
            try:
                assert len(tool.function(*given, **tool.check(arguments)).text) < 3000
            except ToolError:
                assert sorted(os.listdir(space.root)) == before


def test_every_published_name_leads_to_a_tool():
    assert set(archive.PUBLISHED.values()) <= {tool.id for tool in TOOLS}
    assert len(TOOLS) == 10
    assert np.mean([len(tool.description) for tool in TOOLS]) < 200
