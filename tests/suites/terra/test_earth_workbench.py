"""Tools on files of the Earth: its coasts on maps, and no data of a planet."""

import io
from datetime import UTC, datetime

import numpy as np
import pytest
from PIL import Image

from mesocosm.earth.planet.planet import Planet
from mesocosm.suites.terra.workbench import earth_workbench, workbench

# The Florida peninsula with sea on both sides, by its coordinates in any atlas.
FLORIDA = """track,time,latitude,longitude,wind_m_s
A,2005-08-25T00:00,26.0,-78.0,30
A,2005-08-26T00:00,27.0,-84.0,40
"""


@pytest.fixture
def world():
    with earth_workbench() as made:
        yield made


def map_of_florida(world):
    world.workspace.write_text("tracks.csv", FLORIDA)
    given = {"path": "tracks.csv", "scale": "saffir_simpson", "averaging_minutes": 1, "box": [-86, 22, -76, 32]}
    drawn = world.call("feature_map_tracks", given)
    assert drawn.error is None, drawn.text
    picture = world.workspace.read_bytes(drawn.data["path"])
    left, top, right, bottom = drawn.data["panel"]
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")).astype(int)
    return pixels[top:bottom, left:right]


def is_drawn(pixels, longitude, latitude):
    """Say whether there is something as dark as an outline within a quarter of a degree; the graticule is lighter."""
    rows, columns = pixels.shape[:2]
    y, x, near = (32 - latitude) / 10 * rows, (longitude + 86) / 10 * columns, 0.25 / 10 * rows
    part = pixels[int(y - near) : int(y + near) + 1, int(x - near) : int(x + near) + 1]
    return bool((part.max(axis=-1) < 170).any())


def test_a_map_of_real_data_shows_the_coast(world):
    pixels = map_of_florida(world)
    # Miami and Cape Canaveral lie on the coast; 24.5 N 84 W is open sea in the Gulf, far from the track.
    assert is_drawn(pixels, -80.13, 25.77)
    assert is_drawn(pixels, -80.57, 28.46)
    assert not is_drawn(pixels, -84.4, 24.4)


def test_a_planet_does_not_get_the_coasts_of_the_earth():
    with workbench(Planet(1, "tiny"), datetime(2031, 8, 1, tzinfo=UTC)) as world:
        pixels = map_of_florida(world)
    assert not is_drawn(pixels, -80.13, 25.77)
    assert not is_drawn(pixels, -80.57, 28.46)


def test_tools_that_fetch_data_are_absent_and_all_others_are_there(world):
    with workbench(Planet(1, "tiny"), datetime(2031, 8, 1, tzinfo=UTC)) as planets:
        lacking = set(planets.tools) - set(world.tools)
    single = {"gis_fetch_map", "gis_resolve_place", "gis_reverse_geocode", "satellite_fetch_bands", "satellite_search"}
    assert {name for name in lacking if not name.startswith(("archive_", "documents_"))} == single
    assert not set(world.tools) - set(planets.tools)
