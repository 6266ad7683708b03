"""One worked task as a record."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field, JsonValue

from mesocosm.trace.schema import Called, Observed, Said, Trace
from mesocosm.types import Record

ENDING = "submit"
"""The tool that submits an answer."""


class Step(Record):
    """A thought, the call that followed, and its result."""

    thought: str = ""
    tool: str
    arguments: JsonValue = None
    seen: str
    """Text that the agent read."""
    data: JsonValue = None
    error: str = ""
    """Reason why the call was refused; empty if it was not."""
    images: tuple[str, ...] = ()
    """SHA-256 of the pictures in the result."""
    slip: bool = False
    """Whether the call succeeded and a later one had to mend it."""

    @property
    def weight(self) -> int:
        """Weight of the call for a learner: none for calls that were refused or had to be mended."""
        return int(not (self.error or self.slip))


class Trajectory(Record):
    """A task from its first word to the answer."""

    item: str
    suite: str
    split: str
    seed: int
    """Seed of the actor's draws; the item has its own."""
    category: str = ""
    """Task and question type, as the suite names them."""
    system: str
    task: str
    images: tuple[str, ...] = ()
    """SHA-256 of the pictures that came with the task."""
    given: JsonValue = None
    """Data that came with the task and that the agent may know."""
    tools: tuple[str, ...]
    """Names of the tools that the agent saw."""
    steps: tuple[Step, ...]
    thought: str = ""
    """Thought before the answer."""
    answer: str
    facts: dict[str, JsonValue] = Field(default_factory=dict)
    """Facts for statistics: place, times, required calls. No reviewer reads them."""
    score: float | None = None
    """Score of the answer by the suite's own scorer, 0 to 1; no reviewer reads it."""
    repairs: int = 0
    """Number of times that a review sent it back."""

    def good_steps(self) -> Iterator[Step]:
        """Yield the steps whose call was not refused."""
        return (step for step in self.steps if not step.error)


def steps_of(trace: Trace, ending: str = ENDING) -> tuple[Step, ...]:
    """Return the calls of a trace with the words said before each, without the call that submits the answer."""
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
