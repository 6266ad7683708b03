"""Pictures, read pixel by pixel: north is on top and everything lies at its place."""

import inspect
import io

import numpy as np
import pytest
import shapely
import xarray as xr
from PIL import Image
from tests.suites.terra.tools.map_making import CALLS, raster_in_degrees, raster_in_metres, wrong_calls

from mesocosm.earth.imagery.pictures import HIDDEN, RAMP
from mesocosm.earth.imagery.raster import as_geotiff
from mesocosm.earth.places.features import Feature, as_geojson
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import saved_fields
from mesocosm.suites.terra.tools import image
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

SIDE = 512
"""Pixels of a picture's side: a raster of 8 x 8 is shown with pixels of 64."""


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def ground(workspace, name="ground.tif"):
    """Return 8 x 8 degrees from 0 to 8 north and east, uniform except for a gap in the north-western corner."""
    values = np.full((8, 8), 5.0)
    values[0, 0] = np.nan
    workspace.write_bytes(name, as_geotiff(raster_in_degrees({"grey": values}, north=8.0)))
    return name


def seen(workspace, output):
    pixels = np.asarray(Image.open(io.BytesIO(workspace.read_bytes(output.data["path"]))))
    assert output.images[0].png == workspace.read_bytes(output.data["path"])
    return pixels


def test_north_is_on_top(workspace):
    values = np.arange(64.0).reshape(8, 8)  # brighter to the south
    workspace.write_bytes("ramp.tif", as_geotiff(raster_in_degrees({"grey": values}, north=8.0)))
    pixels = seen(workspace, image.colour(workspace, "ramp.tif"))
    assert pixels.shape == (SIDE, SIDE, 3)
    assert pixels[10, 10].mean() < 10
    assert pixels[-10, -10].mean() > 245


def test_gaps_are_grey(workspace):
    pixels = seen(workspace, image.colour(workspace, ground(workspace)))
    assert tuple(pixels[32, 32]) == HIDDEN
    assert tuple(pixels[96, 96]) != HIDDEN


def test_features_are_drawn_at_their_places(workspace):
    shapes = [shapely.Point(1.5, 6.5), shapely.LineString([(4, 0), (4, 8)]), shapely.box(5, 1, 7, 3)]
    many = shapely.MultiPoint([(2.5, 1.5), (3.5, 1.5)])
    workspace.write_bytes("shapes.geojson", as_geojson([Feature(shape) for shape in (*shapes, many)]))
    output = image.annotate(workspace, ground(workspace), "shapes.geojson", "red", 3)
    pixels = seen(workspace, output)
    red = (220, 30, 30)
    # One degree is 64 pixels; rows count from 8 degrees north.
    for longitude, latitude in ((1.5, 6.5), (4, 5), (5, 2), (6, 3), (7, 2), (6, 1), (2.5, 1.5), (3.5, 1.5)):
        assert tuple(pixels[round((8 - latitude) * 64), round(longitude * 64)]) == red, (longitude, latitude)
    for longitude, latitude in ((6, 2), (1.5, 1.5), (4.5, 5)):
        assert tuple(pixels[round((8 - latitude) * 64), round(longitude * 64)]) != red, (longitude, latitude)
    assert output.data["features"] == 4


def test_features_outside_of_the_picture_are_told_apart(workspace):
    """The picture reaches from 0 to 8 degrees; the large square lies around it, and none of its outline on it."""
    shapes = [shapely.Point(1, 1), shapely.Point(9, 1), shapely.LineString([(7, 7), (12, 12)]),
              shapely.box(-5, -5, 20, 20), shapely.box(10, 10, 11, 11)]  # fmt: skip
    workspace.write_bytes("shapes.geojson", as_geojson([Feature(shape) for shape in shapes]))
    output = image.annotate(workspace, ground(workspace), "shapes.geojson")
    assert (output.data["features"], output.data["outside"]) == (2, 3)
    assert "features 2, outside 3" in output.text


def test_shapes_are_projected_to_the_plane_of_the_image(workspace):
    from rasterio.warp import transform

    raster = raster_in_metres({"grey": np.ones((8, 8))})
    workspace.write_bytes("plane.tif", as_geotiff(raster))
    (longitude,), (latitude,) = transform(raster.crs, "EPSG:4326", [500_150.0], [4_999_350.0])  # column 1, row 6
    workspace.write_bytes("point.geojson", as_geojson([Feature(shapely.Point(longitude, latitude))]))
    pixels = seen(workspace, image.annotate(workspace, "plane.tif", "point.geojson", "cyan", 4))
    rows, columns = np.nonzero((pixels == (40, 210, 220)).all(axis=-1))
    assert rows.mean() == pytest.approx(6.5 * 64, abs=1.0)
    assert columns.mean() == pytest.approx(1.5 * 64, abs=1.0)


def field(workspace, axes_north_first):
    """Return a field high in the north, low in the south, on cells of one degree with centres at halves."""
    middles = np.arange(0.5, 8.0)
    latitudes = middles[::-1] if axes_north_first else middles
    values = np.where(latitudes > 4, 2.0, -2.0)[:, None] * np.ones(8)
    array = xr.DataArray(values, {"latitude": latitudes, "longitude": middles}, ("latitude", "longitude"))
    return saved_fields(
        workspace, f"anomaly {axes_north_first}", xr.Dataset({"anomaly": array.assign_attrs(units="K")})
    )


@pytest.mark.parametrize("north_first", [True, False])
def test_defect_10_a_field_lies_over_the_image_north_on_top(workspace, north_first):
    output = image.overlay(workspace, ground(workspace), field(workspace, north_first), opacity=1.0)
    pixels = seen(workspace, output)
    assert tuple(pixels[100, 256]) == tuple(RAMP[-1].astype(int))  # red: warm in the north
    assert tuple(pixels[SIDE - 100, 256]) == tuple(RAMP[0].astype(int))
    # The border lies at 4 degrees north to the pixel: edges are half a cell from the middles.
    assert tuple(pixels[255, 256]) == tuple(RAMP[-1].astype(int))
    assert tuple(pixels[256, 256]) == tuple(RAMP[0].astype(int))
    assert (output.data["unit"], output.data["low"], output.data["high"]) == ("K", -2.0, 2.0)


def test_a_field_that_lies_elsewhere_is_refused(workspace):
    workspace.write_bytes("far.tif", as_geotiff(raster_in_metres({"v": np.ones((4, 4))})))
    with pytest.raises(ToolError, match="they do not overlap"):
        image.overlay(workspace, ground(workspace), "far.tif")


@pytest.mark.parametrize("count", CALLS)
@pytest.mark.parametrize("name", [name for name, f in inspect.getmembers(image) if hasattr(f, "__mesocosm_tool__")])
def test_bad_input_is_refused_and_leaves_nothing(workspace, name, count):
    ground(workspace)
    field(workspace, True)
    workspace.write_bytes("void.tif", as_geotiff(raster_in_metres(np.full((2, 2), np.nan))))
    workspace.write_bytes("words.txt", b"plain words")
    workspace.write_bytes("pole.geojson", as_geojson([Feature(shapely.Point(180.0, -90.0))]))
    files = [file.path for file in workspace.files()] + ["absent.tif"]
    tool = make(f"image.{name}", getattr(image, name))
    assert list(wrong_calls(tool, (workspace,), np.random.default_rng(6), files, count)) == []
