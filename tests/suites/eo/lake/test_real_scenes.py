import io
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from tests.shared import SHARED
from tests.suites.eo.calls import call, data

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.items import read_items
from mesocosm.errors import ToolError
from mesocosm.suites.eo.lake.lake import ECHO_RANGE_DB
from mesocosm.suites.eo.lake.real_scenes import RealImagery, band_name
from mesocosm.suites.eo.own_scenes import hold
from mesocosm.suites.eo.workspace_images import Holdings

EO = SHARED / "data" / "real" / "eo"
SENTINEL, LANDSAT = EO / "s2_l2a_29RKH_20200219", EO / "landsat8_c2l2_001062"
RADAR = EO / "s1_geocoded" / "S1A__IW___A_20150309T173017_VV_grd_mli_geo_norm_db.tif"
ITEMS = EO / "stac" / "site2-2020_jun_jul-35MNM.geojson"
here = pytest.mark.skipif(not SENTINEL.is_dir(), reason=f"needs the real scenes in {EO}")
pytestmark = [pytest.mark.fidelity, here]


@pytest.fixture
def sentinel(tmp_path: Path) -> Holdings:
    files = {path.stem: path for path in sorted(SENTINEL.glob("*.tif"))}
    return hold(files, tmp_path, collection="sentinel-2-l2a", time=datetime(2020, 2, 19, 11, tzinfo=UTC))


@pytest.fixture
def landsat(tmp_path: Path) -> Holdings:
    keys = {path: path.stem.partition("_T2_")[2] for path in sorted(LANDSAT.glob("*.TIF"))}
    files = {key: path for path, key in keys.items() if key.startswith("SR_B")}  # clouds hide all of this scene
    return hold(files, tmp_path, collection="landsat-c2-l2", time=datetime(2020, 10, 31, 14, tzinfo=UTC))


def _read(path: Path, scale: float, offset: float) -> np.ndarray:
    import rasterio

    with rasterio.open(path) as dataset:
        numbers = dataset.read(1).astype(np.float64)
    return np.where(numbers == 0, np.nan, np.maximum(numbers * scale + offset, 1e-4))


