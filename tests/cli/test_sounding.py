from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image
from tests.earth.weather.soundings.making import NAMED, STATION, profile, real_file

from mesocosm.cli.main import mesocosm_command
from mesocosm.earth.weather.soundings.arrays import to_dataset
from mesocosm.earth.weather.soundings.profile import Sounding
from mesocosm.errors import InvalidRecord


def run(*words: object) -> Any:
    return CliRunner().invoke(mesocosm_command, ["sounding", *map(str, words)], catch_exceptions=True)


def test_a_picture_and_a_table(tmp_path: Path) -> None:
    out = tmp_path / "new" / "a.png"
    done = run(real_file(NAMED["2014-06-16"]), "-o", out)
    assert done.exit_code == 0
    assert "OAX sounding, elevation 350 m, valid 2014-06-16 19:00 UTC" in done.output
    assert "sb_cape" in done.output
    with Image.open(out) as picture:
        assert picture.size == (1200, 900)


def test_json_gives_every_index_with_its_unit(tmp_path: Path) -> None:
    done = run(real_file("bufkit/hrrr_kbuf.buf"), "--hour", 12, "-o", tmp_path / "a.png", "--json")
    document = json.loads(done.output)
    assert document["station"] == {"id": "KBUF", "latitude": 42.93, "longitude": -78.73, "elevation_m": 210.0}
    assert (document["forecast_hour"], document["valid"]) == (12, "2026-06-07T23:00:00+00:00")
    assert document["indices"]["precipitable_water"]["unit"] == "mm"
    # The model's own figure in the file is 21.08 mm.
    assert document["indices"]["precipitable_water"]["value"] == pytest.approx(21.08, abs=0.2)
    assert document["indices"]["effective_top"]["value"] is None


def test_without_an_hour_the_hours_are_named() -> None:
    done = run(real_file("bufkit/hrrr_kbuf.buf"))
    assert isinstance(done.exception, InvalidRecord)
    assert "name one of its hours: 0-18" in str(done.exception)


@pytest.mark.parametrize(
    ("latitude", "hemisphere"),
    [
        (-27.4, "Southern hemisphere: helicity is that of the left mover, negative where it is cyclonic"),
        (35.2, "Northern hemisphere: helicity, STP and SCP are those of the right mover."),
        (float("nan"), "Northern hemisphere, as the file names no latitude: helicity, STP and SCP"),
    ],
)
def test_the_hemisphere_that_helicity_is_for_is_told(tmp_path: Path, latitude: float, hemisphere: str) -> None:
    file = tmp_path / "a.nc"
    to_dataset(Sounding(replace(STATION, latitude=latitude), profile())).to_netcdf(file, engine="h5netcdf")
    assert hemisphere in run(file).output
    answer = json.loads(run(file, "--json").output)
    assert hemisphere in answer["convention"]
    mover = "left" if latitude < 0 else "right"
    assert f"Bunkers {mover} mover" in answer["indices"]["srh_1km"]["meaning"]
