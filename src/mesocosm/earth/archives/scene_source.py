"""The contract of a source of scenes, its implementations for catalogues on disk and for a planet, and reading of
bands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.errors import MissingAsset
from mesocosm.earth.imagery.query import microseconds
from mesocosm.earth.imagery.raster import Raster, align_raster, crop_to_box, finest, read_raster
from mesocosm.earth.imagery.scene import Asset, Scene
from mesocosm.earth.imagery.spectra import QUALITY, SENSORS, Family, hidden_pixels, scaling_of
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.types import TimeInterval

if TYPE_CHECKING:
    from mesocosm.earth.planet.planet import Planet


MERGED_DEGREES = 0.1
"""Boxes of scenes are widened to a multiple of this before touching boxes are merged: one tile may have hundreds.
Degrees.
"""


@dataclass(frozen=True)
class Covered:
    """Period and area in which a source has scenes."""

    first: datetime
    last: datetime
    boxes: tuple[BoundingBox, ...]
    """Boxes from west to east; boxes that touch are merged."""

    @property
    def crosses_antimeridian(self) -> bool:
        """Whether there are scenes on both sides of the antimeridian."""
        return any(box.east >= 180 for box in self.boxes) and any(box.west <= -180 for box in self.boxes)


class SceneSource(Protocol):
    """Scenes that can be searched and whose files can be read."""

    def covered(self, sensor: str | None) -> Covered | None:
        """Return when and where there are scenes, of one sensor or of all; None where that is not known."""
        return None

    def search(
        self, box: BoundingBox, when: TimeInterval, sensor: str | None, max_cloud: float | None
    ) -> Sequence[Scene]:
        """Return the scenes that meet a box in an interval, in order of time."""

    def scene(self, name: str) -> Scene:
        """Return the scene of this name."""

    def content(self, scene: Scene, key: str) -> bytes:
        """Read a file of a scene."""

    def part(self, scene: Scene, key: str, box: BoundingBox) -> bytes:
        """Read at least the pixels of a box of a file; all of them where a part cannot be read alone."""
        return self.content(scene, key)


class CatalogueScenes(SceneSource):
    """Scenes of a catalogue whose files lie on disk."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def search(
        self, box: BoundingBox, when: TimeInterval, sensor: str | None, max_cloud: float | None
    ) -> Sequence[Scene]:
        return self.catalogue.at(box, when=when, sensor=sensor, max_cloud=max_cloud)

    def scene(self, name: str) -> Scene:
        try:
            return self.catalogue.get(name)
        except UnknownName as error:
            raise no_scene(name) from error

    def covered(self, sensor: str | None) -> Covered | None:
        return _cover(self.catalogue, sensor, None)

    def content(self, scene: Scene, key: str) -> bytes:
        try:
            return self.catalogue.path(scene, key).read_bytes()
        except MissingAsset as error:  # its message names folders of this machine
            raise InvalidRecord(f"the file {key} of scene {scene.id} is listed but not available here") from error


class PlanetScenes(CatalogueScenes):
    """All scenes that satellites took of a planet before a moment; files are made when requested."""

    def __init__(
        self, planet: Planet, folder: Path, before: datetime | None = None, regions: Sequence[str] | None = None
    ) -> None:
        """`regions` are keys of regions; None means all of them."""
        from mesocosm.earth.planet.archive.archive import Archive
        from mesocosm.earth.planet.archive.indexing import region_tables

        self.archive, self.before = Archive(planet), before
        super().__init__(Catalogue.create(folder))
        keys = [region.key for region in planet.regions] if regions is None else regions
        self.catalogue.add_tables([table for key in keys for table in region_tables(self.archive, key)])

    def search(
        self, box: BoundingBox, when: TimeInterval, sensor: str | None, max_cloud: float | None
    ) -> Sequence[Scene]:
        return [scene for scene in super().search(box, when, sensor, max_cloud) if self._is_taken(scene)]

    def scene(self, name: str) -> Scene:
        scene = super().scene(name)
        if not self._is_taken(scene):
            raise no_scene(name)
        return scene

    def covered(self, sensor: str | None) -> Covered | None:
        return _cover(self.catalogue, sensor, self.before)

    def _is_taken(self, scene: Scene) -> bool:
        return self.before is None or scene.datetime < self.before

    def content(self, scene: Scene, key: str) -> bytes:
        return self.archive.make(Path(scene.asset(key).href).stem)


def no_scene(name: str) -> InvalidRecord:
    """Return the error for a name that no search has returned."""
    return InvalidRecord(f"there is no scene {name!r}: search for scenes first, and give the name that it lists")


