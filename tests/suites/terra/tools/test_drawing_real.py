"""Real files of reanalyses and forecasts as maps, held against values read from them."""

import io

import numpy as np
import pytest
from PIL import Image
from tests.shared import SHARED

from mesocosm.earth.geo.backdrop import EarthBackdrop
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.tools import image
from mesocosm.suites.terra.tools import map as maps

REAL = SHARED / "data" / "real"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.slow,
    pytest.mark.skipif(not REAL.is_dir(), reason="the real samples are not beside this checkout"),
]


def keep_file(workspace, path):
    name = path.rpartition("/")[2]
    workspace.write_bytes(name, (REAL / path).read_bytes())
    return name


def colour_at(output, longitude, latitude):
    left, top, right, bottom = output.data["panel"]
    west, south, east, north = output.data["box"]
    turned = west + (longitude - west) % 360
    column, row = (turned - west) / (east - west), (north - latitude) / (north - south)
    pixels = np.asarray(Image.open(io.BytesIO(output.images[0].png)).convert("RGB"))
    return "#" + bytes(pixels[int(top + row * (bottom - top)), int(left + column * (right - left))].tolist()).hex()


@pytest.mark.parametrize(
    ("path", "variable", "time"),
    [
        ("weather_grid/era5/era5-2mt-2019-03-uk.grib", "t2m", "2019-03-05T12:00"),
        ("weather_grid/gfs/gfs.t12z.pgrbf120.2p5deg.grib2", "t2m", None),
    ],
)
def test_cells_of_a_real_file_have_the_colour_of_their_value(workspace, path, variable, time):
    name = keep_file(workspace, path)
    output = maps.field(workspace, EarthBackdrop(), name, variable, time=time)
    field = open_field_file(workspace, name).dataset[variable]
    field = field.sel(time=time) if time else field.squeeze()
    levels, hits, draw = output.data["levels"], 0, np.random.default_rng(1)
    for _ in range(100):
        longitude, latitude = (float(draw.choice(field[axis].values[2:-2])) for axis in ("longitude", "latitude"))
        value = float(field.sel(longitude=longitude, latitude=latitude))
        band = int(np.searchsorted(levels, value, side="right")) - 1
        step = abs(float(field["longitude"][1] - field["longitude"][0]))
        hits += colour_at(output, longitude + step / 5, latitude + step / 5) == output.data["colours"][band]
    assert hits > 85  # coasts, borders and the net cover the rest


def test_two_years_of_a_river_stand_side_by_side(workspace):
    paths = [keep_file(workspace, f"eo/landsat_pucallpa_1985_2020/{year}.tif") for year in (1985, 2020)]
    output = image.compare(workspace, paths)
    assert max(output.data["width"], output.data["height"]) <= 1000
    assert len(output.images[0].png) <= 400_000
