"""The contract for the land of an archive: heights, soils, and discharge of rivers at gauges."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Protocol

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import UserError
from mesocosm.types import Record, TimeInterval

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.imagery.raster import Raster


class NotOffered(UserError):
    """The archive has no data of this kind anywhere."""


class Gauging(Record):
    """A request for gauges: those in a box, or the nearest to a point; with `names`, only those of these."""

    interval: TimeInterval
    """Interval of whole days."""
    box: BoundingBox | None = None
    point: tuple[float, float] | None = None
    """Longitude and latitude, in degrees."""
    names: tuple[str, ...] = ()


class LandArchive(Protocol):
    """Land data of an archive. A method that an archive does not define raises `NotOffered`."""

    def elevation(self, box: BoundingBox) -> Raster:
        """Return heights above the sea in metres; no data over the sea."""
        _not_offered("elevation")

    def soils(self, box: BoundingBox) -> Raster:
        """Return codes of soils; the tag `code N` has the name of each."""
        _not_offered("soils")

    def discharge(self, asked: Gauging) -> xr.Dataset:
        """Return daily mean discharge, m³/s: one variable per gauge, whose attributes say where the gauge stands."""
        _not_offered("discharge at gauges")


def _not_offered(what: str) -> NoReturn:
    raise NotOffered(f"not offered: this archive holds no {what}")
