import io

import numpy as np
import pytest
import xarray as xr
from PIL import Image

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.maps.arrays import draw_map
from mesocosm.earth.weather.maps.curved import CurvedGrid
from mesocosm.earth.weather.maps.painter import GREY, HEADER
from mesocosm.errors import InvalidRecord

PLANE = Grid(
    "+proj=lcc +lat_1=-30 +lat_2=-60 +lon_0=178 +R=6371229", -400_000.0, -5_000_000.0, 40_000.0, 40_000.0, 21, 16
)
"""South of New Zealand, across the antimeridian."""
NUMBERS = np.arange(PLANE.nx * PLANE.ny, dtype=float).reshape(PLANE.shape)


def bent() -> CurvedGrid:
    return CurvedGrid(*PLANE.lonlat())


def field(values=NUMBERS) -> xr.DataArray:
    longitude, latitude = PLANE.lonlat()
    tables = {"lat": (("y", "x"), latitude), "lon": (("y", "x"), longitude % 360)}
    return xr.DataArray(values, tables, ("y", "x"), name="t", attrs={"units": "K"})


def test_every_place_takes_the_node_whose_cell_holds_it():
    fine = Grid(PLANE.proj, PLANE.x0 - 10_000, PLANE.y0 - 10_000, 10_000.0, 10_000.0, 4 * PLANE.nx, 4 * PLANE.ny)
    # Pixels lie 10 km west of a node, on it, and 10 km east of it; those half-way may take either side.
    sampled = bent().on(fine, NUMBERS).reshape(PLANE.ny, 4, PLANE.nx, 4)
    for row in range(3):
        for column in range(3):
            np.testing.assert_array_equal(sampled[:, row, :, column], NUMBERS)


def test_beyond_the_outer_cells_there_is_nothing():
    longitude, latitude = PLANE.from_plane(PLANE.x0 - np.array([15e3, 35e3]), np.full(2, PLANE.y0 + 200e3))
    assert bent().nearest(longitude, latitude).tolist() == [5 * PLANE.nx, -1]


def test_nodes_that_are_nowhere_are_left_out():
    longitude, latitude = PLANE.lonlat()
    longitude[0, 0], latitude[3, 4] = np.nan, 9.96921e36
    found = CurvedGrid(longitude, latitude)
    assert found.nearest(longitude[1:3], latitude[1:3]).ravel().tolist() == list(range(PLANE.nx, 3 * PLANE.nx))
    assert np.isfinite(found.places()).all()


def test_a_bent_field_is_drawn_in_one_piece_across_the_antimeridian():
    picture = np.asarray(Image.open(io.BytesIO(draw_map(field()))).convert("RGB"))[HEADER:-62]
    assert (picture == GREY).all(axis=-1).mean() < 0.25
    middle = picture[picture.shape[0] // 2, 60:-60]
    assert not (middle == GREY).all(axis=-1).any()


def test_the_way_rows_and_columns_run_does_not_matter():
    assert draw_map(field().isel(y=slice(None, None, -1)).transpose("x", "y")) == draw_map(field())


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(InvalidRecord, match=r"t also runs along time \(3\); choose one value of each"):
        draw_map(field().expand_dims(time=3))
    with pytest.raises(InvalidRecord, match="t must have at least two rows and two columns"):
        draw_map(field().isel(x=[0]))
    with pytest.raises(InvalidRecord, match=r"box \[0, 40, 10, 50\] misses the data, which lie in \[17"):
        draw_map(field(), box=BoundingBox(west=0, south=40, east=10, north=50))
