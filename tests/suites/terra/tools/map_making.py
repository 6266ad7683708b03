"""Small maps, height models and sources for the tests of places."""

import numpy as np
import pytest
from rasterio.crs import CRS
from rasterio.transform import Affine
from tests.earth.places.streets import STREETS

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.raster import Raster
from mesocosm.earth.places.place import Gazetteer, MapSource, NamedPlace
from mesocosm.errors import InvalidRecord
from mesocosm.tools.sampling import sample

SMALLTOWN = NamedPlace(
    id="p1", name="Smalltown", kind="town", longitude=0.01, latitude=0.005,
    box=BoundingBox(west=0.0, south=0.0, east=0.03, north=0.01), population=1200, within="r0",
)  # fmt: skip


class OneTown(Gazetteer, MapSource):
    """A gazetteer with one town."""

    def places_named(self, query: str) -> list[NamedPlace]:
        return [SMALLTOWN] if query == "Smalltown" else []

    def near(self, longitude: float, latitude: float, most: int) -> list[NamedPlace]:
        return [SMALLTOWN]

    def document(self, box: BoundingBox) -> bytes:
        if not box.contains(0.01, 0.005):
            raise InvalidRecord("no map covers the box")
        return STREETS


def raster_in_metres(values, pixel_m: float = 100.0, west: float = 500_000.0, north: float = 5_000_000.0) -> Raster:
    """Return a raster of values, north on top, around the central meridian of UTM zone 32."""
    bands = values if isinstance(values, dict) else {"value": np.asarray(values, float)}
    return Raster(bands, Affine(pixel_m, 0, west, 0, -pixel_m, north), CRS.from_epsg(32632))


def raster_in_degrees(values, step: float = 1.0, west: float = 0.0, north: float = 2.0) -> Raster:
    bands = values if isinstance(values, dict) else {"value": np.asarray(values, float)}
    return Raster(bands, Affine(step, 0, west, 0, -step, north), CRS.from_epsg(4326))


CALLS = [pytest.param(20, id="20 calls"), pytest.param(100, id="100 calls", marks=pytest.mark.exhaustive)]
"""Many of them read a damaged file, each in a process of its own."""


def wrong_calls(tool, provided, draw, files, count):
    """Call a tool with arguments drawn at random and files of all kinds; yield the calls that raise a forbidden error.

    A call that fails leaves no file behind.
    """
    from mesocosm.errors import InvalidRecord, ToolError

    workspace = next(thing for thing in provided if hasattr(thing, "read_bytes"))
    for _ in range(count):
        arguments = sample(tool, draw)
        for name, value in arguments.items():
            if (
                name in ("path", "zones", "closures", "facilities", "before", "after", "field", "image")
                and value is not None
            ):
                arguments[name] = str(draw.choice(files))
            if name in ("point", "start", "end") and isinstance(value, list):
                arguments[name] = place(draw)
            if name in ("origins", "destinations"):
                arguments[name] = [place(draw) for _ in value]
            if name == "paths":
                arguments[name] = [str(draw.choice(files)) for _ in value]
        before = {file.path for file in workspace.files()}
        try:
            checked = tool.check(arguments)
            tool.function(*[next(t for t in provided if kind in type(t).__mro__) for kind in tool.provided], **checked)
        except (ToolError, InvalidRecord) as error:
            if not str(error) or {file.path for file in workspace.files()} != before:
                yield arguments, error
        except Exception as error:
            yield arguments, error


def place(draw) -> list[float]:
    """Return a random place, mostly near the streets."""
    if draw.integers(4):
        return [float(draw.uniform(0, 0.03)), float(draw.uniform(0, 0.01))]
    return [float(draw.uniform(-180, 180)), float(draw.uniform(-90, 90))]
