"""Drainage of height models whose water can be followed by hand."""

import inspect

import numpy as np
import pytest
from tests.suites.terra.tools.map_making import CALLS, raster_in_degrees, raster_in_metres, wrong_calls

from mesocosm.earth.imagery.raster import as_geotiff, read_raster
from mesocosm.earth.places.features import read_geojson
from mesocosm.errors import ToolError
from mesocosm.suites.terra.tools import terrain
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def valley(rows: int = 21, columns: int = 21) -> np.ndarray:
    """Return a valley that falls to the south along its middle column, and to the middle from both sides."""
    down, across = np.mgrid[:rows, :columns]
    return 10.0 * np.abs(across - columns // 2) + 1.0 * (rows - down)


def test_a_valley_gathers_the_rain_of_its_slopes(workspace):
    workspace.write_bytes("valley.tif", as_geotiff(raster_in_metres(valley())))
    data = terrain.flow_accumulation(workspace, "valley.tif").data
    upstream = read_raster(workspace.read_bytes(data["path"]), "x").band("upstream_area")
    # Each row runs to its middle and the middle to the south: the edge runs inwards too, and water leaves at the foot.
    cell = 0.01 * (1 / 0.9996) ** 2  # of 100 m on the middle meridian, whose scale is 0.9996
    assert upstream[20, 10] == pytest.approx(cell * 21 * 21, rel=1e-4)
    assert upstream[10, 10] == pytest.approx(cell * 21 * 11, rel=1e-4)


def test_a_watershed_is_drawn_with_its_area(workspace):
    from rasterio.warp import transform

    raster = raster_in_metres(valley())
    workspace.write_bytes("valley.tif", as_geotiff(raster))
    (longitude,), (latitude,) = transform(raster.crs, "EPSG:4326", [501_150.0], [4_998_950.0])  # one east of row 10
    watershed = terrain.watershed(workspace, "valley.tif", [longitude, latitude], 120.0).data
    assert watershed["area_km2"] == pytest.approx(0.01 * 231 / 0.9996**2, rel=1e-4)  # eleven rows of 21
    assert watershed["moved_m"] == pytest.approx(100.0, abs=0.5)
    shape = read_geojson(workspace.read_bytes(watershed["path"]), "x")[0].shape
    from mesocosm.earth.geo.measures import area_m2

    assert area_m2(shape) / 1e6 == pytest.approx(watershed["area_km2"], rel=1e-3)


def test_a_watershed_at_the_edge_of_the_model_is_a_lower_bound(workspace):
    from rasterio.warp import transform

    raster = raster_in_metres(valley())
    workspace.write_bytes("valley.tif", as_geotiff(raster))
    (longitude,), (latitude,) = transform(raster.crs, "EPSG:4326", [501_050.0], [4_998_950.0])  # the middle of row 10
    open_land = terrain.watershed(workspace, "valley.tif", [longitude, latitude], 0.0)
    # Eleven rows of 21 columns: both ends of each row, and the 19 others of the first row, lie at the edge.
    assert open_land.data["edge_pixels"] == 2 * 11 + 19
    assert "warning: 41 pixels of it lie at the edge of the height model" in open_land.text
    down, across = np.mgrid[:21, :21]
    ridge = valley() + 200.0 * (np.maximum(np.abs(across - 10), np.abs(down - 10)) == 7)  # falls on both sides
    workspace.write_bytes("ridge.tif", as_geotiff(raster_in_metres(ridge)))
    closed = terrain.watershed(workspace, "ridge.tif", [longitude, latitude], 0.0)
    assert closed.data["edge_pixels"] == 0
    assert "warning" not in closed.text


def test_hollows_are_filled_and_gaps_are_outlets(workspace):
    heights = valley()
    heights[8, 10] = -500.0  # a pit in the valley's floor
    heights[0, :3] = np.nan
    workspace.write_bytes("pit.tif", as_geotiff(raster_in_metres(heights)))
    data = terrain.flow_accumulation(workspace, "pit.tif").data
    upstream = read_raster(workspace.read_bytes(data["path"]), "x").band("upstream_area")
    # All but the gap's three pixels and the five beside it, where water leaves, drain to the foot.
    assert upstream[20, 10] == pytest.approx(0.01 / 0.9996**2 * (21 * 21 - 3 - 5), rel=1e-4)


def mouths(heights: np.ndarray) -> list[tuple[int, int]]:
    """Return row and column of the pixel at which the water of each pixel leaves, row by row."""
    from mesocosm.earth.places.watershed import drainage

    below = drainage(raster_in_metres(heights)).receiver
    for _ in range(below.size):
        below = below[below]
    return [divmod(int(cell), heights.shape[1]) for cell in below]


def test_a_hollow_overflows_where_its_rim_meets_the_edge():
    heights = np.full((5, 7), 50.0)
    heights[1:4, 1:4] = 10.0  # a hollow
    heights[2, 0] = 20.0  # the lowest place of its rim, at the western edge
    heights[2, 4:] = [30.0, 30.0, 5.0]  # a higher pass, and low land behind it
    leaves = mouths(heights)
    assert {leaves[row * 7 + column] for row in (1, 2, 3) for column in (1, 2, 3)} == {(2, 0)}
    assert leaves[2 * 7 + 5] == (2, 6)


def test_of_two_equal_falls_water_takes_the_first_anticlockwise_from_the_east():
    heights = np.full((3, 3), 20.0)
    heights[:, 1] = [5.0, 10.0, 5.0]  # as low in the north as in the south
    assert mouths(heights)[4] == (0, 1)
    assert mouths(heights.T)[4] == (1, 2)


def test_a_lake_at_the_edge_drains_by_its_brook():
    heights = np.full((5, 7), 50.0)
    heights[1:4, :3] = 10.0  # a level lake that reaches the western edge
    heights[2, 3:] = [9.0, 8.0, 7.0, 6.0]  # its brook, to the east
    assert set(mouths(heights)) == {(2, 6)}


def test_heights_in_degrees_are_taken_to_metres(workspace):
    workspace.write_bytes("degrees.tif", as_geotiff(raster_in_degrees(valley(), step=0.001)))
    assert terrain.flow_accumulation(workspace, "degrees.tif").data["pixel_m"] == pytest.approx(111.0, rel=0.01)


def test_a_point_outside_is_told(workspace):
    workspace.write_bytes("valley.tif", as_geotiff(raster_in_metres(valley())))
    with pytest.raises(ToolError, match="lies outside of the height model"):
        terrain.watershed(workspace, "valley.tif", [0.0, 0.0], 100.0)


def test_water_runs_where_the_planet_lets_it_run():
    from scipy.ndimage import binary_dilation
    from tests.earth.planet.micro import MICRO

    from mesocosm.earth.places.watershed import drainage
    from mesocosm.earth.planet.planet import Planet

    ground = Planet(1, MICRO).ground("r000")
    heights, (rows, columns) = np.where(ground.sea, np.nan, ground.elevation_m), ground.sea.shape
    west, _, _, north = ground.region.grid.edges
    found = drainage(raster_in_metres({"height": heights[::-1]}, 1000.0, west, north))
    down, across = np.divmod(found.receiver.reshape(rows, columns)[::-1], columns)
    ours, theirs = (rows - 1 - down) * columns + across, ground.downstream.reshape(rows, columns)
    # No sea, so no gap: at the coast, and there alone, water leaves the model where the planet may still lead it on.
    inner = ~binary_dilation(ground.sea, np.ones((3, 3))) & (ground.downstream >= 0)
    assert inner[[0, -1]].sum() + inner[:, [0, -1]].sum() > 30
    level = ground.elevation_m.ravel()
    assert (level[ours[inner]] == level[theirs[inner]]).all()  # of two neighbours as low, either will do
    assert (ours == theirs)[inner].mean() > 0.99


@pytest.mark.parametrize("count", CALLS)
@pytest.mark.parametrize("name", [name for name, f in inspect.getmembers(terrain) if hasattr(f, "__mesocosm_tool__")])
def test_bad_input_is_refused_and_leaves_nothing(workspace, name, count):
    workspace.write_bytes("valley.tif", as_geotiff(raster_in_metres(valley())))
    workspace.write_bytes("void.tif", as_geotiff(raster_in_metres(np.full((5, 5), np.nan))))
    workspace.write_bytes("broken.tif", as_geotiff(raster_in_metres(valley()))[:300])
    workspace.write_bytes("words.txt", b"plain words")
    files = [file.path for file in workspace.files()] + ["absent.tif"]
    tool = make(f"terrain.{name}", getattr(terrain, name))
    assert list(wrong_calls(tool, (workspace,), np.random.default_rng(3), files, count)) == []
