"""The contract of an archive of fields; a planet is one, services of the network another."""

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
    """As the archive gives it."""
    cell: Cell = "point"
    """What a value stands for: a moment, or the mean or sum over the step that begins then."""


class Collection(Record):
    """Fields of one kind: what can be asked for."""

    name: str
    kind: Kind
    about: str
    variables: tuple[Variable, ...]
    periods: dict[str, TimeInterval]
    """By scenario; '' where there are none."""
    steps: tuple[Step, ...]
    levels: tuple[float, ...] = ()
    """hPa; none for fields near the ground."""
    models: tuple[str, ...] = ()
    members: int = 1
    longest_lead: int = 0
    """Hours of an ensemble, months of seasonal forecasts."""
    coverage: tuple[BoundingBox, ...] = ()
    """From the first to the last cell's middle; none where the whole globe is covered."""
    grounds: tuple[BoundingBox, ...] = ()
    """What the cells of each cover stand for: a region reaches beyond the middles of its outer cells."""
    grid_degrees: float = Field(gt=0)
    most_values: int = Field(gt=0)
    """Of one request: variables x levels x members x times x cells."""
    most_days: int = Field(gt=0)
    """Of one request: days that it spans; of seasonal forecasts, 30 for each start and month of lead."""
    licence: str
    provider: str = "mesocosm"
    """Who makes or serves the fields."""

    def variable(self, name: str) -> Variable:
        """A variable by its name."""
        for variable in self.variables:
            if variable.name == name:
                return variable
        raise UnknownName(f"variable of {self.name}", name, [variable.name for variable in self.variables])


class Request(Record):
    """What is asked of a collection."""

    collection: str
    variables: tuple[str, ...]
    interval: TimeInterval
    """Times of fields; of an ensemble, from the issue to the end of the leads; of seasonal forecasts, the starts."""
    box: BoundingBox
    step: Step = "hour"
    levels: tuple[float, ...] = ()
    scenario: str = ""
    model: str = ""
    start_month: int = Field(default=1, ge=1, le=12)
    """Of seasonal forecasts; so are `lead_months`, of which 1 is the month of the start."""
    lead_months: tuple[int, ...] = ()


class FieldArchive(LandArchive, Protocol):
    """Collections of fields, and what is known of land."""

    def collections(self) -> Sequence[Collection]:
        """What there is, without asking anyone."""

    def fetch(self, request: Request) -> xr.Dataset:
        """The fields of a checked request, with CF units and the house's axes.

        Time (or issued and lead_month), member, level, latitude, longitude, as far as the collection has them.
        """

    def choices(self, collection: str, chosen: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """What may still be chosen for each argument, given what is chosen."""


def collection_of(archive: FieldArchive, name: str) -> Collection:
    """A collection by its name."""
    known = {collection.name: collection for collection in archive.collections()}
    if name not in known:
        raise UnknownName("collection", name, known)
    return known[name]


def the_only(archive: FieldArchive, kind: Kind, *, aloft: bool = False) -> Collection:
    """The archive's collection of a kind; of reanalyses the one near the ground or on pressure levels."""
    fitting = [each for each in archive.collections() if each.kind == kind and bool(each.levels) == aloft]
    if not fitting:
        description = f"{kind} on pressure levels" if aloft else kind
        raise UnknownName("collection of this archive", description, [each.name for each in archive.collections()])
    return fitting[0]
