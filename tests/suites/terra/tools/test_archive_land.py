"""Heights, soils and gauges of an archive: results on a small planet, refusals, and archives without them."""

import numpy as np
import pytest
from tests.earth.archives.small_archive import day, small_archive

from mesocosm.earth.archives.archive import FieldArchive
from mesocosm.earth.archives.combined_archive import JoinedArchive
from mesocosm.earth.archives.planet_archive import PlanetArchive
from mesocosm.earth.places.watershed import drainage
from mesocosm.earth.planet.exports.water import gauges_of
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.inputs.geodata import opened_raster
from mesocosm.suites.terra.tools import archive, reanalysis

JULY = ("2031-07-01", "2031-08-01")


@pytest.fixture(scope="module")
def planet():
    return small_archive()


@pytest.fixture(scope="module")
def whole(planet):
    """Return a box around the whole region."""
    region = planet.planet.regions[0]
    return [region.longitude - 1, region.latitude - 1, region.longitude + 1, region.latitude + 1]


class Elsewhere(FieldArchive):
    """An archive without data on land."""

    def collections(self):
        return ()


def test_heights_are_those_of_the_ground_with_north_on_top(planet, workspace, whole):
    output = archive.elevation(planet, workspace, whole)
    raster, _ = opened_raster(workspace, output.data["path"])
    ground = planet.planet.ground("r000")
    expected = np.where(ground.sea, np.nan, ground.elevation_m)[::-1]
    assert np.allclose(raster.band(None), expected, atol=0.01, equal_nan=True)
    assert output.data["units"] == "m"
    assert raster.transform.e < 0
    assert "60 x 60 pixels of 1000 m" in output.text


def test_water_runs_on_the_heights_as_it_does_on_the_planet(planet, workspace, whole):
    """Nine of ten inland cells drain to the cell of the planet's own network; in a region of 200 km, 99 of 100."""
    heights, _ = opened_raster(workspace, archive.elevation(planet, workspace, whole).data["path"])
    rows, columns = np.divmod(drainage(heights).receiver.reshape(60, 60)[::-1], 60)
    ground = planet.planet.ground("r000")
    inland = ~ground.sea & ~ground.lake & (ground.downstream >= 0)
    inland[[0, -1]] = inland[:, [0, -1]] = False
    assert ((59 - rows) * 60 + columns == ground.downstream)[inland].mean() > 0.9


def test_soils_come_with_the_names_of_their_codes(planet, workspace, whole):
    output = archive.soils(planet, workspace, whole)
    raster, _ = opened_raster(workspace, output.data["path"])
    codes = raster.band(None)
    assert {f"code {int(code)}" for code in np.unique(codes[np.isfinite(codes)])} <= output.data["legend"].keys()
    assert "code 2 loam" in output.text


def test_discharge_is_that_of_the_water_at_the_gauge(planet, workspace, whole):
    gauge = gauges_of(planet.planet, planet.planet.regions[0])[-3]  # at the largest mouth
    output = archive.discharge(planet, workspace, *JULY, box=whole, gauges=[gauge.id])
    (name,) = output.data["gauges"]
    held = open_field_file(workspace, output.data["path"]).dataset[name]
    year = planet.planet.water_year("r000", 2031)
    expected = year.discharge_m3_s.reshape(365, -1)[181:212, gauge.cell]  # July; gauges read to 0.01 m³/s
    assert np.abs(held.values - expected).max() < 0.006
    assert held.attrs["units"] == "m3 s-1"
    assert str(held.time.values[0])[:10] == "2031-07-01"
    assert reanalysis.aggregate(workspace, output.data["path"], "month", "mean", name).data["fields"][name]["max"] > 0


def test_the_nearest_gauge_to_a_point_is_told_with_its_place(planet, workspace):
    region = planet.planet.regions[0]
    gauge = gauges_of(planet.planet, region)[0]
    (longitude,), (latitude,) = region.grid.from_plane([gauge.x], [gauge.y])
    output = archive.discharge(planet, workspace, *JULY, point=[float(longitude) + 0.001, float(latitude)])
    ((_, place),) = output.data["gauges"].items()
    assert place["gauge"] == gauge.id
    assert place["longitude"] == pytest.approx(float(longitude), abs=1e-4)


def test_nothing_after_the_moment_is_told(workspace, whole):
    early = PlanetArchive(small_archive().planet, day(2031, 7, 20))
    with pytest.raises(ToolError, match="discharge covers 2031-01-01 to 2031-07-20, got 2031-07-01 to 2031-08-01"):
        archive.discharge(early, workspace, *JULY, box=whole)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "give either `box` or `point`"),
        ({"box": [0.0, 0.0, 1.0, 1.0]}, "contains no known land; known land lies in "),
        ({"gauges": ["Nowhere"]}, "gauge here.*Nowhere"),
        ({"end": "2033-01-01"}, "spans 550 days, discharge is returned for at most 366"),
        ({"start": "2031-07-01T06:00"}, "must be whole days"),
    ],
)
def test_what_cannot_be_answered_is_told(planet, workspace, whole, asked, message):
    asked = {"start": JULY[0], "end": JULY[1]} | ({"box": whole} if asked else {}) | asked
    with pytest.raises(ToolError, match=message):
        archive.discharge(planet, workspace, **asked)
    assert not workspace.files()


def test_an_archive_without_land_offers_none_and_one_joined_to_it_does(planet, workspace, whole):
    for ask in (archive.elevation, archive.soils):
        with pytest.raises(ToolError, match="not offered: this archive holds no"):
            ask(Elsewhere(), workspace, whole)
    with pytest.raises(ToolError, match="not offered: this archive holds no discharge"):
        archive.discharge(Elsewhere(), workspace, *JULY, box=whole)
    assert archive.elevation(JoinedArchive(planet), workspace, whole).data["units"] == "m"
