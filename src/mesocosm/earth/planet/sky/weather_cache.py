"""Hourly weather in the cache: blocks of 31 days on all nodes of a region, computed once for all processes.

A block is stored under a hash of what it is made from: the region, its nodes, and the events of these hours. So a
changed event makes new blocks only where it acts, and regions of the same key on other planets never meet.
"""

from __future__ import annotations

import hashlib
import io
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import astuple
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from mesocosm.cache import Kind, code_version
from mesocosm.earth.planet.ground.ground import Indices
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sky.clock import Floats
from mesocosm.earth.planet.sky.events import Changes, events_within
from mesocosm.earth.planet.sky.nodes import Nodes
from mesocosm.earth.planet.sky.tables import SURFACE

RECIPE = (
    *(f"earth/planet/{name}" for name in ("sky", "regions.py", "quantisation.py", "sizes.py")),
    "earth/weather",
    "earth/geo",
    "seeding.py",
)
BLOCKS = Kind("planet-weather", "Hourly weather of regions of planets", lambda: code_version(*RECIPE))
BLOCK_HOURS = 744
GROUPS = (
    ("temperature_2m", "dew_point_2m", "precipitation", "snowfall"),
    ("pressure_msl", "surface_pressure", "wind_east_10m", "wind_north_10m", "cloud_cover", "shortwave"),
)
"""Variables that are stored together: the first are cheap once one of them is known."""
MOST_IN_MEMORY = 96
"""Blocks that a process keeps beside those on disk: about half a megabyte each for a region of 100 km."""
Steps = NDArray[np.integer]
"""Whole multiples of a variable's step, (hours, nodes)."""
Block = Mapping[str, Steps]
Compute = Callable[[int, int, Sequence[str]], Mapping[str, Floats]]
"""Function that computes some variables in a number of hours from one on, (hours, nodes)."""


def identity_of(region: Region, nodes: Nodes) -> str:
    """Return a hash of what the weather of a region depends on beside events."""
    digest = hashlib.sha256(f"{region}".encode())
    for part in astuple(nodes):
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()[:20]


class WeatherCache:
    """The weather of one sky, read from the cache or computed."""

    def __init__(self, region: Region, nodes: Nodes, changes: Changes, compute: Compute) -> None:
        self._region, self._changes, self._compute = region, changes, compute
        self._identity = identity_of(region, nodes)

    def values(self, first: int, count: int, name: str) -> Floats:
        """Return one variable in `count` hours on all nodes, (hours, nodes)."""
        return self.hours(first, count, [name])[name]

    def hours(self, first: int, count: int, names: Collection[str], at: Indices | None = None) -> dict[str, Floats]:
        """Return variables in `count` hours, (hours, nodes), on all nodes or on some."""
        numbers = range(first // BLOCK_HOURS, (first + count - 1) // BLOCK_HOURS + 1)
        blocks = [self._variables(number, names) for number in numbers]
        skipped = first - numbers[0] * BLOCK_HOURS
        chosen = slice(None) if at is None else at
        made = {name: np.concatenate([block[name][:, chosen] for block in blocks]) for name in names}
        return {name: steps[skipped : skipped + count] * SURFACE[name].step for name, steps in made.items()}

    def _variables(self, number: int, names: Collection[str]) -> Block:
        groups = {at: self._name(number, at) for at, group in enumerate(GROUPS) if not set(group).isdisjoint(names)}
        found = {at: _memory.get(name) or _stored(name, GROUPS[at]) for at, name in groups.items()}
        lacking = [at for at, block in found.items() if block is None]
        if lacking:
            found |= self._made(number, {at: groups[at] for at in lacking})
        for at, block in found.items():
            _memory.put(groups[at], block or {})
        return {name: steps for block in found.values() for name, steps in (block or {}).items()}

    def _name(self, number: int, group: int) -> str:
        begin = number * BLOCK_HOURS
        events = events_within(self._region, begin, begin + BLOCK_HOURS, self._changes)
        acting = hashlib.sha256("\n".join(event.model_dump_json() for event in events).encode()).hexdigest()[:16]
        return f"{self._identity}/{number:04d}-{group}-{acting}"

    def _made(self, number: int, groups: Mapping[int, str]) -> dict[int, Block | None]:
        """Compute groups of a block together, since they share most of the work, and store each."""
        fields = self._compute(number * BLOCK_HOURS, BLOCK_HOURS, [name for at in groups for name in GROUPS[at]])
        made: dict[int, Block | None] = {}
        for at, name in groups.items():
            steps = np.stack([np.round(fields[each] / SURFACE[each].step) for each in GROUPS[at]])
            steps = steps.astype(np.int16 if np.abs(steps).max() <= np.iinfo(np.int16).max else np.int64)
            file = io.BytesIO()
            np.save(file, steps)
            BLOCKS.write(name, file.getvalue())
            made[at] = dict(zip(GROUPS[at], steps, strict=True))
        return made


def _stored(name: str, group: Sequence[str]) -> Block | None:
    body = BLOCKS.read(name)
    return None if body is None else dict(zip(group, np.load(io.BytesIO(body), allow_pickle=False), strict=True))


class _Memory:
    """The blocks that were used last, shared by all skies of the process."""

    def __init__(self, most: int) -> None:
        self._most, self._blocks, self._lock = most, OrderedDict[str, Block](), Lock()

    def get(self, name: str) -> Block | None:
        return self._blocks.get(name)

    def put(self, name: str, block: Block) -> None:
        """Add a block, or count it as used again; the block unused for longest makes room."""
        with self._lock:
            self._blocks[name] = block
            self._blocks.move_to_end(name)
            while len(self._blocks) > self._most:
                self._blocks.popitem(last=False)


_memory = _Memory(MOST_IN_MEMORY)
