"""Real Sentinel-2, Landsat and Sentinel-1 scenes as frames: the tools for the planet's scenes work on them too.

Scenes come from a catalogue of `earth.imagery`, made of STAC items or of GeoTIFF files. Level-2A numbers of Sentinel-2
become reflectance by (DN - 1000) / 10,000 since processing baseline 04.00 and DN / 10,000 before it (Sentinel-2
Products Specification 14.9); those of Landsat collection 2 level 2 by 0.0000275 DN - 0.2 (USGS LSDS-1619). Files of
floating numbers hold reflectance already. Radar must be calibrated, in files of floating numbers: decibels if the
median is negative, else power. All files must be on grids in metres; ground-range products as delivered (GRD) are not,
and are refused.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.scene import Asset, Scene
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.window import CM, Window
from mesocosm.errors import ToolError, UnknownName
from mesocosm.suites.eo.lake.frame import Bands, Frame, Pixels, Sensor, Thing
from mesocosm.suites.eo.lake.lake import LANDSAT_OFFSET, LANDSAT_SCALE, TRUE_COLOUR, grey, render_reflectance

Singles = NDArray[np.float32]
OFFSET_SINCE = datetime(2022, 1, 25, tzinfo=UTC)
"""Day on which processing baseline 04.00, with its offset of 1000, came into use."""
SENTINEL_NAMES = {"coastal": "B01", "blue": "B02", "green": "B03", "red": "B04", "nir": "B08", "swir16": "B11"} | {
    "nir08": "B8A", "swir22": "B12", "rededge1": "B05", "rededge2": "B06", "rededge3": "B07", "nir09": "B09"
}  # fmt: skip
LANDSAT_NAMES = {"coastal": "B1", "blue": "B2", "green": "B3", "red": "B4", "nir08": "B5", "swir16": "B6"} | {
    "swir22": "B7", **{f"SR_B{number}": f"B{number}" for number in range(1, 8)}
}  # fmt: skip
"""Keys of assets in public catalogues, each with the name of its band."""
RADAR_NAME = re.compile(r"(?<![a-z])(vv|vh|hh|hv)(?![a-z])")
LEAST_DB, EMPTY_DB = -60.0, -100.0
"""Value shown where a radar file has no data, far below any echo; and the level below which it has no data. In dB."""
CLASSES = {"sentinel-2": ("SCL", "scl"), "landsat": ("QA_PIXEL", "qa_pixel")}
SEEN: dict[Sensor, int] = {"sentinel-2": 5, "landsat": 64}
"""Class of a clear pixel, used if a scene comes without classes."""
KEPT = 4


class RealImagery:
    """Frames from a catalogue; a site is the middle of a scene's footprint, longitude and latitude."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._bands = functools.lru_cache(maxsize=KEPT)(self._read_bands)
        self._echo = functools.lru_cache(maxsize=KEPT)(self._read_echo)

    def frames(self, site_key: str, sensor: Sensor | None = None) -> tuple[Frame, ...]:
        """Return the scenes over a site in order of time."""
        longitude, latitude = (float(part) for part in site_key.split(","))
        scenes = self.catalogue.at((longitude, latitude))
        known = [scene for scene in scenes if sensor_of(scene) is not None and sensor in (None, sensor_of(scene))]
        return tuple(frame for scene in known if (frame := self._usable(scene, site_key)) is not None)

    def frame(self, name: str) -> Frame:
        return self._frame(self.catalogue.get(name), "")

    def companion(self, frame: Frame, sensor: Sensor) -> Frame | None:
        """Return the scene of another sensor over the same site that is nearest in time; the earlier one of a tie."""
        others = self.frames(frame.site, sensor)
        return min(others, key=lambda other: (abs(other.time - frame.time), other.time), default=None)

    def next(self, frame: Frame) -> Frame | None:
        scene = self.catalogue.next(self.catalogue.get(frame.name))
        return None if scene is None else self._frame(scene, frame.site)

    def previous(self, frame: Frame) -> Frame | None:
        scene = self.catalogue.previous(self.catalogue.get(frame.name))
        return None if scene is None else self._frame(scene, frame.site)

    def pixels(self, frame: Frame) -> Pixels:
        """Return the picture in true colour, radar in grey; pixels without data are black."""
        if frame.sensor == "sar":
            return grey(self._echo(frame.name))
        reflectance = self.bands(frame).reflectance
        columns, rows = frame.size
        instead = next(iter(reflectance.values()))  # if the scene lacks one of the colours
        layers = [finest(reflectance.get(band, instead), rows, columns) for band in TRUE_COLOUR[frame.sensor]]
        return render_reflectance(np.nan_to_num(np.stack(layers, axis=-1)))

    def things(self, frame: Frame) -> tuple[Thing, ...]:
        raise ToolError("this scene has no outlines of objects; look at it, or compute an index or a mask")

    def left_out(self, frame: Frame) -> tuple[Thing, ...]:
        return ()

    def bands(self, frame: Frame) -> Bands:
        return self._bands(frame.name)

    def _read_echo(self, name: str) -> Singles:
        """Return backscatter in decibels: VV, or another polarisation if VV is missing."""
        scene, frame = self.catalogue.get(name), self.frame(name)
        paths = self._here(scene, frame.sensor)
        columns, rows = frame.size
        return finest(_decibels(*paths.get("VV", min(paths.values()))), rows, columns)

    def cloud_percent(self, frame: Frame) -> float:
        return float(self.catalogue.get(frame.name).cloud_cover or 0.0)

    def masks(self, frame: Frame) -> dict[str, NDArray[np.bool_]]:
        return {}

    def scene_class(self, frame: Frame, window: tuple[float, float, float, float] | None = None) -> str:
        raise ToolError("this scene has no description; compute an index or a mask")

    def _usable(self, scene: Scene, site_key: str) -> Frame | None:
        """Return the frame of a scene; None if its files cannot be placed on a map."""
        try:
            return self._frame(scene, site_key)
        except ToolError:
            return None

    def _frame(self, scene: Scene, site_key: str) -> Frame:
        sensor = sensor_of(scene)
        if sensor is None:
            raise UnknownName("multispectral or radar scene", scene.id, [])
        middle = scene.footprint.centroid
        site = site_key or f"{middle.x:.6f},{middle.y:.6f}"
        return Frame(scene.id, site, sensor, scene.datetime, self._window(scene, sensor))

    def _window(self, scene: Scene, sensor: Sensor) -> Window:
        """Return the grid of the finest band present; if the scene's files lie elsewhere, the footprint's box."""
        paths = self._paths(scene, sensor)
        if not paths:
            return _footprint_window(scene, 30.0 if sensor == "landsat" else 10.0)
        grids = [_grid_of(path) for path, _ in paths.values()]
        west, north, step, columns, rows = min(grids, key=lambda grid: grid[2])
        return Window(_place(scene), round(west * CM), round(north * CM), columns, rows, round(step * CM))

    def _paths(self, scene: Scene, sensor: Sensor) -> dict[str, tuple[Path, int]]:
        """Map the names of bands to the file of each and its number there."""
        places: dict[str, tuple[Path, int]] = {}
        for asset in scene.assets:
            path = self._local(asset)
            if path is None or asset.key == "visual":  # an 8-bit picture, not a band
                continue
            for number, name in enumerate(asset.bands or (asset.key,), 1):
                band = band_name(sensor, name) or band_name(sensor, asset.key)
                if band:
                    places.setdefault(band, (path, number))
        return places

    def _here(self, scene: Scene, sensor: Sensor) -> dict[str, tuple[Path, int]]:
        paths = self._paths(scene, sensor)
        if not paths:
            raise ToolError("the files of this image are not here; only its date and place are known")
        return paths

    def _read_bands(self, name: str) -> Bands:
        scene, frame = self.catalogue.get(name), self.frame(name)
        paths = self._here(scene, frame.sensor)
        raised = has_offset(scene)
        reflectance = {band: _reflectance(*place, frame.sensor, raised) for band, place in sorted(paths.items())}
        classes = self._classes(scene, frame)
        return Bands(frame, reflectance, np.zeros(classes.shape, np.uint8), classes)

    def _classes(self, scene: Scene, frame: Frame) -> NDArray[np.uint8]:
        """Return SCL, or the low byte of QA_PIXEL."""
        for asset in scene.assets:
            if asset.key in CLASSES[frame.sensor] and (path := self._local(asset)) is not None:
                return np.bitwise_and(_numbers(path, 1)[0].astype(np.int64), 255).astype(np.uint8)
        columns, rows = frame.size
        return np.full((rows, columns), SEEN[frame.sensor], np.uint8)

    def _local(self, asset: Asset) -> Path | None:
        href = asset.href.removeprefix("file://")
        path = self.catalogue.folder / href
        return path if "://" not in href and path.is_file() else None


