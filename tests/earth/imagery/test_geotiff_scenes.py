"""Scenes from GeoTIFF files, made here and real."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from tests.shared import SHARED

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.errors import UnreadableRaster
from mesocosm.earth.imagery.geotiff_scenes import from_rasters
from mesocosm.earth.imagery.items import read_items

rasterio = pytest.importorskip("rasterio", reason="pip install 'mesocosm[imagery]'")
REAL = SHARED / "data" / "real" / "eo"
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="../shared/data is not here")


def write(path: Path, crs: str | None, west: float, north: float, size: float, *, count: int = 1) -> Path:
    """Write a GeoTIFF of 64 × 32 pixels."""
    from rasterio import Affine

    shape = {"width": 64, "height": 32, "count": count, "dtype": "uint8"}
    where = {} if crs is None else {"crs": crs, "transform": Affine(size, 0, west, 0, -size, north)}
    with rasterio.open(path, "w", driver="GTiff", **shape, **where) as dataset:
        dataset.write(np.arange(64 * 32 * count, dtype=np.uint8).reshape(count, 32, 64))
    return path


def test_where_when_and_what_of_a_file(tmp_path: Path) -> None:
    path = write(tmp_path / "S2_20310501T103000_B04.tif", "EPSG:4326", 4.0, 52.0, 0.01)
    scene = from_rasters({"B04": path}, collection="a", sensor="msi")
    assert scene.datetime == datetime(2031, 5, 1, 10, 30, tzinfo=UTC)
    assert (scene.epsg, scene.asset("B04").bands) == (4326, ("B04",))
    box = scene.bbox  # 64 × 0.01 degrees wide, 32 × 0.01 high
    assert (box.west, box.south, box.east, box.north) == pytest.approx((4.0, 51.68, 4.64, 52.0))
    assert scene.asset("B04").resolution_m == pytest.approx(1112, rel=0.001)  # 0.01 degrees of 111.2 km


def test_a_file_in_a_zone_of_utm(tmp_path: Path) -> None:
    """The middle of zone 31 on the equator is 3 degrees east, at 500 km."""
    path = write(tmp_path / "2031-05-01.tif", "EPSG:32631", 500_000.0, 3200.0, 100.0)
    scene = from_rasters({"a": path}, collection="a", sensor="msi")
    assert scene.bbox.west == pytest.approx(3.0)
    assert scene.bbox.south == pytest.approx(0.0, abs=1e-9)
    assert scene.bbox.east == pytest.approx(3 + 6.4 / 111.32, abs=1e-4)
    assert scene.asset("a").resolution_m == 100


def test_a_file_over_the_antimeridian(tmp_path: Path) -> None:
    path = write(tmp_path / "20310501.tif", "EPSG:32660", 790_000.0, 3200.0, 1000.0)
    scene = from_rasters({"a": path}, collection="a", sensor="msi")
    assert scene.bbox.crosses_antimeridian
    assert scene.footprint.area == pytest.approx((64 / 111.32) * (32 / 110.57), rel=0.01)


def test_a_file_around_the_pole(tmp_path: Path) -> None:
    path = write(tmp_path / "20310501.tif", "EPSG:3413", -320_000.0, 160_000.0, 10_000.0)
    scene = from_rasters({"a": path}, collection="a", sensor="msi")
    catalogue = Catalogue.create(tmp_path / "catalogue")
    catalogue.add([scene])
    assert scene.bbox.north == 90
    assert len(catalogue.at((12.0, 90.0))) == 1
    assert len(catalogue.at((12.0, 80.0))) == 0


def test_the_name_is_a_hash_of_the_bytes(tmp_path: Path) -> None:
    one, two = (tmp_path / f"20310501_{name}.tif" for name in "ab")
    write(one, "EPSG:4326", 4.0, 52.0, 0.01)
    two.write_bytes(one.read_bytes())
    names = [from_rasters({"a": path}, collection="a", sensor="msi").id for path in (one, two)]
    assert names[0] == names[1]


@pytest.mark.filterwarnings("ignore::rasterio.errors.NotGeoreferencedWarning")
def test_files_that_do_not_say_where_or_when(tmp_path: Path) -> None:
    nowhere = write(tmp_path / "20310501.tif", None, 0, 0, 1)
    with pytest.raises(UnreadableRaster, match=r"20310501.tif does not say where it lies: it has no coordinate"):
        from_rasters({"a": nowhere}, collection="a", sensor="b")
    never = write(tmp_path / "never.tif", "EPSG:4326", 4.0, 52.0, 0.01)
    with pytest.raises(UnreadableRaster, match=r"never.tif does not say when it was taken"):
        from_rasters({"a": never}, collection="a", sensor="b")
    given = from_rasters({"a": never}, collection="a", sensor="b", time=datetime(2031, 1, 1, tzinfo=UTC))
    assert given.datetime.year == 2031


@pytest.mark.parametrize("keep", [0, 4, 100, 0.5, 0.95])
def test_a_broken_file_is_named(tmp_path: Path, keep: float) -> None:
    path = write(tmp_path / "20310501.tif", "EPSG:4326", 4.0, 52.0, 0.01)
    content = path.read_bytes()
    path.write_bytes(content[: int(keep if keep > 1 or keep == 0 else keep * len(content))])
    with pytest.raises(UnreadableRaster, match=r"20310501.tif is broken or no raster"):
        from_rasters({"a": path}, collection="a", sensor="b")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnreadableRaster, match=r"none.tif is not there"):
        from_rasters({"a": tmp_path / "none.tif"}, collection="a", sensor="b")


@needs_real
@pytest.mark.fidelity
def test_real_files_and_items_answer_the_same_look_ups(tmp_path: Path) -> None:
    """Sentinel-2 tile 29RKH, Landsat 8 row 001062 and Sentinel-1 files, and Sentinel-2 and Landsat items."""
    folders = {"s2_l2a_29RKH_20200219": "msi", "landsat8_c2l2_001062": "oli+tirs", "s1_grd_20180716": "c-sar"}
    scenes = [
        from_rasters({path.stem: path for path in sorted((REAL / folder).iterdir())}, collection=folder, sensor=sensor)
        for folder, sensor in folders.items()
    ]
    catalogue = Catalogue.create(tmp_path)
    catalogue.add(scenes + read_items(REAL / "stac" / "sentinel-2-l2a-pc.json"))
    (tile,) = catalogue.at((-11.5, 24.8), sensor="msi")  # in the Western Sahara
    assert (tile.datetime.date().isoformat(), tile.epsg) == ("2020-02-19", 32629)
    assert catalogue.path(tile, "B04").samefile(REAL / "s2_l2a_29RKH_20200219" / "B04.tif")
    (amazon,) = catalogue.at((-66.5, -4.5, -64.0, -1.5), max_cloud=None)
    assert amazon.sensor == "oli+tirs"
    arctic = catalogue.at((90, 80, 100, 83), sensor="msi")
    assert len(arctic) == 4
    nearest = catalogue.nearest((76.5, 10.0), datetime(2020, 1, 1, tzinfo=UTC))  # Kerala, by radar
    assert nearest is not None
    assert nearest.sensor == "c-sar"