def _cover(catalogue: Catalogue, sensor: str | None, before: datetime | None) -> Covered | None:
    arrays, names = catalogue.index.arrays, catalogue.index.names
    counts = np.ones(len(arrays.time), bool) if sensor is None else arrays.sensor == names.sensors.index(sensor)
    if before is not None:
        counts &= arrays.time < microseconds(before)
    if not counts.any():
        return None
    first, last = (datetime.fromtimestamp(int(end(arrays.time[counts])) / 1e6, UTC) for end in (np.min, np.max))
    edges = np.column_stack([edge[counts] for edge in (arrays.west, arrays.south, arrays.east, arrays.north)])
    return Covered(first, last, _joined_boxes(edges))


def _joined_boxes(edges: NDArray[np.float64]) -> tuple[BoundingBox, ...]:
    """Merge boxes that touch, given west, south, east and north; a box across the antimeridian becomes two."""
    import shapely

    crosses = edges[:, 0] > edges[:, 2]
    halves = [edges[crosses] * [1, 1, 0, 1] + [0, 0, 180, 0], edges[crosses] * [0, 1, 1, 1] - [180, 0, 0, 0]]
    parts = np.concatenate([edges[~crosses], *halves]) / MERGED_DEGREES
    wide = np.unique(np.column_stack([np.floor(parts[:, :2]), np.ceil(parts[:, 2:])]), axis=0) * MERGED_DEGREES
    found = shapely.get_parts(shapely.union_all(shapely.box(*wide.T)))
    sides = np.clip(np.round(shapely.bounds(found), 6), (-180, -90, -180, -90), (180, 90, 180, 90))
    return tuple(BoundingBox(west=w, south=s, east=e, north=n) for w, s, e, n in sorted(sides.tolist()))


def family_of_scene(scene: Scene) -> Family | None:
    """Return the sensor family whose bands a scene has."""
    return SENSORS.get(scene.sensor)


def bands_of(scene: Scene) -> dict[str, Asset]:
    """Return the bands of a scene, each with the file that contains it."""
    return {band: asset for asset in scene.assets for band in (asset.bands or (asset.key,))}


def fetch(
    source: SceneSource, scene: Scene, bands: Sequence[str], box: BoundingBox | None, *, hide_clouds: bool
) -> tuple[Raster, float]:
    """Read bands of a scene on the finest of their grids, and compute the share of pixels that show ground.

    Pixels of coarser bands are repeated. With `hide_clouds`, pixels under clouds and shadows have no value.
    """
    known = bands_of(scene)
    for band in bands:
        if band not in known:
            raise InvalidRecord(f"scene {scene.id} has no band {band!r}; it has {', '.join(known)}")
    layers = {band: _read(source, scene, band, box) for band in bands}
    grid = finest(list(layers.values()))
    on_grid = {band: align_raster(layer, grid, "nearest").bands[band] for band, layer in layers.items()}
    shown = np.isfinite(next(iter(on_grid.values())))
    family = family_of_scene(scene)
    if hide_clouds and family is not None and QUALITY[family] in known:
        quality = QUALITY[family]
        codes = align_raster(_read(source, scene, quality, box), grid, "nearest").bands[quality]
        shown &= ~hidden_pixels(codes, family)
        on_grid = {band: np.where(shown, values, np.nan) for band, values in on_grid.items()}
    tags = {"scene": scene.id, "sensor": scene.sensor, "time": f"{scene.datetime:%Y-%m-%dT%H:%M:%SZ}"}
    units = {band: unit for band in bands if (unit := layers[band].units.get(band))}
    return replace(grid, bands=on_grid, units=units, tags=tags), float(shown.mean())


def _read(source: SceneSource, scene: Scene, band: str, box: BoundingBox | None) -> Raster:
    asset = bands_of(scene)[band]
    names = asset.bands or (asset.key,)
    family = family_of_scene(scene)

    def scaling(number: int) -> tuple[float, float]:
        return scaling_of(family, names[number - 1], scene.datetime) if number <= len(names) else (1.0, 0.0)

    data = source.content(scene, asset.key) if box is None else source.part(scene, asset.key, box)
    raster = read_raster(data, f"asset {asset.key} of scene {scene.id}", scaling)
    old = list(raster.bands)[names.index(band)]
    alone = replace(raster, bands={band: raster.bands[old]}, units={band: raster.units.get(old, "")})
    return alone if box is None else crop_to_box(alone, box)
