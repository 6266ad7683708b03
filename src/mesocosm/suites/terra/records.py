"""Data that an item shows, and the truth that its reference hides."""

from __future__ import annotations

from pydantic import Field, JsonValue

from mesocosm.suites.terra.making.faults import Fault
from mesocosm.suites.terra.scoring.reference import ReferencePath
from mesocosm.suites.terra.scoring.truth import Field as TrueField
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.workflow import Domain, Level, Standing, Track, Trait
from mesocosm.types import Record, UtcTime


class Data(Record):
    """Public data of an item."""

    context: str
    question: str
    fields: tuple[RequestedField, ...]
    """Fields of the answer and their form."""
    now: UtcTime
    """The moment from which the request is made."""


class RecordedPlace(Record):
    """The request of a pack that an item was made from."""

    pack: str
    """SHA-256 of the manifest of the pack."""
    number: int
    box: tuple[float, float, float, float]
    """West, south, east and north in degrees."""


class Truth(Record):
    """Hidden truth of an item."""

    workflow: str
    domain: Domain
    track: Track
    level: Level
    trait: Trait
    planet: int
    """Seed of the planet; 0 for a request on recorded data."""
    region: str
    """Key of the region; the name of the place for a request on recorded data."""
    given: dict[str, JsonValue]
    """Parameters of the workflow that say what is asked."""
    fields: tuple[TrueField, ...]
    """Fields with the values that the execution gives, and their tolerances."""
    second: dict[str, JsonValue]
    """Values of the same fields by the second way, which calls no tool."""
    path: ReferencePath
    """Steps of the execution, in the order they must keep."""
    families: tuple[str, ...]
    """Families of the tools that the steps use."""
    standings: tuple[Standing, ...] = ()
    fault: Fault | None = None
    attempts: int = Field(default=1, ge=1)
    """Number of regions drawn until one suited."""
    recorded: RecordedPlace | None = Field(default=None, exclude_if=lambda recorded: recorded is None)
    """Where the data of a request on recorded data come from; None on a planet."""
    disputed: tuple[str, ...] = ()
    """Disagreements of the two ways in earlier draws, which were skipped."""
    unsound: tuple[str, ...] = ()
    """Guards that earlier draws violated, and conventions on which their answers depended."""

    @property
    def particular(self) -> str:
        """Special feature of the item: the fault in its world, or else the trait of its request."""
        return self.trait if self.fault is None else self.fault.kind
