"""Archives of shapefiles as SPC publishes them, written by pyshp."""

from __future__ import annotations

import io
import zipfile

import shapely

WGS84 = (
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],'
    'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
)


def outlook_zip(
    date: str,
    rows: list[tuple[str, int, shapely.Geometry | None]],
    *,
    layer: str = "torn",
    labels: bool = True,
    projection: str = WGS84,
) -> bytes:
    """Write rows of label, number and shape as `day1otlk_DATE_1200_LAYER.*` in a zip."""
    import shapefile

    files = {ending: io.BytesIO() for ending in ("shp", "shx", "dbf")}
    with shapefile.Writer(**files, shapeType=shapefile.POLYGON) as writer:
        writer.field("DN", "N", 10)
        if labels:
            writer.field("LABEL", "C", 12)
        for label, number, shape in rows:
            if shape is None:
                writer.null()
            else:
                writer.shape(shapely.geometry.mapping(shape))
            writer.record(*((number, label) if labels else (number,)))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for ending, data in files.items():
            archive.writestr(f"day1otlk_{date}_1200_{layer}.{ending}", data.getvalue())
        archive.writestr(f"day1otlk_{date}_1200_{layer}.prj", projection)
    return packed.getvalue()
