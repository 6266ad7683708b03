"""Valid trajectories of all eighteen question types, two of each, recorded from the planner at one town of the lake."""

from __future__ import annotations

import functools
import gzip
from pathlib import Path

from mesocosm.synthesis.trajectory import Trajectory

FILE = Path(__file__).parent / "recorded.jsonl.gz"


@functools.cache
def recorded() -> tuple[Trajectory, ...]:
    """Return them without thoughts; answers as the planner gave them."""
    lines = gzip.decompress(FILE.read_bytes()).decode().splitlines()
    return tuple(Trajectory.model_validate_json(line) for line in lines)


def of_type(name: str) -> Trajectory:
    """Return the first of a question type."""
    return next(trajectory for trajectory in recorded() if trajectory.category.endswith(f".{name}"))