def _sentinel_bands() -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Read bands at the positions of 10 m pixels, and which pixels show ground, straight from the files."""
    import rasterio

    bands = {name: _read(SENTINEL / f"{name}.tif", 1e-4, 0.0) for name in ("B03", "B04", "B08", "B11")}
    bands["B11"] = np.kron(bands["B11"], np.ones((2, 2)))
    with rasterio.open(SENTINEL / "SCL.tif") as dataset:
        classes = np.kron(dataset.read(1), np.ones((2, 2)))
    return bands, ~np.isin(classes, (0, 1, 3, 8, 9, 10))


def _landsat_bands() -> tuple[dict[str, np.ndarray], np.ndarray]:
    import rasterio

    stem = next(LANDSAT.glob("*_QA_PIXEL.TIF"))
    names = {"B03": "SR_B3", "B04": "SR_B4", "B08": "SR_B5", "B11": "SR_B6"}
    bands = {
        band: _read(stem.with_name(stem.name.replace("QA_PIXEL", key)), 0.0000275, -0.2) for band, key in names.items()
    }
    with rasterio.open(stem) as dataset:
        return bands, np.ones(dataset.shape, np.bool_)


INDICES = {
    "ndvi": ("B08", "B04"),
    "ndwi": ("B03", "B08"),
    "ndbi": ("B11", "B08"),
    "ndsi": ("B03", "B11"),
}


@pytest.mark.parametrize("name", INDICES)
@pytest.mark.parametrize("kind", ["sentinel", "landsat"])
def test_index_of_a_real_scene_is_numpys(kind: str, name: str, request: pytest.FixtureRequest) -> None:
    held = request.getfixturevalue(kind)
    bands, seen = _sentinel_bands() if kind == "sentinel" else _landsat_bands()
    first, second = (bands[band] for band in INDICES[name])
    values = (first - second) / (first + second)
    chosen = values[seen & np.isfinite(values)]
    index = data(held, f"index.compute_{name}_by_multispectral", image="img-1")
    assert index["pixels"] == chosen.size
    assert index["mean"] == pytest.approx(chosen.mean(), abs=1e-6)
    assert index["median"] == pytest.approx(np.median(chosen), abs=1e-6)


def test_water_mask_of_a_real_scene_is_numpys(sentinel: Holdings) -> None:
    bands, seen = _sentinel_bands()
    values = (bands["B03"] - bands["B08"]) / (bands["B03"] + bands["B08"])
    mask = data(sentinel, "mask.compute_water_mask_by_multispectral", image="img-1")
    expected = int((seen & (np.nan_to_num(values, nan=-1.0) > 0)).sum())
    assert mask["pixels"] == expected
    assert mask["area_m2"] == expected * 100.0**2  # pixels of 100 m: the scene was thinned out


def test_files_are_found_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SENTINEL)
    time = datetime(2020, 2, 19, 11, tzinfo=UTC)
    files = {name: Path(f"{name}.tif") for name in ("B04", "B08")}
    held = hold(files, tmp_path, collection="sentinel-2-l2a", time=time)
    assert data(held, "index.compute_ndvi_by_multispectral", image="img-1")["pixels"] > 1_000_000


def test_crop_of_a_real_scene_is_its_part(sentinel: Holdings) -> None:
    data(sentinel, "gather.crop_multispectral_image", image="img-1", box=[0.5, 0.5, 1, 1])
    bands, seen = _sentinel_bands()
    values = ((bands["B08"] - bands["B04"]) / (bands["B08"] + bands["B04"]))[549:, 549:]
    chosen = values[seen[549:, 549:] & np.isfinite(values)]
    index = data(sentinel, "index.compute_ndvi_by_multispectral", image="crop-1")
    assert index["mean"] == pytest.approx(chosen.mean(), abs=1e-6)


@pytest.fixture
def radar(tmp_path: Path) -> Holdings:
    return hold({"VV": RADAR}, tmp_path, collection="sentinel-1-grd")


def test_crop_of_a_real_radar_scene_is_its_part_in_grey(radar: Holdings) -> None:
    import rasterio

    with rasterio.open(RADAR) as dataset:
        decibels = dataset.read(1).astype(np.float64)[108:, 134:]
    low, high = ECHO_RANGE_DB
    levels = np.round(255 * np.clip((decibels - low) / (high - low), 0, 1))
    output = call(radar, "gather.crop_optical_or_sar_image", image="img-1", box=[0.5, 0.5, 1, 1])
    seen = np.asarray(PIL.Image.open(io.BytesIO(output.images[0].png)).convert("L"), np.float64)
    times = seen.shape[0] // levels.shape[0]
    assert times > 1  # small pictures are enlarged
    assert seen.shape == (levels.shape[0] * times, levels.shape[1] * times)
    assert np.array_equal(seen[::times, ::times], levels)
    assert "SAR image" in output.text


def test_ground_range_radar_as_delivered_is_refused(tmp_path: Path) -> None:
    files = {"VV": EO / "s1_grd_20180716" / "iw-vv.tiff"}
    with pytest.raises(ToolError, match="does not lie on a grid in metres, such as UTM; warp it to one first"):
        hold(files, tmp_path, collection="sentinel-1-grd")


def test_indices_of_radar_are_refused(radar: Holdings) -> None:
    with pytest.raises(ToolError, match="SAR image"):
        call(radar, "index.compute_ndvi_by_multispectral", image="img-1")


@pytest.fixture
def archive(tmp_path: Path) -> RealImagery:
    catalogue = Catalogue.create(tmp_path)
    catalogue.add(read_items(ITEMS))
    return RealImagery(catalogue)


def test_real_items_are_browsed_in_order_of_time(archive: RealImagery) -> None:
    scenes = sorted(read_items(ITEMS), key=lambda scene: scene.datetime)
    frame = archive.frame(scenes[0].id)
    seen = [frame]
    while (following := archive.next(seen[-1])) is not None:
        seen.append(following)
    assert [made.time for made in seen] == [scene.datetime for scene in scenes]
    assert archive.previous(frame) is None
    assert archive.previous(seen[-1]) == seen[-2]


def test_list_tool_gives_the_dates_of_real_items(archive: RealImagery) -> None:
    scenes = sorted(read_items(ITEMS), key=lambda scene: scene.datetime)
    held = Holdings(archive, "")
    held.begin((scenes[3].id,), None)
    rows = data(held, "gather.get_multispectral_list", image="img-1")["images"]
    assert [row["date"] for row in rows] == [scene.datetime.date().isoformat() for scene in scenes]


def test_items_without_files_say_so(archive: RealImagery) -> None:
    held = Holdings(archive, "")
    held.begin((read_items(ITEMS)[0].id,), None)
    with pytest.raises(ToolError, match="the files of this image are not here"):
        call(held, "index.compute_ndvi_by_multispectral", image="img-1")


def test_keys_of_public_catalogues_name_bands() -> None:
    assert band_name("sentinel-2", "nir") == "B08"
    assert band_name("landsat", "nir08") == "B5"
    assert band_name("landsat", "SR_B3") == "B3"
    assert band_name("sentinel-2", "visual") is None
