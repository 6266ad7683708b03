"""Untrusted rasters, such as those that an agent brings: opened in the sandbox, returned as arrays.

What was read is checked for its coordinate reference system, size and grid in `earth/imagery/raster.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from mesocosm.earth.imagery.raster import MOST_PIXELS, driver_of
from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.untrusted import raster_worker
from mesocosm.suites.terra.untrusted.files import LIMITS as FIELD_LIMITS
from mesocosm.suites.terra.untrusted.files import LONGEST_WORD, array_of, decode_in_sandbox

if TYPE_CHECKING:
    from rasterio.crs import CRS
    from rasterio.transform import Affine

LIMITS = FIELD_LIMITS.model_copy(update={"disk_bytes": 8 * MOST_PIXELS + 2**26})
GRIDS = "grids="
"""Key of a reference system that names a file of the machine."""


@dataclass(frozen=True)
class PlainRaster:
    """A raster built from a worker's reply, with rasterio's names for its parts."""

    name: str
    header: Mapping[str, Any]
    arrays: bytes
    crs: CRS | None
    transform: Affine

    @property
    def count(self) -> int:
        return int(self.header["count"])

    @property
    def width(self) -> int:
        return int(self.header["width"])

    @property
    def height(self) -> int:
        return int(self.header["height"])

    @property
    def nodata(self) -> float | None:
        return None if self.header["nodata"] is None else float(self.header["nodata"])

    @property
    def descriptions(self) -> list[str | None]:
        return [_word(word) for word in self.header["descriptions"]]

    @property
    def units(self) -> list[str | None]:
        return [_word(word) for word in self.header["units"]]

    @property
    def scales(self) -> list[float]:
        return [float(scale) for scale in self.header["scales"]]

    @property
    def offsets(self) -> list[float]:
        return [float(offset) for offset in self.header["offsets"]]

    def read(self, indexes: int) -> NDArray[Any]:
        band = array_of(self.header["bands"][indexes - 1], self.arrays, self.name)
        if band.shape != (self.height, self.width):
            raise InvalidRecord(f"{self.name} cannot be read: band {indexes} has another size than the raster")
        return band

    def tags(self) -> dict[str, str]:
        return {str(key): str(word)[:LONGEST_WORD] for key, word in self.header["tags"].items()}


@contextmanager
def untrusted_raster(data: bytes, name: str) -> Iterator[PlainRaster]:
    """Open a raster for `read_raster`."""
    from rasterio.transform import Affine

    request = {"driver": driver_of(data, name), "most_pixels": MOST_PIXELS}
    header, arrays = decode_in_sandbox(data, name, raster_worker, request, limits=LIMITS)
    yield PlainRaster(name, header, arrays, _crs(header, name), Affine(*(float(part) for part in header["transform"])))


def _crs(header: Mapping[str, Any], name: str) -> CRS | None:
    """Return the reference system; one whose text names a file is refused."""
    from rasterio.crs import CRS
    from rasterio.errors import CRSError

    words = str(header["wkt"])[:LONGEST_WORD]
    if not words:
        return None
    if GRIDS in words:
        raise InvalidRecord(f"{name} cannot be read: its coordinate reference system names a file")
    try:
        return CRS.from_wkt(words)
    except CRSError as error:
        raise InvalidRecord(f"{name} cannot be read: its coordinate reference system is unknown") from error


def _word(word: object) -> str | None:
    return None if word is None else str(word)[:LONGEST_WORD]
