"""Rasters in memory: named bands, north on top, NaN for no data; read with GDAL, written as GeoTIFF."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.categories import PURE, are_classes
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord, did_you_mean

if TYPE_CHECKING:
    from rasterio.crs import CRS
    from rasterio.transform import Affine

Values = NDArray[np.float64]
DRIVERS = {
    b"II*\0": "GTiff",
    b"MM\0*": "GTiff",
    b"II+\0": "GTiff",
    b"MM\0+": "GTiff",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"\0\0\0\x0cjP  ": "JP2OpenJPEG",
}
"""First bytes of a raster, with the driver that reads it."""
MOST_PIXELS = 60_000_000
"""Most pixels of all bands of a file together."""
WRITTEN: set[str] = set()
"""Hashes of the files that this process has written: a file with such a hash is safe to read, whoever sends it."""
Scaling = Callable[[int], tuple[float, float]]
Resampling = Literal["nearest", "bilinear", "average"]


class RasterFile(Protocol):
    """The part of an opened raster that is used; data sets of rasterio fit."""

    @property
    def count(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def crs(self) -> CRS | None: ...
    @property
    def transform(self) -> Affine: ...
    @property
    def nodata(self) -> float | None: ...
    @property
    def descriptions(self) -> Sequence[str | None]: ...
    @property
    def units(self) -> Sequence[str | None]: ...
    @property
    def scales(self) -> Sequence[float]: ...
    @property
    def offsets(self) -> Sequence[float]: ...
    def read(self, indexes: int) -> NDArray[Any]:
        """Read a band by its number, from 1."""

    def tags(self) -> Mapping[str, str]:
        """Return the tags of the file."""


Opening = Callable[[bytes, str], AbstractContextManager[RasterFile]]


@dataclass(frozen=True)
class Raster:
    """Bands on one grid; rows run from north to south, and NaN is no data."""

    bands: dict[str, Values]
    transform: Affine
    crs: CRS
    units: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = next(iter(self.bands.values())).shape
        return rows, columns

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east, north in the raster's own plane."""
        rows, columns = self.shape
        at = self.transform
        return at.c, at.f + rows * at.e, at.c + columns * at.a, at.f

    @property
    def box(self) -> BoundingBox:
        """Box around the raster in degrees."""
        from rasterio.warp import transform_bounds

        west, south, east, north = transform_bounds(self.crs, "EPSG:4326", *self.bounds)
        return BoundingBox(
            west=max(west, -180.0), south=max(south, -90.0), east=min(east, 180.0), north=min(north, 90.0)
        )

    def band(self, name: str | None) -> Values:
        """Return the band of this name; None for the only one."""
        if name is None and len(self.bands) == 1:
            return next(iter(self.bands.values()))
        if name is None:
            raise InvalidRecord(f"`band` is needed: the file holds {', '.join(self.bands)}")
        if name not in self.bands:
            hint = did_you_mean(name, list(self.bands))
            raise InvalidRecord(f"the file has no band {name!r}; {hint or 'it holds ' + ', '.join(self.bands)}")
        return self.bands[name]

    def with_bands(self, bands: Mapping[str, NDArray[Any]], units: Mapping[str, str] | None = None) -> Raster:
        """Return a raster with other bands on the same grid and with the same tags."""
        return replace(self, bands={n: np.asarray(v, np.float64) for n, v in bands.items()}, units=dict(units or {}))

    def same_grid(self, other: Raster) -> bool:
        """Say whether the pixels of both coincide, to a thousandth of a pixel."""
        step = abs(self.transform.a) * 1e-3
        same = np.allclose(list(self.transform)[:6], list(other.transform)[:6], rtol=0, atol=step)
        return self.shape == other.shape and self.crs == other.crs and bool(same)


