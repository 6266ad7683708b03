"""A source made from a seed: a grid of survey stations as CSV."""

from __future__ import annotations

import hashlib

from mesocosm.errors import UnknownName
from mesocosm.sources.source import Entry
from mesocosm.types import CANARY

SPACINGS = (100, 200, 500)


class Stations:
    """Grids of several spacings over the survey area."""

    def entries(self) -> list[Entry]:
        return [
            Entry(
                name=name,
                sha256=hashlib.sha256(data := self.fetch(name)).hexdigest(),
                bytes=len(data),
                licence="CC0-1.0",
                recipe="regular grid over [-1000, 1000] m, made by mesocosm_toy.stations",
            )
            for name in self._names()
        ]

    def fetch(self, name: str) -> bytes:
        if name not in self._names():
            raise UnknownName("station grid", name, self._names())
        spacing = int(name.removeprefix("grid_").removesuffix("m.csv"))
        places = range(-1000, 1001, spacing)
        rows = "".join(f"{x},{y}\n" for y in places for x in places)
        return f"# {CANARY}\nx_m,y_m\n{rows}".encode()

    def _names(self) -> list[str]:
        return sorted(f"grid_{spacing}m.csv" for spacing in SPACINGS)


source = Stations()
