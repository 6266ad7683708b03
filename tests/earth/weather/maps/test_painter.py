import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import array_shapes, arrays
from PIL import Image
from tests.earth.weather.grib.making import GRID, REAL, needs_real, slope, written

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.geo.outlines import states
from mesocosm.earth.weather.grib.reading import decode_cached, find, index
from mesocosm.earth.weather.hrrr import coarse_hrrr
from mesocosm.earth.weather.maps import frame
from mesocosm.earth.weather.maps.catalogue import entry
from mesocosm.earth.weather.maps.outlines import outlines
from mesocosm.earth.weather.maps.painter import GREY, HEADER, _png, paint
from mesocosm.earth.weather.maps.winds import winds_for

NAME = "Convective_available_potential_energy_at_0_surface"


def pixels(png: bytes) -> np.ndarray:
    image = Image.open(io.BytesIO(png))
    assert image.mode == "P"
    return np.asarray(image.convert("RGB"))


def colour_at(picture: np.ndarray, longitude: float, latitude: float) -> tuple[int, ...]:
    """Return the most frequent colour around a place, so that lines and numbers do not matter."""
    column, row = (round(float(one)) for one in frame.to_pixel(longitude, latitude, frame.pixels()))
    around = picture[HEADER + row - 4 : HEADER + row + 5, column - 4 : column + 5].reshape(-1, 3)
    found, counts = np.unique(around, axis=0, return_counts=True)
    return tuple(int(one) for one in found[counts.argmax()])


def spot(grid: Grid, longitude: float, latitude: float, value: float, radius_km: float = 120) -> np.ndarray:
    """Return a field of zeros with a round spot of one value about a place."""
    x, y = np.meshgrid(grid.x(), grid.y())
    centre = grid.to_plane(longitude, latitude)
    return np.where(np.hypot(x - centre[0], y - centre[1]) < radius_km * 1000, value, 0.0)


# Centres of states in the corners of the country and of one in its middle.
@pytest.mark.parametrize(
    ("longitude", "latitude"), [(-120.5, 47.4), (-69.2, 45.3), (-81.2, 26.6), (-116.8, 34.0), (-98.4, 38.5)]
)
def test_a_spot_over_a_state_is_painted_there_and_nowhere_else(tmp_path, longitude, latitude):
    grid = coarse_hrrr(12)
    field = written(tmp_path, NAME, spot(grid, longitude, latitude, 2700.0), grid=grid)
    picture = pixels(paint(field))
    scale = entry(field.message.product).scale
    assert colour_at(picture, longitude, latitude) == scale.colours[scale.levels.index(2500) + 1]
    assert colour_at(picture, longitude + 5, latitude - 2) == (255, 255, 255)


@pytest.mark.parametrize(
    "grid",
    [coarse_hrrr(12), coarse_hrrr(80), Grid("+proj=longlat", 220.0, 15.0, 0.25, 0.25, 321, 181)],
    ids=["nearest", "interpolated", "degrees"],
)
def test_grids_of_every_kind_put_a_spot_in_the_same_place(tmp_path, grid):
    column, row = (np.rint(one) for one in grid.locate(-97.5, 35.5))
    longitude, latitude = grid.from_plane(grid.x0 + grid.dx * column, grid.y0 + grid.dy * row)
    values = np.zeros(grid.shape)
    reach = 1 if grid.dx > 50_000 else 6
    values[int(row) - reach : int(row) + reach + 1, int(column) - reach : int(column) + reach + 1] = 2700.0
    picture = pixels(paint(written(tmp_path, NAME, values, grid=grid)))
    scale = entry(find(tmp_path / "18.grib2", NAME)[0].product).scale
    assert colour_at(picture, float(longitude), float(latitude)) == scale.colours[scale.levels.index(2500) + 1]


