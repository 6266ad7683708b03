import json
import sys
from datetime import timedelta

import numpy as np
import pytest
import xarray as xr
from click.testing import CliRunner
from tests.earth.weather.grib.making import GRID, RUN, slope

from mesocosm.cli.main import mesocosm_command
from mesocosm.cli.map import command
from mesocosm.earth.weather.grib.writing import message, write_fields
from mesocosm.errors import MissingExtra, UserError

NAME = "Temperature_at_500_isobaricInhPa"


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "a.grib2"
    write_fields(path, GRID, RUN, 18, {NAME: slope(west=250, east=270), "Total_Precipitation_at_0_surface": slope()})
    return path


def run(*arguments):
    return CliRunner().invoke(command, [str(one) for one in arguments], catch_exceptions=False)


def test_a_product_is_painted(file, tmp_path):
    out = tmp_path / "deep" / "map.png"
    done = run(file, "--product", NAME, "--hour", 18, "-o", out)
    assert done.exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    assert "valid 2025-03-14 18:00 UTC" in done.output


def test_what_was_painted_as_json(file, tmp_path):
    done = run(file, "--product", NAME, "-o", tmp_path / "map.png", "--json")
    document = json.loads(done.output)
    assert (document["product"], document["hour"], document["unit"]) == (NAME, 18, "°C")
    assert document["min"] == pytest.approx(250 - 273.15, abs=0.01)
    assert document["max"] == pytest.approx(270 - 273.15, abs=0.01)


def test_the_products_of_a_file_are_listed(file):
    assert NAME in run(file, "--list").output
    products = json.loads(run(file, "--list", "--json").output)["products"]
    assert [one["product"] for one in products] == [NAME, "Total_Precipitation_at_0_surface"]
    assert (products[1]["start_hour"], products[1]["process"]) == (17, "accumulation")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "x.png"], f"--product is missing; a.grib2 holds 2, which --list shows: {NAME}, Total_Precip"),
        (["--product", NAME], "-o is missing"),
        (["--product", "Temperature_at_50_isobaricInhPa", "-o", "x.png"], f"did you mean {NAME}"),
        (["--product", NAME, "--hour", "12", "-o", "x.png"], "hour 12: a.grib2 holds .* for hour 18 only"),
    ],
)
def test_mistakes_are_told(file, arguments, message):
    with pytest.raises(UserError, match=message):
        run(file, *arguments)


def test_an_hour_must_be_named_where_there_are_several(file, tmp_path):
    file.write_bytes(b"".join(message(GRID, RUN, hour, NAME, slope()) for hour in (12, 13)))
    with pytest.raises(UserError, match="--hour is missing; a.grib2 holds .* for hours 12, 13"):
        run(file, "--product", NAME, "-o", tmp_path / "map.png")
    assert run(file, "--product", NAME, "--hour", 13, "-o", tmp_path / "map.png").exit_code == 0


def test_a_file_that_is_no_grib_is_told(tmp_path):
    (tmp_path / "a.grib2").write_text("hello")
    with pytest.raises(UserError, match="no GRIB message"):
        run(tmp_path / "a.grib2", "--list")


@pytest.mark.parametrize("arguments", [[], ["--list"], ["--product", "a", "-o", "x.png"]])
def test_a_file_of_another_kind_is_refused_with_the_kinds_that_can_be_read(tmp_path, arguments):
    (tmp_path / "notjson").write_text('{"a": hello')
    with pytest.raises(
        UserError, match=r"notjson: no GRIB message in this file; a map is drawn of GRIB .* or of NetCDF"
    ):
        run(tmp_path / "notjson", *arguments)


def test_the_only_product_of_a_grib_file_need_not_be_named(file, tmp_path):
    file.write_bytes(message(GRID, RUN, 12, NAME, slope()))
    assert NAME in run(file, "-o", tmp_path / "m.png").output
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


# ---------------------------------------------------------------- files of other regions and formats


@pytest.fixture
def netcdf(tmp_path):
    times = np.array(["2019-03-01T00", "2019-03-01T12"], "datetime64[ns]")
    axes = {"time": times, "lat": np.arange(50.0, 61.0), "lon": np.arange(-10.0, 5.0)}
    values = np.arange(2 * 11 * 15, dtype=float).reshape(2, 11, 15)
    path = tmp_path / "a.nc"
    xr.Dataset({"t2m": (("time", "lat", "lon"), values, {"units": "K"})}, axes).to_netcdf(path, engine="h5netcdf")
    return path


