"""A source made from a seed: a grid of survey stations as CSV."""

from __future__ import annotations

import hashlib
from pathlib import Path

from mesocosm.errors import UnknownName
from mesocosm.files import write_whole
from mesocosm.sources.source import Entry, Receipt, receipt_of
from mesocosm.types import CANARY

SPACINGS = (100, 200, 500)
RECIPE = "regular grid over [-1000, 1000] m, made by mesocosm_toy.stations"


class Stations:
    """Grids of several spacings over the survey area."""

    def entries(self, prefix: str = "") -> list[Entry]:
        return [
            Entry(
                name=name,
                sha256=hashlib.sha256(data := self._grid(name)).hexdigest(),
                bytes=len(data),
                licence="CC0-1.0",
                recipe=RECIPE,
            )
            for name in self._names()
            if name.startswith(prefix)
        ]

    def fetch(self, name: str, into: Path) -> Receipt:
        if name not in self._names():
            raise UnknownName("station grid", name, self._names())
        write_whole(into, self._grid(name))
        return receipt_of(into, RECIPE)

    def _grid(self, name: str) -> bytes:
        spacing = int(name.removeprefix("grid_").removesuffix("m.csv"))
        places = range(-1000, 1001, spacing)
        rows = "".join(f"{x},{y}\n" for y in places for x in places)
        return f"# {CANARY}\nx_m,y_m\n{rows}".encode()

    def _names(self) -> list[str]:
        return sorted(f"grid_{spacing}m.csv" for spacing in SPACINGS)


source = Stations()
