"""Directions concluded from tools that return none."""

from __future__ import annotations

import re

from mesocosm.suites.eo.evidence.evidence import gather
from mesocosm.suites.eo.synthesis.edits import answering, only_scene
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.question_kind import question_kind
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Trajectory

DIRECTION = re.compile(
    r"\b(?:(?:north|south)[- ]?(?:east|west)(?:ern)?|(?:north|south|east|west)(?:ern|wards?)?|"
    r"(?:upper|lower|top|bottom)[- ](?:left|right))\b",
    re.IGNORECASE,
)
FEEDBACK = (
    "The answer tells a direction without a tool that gives places. Find the objects first and have their relationship "
    "worked out."
)


def find(trajectory: Trajectory) -> list[Finding]:
    """Find a direction in the answer without boxes, masks or a relation behind it."""
    directions = {word.lower() for word in DIRECTION.findall(trajectory.answer)}
    if not question_kind(trajectory).answers_direction:  # a direction in the question itself is no conclusion
        directions -= {word.lower() for word in DIRECTION.findall(trajectory.task)}
    if not directions or gather(trajectory).of("boxes", "mask", "relation"):
        return []
    return [Finding(rule="spatial_hallucination", feedback=FEEDBACK)]


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Answer with a direction after nothing but a look at the scene."""
    bare = only_scene(trajectory)
    if question_kind(trajectory).answers_direction and DIRECTION.search(trajectory.answer):
        return bare
    said = {word.lower() for word in DIRECTION.findall(trajectory.task)}
    free = [word for word in ("north-east", "south-west", "south-east", "north-west") if word not in said]
    return answering(bare, f"{trajectory.answer}, to the {free[draw(len(free))]}") if free else None
