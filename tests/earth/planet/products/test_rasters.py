"""Cloud-optimised GeoTIFFs: values, place and tiling as GDAL reads them, and the same bytes twice."""

import numpy as np
import pytest

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.products.rasters import NOT_A_VALUE, Layer, cog, quantise_layer

rasterio = pytest.importorskip("rasterio", reason="install the extra planet")
GRID = Grid("+proj=utm +zone=32 +datum=WGS84 +units=m", 500_500.0, 5_000_500.0, 1000.0, 1000.0, 300, 280)


def heights():
    rows, columns = np.mgrid[0 : GRID.ny, 0 : GRID.nx]
    return np.where(rows == 5, np.nan, -20.0 + 0.5 * rows + 0.1 * columns)


def test_values_and_places_are_read_back(tmp_path):
    layer = quantise_layer("elevation", heights(), "m", step=0.1, lowest=-1000.0)
    (tmp_path / "a.tif").write_bytes(cog(GRID, "EPSG:32632", [layer], nodata=NOT_A_VALUE, source="here"))
    with rasterio.open(tmp_path / "a.tif") as file:
        read = file.read(1, masked=True) * file.scales[0] + file.offsets[0]
        # The south-western cell is the last row's first; its middle is the grid's first node.
        assert read[-1, 0] == pytest.approx(-20.0, abs=1e-6)
        assert tuple(file.bounds) == GRID.edges
        assert np.abs(read[::-1][6:] - heights()[6:]).max() < 0.0501  # half a step
        assert read.mask[::-1][5].all()
        assert (file.crs.to_epsg(), file.units, file.descriptions) == (32632, ("m",), ("elevation",))
        assert file.tags()["source"] == "here"


def test_tiles_and_overviews_are_those_of_a_cloud_optimised_file(tmp_path):
    path = tmp_path / "a.tif"
    path.write_bytes(cog(GRID, "EPSG:32632", [Layer("cover", np.full(GRID.shape, 40, np.uint8))], nodata=0))
    with rasterio.open(path) as file:
        assert file.block_shapes == [(128, 128)]
        assert file.overviews(1) == [2, 4]
        assert file.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"
        assert file.compression.name == "deflate"
    cogeo = pytest.importorskip("rio_cogeo", reason="install rio-cogeo to run its validator")
    assert cogeo.cog_validate(path, strict=True) == (True, [], [])


def test_values_beyond_the_range_stay_at_its_ends():
    layer = quantise_layer("depth", np.array([[-3.0, 7000.0]]), "m", step=0.1, lowest=0.0)
    assert layer.values.tolist() == [[0, NOT_A_VALUE - 1]]


def test_the_same_layers_give_the_same_bytes():
    layers = [quantise_layer("elevation", heights(), "m", step=0.1, lowest=-1000.0)]
    assert cog(GRID, "EPSG:32632", layers, nodata=1) == cog(GRID, "EPSG:32632", layers, nodata=1)
