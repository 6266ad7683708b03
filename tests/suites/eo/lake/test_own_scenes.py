"""A user's own scenes, made here: on the grids and in the number formats of products."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.suites.eo.calls import call, data

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.geotiff_scenes import from_rasters
from mesocosm.errors import ToolError, UserError
from mesocosm.suites.eo.lake.real_scenes import RealImagery
from mesocosm.suites.eo.own_scenes import hold
from mesocosm.suites.eo.workspace_images import Holdings

TIME = datetime(2031, 7, 14, 6, tzinfo=UTC)
SIDE = 64
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a GeoTIFF."""
    import rasterio

    def to_file(name: str, values: np.ndarray, crs: str = "EPSG:32631", pixel: float = 10.0, **more: Any) -> Path:
        corner = (500_000.0, 5_000_000.0) if crs.startswith("EPSG:326") else (3.0, 45.0)
        transform = more.pop("transform", rasterio.Affine(pixel, 0, corner[0], 0, -pixel, corner[1]))
        shape = {"height": values.shape[0], "width": values.shape[1], "count": 1, "dtype": values.dtype}
        with rasterio.open(tmp_path / name, "w", "GTiff", crs=crs, transform=transform, **shape, **more) as dataset:
            dataset.write(values, 1)
        return tmp_path / name

    return to_file


@pytest.fixture
def decibels() -> np.ndarray:
    return np.random.default_rng(3).normal(-11.0, 4.0, (SIDE, SIDE)).astype(np.float32)


def red_channel(held: Holdings) -> np.ndarray:
    return held.imagery.pixels(held.image("img-1").frame)[..., 0].astype(int)


def radar(folder: Path, path: Path, key: str = "VV") -> Holdings:
    return hold({key: path}, folder, collection="sentinel-1-rtc", time=TIME)


def test_radar_as_power_is_shown_like_radar_in_decibels(tmp_path: Path, write: Write, decibels: np.ndarray) -> None:
    power = (10 ** (decibels / 10)).astype(np.float32)
    power[0, 0] = -1e-5  # what noise removal leaves
    level = red_channel(radar(tmp_path / "a", write("db.tif", decibels)))
    linear = red_channel(radar(tmp_path / "b", write("power.tif", power), "gamma0_vv"))
    assert level.std() > 20
    assert np.abs(level - linear)[1:].max() <= 1
    assert linear[0, 0] == 0


def test_what_a_radar_file_does_not_say_is_black(tmp_path: Path, write: Write, decibels: np.ndarray) -> None:
    decibels[0], decibels[1], decibels[2], decibels[3] = np.nan, 0.0, -9999.0, -99.0
    seen = red_channel(radar(tmp_path / "a", write("db.tif", decibels, nodata=-99.0)))
    assert not seen[:4].any()
    assert seen[4:].mean() > 50


@pytest.mark.parametrize("kind", ["uint16", "complex64"])
def test_radar_that_is_not_calibrated_is_refused(tmp_path: Path, write: Write, kind: str) -> None:
    held = radar(tmp_path / "a", write("raw.tif", np.full((SIDE, SIDE), 300).astype(kind)))
    with pytest.raises(ToolError, match=f"not calibrated: it holds {kind} numbers"):
        red_channel(held)


@pytest.mark.parametrize(("crs", "pixel"), [("EPSG:4326", 9e-5), ("EPSG:4326", 0.01), ("EPSG:2263", 30.0)])
def test_grids_in_degrees_or_feet_are_refused(
    tmp_path: Path, write: Write, decibels: np.ndarray, crs: str, pixel: float
) -> None:
    with pytest.raises(ToolError, match="grid in metres, such as UTM; warp it to one first"):
        radar(tmp_path / "a", write("db.tif", decibels, crs, pixel))


def test_turned_grids_are_refused(tmp_path: Path, write: Write, decibels: np.ndarray) -> None:
    import rasterio

    turned = rasterio.Affine(10, 2, 5e5, 2, -10, 5e6)
    with pytest.raises(ToolError, match="square pixels with north above"):
        radar(tmp_path / "a", write("db.tif", decibels, transform=turned))


def test_of_two_sizes_of_pixels_the_finer_one_is_the_picture(
    tmp_path: Path, write: Write, decibels: np.ndarray
) -> None:
    files = {"VV": write("vv.tif", decibels[::2, ::2], pixel=20.0), "VH": write("vh.tif", decibels)}
    held = hold(files, tmp_path / "a", collection="sentinel-1-rtc", time=TIME)
    assert red_channel(held).shape == (SIDE, SIDE)
    assert call(held, "gather.crop_optical_or_sar_image", image="img-1", box=[0.5, 0.5, 1, 1]).images


def test_things_of_a_real_scene_are_not_said_to_be_none(tmp_path: Path, write: Write, decibels: np.ndarray) -> None:
    held = radar(tmp_path / "a", write("db.tif", decibels))
    with pytest.raises(ToolError, match="this scene has no outlines of objects"):
        call(held, "detect.get_object_bbox_by_sar_image", image="img-1", target="ship")


def test_a_scene_that_cannot_be_laid_out_does_not_hide_others(
    tmp_path: Path, write: Write, decibels: np.ndarray
) -> None:
    catalogue = Catalogue.create(tmp_path / "a")
    optical = {"B04": write("b4.tif", np.full((SIDE, SIDE), 900, np.uint16))}
    odd = {"VV": write("db.tif", decibels, "EPSG:4326", 1e-3)}
    catalogue.add(
        [
            from_rasters(optical, collection="sentinel-2-sardinia", sensor="msi", time=TIME),
            from_rasters(odd, collection="sentinel-1-rtc", sensor="c-sar", time=TIME),
        ]
    )
    imagery = RealImagery(catalogue)
    assert [frame.sensor for frame in imagery.frames("3.002,45.1524")] == ["sentinel-2"]


def test_a_mask_of_a_scene_without_blue_can_be_drawn(tmp_path: Path, write: Write) -> None:
    files = {
        name: write(f"{name}.tif", np.full((SIDE, SIDE), dn, np.uint16)) for name, dn in (("B04", 1400), ("B08", 4000))
    }
    held = hold(files, tmp_path / "a", collection="sentinel-2-l2a", time=TIME)
    assert data(held, "mask.compute_vegetation_mask_by_multispectral", image="img-1")["pixels"] == SIDE * SIDE


def test_what_fails_leaves_the_folder_free(tmp_path: Path, write: Write, decibels: np.ndarray) -> None:
    path = write("db.tif", decibels)
    with pytest.raises(UserError, match="give a time"):
        hold({"VV": path}, tmp_path / "a", collection="sentinel-1-rtc")
    assert radar(tmp_path / "a", path).images
