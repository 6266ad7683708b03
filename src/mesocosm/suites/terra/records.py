"""What an item shows, and what its reference hides."""

from __future__ import annotations

from pydantic import Field, JsonValue

from mesocosm.suites.terra.making.faults import Fault
from mesocosm.suites.terra.scoring.reference import ReferencePath
from mesocosm.suites.terra.scoring.truth import Field as TrueField
from mesocosm.suites.terra.workflows.answer_fields import Asked
from mesocosm.suites.terra.workflows.workflow import Domain, Level, Standing, Track, Trait
from mesocosm.types import Record, UtcTime


class Data(Record):
    """What is public of an item."""

    context: str
    question: str
    fields: tuple[Asked, ...]
    """The form of the answer."""
    now: UtcTime
    """The moment from which the request is made."""


class Truth(Record):
    """What is hidden of an item."""

    workflow: str
    domain: Domain
    track: Track
    level: Level
    trait: Trait
    planet: int
    """Seed of the planet."""
    region: str
    given: dict[str, JsonValue]
    """What is asked, as parameters of the workflow."""
    fields: tuple[TrueField, ...]
    """As execution gives them, with their tolerances."""
    second: dict[str, JsonValue]
    """The same by the second way, which calls no tool."""
    path: ReferencePath
    """The steps of the execution, in the order they must keep."""
    families: tuple[str, ...]
    """Of tools that the steps use."""
    standings: tuple[Standing, ...] = ()
    fault: Fault | None = None
    attempts: int = Field(default=1, ge=1)
    """Lands that were drawn until one suited."""
    disputed: tuple[str, ...] = ()
    """What the two ways gave where they did not agree: such draws are left, and the next is taken."""

    @property
    def particular(self) -> str:
        """What is special about the item: what goes wrong in its world, or else the trait of its request."""
        return self.trait if self.fault is None else self.fault.kind
