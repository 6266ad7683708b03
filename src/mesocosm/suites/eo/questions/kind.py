"""The contract of a question type: each module of the folder `types` defines one, as `TYPE`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from mesocosm.suites.eo.questions.gaps import read_gaps
from mesocosm.suites.eo.questions.texts import Texts, read_texts

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.evidence import looks
    from mesocosm.suites.eo.evidence.evidence import Evidence
    from mesocosm.suites.eo.evidence.support import Support
    from mesocosm.suites.eo.lake.imagery import Imagery
    from mesocosm.suites.eo.plans.tool_runner import Hands, Plan
    from mesocosm.suites.eo.questions.question import Question
    from mesocosm.suites.eo.records import Task

Captures = Literal["any", "after", "other", "several"]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One question type with all that the suite does with it; its texts are in the TOML of the same name."""

    name: str
    """Name of the type, which is that of its module."""
    task: Task

    # ------------------------------------------------------------ asking

    classes: tuple[str, ...]
    """Answer classes that take turns; answers of other classes are kept only if none of these can be had."""
    draw: Callable[[Imagery, str, Generator], Question | None]
    """Draws a question about a site by its key, or None if this draw gives no clear one."""
    draws: int = 250
    """Number of draws at one site before another is tried."""
    read_gaps: Callable[[str, Mapping[str, str]], dict[str, JsonValue]] = read_gaps
    """Reads the parameters of the question, from a form of the wording and the words in its gaps."""

    # ------------------------------------------------------------ solving

    plan: Callable[[Hands], Plan]
    """The canonical way to the answer, which the oracle carries out."""
    plan_at_hand: Callable[[Hands], Plan] | None = None
    """Answers from the first picture alone; None if the plan needs only the pictures of the question."""

    # ------------------------------------------------------------ judging a trajectory

    supports: tuple[Callable[[Evidence, Support], None], ...]
    """Functions that each add answers that follow from what was seen."""
    needs: tuple[looks.Kind, ...]
    """Kinds of looks, any of which an answer can rest on."""
    captures: Captures = "any"
    """Captures that must have been measured: the one after an event, another than the given one, or several."""
    conclude: Callable[[Evidence], str] | None = None
    """Says in words what the observations amount to together; empty if nothing."""
    is_geometric: bool = False
    """Whether the answer follows from positions, so that a wrong one contradicts geometry."""
    answers_direction: bool = False
    """Whether the question offers directions to choose from."""
    absence_tells: bool = False
    """Whether a search that finds nothing is evidence."""

    @property
    def texts(self) -> Texts:
        """All texts of the type."""
        return read_texts(self.name)

    @property
    def is_temporal(self) -> bool:
        """Whether captures must be measured that do not come with the question."""
        return self.captures in ("other", "several")
