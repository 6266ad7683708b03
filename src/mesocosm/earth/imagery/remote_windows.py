"""Windows of cloud-optimised GeoTIFFs on the web: only the blocks that a window needs are fetched."""

from __future__ import annotations

import functools
import hashlib
import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.raster import MOST_PIXELS
from mesocosm.errors import InvalidRecord, MesocosmError
from mesocosm.sources.service import Connection
from mesocosm.sources.web import Span

if TYPE_CHECKING:
    import rasterio
    from rasterio.transform import Affine
    from rasterio.windows import Window

BLOCK = 2**16
"""Bytes of a block; blocks start at multiples of it, so that every run requests the same spans."""


@dataclass
class RemoteFile:
    """A file on the web with a cache of its blocks."""

    connection: Connection
    url: str
    token: str = field(default="", repr=False)
    blocks: dict[int, bytes] = field(default_factory=dict, repr=False)
    trouble: MesocosmError | None = None
    """The error of a failed request, which GDAL's own error would hide."""

    @functools.cached_property
    def length(self) -> int:
        return self.connection.length(self.url, self.token)

    def block(self, number: int) -> bytes:
        """Return a block of the file."""
        if number not in self.blocks:
            span = Span(number * BLOCK, min((number + 1) * BLOCK, self.length))
            self.blocks[number] = self.connection.span(self.url, span, self.token)
        return self.blocks[number]


class Reader(io.RawIOBase):
    """A remote file with the interface of Python's files."""

    def __init__(self, file: RemoteFile) -> None:
        self._file, self._at = file, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._file.length}[whence]
        self._at = max(0, start + offset)
        return self._at

    def read(self, size: int = -1) -> bytes:
        stop = self._file.length if size < 0 else min(self._at + size, self._file.length)
        try:
            parts = [self._file.block(number) for number in range(self._at // BLOCK, -(-stop // BLOCK))]
        except MesocosmError as error:
            self._file.trouble = error
            raise OSError(str(error)) from error
        first = self._at // BLOCK * BLOCK
        data = b"".join(parts)[self._at - first : max(stop, self._at) - first]
        self._at += len(data)
        return data


def window_of(file: RemoteFile, name: str, box: BoundingBox | None, scaling: tuple[float, float] | None) -> bytes:
    """Return the pixels of a box as a GeoTIFF, whole pixels, in the file's plane.

    Args:
        file: The file on the web.
        name: Name of the file in messages.
        box: Part to return; None for all.
        scaling: Scale and offset of its numbers, where they are better known than the file states.
    """
    import rasterio
    from rasterio.errors import RasterioError

    own = f"{hashlib.sha256(file.url.encode()).hexdigest()[:16]}.tif"

    def opener(path: str, mode: str = "rb") -> Reader:
        if not path.endswith(own):
            raise FileNotFoundError(path)  # sidecar files that GDAL looks for
        return Reader(file)

    if not file.length:  # read before GDAL opens the file, which would hide an error
        raise InvalidRecord(f"{name} is empty")
    try:
        with rasterio.Env(GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR"), rasterio.open(own, opener=opener) as source:
            return _cut(source, name, box, scaling)
    except RasterioError as error:
        if file.trouble is not None:
            raise file.trouble from error
        raise InvalidRecord(f"{name} cannot be read as a raster") from error


def _cut(
    source: rasterio.DatasetReader, name: str, box: BoundingBox | None, scaling: tuple[float, float] | None
) -> bytes:
    from rasterio.io import MemoryFile

    window = _window(source, name, box)
    if source.count * window.width * window.height > MOST_PIXELS:
        raise InvalidRecord(f"{name} holds more than {MOST_PIXELS:,} pixels there; take a smaller box")
    profile = {
        "driver": "GTiff", "count": source.count, "dtype": source.dtypes[0], "crs": source.crs, "nodata": source.nodata,
        "width": int(window.width), "height": int(window.height), "transform": _move(source.transform, window),
    }  # fmt: skip
    with MemoryFile() as memory:
        with memory.open(**profile) as target:
            target.write(source.read(window=window))
            scale, offset = scaling or (source.scales[0], source.offsets[0])
            target.scales, target.offsets = (scale,) * source.count, (offset,) * source.count
        return bytes(memory.read())


def _move(at: Affine, window: Window) -> Affine:
    """Shift a transform to the first pixel of a window."""
    east, south = window.col_off * at.a + window.row_off * at.b, window.col_off * at.d + window.row_off * at.e
    return type(at)(at.a, at.b, at.c + east, at.d, at.e, at.f + south)


def _window(source: rasterio.DatasetReader, name: str, box: BoundingBox | None) -> Window:
    from rasterio.errors import WindowError
    from rasterio.warp import transform_bounds
    from rasterio.windows import Window, from_bounds

    whole = Window(0, 0, source.width, source.height)
    if box is None:
        return whole
    edges = transform_bounds("EPSG:4326", source.crs, box.west, box.south, box.east, box.north)
    near = from_bounds(*edges, transform=source.transform)
    first_column, first_row = int(near.col_off // 1), int(near.row_off // 1)
    last_column, last_row = -int(-(near.col_off + near.width) // 1), -int(-(near.row_off + near.height) // 1)
    try:
        return Window(first_column, first_row, last_column - first_column, last_row - first_row).intersection(whole)
    except WindowError as error:
        raise InvalidRecord(f"{name} does not overlap the box") from error