def test_netcdf_is_listed_and_drawn(netcdf, tmp_path):
    listed = json.loads(run(netcdf, "--list", "--json").output)["products"]
    assert [(each["product"], each["axes"]["time"], each["unit_in_file"]) for each in listed] == [("t2m", 2, "K")]
    assert "time 2, latitude 11, longitude 15" in run(netcdf, "--list").output
    done = run(netcdf, "--product", "t2m", "--at", "time=2019-03-01T11", "-o", tmp_path / "m.png", "--json")
    document = json.loads(done.output)
    assert (document["unit"], document["min"], document["max"]) == ("K", 165.0, 329.0)  # of the second time
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--product", "t2m"], "--at time=VALUE is missing; t2m has 2 of them"),
        (["--product", "t2n"], "did you mean t2m"),
        (
            ["--product", "t2m", "--at", "level=500"],
            "--at must be AXIS=VALUE with an axis of time, latitude",
        ),
        (["--product", "t2m", "--at", "time=noon"], "--at time must be a time such as"),
        (
            ["--product", "t2m", "--at", "time=2030-01-01"],
            "--at time must lie from 2019-03-01T00:00 to 2019-03-01T12:00, the times of the file, got 2030-01-01T00:00",
        ),
        (["--product", "t2m", "--at", "time=2019-02-28T23:59"], "--at time must lie from 2019-03-01T00:00"),
        (["--product", "t2m", "--hour", "3"], "choose a time of a NetCDF file with --at time="),
        (["--product", "t2m", "--box", "0", "60", "10", "50"], "--box must be west, south, east and north"),
        (["--product", "t2m", "--box", "0", "50", "370", "60"], "across the antimeridian west exceeds east"),
        (
            ["--product", "t2m", "--at", "time=2019-03-01", "--box", "100", "-40", "110", "-20"],
            r"box \[100, -40, 110, -20\] misses the data, which lie in \[-10, 50, 4, 60\] \(west, south, east",
        ),
    ],
)
def test_mistakes_with_netcdf_are_told(netcdf, arguments, message):
    with pytest.raises(UserError, match=message):
        run(netcdf, *arguments, "-o", "x.png")


def test_the_only_field_of_netcdf_need_not_be_named(netcdf, tmp_path):
    fields = xr.load_dataset(netcdf, engine="h5netcdf").isel(time=0)
    fields.assign(area=("lat", np.ones(11))).to_netcdf(tmp_path / "b.nc", engine="h5netcdf")
    assert "t2m" in run(tmp_path / "b.nc", "-o", tmp_path / "m.png").output  # an area of rows is no map
    fields.assign(d2m=fields["t2m"]).to_netcdf(tmp_path / "c.nc", engine="h5netcdf")
    with pytest.raises(UserError, match=r"--product is missing; c.nc holds 2, which --list shows: t2m, d2m"):
        run(tmp_path / "c.nc", "-o", tmp_path / "m.png")
    fields[[]].to_netcdf(tmp_path / "d.nc", engine="h5netcdf")
    with pytest.raises(UserError, match="d.nc holds no field on latitudes and longitudes"):
        run(tmp_path / "d.nc", "-o", tmp_path / "m.png")


def test_the_time_that_was_taken_is_told(netcdf, tmp_path):
    out = tmp_path / "m.png"
    near = run(netcdf, "--product", "t2m", "--at", "time=2019-03-01T11", "-o", out)
    assert near.output == f"{out}: t2m, time 2019-03-01 12:00 UTC (nearest to 2019-03-01T11)\n"
    pictures = [out.read_bytes()]
    on_it = run(netcdf, "--product", "t2m", "--at", "time=2019-03-01T12", "-o", out)
    assert on_it.output == f"{out}: t2m, time 2019-03-01 12:00 UTC\n"
    assert pictures == [out.read_bytes()]


