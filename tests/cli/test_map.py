import json

import pytest
from click.testing import CliRunner
from tests.earth.weather.grib.making import GRID, RUN, slope

from mesocosm.cli.map import command
from mesocosm.earth.weather.grib.writing import message, write_fields
from mesocosm.errors import UserError

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
    told = json.loads(done.output)
    assert (told["product"], told["hour"], told["unit"]) == (NAME, 18, "°C")
    assert told["min"] == pytest.approx(250 - 273.15, abs=0.01)
    assert told["max"] == pytest.approx(270 - 273.15, abs=0.01)


def test_the_products_of_a_file_are_listed(file):
    assert NAME in run(file, "--list").output
    products = json.loads(run(file, "--list", "--json").output)["products"]
    assert [one["product"] for one in products] == [NAME, "Total_Precipitation_at_0_surface"]
    assert (products[1]["start_hour"], products[1]["process"]) == (17, "accumulation")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-o", "x.png"], "--product is missing"),
        (["--product", NAME], "-o is missing"),
        (["--product", "Temperature_at_50_isobaricInhPa", "-o", "x.png"], f"did you mean {NAME}"),
        (["--product", NAME, "--hour", "12", "-o", "x.png"], "hour 12: a.grib2 holds .* for hour 18 only"),
    ],
)
def test_mistakes_are_told(file, arguments, told):
    with pytest.raises(UserError, match=told):
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