def read_raster(data: bytes, name: str, scaling: Scaling | None = None, opening: Opening | None = None) -> Raster:
    """Read the bands of a file in the units that it states; refuse a file without georeference.

    Args:
        data: The whole file.
        name: Name of the file in messages.
        scaling: Scale and offset of a band by its number, from 1, if the file itself states none.
        opening: Opens an untrusted file; default GDAL in this process.
    """
    with (opening or _open)(data, name) as file:
        if file.crs is None:
            raise InvalidRecord(f"{name} does not say where it lies: it has no coordinate reference system")
        if file.count * file.width * file.height > MOST_PIXELS:
            raise InvalidRecord(
                f"{name} holds {file.count * file.width * file.height:,} pixels; at most {MOST_PIXELS:,}"
            )
        if file.transform.b or file.transform.d:
            raise InvalidRecord(f"{name} is rotated against north; warp it to a grid with north on top first")
        names = [description or f"band {number}" for number, description in enumerate(file.descriptions, start=1)]
        raster = Raster(
            bands={name: _values(file, number, scaling) for number, name in enumerate(names, start=1)},
            transform=file.transform,
            crs=file.crs,
            units={name: unit for name, unit in zip(names, file.units, strict=True) if unit},
            tags={str(key): str(value) for key, value in file.tags().items() if key != "AREA_OR_POINT"},
        )
    return _north_up(raster)


def _values(file: RasterFile, number: int, scaling: Scaling | None) -> Values:
    numbers = file.read(number)
    scale, offset = file.scales[number - 1], file.offsets[number - 1]
    if scaling is not None and (scale, offset) == (1.0, 0.0):
        scale, offset = scaling(number)
    if (scale, offset) == (1.0, 0.0):
        values = numbers.astype(np.float64)
    else:
        values = numbers * scale
        values += offset  # in place: of the largest bands each copy is half a gigabyte
    if file.nodata is not None and not np.isnan(file.nodata):
        values[numbers == file.nodata] = np.nan
    return np.asarray(values, np.float64)


def _north_up(raster: Raster) -> Raster:
    from rasterio.transform import Affine

    at, rows = raster.transform, raster.shape[0]
    if at.e < 0:
        return raster
    turned = Affine(at.a, 0.0, at.c, 0.0, -at.e, at.f + rows * at.e)
    return replace(raster, bands={name: values[::-1] for name, values in raster.bands.items()}, transform=turned)


@contextmanager
def _open(data: bytes, name: str) -> Iterator[RasterFile]:
    from rasterio.errors import NotGeoreferencedWarning, RasterioError
    from rasterio.io import MemoryFile

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NotGeoreferencedWarning)  # reported as our own error
            with MemoryFile(data) as memory, memory.open(driver=driver_of(data, name)) as file:
                yield cast(RasterFile, file)
    except (RasterioError, ValueError) as error:
        raise InvalidRecord(f"{name} is no raster, or is broken: {error}") from error


def driver_of(data: bytes, name: str) -> str:
    """Return the one driver that may read a file: others follow references to files and servers, or write elsewhere."""
    for magic, driver in DRIVERS.items():
        if data.startswith(magic):
            return driver
    raise InvalidRecord(f"{name} is not a TIFF, PNG or JPEG file: it begins with {data[:4]!r}")


def as_geotiff(raster: Raster) -> bytes:
    """Write a raster as a GeoTIFF of 32-bit floats, deflated; no data is NaN. The same raster gives the same bytes."""
    from rasterio.io import MemoryFile

    rows, columns = raster.shape
    profile = {
        "driver": "GTiff", "width": columns, "height": rows, "count": len(raster.bands), "dtype": "float32",
        "crs": raster.crs, "transform": raster.transform, "nodata": np.nan, "compress": "DEFLATE", "zlevel": 6,
    }  # fmt: skip
    with MemoryFile() as memory:
        with memory.open(**profile) as file:
            file.update_tags(**raster.tags)
            file.units = [raster.units.get(name, "") for name in raster.bands]
            for number, (name, values) in enumerate(raster.bands.items(), start=1):
                file.write(values.astype(np.float32), number)
                file.set_band_description(number, name)
        data = bytes(memory.getbuffer())
    WRITTEN.add(hashlib.sha256(data).hexdigest())
    return data


