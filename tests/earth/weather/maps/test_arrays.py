import io

import numpy as np
import pytest
import xarray as xr
from PIL import Image

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.weather.maps import frame
from mesocosm.earth.weather.maps.arrays import _caption, _even, _plane, draw_map, grid_values, scale_for
from mesocosm.earth.weather.maps.painter import BAR_HEIGHT, BAR_TOP, FOOTER, GREY, HEADER
from mesocosm.earth.weather.maps.region import panel_for
from mesocosm.errors import InvalidRecord

LONGITUDES, LATITUDES = np.arange(165.0, 196.0), np.arange(-50.0, -29.0)
"""Across the antimeridian, in steps of a degree."""


def field(values=None, **names) -> xr.DataArray:
    values = np.zeros((21, 31)) if values is None else values
    made = xr.DataArray(
        values, {"latitude": LATITUDES, "longitude": LONGITUDES}, ("latitude", "longitude"),
        name="t", attrs={"units": "K", "long_name": "Air temperature"},
    )  # fmt: skip
    return made.rename(names)


def colour_at(png: bytes, data: xr.DataArray, longitude: float, latitude: float) -> tuple[int, ...]:
    """Return the most frequent colour around a place."""
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    column, row = (round(float(one)) for one in frame.to_pixel(longitude, latitude, panel_for(grid_values(data)[0])))
    around = picture[HEADER + row - 5 : HEADER + row + 6, column - 5 : column + 6].reshape(-1, 3)
    found, counts = np.unique(around, axis=0, return_counts=True)
    return tuple(int(one) for one in found[counts.argmax()])


def test_a_spot_is_painted_at_its_place_beyond_the_antimeridian():
    values = np.zeros((21, 31))
    values[9:12, 19:22] = 10.0  # 184 to 186 degrees east, 41 to 39 degrees south
    data = field(values)
    png = draw_map(data)
    dark, bright = colour_at(png, data, 172.0, -40.0), colour_at(png, data, -175.0, -40.0)
    assert dark == (68, 1, 84)  # the first colour of viridis, and its last
    assert bright == (253, 231, 37)


def test_the_way_axes_run_and_their_names_do_not_matter():
    values = np.random.default_rng(3).normal(size=(21, 31))
    plain = field(values)
    turned = plain.isel(latitude=slice(None, None, -1))
    turned = turned.assign_coords(longitude=(turned["longitude"] + 180) % 360 - 180).rename(
        latitude="lat", longitude="lon"
    )
    assert draw_map(turned.transpose("lon", "lat")) == draw_map(plain)


def test_a_box_shows_a_part_and_what_lies_around():
    png = draw_map(field(), box=BoundingBox(west=150, south=-50, east=-150, north=-30))
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    assert (picture[HEADER + 60 : -80] == GREY).all(axis=-1).mean() > 0.2  # the field ends before the box does


def test_other_axes_must_be_chosen_from():
    with pytest.raises(InvalidRecord, match=r"t also runs along time \(3\); choose one value of each"):
        draw_map(field().expand_dims(time=3))
    draw_map(field().expand_dims(time=[np.datetime64("2020-01-01T00")]))


def test_the_caption_tells_every_axis_that_was_chosen_from():
    more = {
        "time": [np.datetime64("2020-01-01T06", "ns")],
        "ensemble": [3],
        "run": [7.5],
        "step": [np.timedelta64(6, "h")],
    }
    chosen = field().expand_dims(more)
    caption = _caption(_plane(chosen), chosen.dims, "")
    assert caption == ("Air temperature", "member 3, step 6 h, run 7.5", "Valid 2020-01-01 06:00 UTC")


def test_a_line_is_no_map():
    with pytest.raises(InvalidRecord, match="t: latitude must have at least two values"):
        draw_map(field().isel(latitude=[3]))


def test_uneven_rows_are_interpolated():
    axis = np.array([0.0, 1.0, 3.0])
    even, rows = _even(axis, np.array([[0.0], [10.0], [30.0]]))
    assert even.tolist() == [0.0, 1.5, 3.0]
    assert rows.ravel() == pytest.approx([0.0, 15.0, 30.0])  # a straight line stays one


def test_colours_suit_the_quantity():
    values = np.linspace(-5, 5, 50, dtype=np.float32)
    assert scale_for(values, "K", "temperature anomaly").levels[0] < 0 < scale_for(values, "K", "anomaly").levels[-1]
    assert scale_for(np.abs(values), "mm", "precipitation").levels[0] == 0
    assert scale_for(values, "ppb", "ozone").unit == "ppb"


def bar_of(png: bytes) -> list[tuple[int, ...]]:
    """Return the colours along the middle of the colour bar, without white and the lines between boxes."""
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    row = picture[-FOOTER + BAR_TOP + BAR_HEIGHT // 2]
    return [tuple(int(channel) for channel in one) for one in row]


RAIN = {"units": "mm", "long_name": "Precipitation"}


@pytest.mark.parametrize("least", [0.0, -1e-7])  # as packing leaves it
def test_the_colour_bar_of_precipitation_begins_at_zero(least):
    values = np.linspace(least, 20, 21 * 31).reshape(21, 31)
    scale = scale_for(values.astype(np.float32), "mm", "precipitation")
    assert scale.levels[0] == 0
    assert list(scale.in_bar) == list(range(1, len(scale.levels)))  # a box between each two of its numbers
    bar = bar_of(draw_map(field(values).assign_attrs(RAIN)))
    widths = [bar.count(colour) for colour in scale.colours[1:-1]]
    assert max(widths) - min(widths) <= 2


def test_amounts_well_below_zero_are_shown():
    assert scale_for(np.linspace(-5, 20, 50, dtype=np.float32), "mm", "evaporation").levels[0] <= -5


def test_values_beyond_the_ends_have_boxes():
    values = np.append(np.linspace(280, 300, 500), [100.0, 900.0]).astype(np.float32)
    scale = scale_for(values, "K", "temperature")
    assert list(scale.in_bar) == list(range(len(scale.colours)))


def test_no_amount_at_all_has_a_bar_from_zero():
    assert scale_for(np.zeros(9, np.float32), "mm", "rain").levels[0] == 0
