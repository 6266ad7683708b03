"""Unpack and read the Storm Prediction Center's Day 1 outlook of 12 UTC as shapefiles."""

from __future__ import annotations

import re
import struct
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesocosm.errors import MissingExtra, UserError
from mesocosm.files import write_whole
from mesocosm.suites.tornado.outlooks.pts import Area

if TYPE_CHECKING:
    import shapely

LAYERS = {"tornado": "torn", "hail": "hail", "wind": "wind", "categorical": "cat"}
"""Hazards, each with the end of its layer's name."""
LARGEST_BYTES = 64_000_000
"""Most bytes of an unpacked file; an unpacked outlook is below 1 MB."""
WGS84 = "EPSG:4326"


def unpack(archive: Path, folder: Path) -> list[Path]:
    """Unpack the shapefiles of an archive flat into a folder, whatever paths its members claim."""
    try:
        with zipfile.ZipFile(archive) as file:
            members = [
                member for member in file.infolist() if re.fullmatch(r"day1otlk_\w+\.\w{3}", Path(member.filename).name)
            ]
            size = sum(member.file_size for member in members)
            if size > LARGEST_BYTES:
                raise UserError(f"{archive} must not unpack to more than {LARGEST_BYTES:,} bytes, got {size:,}")
            contents = {Path(member.filename).name: file.read(member) for member in members}
    except (zipfile.BadZipFile, EOFError) as error:
        raise UserError(f"{archive} is not a readable zip archive: {error}; delete it to fetch it again") from error
    for name, data in contents.items():
        write_whole(folder / name, data)
    return [folder / name for name in sorted(contents)]


def layer_path(folder: Path, date: str, hazard: str = "tornado") -> Path:
    """Return the path of a hazard's unpacked layer."""
    return folder / f"day1otlk_{date}_1200_{LAYERS[hazard]}.shp"


def read_layer(path: Path, hazard: str = "tornado") -> list[Area]:
    """Read the areas of an outlook's shapefile in degrees east and north; a day without risk has none."""
    try:
        import shapefile
    except ImportError as error:
        raise MissingExtra("shapefile", "weather") from error
    try:
        with shapefile.Reader(str(path)) as reader:
            records = [(entry.record.as_dict(), entry.shape) for entry in reader.iterShapeRecords()]
    except (shapefile.ShapefileException, struct.error, ValueError, OSError) as error:
        raise UserError(f"{path} is not a readable shapefile: {error}; delete it to fetch it again") from error
    labelled = [(_label(fields, path), shape) for fields, shape in records if getattr(shape, "points", None)]
    shapes = _in_degrees([_polygon(shape) for _, shape in labelled], path.with_suffix(".prj"))
    return [Area(hazard, label, shape) for (label, _), shape in zip(labelled, shapes, strict=True)]


def _label(fields: dict[str, Any], path: Path) -> str:
    """Return LABEL if there is one; older files have only DN, the probability in per cent."""
    label = str(fields.get("LABEL") or "").strip()
    if label:
        return label
    if isinstance(fields.get("DN"), int | float):
        return f"{fields['DN'] / 100:.2f}"
    raise UserError(f"{path} must have the field LABEL or DN, got {', '.join(fields)}")


def _polygon(shape: Any) -> shapely.Geometry:
    import shapely.geometry

    return shapely.make_valid(shapely.geometry.shape(shape.__geo_interface__))


def _in_degrees(shapes: list[shapely.Geometry], projection: Path) -> list[shapely.Geometry]:
    """Convert to degrees; older files are in metres of a conic plane, which the file beside them defines."""
    import pyproj
    import shapely

    plane = pyproj.CRS.from_wkt(projection.read_text()) if projection.exists() else pyproj.CRS(WGS84)
    if plane.is_geographic or not shapes:
        return shapes
    to_degrees = pyproj.Transformer.from_crs(plane, WGS84, always_xy=True).transform
    moved = shapely.transform(shapes, to_degrees, interleaved=False)
    return [shapely.make_valid(shape) for shape in moved]
