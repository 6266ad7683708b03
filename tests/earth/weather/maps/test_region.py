"""Maps of regions all over the globe, checked by capes at known places."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.earth.drawing.window import Window, window_of_box
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.coasts import earth_lines
from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.hrrr import HRRR
from mesocosm.earth.weather.maps import frame
from mesocosm.earth.weather.maps.outlines import _net_of, _on_map, degrees_text, outlines
from mesocosm.earth.weather.maps.region import (
    NARROWEST,
    TALLEST,
    panel_for,
    panel_of,
    panel_within,
    plane_of,
    window_of,
)
from mesocosm.errors import InvalidRecord

REGIONS = {
    "Europe": (BoundingBox(west=-12, south=35, east=35, north=72), "lcc", (25.78, 71.17)),  # Nordkapp
    "New Zealand": (BoundingBox(west=160, south=-50, east=-170, north=-30), "lcc", (178.55, -37.69)),  # East Cape
    "Indonesia": (BoundingBox(west=94, south=-12, east=142, north=8), "merc", (105.23, -6.77)),  # Java Head
    "Arctic": (BoundingBox(west=-180, south=60, east=180, north=90), "laea", (-156.48, 71.39)),  # Point Barrow
    "Antarctica": (BoundingBox(west=-180, south=-90, east=180, north=-60), "laea", (-57.0, -63.23)),  # Prime Head
    "the world": (BoundingBox(west=-180, south=-90, east=180, north=90), "longlat", (18.47, -34.36)),  # Good Hope
    "the Pacific": (BoundingBox(west=100, south=-60, east=-60, north=60), "longlat", (-67.29, -55.98)),  # Cape Horn
}
"""Box, projection, and a cape (degrees east and north, from gazetteers)."""


def panel(name: str) -> Grid:
    return panel_of(window_of_box(REGIONS[name][0]))


@pytest.mark.parametrize("name", REGIONS)
def test_a_region_has_a_projection_that_suits_it(name):
    assert f"+proj={REGIONS[name][1]}" in panel(name).proj


@pytest.mark.parametrize("name", REGIONS)
def test_a_cape_lies_on_a_drawn_coast(name):
    """The tolerance is the accuracy of 1:50 million, some 10 km, and a pixel or two."""
    shown = panel(name)
    column, row = (round(float(one)) for one in frame.to_pixel(*REGIONS[name][2], shown))
    reach = 4 + round(12_000 / (shown.dx * 111_000 if shown.in_degrees else shown.dx))
    shades = outlines(shown)
    assert shades[row - reach : row + reach, column - reach : column + reach].max() >= 2
    assert 0 < np.mean(shades > 0) < 0.25  # lines, not blots


@pytest.mark.parametrize("name", REGIONS)
def test_no_coast_runs_across_the_map_from_its_far_side(name):
    """A line that leaves at one side and enters at the other would, drawn through, be as long as the map is wide."""
    shown = panel(name)
    for piece in _on_map(earth_lines("coast"), shown):
        low, high = np.minimum(piece[:-1], piece[1:]), np.maximum(piece[:-1], piece[1:])
        seen = (high >= 0).all(axis=1) & (low < (shown.nx, shown.ny)).all(axis=1)
        assert (np.hypot(*(high - low).T)[seen] < shown.nx / 3).all()


@settings(max_examples=30, deadline=None)
@given(west=st.floats(-180, 179), width=st.floats(0.5, 360), south=st.floats(-90, 85), height=st.floats(0.5, 180))
def test_every_region_lies_in_its_map(west, width, south, height):
    window = Window(west, south, west + width, min(90.0, south + height))
    shown = panel_of(window)
    longitudes, latitudes = np.meshgrid(
        np.linspace(window.west, window.east, 7), np.linspace(window.south, window.north, 7)
    )
    if "+proj=merc" in shown.proj:
        latitudes = np.clip(latitudes, -80, 80)  # Mercator ends there
    column, row = shown.locate(longitudes, latitudes)
    if not (shown.in_degrees and width >= 359):  # where both ends are one meridian, either will do
        assert (column > -2).all()
        assert (column < shown.nx + 1).all()
    assert (row > -2).all()
    assert (row < shown.ny + 1).all()
    assert shown.ny <= TALLEST
    assert shown.nx >= NARROWEST * shown.ny - 1 or shown.in_degrees


def test_a_grid_on_a_plane_of_its_own_is_shown_on_it():
    assert panel_for(HRRR) == frame.pixels()


def test_a_grid_about_the_antimeridian_is_shown_in_one_piece():
    grid = Grid("+proj=longlat", 170.0, -20.0, 1.0, 1.0, 21, 11)  # 170 E to 170 W
    window = window_of(panel_for(grid))
    assert window.west == pytest.approx(169.5, abs=1.0)
    assert window.east == pytest.approx(190.5, abs=1.0)


@pytest.mark.parametrize(
    "edges", [(-60, 10, 60, 50), (30.2, 20.1, 30.4, 20.3), (-180, -90, 180, 90), (31, 0, -170, 90)]
)
def test_a_box_may_be_larger_or_smaller_than_a_grid_or_touch_it(edges):
    grid = Grid("+proj=longlat", 30.0, 20.0, 0.5, 0.5, 3, 3)
    box = BoundingBox(**dict(zip(("west", "south", "east", "north"), edges, strict=True)))
    assert panel_within(grid, box) == panel_of(window_of_box(box))


def test_a_box_that_misses_a_grid_is_refused_with_where_the_grid_is():
    grid = Grid("+proj=longlat", 170.0, -20.0, 1.0, 1.0, 21, 11)
    with pytest.raises(InvalidRecord, match=r"box \[-169, -20, 169, -10\] misses .* lie in \[170, -20, -170, -10\]"):
        panel_within(grid, BoundingBox(west=-169, south=-20, east=169, north=-10))


def test_a_wide_region_of_one_hemisphere_without_its_pole_is_the_world():
    assert plane_of(Window(-180, 10, 180, 60)) == "+proj=longlat"


def test_lines_of_the_net_are_round_and_few():
    meridians, parallels = _net_of(Window(-12, 35, 35, 72))
    assert meridians == [-15, -10, -5, 0, 5, 10, 15, 20, 25, 30, 35]
    assert parallels == [35, 40, 45, 50, 55, 60, 65, 70, 75]


@pytest.mark.parametrize(
    ("value", "sides", "text"),
    [(-95, "EW", "95 W"), (0, "EW", "0"), (180, "EW", "180"), (-41.5, "NS", "41.5 S"), (10, "EW", "10 E")],
)
def test_degrees_in_words(value, sides, text):
    assert degrees_text(value, sides) == text


@pytest.mark.parametrize("west", [-180.0, -182.5, -180.1])
def test_every_line_of_the_net_is_drawn_wherever_it_falls_between_pixels(west):
    shown = panel_of(Window(west, -90, west + 360, 90))
    drawn = outlines(shown) > 0
    columns, _ = frame.to_pixel(np.arange(-150.0, 151.0, 30.0), 0.0, shown)
    _, rows = frame.to_pixel(0.0, np.arange(-60.0, 61.0, 30.0), shown)
    # Dashes are as long as their gaps; of a line that is not drawn only coasts are left, a tenth or less.
    for column in np.rint(columns).astype(int):
        assert drawn[:, column - 1 : column + 2].any(axis=1).mean() > 0.4
    for row in np.rint(rows).astype(int):
        assert drawn[row - 1 : row + 2].any(axis=0).mean() > 0.4
