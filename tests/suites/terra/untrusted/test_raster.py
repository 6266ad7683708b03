"""Rasters of agents neither fill memory nor open other files, and give GDAL's values in our own process, to the bit."""

import numpy as np
import pytest
from tests.shared import SHARED

from mesocosm.earth.imagery.raster import MOST_PIXELS, WRITTEN, as_geotiff, read_raster
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suites.terra.inputs.geodata import opened_raster, saved_raster
from mesocosm.suites.terra.untrusted.raster import untrusted_raster
from mesocosm.workspace.workspace import Workspace

rasterio = pytest.importorskip("rasterio", reason="rasterio comes with the libraries of imagery")
EO = SHARED / "data" / "real" / "eo"


def tiff(values, crs="EPSG:32629", **profile) -> bytes:
    from rasterio.io import MemoryFile
    from rasterio.transform import Affine

    rows, columns = values.shape
    at = Affine(10.0, 0.0, 500_000.0, 0.0, 10.0, 4_000_000.0)  # rows from the south, as some write them
    options = {"driver": "GTiff", "count": 1, "dtype": values.dtype, "height": rows, "width": columns}
    with MemoryFile() as memory:
        with memory.open(crs=crs, transform=at, **options | profile) as file:
            file.write(values, 1)
            file.scales, file.offsets, file.units = (0.5,), (-3.0,), ("m",)
            file.set_band_description(1, "height")
            file.update_tags(season="spring")
        return bytes(memory.getbuffer())


def assert_alike(one, other):
    assert (one.transform, one.crs, str(one.crs)) == (other.transform, other.crs, str(other.crs))
    assert (one.units, one.tags, list(one.bands)) == (other.units, other.tags, list(other.bands))
    for name, values in one.bands.items():
        assert values.tobytes() == other.bands[name].tobytes()


def test_a_raster_comes_out_as_it_does_plainly(tmp_path):
    data = tiff(np.arange(12, dtype="int16").reshape(3, 4), nodata=5)
    (tmp_path / "heights.tif").write_bytes(data)
    with Workspace(tmp_path) as space:
        raster, _ = opened_raster(space, "heights.tif")
    assert_alike(raster, read_raster(data, "plain"))
    assert raster.bands["height"][-1].tolist() == [-3.0, -2.5, -2.0, -1.5]
    assert np.isnan(raster.bands["height"][1, 1])


def test_what_our_tools_write_is_known(tmp_path):
    made = read_raster(tiff(np.ones((2, 2), "float32")), "a file")
    with Workspace(tmp_path) as space:
        raster, inputs = opened_raster(space, saved_raster(space, "made", made))
    assert set(inputs.values()) <= WRITTEN
    assert_alike(raster, made)


def test_a_few_bytes_that_stand_for_a_thousand_million_pixels_are_refused():
    from rasterio.io import MemoryFile

    huge = {"driver": "GTiff", "count": 1, "dtype": "uint8", "height": 40_000, "width": 40_000, "crs": "EPSG:32629"}
    with MemoryFile() as memory:
        with memory.open(SPARSE_OK=True, tiled=True, transform=rasterio.Affine(10, 0, 0, 0, -10, 0), **huge):
            pass
        bomb = bytes(memory.getbuffer())
    with pytest.raises(InvalidRecord, match=f"1,600,000,000 pixels; at most {MOST_PIXELS:,}"):
        read_raster(bomb, "'bomb.tif'", opening=untrusted_raster)


def test_a_raster_that_is_cut_off_is_refused(tmp_path):
    whole = as_geotiff(read_raster(tiff(np.random.default_rng(1).random((200, 200))), "a file"))
    (tmp_path / "half.tif").write_bytes(whole[: len(whole) // 2])
    with Workspace(tmp_path) as space, pytest.raises(ToolError, match=r"'half.tif' cannot be read: RasterioIOError"):
        opened_raster(space, "half.tif")


def test_a_reference_system_that_leads_to_a_file_is_refused():
    words = "+proj=longlat +ellps=GRS80 +nadgrids=/etc/hostname +no_defs"
    data = tiff(np.ones((2, 2), "float32"), crs=rasterio.crs.CRS.from_string(words))
    with pytest.raises(InvalidRecord, match="names a file"):
        read_raster(data, "'led.tif'", opening=untrusted_raster)


@pytest.mark.fidelity
@pytest.mark.skipif(not EO.is_dir(), reason="the real samples are not beside this checkout")
@pytest.mark.parametrize(
    "path",
    [
        "s2_l2a_29RKH_20200219/B11.tif",
        "modis_sinop_ndvi/TERRA_MODIS_012010_NDVI_2013-09-14.jp2",
        "landsat7_olinda/L7_ETMs.tif",
    ],
)
def test_real_rasters_are_read_alike(path):
    data = (EO / path).read_bytes()
    assert_alike(read_raster(data, path, opening=untrusted_raster), read_raster(data, path))
