"""The contract of an archive of fields, which a planet and services of the network implement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from pydantic import Field

from mesocosm.earth.archives.land import LandArchive
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import UnknownName
from mesocosm.types import Record, TimeInterval

if TYPE_CHECKING:
    import xarray as xr

Kind = Literal["reanalysis", "air quality", "ensemble", "seasonal", "projections"]
Step = Literal["hour", "3 hours", "6 hours", "12 hours", "day", "month"]
Cell = Literal["point", "mean", "sum"]
STEP_HOURS: dict[Step, int] = {"hour": 1, "3 hours": 3, "6 hours": 6, "12 hours": 12, "day": 24}


class Variable(Record):
    """A quantity of a collection."""

    name: str
    units: str
    """Unit of the values as the archive returns them."""
    cell: Cell = "point"
    """What a value represents: a moment, or the mean or sum over the step that begins at its time."""


class Collection(Record):
    """Fields of one kind, and what may be requested of them."""

    name: str
    kind: Kind
    about: str
    variables: tuple[Variable, ...]
    periods: dict[str, TimeInterval]
    """Period by scenario; the key is '' where there are no scenarios."""
    steps: tuple[Step, ...]
    levels: tuple[float, ...] = ()
    """Pressure levels, in hPa; empty for fields near the ground."""
    models: tuple[str, ...] = ()
    members: int = 1
    longest_lead: int = 0
    """Longest lead: in hours for an ensemble, in months for seasonal forecasts."""
    coverage: tuple[BoundingBox, ...] = ()
    """Boxes from the middle of the first to the middle of the last cell; empty where the whole globe is covered."""
    grounds: tuple[BoundingBox, ...] = ()
    """Ground that the cells of each box of `coverage` represent: a region reaches beyond the middles of its outer
    cells.
    """
    grid_degrees: float = Field(gt=0)
    most_values: int = Field(gt=0)
    """Most values of one request: variables x levels x members x times x cells."""
    most_days: int = Field(gt=0)
    """Most days that one request may span; for seasonal forecasts, 30 for each start and month of lead."""
    licence: str
    provider: str = "mesocosm"
    """Who makes or serves the fields."""

    def variable(self, name: str) -> Variable:
        """Return the variable of this name."""
        for variable in self.variables:
            if variable.name == name:
                return variable
        raise UnknownName(f"variable of {self.name}", name, [variable.name for variable in self.variables])


class Request(Record):
    """What a caller requests from a collection."""

    collection: str
    variables: tuple[str, ...]
    interval: TimeInterval
    """Times of the fields; for an ensemble, from the issue to the end of the leads; for seasonal forecasts, the starts.
    """
    box: BoundingBox
    step: Step = "hour"
    levels: tuple[float, ...] = ()
    scenario: str = ""
    model: str = ""
    start_month: int = Field(default=1, ge=1, le=12)
    """Month of the start, for seasonal forecasts; so are `lead_months`, where 1 is the month of the start."""
    lead_months: tuple[int, ...] = ()


class FieldArchive(LandArchive, Protocol):
    """Collections of fields, and the land of the archive."""

    def collections(self) -> Sequence[Collection]:
        """List the collections without a request to any service."""

    def fetch(self, request: Request) -> xr.Dataset:
        """Return the fields of a request that passes the checks, with CF units and the axes of `earth.fields`.

        Axes are time (or issued and lead_month), member, level, latitude and longitude, as far as the collection has
        them.
        """

    def choices(self, collection: str, chosen: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Return the values that each argument may still take, given those chosen already."""


def collection_of(archive: FieldArchive, name: str) -> Collection:
    """Return the collection of this name."""
    known = {collection.name: collection for collection in archive.collections()}
    if name not in known:
        raise UnknownName("collection", name, known)
    return known[name]


def the_only(archive: FieldArchive, kind: Kind, *, aloft: bool = False) -> Collection:
    """Return the archive's collection of a kind; of reanalyses, the one near the ground or on pressure levels
    (`aloft`).
    """
    fitting = [each for each in archive.collections() if each.kind == kind and bool(each.levels) == aloft]
    if not fitting:
        description = f"{kind} on pressure levels" if aloft else kind
        raise UnknownName("collection of this archive", description, [each.name for each in archive.collections()])
    return fitting[0]
