"""Carrying out a candidate in the world, which gives a trajectory."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm import registry
from mesocosm.episode.agent import Agent, Case, ScriptAgent, withhold
from mesocosm.episode.loop import run_episode
from mesocosm.episode.reference_agents import needs_reference
from mesocosm.seeding import generator
from mesocosm.suites.eo import suite
from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.records import Data, Truth
from mesocosm.suites.eo.synthesis.habits import Temper, straying
from mesocosm.suites.eo.synthesis.model_actor import ModelActor, names_model
from mesocosm.suites.eo.synthesis.question_kind import category
from mesocosm.suites.eo.synthesis.temptations import choose_temptation, giving_in, guess_at
from mesocosm.suites.eo.tools.gather import NAMES
from mesocosm.suites.eo.workspace_images import Holdings, describe_picture
from mesocosm.synthesis.pipeline import Pictures
from mesocosm.synthesis.trajectory import Trajectory, steps_of
from mesocosm.trace.schema import Blob, Trace
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Image, Item, Reference

if TYPE_CHECKING:
    from pyproj import Transformer

    from mesocosm.episode.world import World
    from mesocosm.suites.eo.lake.frame import Frame

PLANNER = "oracle"
OPTIONS = {"response": "verified", "prompt": "detailed", "tools": "skill", "names": "published"}
"""Options of the world as published: verified, detailed and skill setting (appendix B.3.1)."""
TEMPER = Temper()
Draw = Callable[[], float]
Candidate = tuple[Item[Data], Reference[Truth]]


class KeepingWriter(TraceWriter):
    """A trace writer that also keeps the pictures in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: dict[str, bytes] = {}

    def store_images(self, images: tuple[Image, ...]) -> tuple[Blob, ...]:
        blobs = super().store_images(images)
        self.pictures.update({blob.sha256: image.png for blob, image in zip(blobs, images, strict=True)})
        return blobs


@dataclass(frozen=True)
class Attempt:
    """An attempt: its actor, split, seed and feedback."""

    actor: str
    """The planner, an agent of the registry, or a model of Inspect."""
    split: str
    seed: int
    number: int
    """Number of the attempt, from 0."""
    feedback: tuple[str, ...] = ()
    """Feedback from the review of the attempt before."""


def act(candidate: Candidate, attempt: Attempt) -> tuple[Trajectory, Pictures]:
    """Attempt a candidate's task; the planner's draws depend on the item, the seed and the attempt."""
    item, reference = candidate
    split, seed = attempt.split, attempt.seed
    writer = KeepingWriter()
    knows = attempt.actor == PLANNER or (not names_model(attempt.actor) and needs_reference(attempt.actor))
    with suite.world(
        item, reference, options=OPTIONS, agent=attempt.actor, knows_reference=knows, trace=writer
    ) as world:
        start = writer.store_images(world.images)
        trace = run_episode(world, _agent(candidate, world, attempt))
        trajectory = _trajectory(candidate, world, trace, tuple(blob.sha256 for blob in start))
    score = suite.score(item, reference, trace).metrics.get("success", 0.0)
    return trajectory.model_copy(update={"split": split, "seed": seed, "score": score}), writer.pictures


def _agent(candidate: Candidate, world: World, attempt: Attempt) -> Agent:
    item, reference = candidate
    if names_model(attempt.actor):
        return ModelActor(attempt.actor, world, attempt.feedback)
    if attempt.actor != PLANNER:
        known = reference if needs_reference(attempt.actor) else withhold(item.id)
        agent: Agent = registry.load("agents", attempt.actor)(Case(item, known, world.tools, options=world.options))
        return agent
    return _planner(candidate, world, attempt)


def _planner(candidate: Candidate, world: World, attempt: Attempt) -> Agent:
    """Return the oracle's script with habits or a temptation."""
    item, reference = candidate
    drawn = generator("eo", "synthesis", attempt.split, attempt.seed, item.id, attempt.number)

    def draw() -> float:
        return float(drawn.random())

    script = suite.oracle(Case(item, reference, world.tools, options=world.options))
    calls = len(reference.canonical)
    way = choose_temptation(draw)
    if way:
        pick = _picker(draw)
        return ScriptAgent(giving_in(script, way, calls, guess_at(reference.hidden.answer, pick), pick))
    room = (world.budget.steps or calls) - 1 - calls
    return ScriptAgent(straying(script, world.prompt, frozenset(world.tools), room, TEMPER, draw))


def _picker(draw: Draw) -> Callable[[int], int]:
    return lambda below: int(draw() * below)


def _trajectory(candidate: Candidate, world: World, trace: Trace, start: tuple[str, ...]) -> Trajectory:
    item, _ = candidate
    answer = trace.answer.value
    return Trajectory(
        item=item.id,
        suite=item.suite,
        split="",
        seed=0,
        category=category(item.data.task, item.data.question_type),
        system=world.system,
        task=world.prompt,
        images=start,
        given=_task_pictures(candidate),
        tools=tuple(world.tools),
        steps=steps_of(trace),
        answer=answer if isinstance(answer, str) else "",
        facts=_facts(candidate),
    )


def _task_pictures(candidate: Candidate) -> JsonValue:
    """Return the pictures that came with the task, as far as an agent may know them."""
    item, reference = candidate
    sights = Holdings(lake(), reference.hidden.site).begin(item.data.frames, item.data.window)
    images: list[JsonValue] = [{**describe_picture(sight), "sensor": NAMES[sight.frame.sensor]} for sight in sights]
    return {"images": images}


def _facts(candidate: Candidate) -> dict[str, JsonValue]:
    """Return facts for statistics: source, place, days, required calls and answer class."""
    item, reference = candidate
    hidden = reference.hidden
    frames = [lake().frame(name) for name in (*item.data.frames, *hidden.evidence)]
    days = sorted(frame.time.date() for frame in frames)
    longitude, latitude = _middle(frames[0])
    return {
        "source": item.data.source,
        "region": hidden.site.partition("-")[0],
        "longitude": round(longitude, 3),
        "latitude": round(latitude, 3),
        "first_day": days[0].isoformat(),
        "span_days": (days[-1] - days[0]).days,
        "required_calls": hidden.required_calls,
        "answer_class": hidden.answer_class,
    }


def _middle(frame: Frame) -> tuple[float, float]:
    """Return longitude and latitude of a picture's middle, in degrees."""
    west, south, east, north = frame.window.bounds
    return _geographic(frame.window.region.crs).transform((west + east) / 2.0, (south + north) / 2.0)


@functools.lru_cache(maxsize=32)
def _geographic(crs: str) -> Transformer:
    from pyproj import Transformer

    return Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