def sensor_of(scene: Scene) -> Sensor | None:
    """Return which kind of multispectral or radar scene it is; None for other scenes."""
    words = f"{scene.collection} {scene.sensor}".lower()
    if "sentinel-1" in words or re.search(r"\bsar\b", words):
        return "sar"
    if "sentinel-2" in words or "msi" in words:
        return "sentinel-2"
    return "landsat" if "landsat" in words or "oli" in words else None


def band_name(sensor: Sensor, key: str) -> str | None:
    """Return the band that an asset's key means."""
    if sensor == "sar":
        found = RADAR_NAME.search(key.lower())
        return found[0].upper() if found else None
    names: Mapping[str, str] = SENTINEL_NAMES if sensor == "sentinel-2" else LANDSAT_NAMES
    if key in names:
        return names[key]
    return key if key in names.values() else None


def finest(values: Singles, rows: int, columns: int) -> Singles:
    """Resample a layer to as many pixels as the finest layer has."""
    times = -(-rows // values.shape[0])
    return values.repeat(times, axis=0).repeat(times, axis=1)[:rows, :columns]


def _numbers(path: Path, number: int) -> tuple[NDArray[np.generic], float | None]:
    import rasterio

    with rasterio.open(path) as dataset:
        return dataset.read(number), dataset.nodatavals[number - 1]


def has_offset(scene: Scene) -> bool:
    """Return whether the numbers of a Sentinel-2 scene are raised by 1000: by processing baseline, else by day."""
    baseline = scene.properties.get("s2:processing_baseline")
    return str(baseline) >= "04.00" if baseline else scene.datetime >= OFFSET_SINCE


def _empty(values: NDArray[np.generic], gap: float | None) -> NDArray[np.bool_]:
    """Return where a file has no data."""
    unknown = np.isnan(values) if values.dtype.kind == "f" else np.zeros(values.shape, np.bool_)
    return unknown if gap is None else unknown | (values == gap)


def _decibels(path: Path, number: int) -> Singles:
    values, gap = _numbers(path, number)
    if values.dtype.kind != "f":
        raise ToolError(f"this radar image is not calibrated: it holds {values.dtype} numbers, not backscatter")
    echo = np.where(_empty(values, gap), np.nan, values.astype(np.float64))
    if np.isnan(echo).all():
        return np.full(echo.shape, LEAST_DB, np.float32)
    if np.nanmedian(echo) < 0.0:
        echo[(echo == 0.0) | (echo < EMPTY_DB)] = np.nan
    else:
        echo = 10.0 * np.log10(np.maximum(echo, 1e-6))
    return np.nan_to_num(echo, nan=LEAST_DB).astype(np.float32)


def _reflectance(path: Path, number: int, sensor: Sensor, raised: bool) -> Singles:
    values, gap = _numbers(path, number)
    empty = _empty(values, gap)
    if values.dtype.kind == "f":
        scaled = values.astype(np.float64)
    elif sensor == "landsat":
        scaled = values.astype(np.float64) * LANDSAT_SCALE + LANDSAT_OFFSET
    else:
        scaled = (values.astype(np.float64) - (1000.0 if raised else 0.0)) / 10_000.0
    return np.where(empty, np.nan, scaled).astype(np.float32)


def _grid_of(path: Path) -> tuple[float, float, float, int, int]:
    """Return west, north, pixel side, columns and rows of a file."""
    import rasterio

    with rasterio.open(path) as dataset:
        step = dataset.transform
        if dataset.crs is None or dataset.crs.linear_units not in ("metre", "meter", "m"):
            raise ToolError("this image does not lie on a grid in metres, such as UTM; warp it to one first")
        if step.b or step.d or not math.isclose(step.a, -step.e, rel_tol=0.02):
            raise ToolError("this image does not have square pixels with north above; warp it to such a grid first")
        return step.c, step.f, abs(step.a), dataset.width, dataset.height


def _footprint_window(scene: Scene, pixel_m: float) -> Window:
    from mesocosm.earth.geo.projection import projection

    zone = _zone(scene)
    box = scene.bbox
    place = projection(f"+proj=utm +zone={zone} +datum=WGS84 +units=m")
    corners = [place(x, y) for x in (box.west, box.east) for y in (box.south, box.north)]
    west, north = min(x for x, _ in corners), max(y for _, y in corners)
    columns = max(1, round((max(x for x, _ in corners) - west) / pixel_m))
    rows = max(1, round((north - min(y for _, y in corners)) / pixel_m))
    return Window(_place(scene), round(west * CM), round(north * CM), columns, rows, round(pixel_m * CM))


def _zone(scene: Scene) -> int:
    if scene.epsg is not None and scene.epsg // 100 in (326, 327):
        return scene.epsg % 100
    return int(((scene.bbox.west + scene.bbox.east) / 2 + 180.0) // 6.0) % 60 + 1


def _place(scene: Scene) -> Region:
    """Return a region that stands for the location of a real scene; nothing is generated in it."""
    middle, zone = scene.footprint.centroid, _zone(scene)
    plane = f"+proj=utm +zone={zone} +datum=WGS84 +units=m"
    grid = Grid(plane, 0.0, 0.0, 1000.0, 1000.0, 2, 2)
    return Region(0, 0, "oceanic", round(float(middle.x), 3), round(float(middle.y), 3), zone, grid)
