"""What follows from a region's weather, in the cache: water, fires and facts, which take seconds and fill kilobytes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from mesocosm.cache import Kind, code_version
from mesocosm.earth.planet.vegetation.fires import Fire
from mesocosm.earth.planet.water.land import LandState
from mesocosm.earth.planet.water.water import WaterState

RECIPE = ("earth/planet", "earth/geo", "earth/weather", "seeding.py")
YEARS = Kind("planet-years", "Water, fires and facts of regions of planets", lambda: code_version(*RECIPE))
Arrays = Mapping[str, NDArray[np.generic]]


def stored_arrays(name: str | None, make: Callable[[], Arrays]) -> Arrays:
    """Return arrays of this name from the cache, or make and store them; without a name, make them."""
    body = None if name is None else YEARS.read(name)
    if body is not None:
        with np.load(io.BytesIO(body), allow_pickle=False) as file:
            return dict(file)
    arrays = make()
    if name is not None:
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **arrays)
        YEARS.write(name, file.getvalue())
    return arrays


def stored_fires(name: str | None, make: Callable[[], tuple[Fire, ...]]) -> tuple[Fire, ...]:
    """Return the fires of a year from the cache, or make and store them."""
    arrays = stored_arrays(name, lambda: _fire_arrays(make()))
    kept = zip(json.loads(str(arrays["fires"])), arrays["arrival_h"], strict=True)
    return tuple(
        Fire(**{**fire, "start": datetime.fromisoformat(fire["start"])}, arrival_h=hours) for fire, hours in kept
    )


def _fire_arrays(fires: tuple[Fire, ...]) -> Arrays:
    plain = [{**vars(fire), "start": fire.start.isoformat()} for fire in fires]
    hours = [fire.pop("arrival_h") for fire in plain]
    return {"fires": np.array(json.dumps(plain)), "arrival_h": np.stack(hours) if hours else np.zeros((0, 0, 0))}


class StoredStates(MutableMapping[int, WaterState]):
    """States of the land at the end of years, in memory and on disk: the way to a late year leads through all before.

    Iteration gives those in memory.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._states: dict[int, WaterState] = {}

    def __getitem__(self, year: int) -> WaterState:
        if year not in self._states:
            body = YEARS.read(self._path(year))
            if body is None:
                raise KeyError(year)
            with np.load(io.BytesIO(body), allow_pickle=False) as file:
                stores = [file[name] for name in ("snow", "soil", "quick", "slow")]
                self._states[year] = WaterState(LandState(*stores), file["river"])
        return self._states[year]

    def __setitem__(self, year: int, state: WaterState) -> None:
        self._states[year] = state
        stores = {name: getattr(state.land, name) for name in ("snow", "soil", "quick", "slow")}
        if not YEARS.has(self._path(year)):
            stored_arrays(self._path(year), lambda: {**stores, "river": state.river})

    def __delitem__(self, year: int) -> None:
        del self._states[year]

    def __iter__(self) -> Iterator[int]:
        return iter(self._states)

    def __len__(self) -> int:
        return len(self._states)

    def _path(self, year: int) -> str:
        return f"{self._name}-{year}"