def crop_to_box(raster: Raster, box: BoundingBox) -> Raster:
    """Cut a raster to pixels with centres in the rectangle of its plane around a box; refuse an empty result."""
    from rasterio.transform import Affine
    from rasterio.warp import transform_bounds

    if box.crosses_antimeridian:
        raise InvalidRecord("`box` must not cross the antimeridian here; cut each side on its own")
    west, south, east, north = transform_bounds("EPSG:4326", raster.crs, box.west, box.south, box.east, box.north)
    at, (rows, columns) = raster.transform, raster.shape
    x, y = at.c + (np.arange(columns) + 0.5) * at.a, at.f + (np.arange(rows) + 0.5) * at.e
    across, down = np.flatnonzero((x >= west) & (x <= east)), np.flatnonzero((y >= south) & (y <= north))
    if not across.size or not down.size:
        extent = raster.box
        raise InvalidRecord(
            f"no pixel lies in the box [{box.west:g}, {box.south:g}, {box.east:g}, {box.north:g}]; the raster covers "
            f"[{extent.west:.5g}, {extent.south:.5g}, {extent.east:.5g}, {extent.north:.5g}]"
        )
    part = np.s_[down[0] : down[-1] + 1, across[0] : across[-1] + 1]
    moved = Affine(at.a, 0.0, at.c + across[0] * at.a, 0.0, at.e, at.f + down[0] * at.e)
    return replace(raster, bands={name: values[part] for name, values in raster.bands.items()}, transform=moved)


def align_raster(raster: Raster, like: Raster, resampling: Resampling | None = None) -> Raster:
    """Resample a raster to the grid of another; NaN outside. By default, bands of classes take the nearest pixel."""
    bands: dict[str, Values] = {}
    for name, values in raster.bands.items():
        way = resampling or ("nearest" if _holds_classes(values, raster.units.get(name, "")) else "bilinear")
        one = replace(raster, bands={name: values})
        bands |= warp_raster(one, like.crs, like.transform, like.shape, way).bands
    return replace(raster, bands=bands, transform=like.transform, crs=like.crs)


def _holds_classes(values: Values, unit: str) -> bool:
    return unit.strip().lower() in PURE and are_classes(values)


def warp_raster(
    raster: Raster, crs: CRS, transform: Affine, shape: tuple[int, int], resampling: Resampling = "bilinear"
) -> Raster:
    """Resample a raster to a grid; NaN outside."""
    from rasterio.warp import Resampling as Kind
    from rasterio.warp import reproject

    bands = {}
    for name, values in raster.bands.items():
        bands[name] = np.full(shape, np.nan)
        reproject(
            values, bands[name], src_transform=raster.transform, src_crs=raster.crs, src_nodata=np.nan,
            dst_transform=transform, dst_crs=crs, dst_nodata=np.nan, resampling=Kind[resampling],
        )  # fmt: skip
    return replace(raster, bands=bands, transform=transform, crs=crs)


def finest(rasters: Sequence[Raster]) -> Raster:
    """Return the raster with the smallest pixels, the first of several."""
    return min(rasters, key=lambda raster: abs(raster.transform.a))


def pixel_areas_m2(raster: Raster) -> Values:
    """Compute the area of the pixels of each row on the ellipsoid, square metres: shape (rows, 1).

    In degrees, rows differ. In metres, areas in the plane are divided by its areal scale in the raster's middle; over a
    scene of 100 km in UTM the remaining error is less than 1 in 1000.
    """
    import pyproj

    from mesocosm.earth.geo.measures import band_area_m2

    at, (rows, _) = raster.transform, raster.shape
    if raster.crs.is_geographic:
        edges = at.f + at.e * np.arange(rows + 1)
        return band_area_m2(edges[1:], edges[:-1], abs(at.a))[:, None]
    west, south, east, north = raster.bounds
    plane = pyproj.Proj(raster.crs.to_wkt())
    scale = plane.get_factors(*plane((west + east) / 2, (south + north) / 2, inverse=True)).areal_scale
    plain = abs(at.a * at.e) * float(raster.crs.linear_units_factor[1]) ** 2
    return np.full((rows, 1), plain / scale)
