"""One worked task as a record."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field, JsonValue

from mesocosm.trace.schema import Called, Observed, Said, Trace
from mesocosm.types import Record

ENDING = "submit"
"""The tool that hands an answer in."""


class Step(Record):
    """A thought, the call that followed, and what came back."""

    thought: str = ""
    tool: str
    arguments: JsonValue = None
    seen: str
    """What the agent read."""
    data: JsonValue = None
    error: str = ""
    """Why the call was refused; empty where it was not."""
    images: tuple[str, ...] = ()
    """SHA-256 of the pictures that came back."""
    slip: bool = False
    """Whether the call went through, and a later one had to mend it."""

    @property
    def weight(self) -> int:
        """What a learner gives the call: none to one that was refused or had to be mended."""
        return int(not (self.error or self.slip))


class Trajectory(Record):
    """A task from its first word to its answer."""

    item: str
    suite: str
    split: str
    seed: int
    """Of what the actor drew; the item has its own."""
    category: str = ""
    """The task and question type, as the suite names them."""
    system: str
    task: str
    images: tuple[str, ...] = ()
    """SHA-256 of the pictures that came with the task."""
    given: JsonValue = None
    """What came with the task, as data that the agent may know."""
    tools: tuple[str, ...]
    """Names the agent saw."""
    steps: tuple[Step, ...]
    thought: str = ""
    """Before the answer."""
    answer: str
    facts: dict[str, JsonValue] = Field(default_factory=dict)
    """What statistics know of it: place, times, required calls. No reviewer reads them."""
    score: float | None = None
    """What the suite's own scorer gives the answer, 0 to 1; no reviewer reads it."""
    repairs: int = 0
    """How often a review sent it back."""

    def good_steps(self) -> Iterator[Step]:
        """Those whose call was not refused."""
        return (step for step in self.steps if not step.error)


def steps_of(trace: Trace, ending: str = ENDING) -> tuple[Step, ...]:
    """The calls of a trace with the words said before each; the call that hands the answer in is left out."""
    steps, words = [], ""
    answers = {event.call: event for event in trace.events if isinstance(event, Observed)}
    for event in trace.events:
        if isinstance(event, Said) and event.role == "assistant":
            words = event.text
        elif isinstance(event, Called) and event.tool != ending:
            steps.append(_step(event, answers.get(event.call), words))
            words = ""
    return tuple(steps)


def _step(called: Called, seen: Observed | None, thought: str) -> Step:
    if seen is None:
        return Step(thought=thought, tool=called.tool, arguments=called.arguments, seen="", error="nothing came back")
    return Step(
        thought=thought,
        tool=called.tool,
        arguments=called.arguments,
        seen=seen.text,
        data=seen.data,
        error=seen.error.message if seen.error else "",
        images=tuple(image.sha256 for image in seen.images),
    )
