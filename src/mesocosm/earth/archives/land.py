"""The contract of what an archive holds of land: heights, soils, and rivers at their gauges."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Protocol

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import UserError
from mesocosm.types import Record, TimeInterval

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.imagery.raster import Raster


class NotOffered(UserError):
    """What an archive does not hold of anywhere."""


class Gauging(Record):
    """What is asked of gauges: those in a box, or the nearest to a point; of these, the named ones."""

    interval: TimeInterval
    """Whole days."""
    box: BoundingBox | None = None
    point: tuple[float, float] | None = None
    """Longitude and latitude."""
    names: tuple[str, ...] = ()


class LandArchive(Protocol):
    """What land is like. An archive that says nothing of it offers nothing of it."""

    def elevation(self, box: BoundingBox) -> Raster:
        """Heights above the sea in metres; no data over the sea."""
        _not_offered("elevation")

    def soils(self, box: BoundingBox) -> Raster:
        """Codes of soils, whose names stand in the tags as `code N`."""
        _not_offered("soils")

    def discharge(self, asked: Gauging) -> xr.Dataset:
        """Daily means, m³/s: a variable of time for each gauge, whose attributes say where it stands."""
        _not_offered("discharge at gauges")


def _not_offered(what: str) -> NoReturn:
    raise NotOffered(f"not offered: this archive holds no {what}")