def test_one_of_many_times_of_a_grib_file_is_chosen(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "days.grib2"
    days = [message(GRID, RUN + timedelta(days=day), 0, NAME, slope(west=250 + day, east=270)) for day in range(3)]
    path.write_bytes(b"".join(days))
    with pytest.raises(UserError, match="--at time=VALUE is missing; .* for 3 times, 2025-03-14T00:00 to"):
        run(path, "--product", NAME, "-o", tmp_path / "m.png")
    done = run(path, "--product", NAME, "--at", "time=2025-03-15T03:00", "-o", tmp_path / "m.png", "--json")
    assert json.loads(done.output)["valid"].startswith("2025-03-15T00:00")
    done = run(path, "--product", NAME, "--at", "time=2025-03-15T03:00", "-o", tmp_path / "m.png")
    assert "valid 2025-03-15 00:00 UTC, the time nearest to 2025-03-15 03:00\n" in done.output
    with pytest.raises(
        UserError, match="--at time must lie from 2025-03-14T00:00 to 2025-03-16T00:00, .*got 2025-03-17"
    ):
        run(path, "--product", NAME, "--at", "time=2025-03-17", "-o", tmp_path / "m.png")


def test_a_box_that_misses_a_grib_field_is_refused(file, tmp_path):
    with pytest.raises(UserError, match=r"box \[0, 40, 10, 50\] misses the data, which lie in \[-13"):
        run(file, "--product", NAME, "--box", 0, 40, 10, 50, "-o", tmp_path / "m.png")
    assert not (tmp_path / "m.png").exists()


def test_a_box_across_the_antimeridian_is_written_either_way(tmp_path):
    path, axes = tmp_path / "a.nc", {"lat": np.arange(-50.0, -29.0, 5), "lon": np.arange(0.0, 360.0, 5)}
    values = np.random.default_rng(1).normal(size=(5, 72))
    xr.Dataset({"t2m": (("lat", "lon"), values)}, axes).to_netcdf(path, engine="h5netcdf")
    for name, west, east in (("signed", 170, -170), ("turned", 170, 190), ("other", -190, -170)):
        run(path, "--product", "t2m", "--box", west, -45, east, -35, "-o", tmp_path / name)
    assert (tmp_path / "signed").read_bytes() == (tmp_path / "turned").read_bytes()
    assert (tmp_path / "signed").read_bytes() == (tmp_path / "other").read_bytes()


# ---------------------------------------------------------------- bent grids


@pytest.fixture
def wrf(tmp_path):
    """A file like those of WRF: tables of latitudes and longitudes at every time, and times in words."""
    longitude, latitude = GRID.lonlat()
    axes, path = ("Time", "south_north", "west_east"), tmp_path / "wrfout"
    fields = {name: (axes, np.stack([table, table])) for name, table in (("XLAT", latitude), ("XLONG", longitude))}
    values = np.stack([slope(west=250, east=270), slope(west=260, east=280)])
    fields["T2"] = axes, values, {"units": "K", "description": "TEMP at 2 M", "coordinates": "XLONG XLAT"}
    fields["Times"] = "Time", np.array([b"2019-03-01_00:00:00", b"2019-03-01_01:00:00"])
    xr.Dataset(fields).to_netcdf(path, engine="scipy")
    return path


def test_a_file_of_wrf_is_drawn(wrf, tmp_path):
    [listed] = json.loads(run(wrf, "--list", "--json").output)["products"]
    assert (listed["product"], listed["about"], listed["axes"]["time"]) == ("T2", "TEMP at 2 M", 2)
    with pytest.raises(
        UserError, match="--at time=VALUE is missing; T2 has 2 of them, 2019-03-01T00:00 to 2019-03-01T01:00"
    ):
        run(wrf, "-o", tmp_path / "m.png")
    done = run(wrf, "--at", "time=2019-03-01_01:00:00", "-o", tmp_path / "m.png", "--json")
    document = json.loads(done.output)
    assert (document["min"], document["max"], document["taken"]) == (260.0, 280.0, {"time": "2019-03-01 01:00 UTC"})
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


def test_a_field_without_latitudes_and_longitudes_says_what_it_lacks(wrf, tmp_path):
    fields = xr.load_dataset(wrf, engine="scipy").drop_vars(["XLAT", "XLONG"])
    fields.to_netcdf(tmp_path / "cut.nc", engine="scipy")
    text = "T2 lies on no latitudes and longitudes: its axes are time, south_north, west_east. A map needs .* XLAT and"
    with pytest.raises(UserError, match=text):
        run(tmp_path / "cut.nc", "--product", "T2", "-o", tmp_path / "m.png")


@pytest.mark.parametrize("library", ["h5netcdf", "h5py"])
@pytest.mark.parametrize("words", [("map", "a.nc", "--list"), ("map", "a.nc", "-o", "a.png"), ("sounding", "a.nc")])
def test_a_missing_library_for_netcdf_4_is_answered_with_its_extra(tmp_path, monkeypatch, library, words):
    monkeypatch.chdir(tmp_path)
    xr.Dataset({"t": ("level", [1.0])}).to_netcdf("a.nc", engine="h5netcdf")
    monkeypatch.setitem(sys.modules, library, None)
    done = CliRunner().invoke(mesocosm_command, words)
    assert isinstance(done.exception, MissingExtra)
    assert f"mesocosm {words[0]} needs {library}, which is not installed: pip install" in str(done.exception)
    assert "weather" in done.exception.extra


def test_a_missing_library_for_colours_is_answered_with_its_extra(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    axes = {"latitude": [0.0, 1.0, 2.0], "longitude": [0.0, 1.0, 2.0]}
    xr.Dataset({"t": (tuple(axes), np.eye(3))}, axes).to_netcdf("a.nc", engine="h5netcdf")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = CliRunner().invoke(mesocosm_command, ["map", "a.nc", "-o", "a.png"])
    assert isinstance(done.exception, MissingExtra)
    assert "mesocosm map needs matplotlib, which is not installed: pip install" in str(done.exception)
    assert "figures" in done.exception.extra
