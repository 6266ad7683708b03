"""Names in a catalogue, so that no two scenes get the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery.errors import DuplicateScene
from mesocosm.earth.imagery.geoparquet_files import read_part
from mesocosm.earth.imagery.index_building import halves
from mesocosm.earth.imagery.manifest import Manifest, Part
from mesocosm.earth.imagery.scene import spell

if TYPE_CHECKING:
    import pyarrow as pa


class KnownNames:
    """The names in each file of a catalogue, read once and kept as numbers: 8 bytes per scene."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[str, NDArray[np.uint64]] = {}

    def demand_new(self, manifest: Manifest, tables: Sequence[pa.Table]) -> None:
        """Refuse tables with a name that occurs twice or in the catalogue; the message names both scenes."""
        import pyarrow as pa

        given = pa.concat_tables([table.select(["id", "collection", "datetime"]) for table in tables])
        names = halves(given["id"])[0]
        self._demand_different(given, names)
        for part in manifest.parts:
            known = self._of(part)
            places = np.minimum(np.searchsorted(known, names), len(known) - 1)
            for row in np.flatnonzero(known[places] == names):
                self._demand_unlike(part, given, int(row))

    def _demand_different(self, given: pa.Table, names: NDArray[np.uint64]) -> None:
        order = np.argsort(names, kind="stable")
        for place in np.flatnonzero(names[order[1:]] == names[order[:-1]]):
            first, second = (int(row) for row in order[place : place + 2])
            if given["id"][first] == given["id"][second]:
                raise _duplicate(_describe(given, first), f"{_describe(given, second)} in the same batch")

    def _demand_unlike(self, part: Part, given: pa.Table, row: int) -> None:
        kept = read_part(self._folder, part, ["id", "collection", "datetime"])
        place = kept["id"].index(given["id"][row]).as_py()
        if place >= 0:
            raise _duplicate(_describe(given, row), f"{_describe(kept, place)} in {part.file}")

    def _of(self, part: Part) -> NDArray[np.uint64]:
        if part.sha256 not in self._names:
            self._names[part.sha256] = np.sort(halves(read_part(self._folder, part, ["id"])["id"])[0])
        return self._names[part.sha256]


def _duplicate(given: str, other: str) -> DuplicateScene:
    return DuplicateScene(f"two scenes have one name: {given}, and {other}; the catalogue is as it was")


def _describe(table: pa.Table, row: int) -> str:
    name, collection, moment = (table[column][row].as_py() for column in ("id", "collection", "datetime"))
    return f"{name} of {collection} at {spell(moment)}"