def test_colours_follow_the_scale_from_west_to_east(tmp_path):
    field = written(tmp_path, NAME, slope(east=7000))
    picture = pixels(paint(field))
    scale = entry(field.message.product).scale
    row = picture[HEADER + frame.pixels().ny // 2]
    seen = [tuple(int(channel) for channel in one) for one in row]
    places = [seen.index(colour) for colour in scale.colours]
    assert places == sorted(places)


def test_one_value_has_one_colour_at_all_hours(tmp_path):
    # The published maps stretch colours from the least to the greatest value of each picture.
    pictures = [
        pixels(paint(written(tmp_path, NAME, spot(GRID, -98, 36, 2700.0, 300) + extra, hour=hour)))
        for hour, extra in ((12, 0.0), (13, spot(GRID, -80, 30, 6500.0, 300)))
    ]
    assert colour_at(pictures[0], -98, 36) == colour_at(pictures[1], -98, 36)


def test_the_same_field_gives_the_same_bytes(tmp_path):
    first, second = (paint(written(tmp_path, NAME, slope(east=7000))) for _ in range(2))
    assert first == second


@given(arrays(np.uint8, array_shapes(min_dims=2, max_dims=2)))
def test_any_picture_can_be_read_back(picture):
    palette = np.random.default_rng(5).integers(0, 256, (256, 3), dtype=np.uint8)
    png = _png(picture, palette.tobytes())
    Image.open(io.BytesIO(png)).verify()
    assert (pixels(png) == palette[picture]).all()


def test_missing_values_and_places_off_the_grid_are_grey(tmp_path):
    grid = Grid("+proj=longlat", -105.0, 30.0, 0.25, 0.25, 81, 61)
    values = slope(grid, 500, 500.1)
    values[20:40, 20:40] = np.nan
    picture = pixels(paint(written(tmp_path, NAME, values, grid=grid)))
    assert colour_at(picture, -97.5, 37.5) == GREY
    assert colour_at(picture, -115, 40) == GREY
    assert colour_at(picture, -87, 42) != GREY


def test_state_lines_are_where_the_states_are():
    shades = outlines(frame.pixels())
    west, south, east, north = states()["Colorado"].bounds
    for longitude, latitude in ((-105.3, north), (-104.2, south), (west, 39.3), (east, 38.2)):
        column, row = (round(float(one)) for one in frame.to_pixel(longitude, latitude, frame.pixels()))
        assert shades[row - 1 : row + 2, column - 1 : column + 2].max() >= 2
    column, row = (round(float(one)) for one in frame.to_pixel(-107.6, 39.4, frame.pixels()))
    assert shades[row - 3 : row + 4, column - 3 : column + 4].max() == 0


def test_the_frame_holds_every_state():
    panel = frame.pixels()
    for state in states().values():
        west, south, east, north = state.bounds
        columns, rows = frame.to_pixel([west, west, east, east], [south, north, south, north], frame.pixels())
        assert columns.min() > -20
        assert columns.max() < panel.nx + 20
        assert rows.min() > -20
        assert rows.max() < panel.ny + 20


def test_title_hour_and_period_change_the_picture(tmp_path):
    name = "Total_Precipitation_at_0_surface"
    at_12, at_13 = (pixels(paint(written(tmp_path, name, slope(), hour=hour))) for hour in (12, 13))
    assert (at_12[:HEADER] != at_13[:HEADER]).any()
    assert (at_12[HEADER:] == at_13[HEADER:]).all()


@needs_real
@pytest.mark.fidelity
@pytest.mark.parametrize(
    "file",
    [
        "hrrr/hrrr_tmp700mb.grib2",
        "hrrr/hrrr.t06z.wrfsfcf01-UGRD.grib2",
        "hrrr/subset_20201214_hrrr.t00z.wrfsfcf12.grib2",
        "nam/nam.t00z.awp21100.tm00.grib2",
        "mrms/MRMS_ReflectivityAtLowestAltitude_00.50_20230406-120039.grib2.gz",
        "precip/st4_conus.2022081004.01h.grb2",
        "gfs/gfs.t12z.pgrbf120.2p5deg.grib2",
    ],
)
def test_real_files_are_painted_in_many_colours(file):
    field = decode_cached(index(REAL / file)[0])
    picture = pixels(paint(field, winds_for(field)))
    shown = entry(field.message.product, field.message.units).scale.colours
    panel = picture[HEADER : HEADER + frame.pixels().ny]
    found = {colour for colour in shown if (panel == colour).all(axis=2).any()}
    assert len(found) >= 4
