"""The archive of a planet: acquisitions by region, town, sensor and time, and each file from its name alone.

archive = Archive(Planet(1, "large"))
for taken in archive.acquisitions("r003", years=(2033,), collections=("s2-like-l2a",)):
    ...
content = archive.make(taken.files[0].name)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

import numpy as np

from mesocosm.earth.planet.archive.acquisitions import (
    FILES,
    Acquisition,
    ArchiveFile,
    Taken,
    acquisitions_in,
    mission_of,
)
from mesocosm.earth.planet.archive.cloud_cover import Percents, town_clouds
from mesocosm.earth.planet.archive.files import Numbers, Picture
from mesocosm.earth.planet.archive.missions import EPOCH, MISSIONS, Mission
from mesocosm.earth.planet.archive.sealed_names import Seal
from mesocosm.earth.planet.archive.tiles import ACROSS, Tile, tiles
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import Region
from mesocosm.errors import UnknownName, UserError
from mesocosm.types import canonical_json

KEPT = 8
"""Number of acquisitions in the cache: files of one acquisition are often requested together."""
KEPT_YEARS = 64
"""Number of lists in the cache; each is a year of one mission over one region."""
WHOLE, GRID = 0, 255
"""Numbers that stand in the place of a file's: the whole acquisition, and the code of a tile."""


class Archive:
    """All satellite acquisitions of a planet with its changes: where an event is changed, names differ too."""

    def __init__(self, planet: Planet) -> None:
        self.planet = planet
        changes = [[name, planet.changes[name]] for name in sorted(planet.changes)]
        self.seal = Seal("planet", planet.seed, "archive", "names", canonical_json(changes).decode())
        self._clouds: dict[tuple[str, int], Percents] = {}
        self._taken: dict[tuple[str, str, int], Taken] = {}
        self._pictures: dict[str, dict[str, Picture]] = {}

    @property
    def years(self) -> tuple[int, ...]:
        """Years that the planet's days cover, in part or in full."""
        return tuple(range(EPOCH.year, EPOCH.year + 1 + (self.planet.size.days - 1) // 366))

    def towns(self, key: str) -> tuple[Place, ...]:
        """Return the towns of a region that satellites take."""
        return self.planet.settlement(key).places[: self.planet.size.towns]

    def tiles(self, key: str, mission: Mission) -> tuple[Tile, ...]:
        """Return the tiles of a region that a mission takes."""
        return tiles(self.planet.region(key), self.towns(key), mission.kind)

    def acquisitions_of_year(self, key: str, mission: Mission, year: int) -> Taken:
        """Return the acquisitions of a region by a mission in a year, as columns."""
        if (key, mission.collection, year) not in self._taken:
            region, squares, days = self.planet.region(key), self.tiles(key, mission), self.planet.size.days
            if len(self._taken) >= KEPT_YEARS:
                del self._taken[next(iter(self._taken))]
            made = acquisitions_in(region, mission, squares, self.clouds(key, year), year, days)
            self._taken[key, mission.collection, year] = made
        return self._taken[key, mission.collection, year]

    def clouds(self, key: str, year: int) -> Percents:
        """Return the cloud over each town of a region at the pass of each day: see `cloud_cover`."""
        if (key, year) not in self._clouds:
            self._clouds[key, year] = town_clouds(self.planet.sky(key), self.towns(key), year)
        return self._clouds[key, year]

    def acquisitions(
        self, region: str, *, years: Sequence[int] = (), collections: Sequence[str] = ()
    ) -> Iterator[Acquisition]:
        """Yield the acquisitions of a region, mission by mission and year by year; by default all of them."""
        missions = [mission_of(collection) for collection in collections] or MISSIONS
        for mission in missions:
            for year in years or self.years:
                yield from self._list_acquisitions(
                    self.planet.region(region), mission, self.acquisitions_of_year(region, mission, year)
                )

    def find(self, name: str) -> Acquisition:
        """Return the acquisition that a name stands for; names of its files are accepted too."""
        return self._opened(name)[0]

    def picture(self, name: str) -> Picture:
        """Return the pixels of a file by its name."""
        acquisition, number = self._opened(name)
        if number == WHOLE:
            keys = [file.key for file in acquisition.files]
            raise UserError(f"{name} is an acquisition of {len(keys)} files ({', '.join(keys)}); name one of them")
        return self._all(acquisition)[acquisition.files[number - 1].key]

    def arrays(self, name: str) -> dict[str, Numbers]:
        """Return the bands of a file by its name: rows from north to south."""
        return self.picture(name).arrays()

    def make(self, name: str) -> bytes:
        """Return a file by its name: a cloud-optimised GeoTIFF."""
        return self.picture(name).content()

    def tile_codes(self, squares: Sequence[Tile]) -> list[str]:
        """Return codes of tiles that reveal nothing, the same in all years and missions of a kind."""
        numbers = [(tile.region.index, tile.rank, tile.number, list(ACROSS).index(tile.kind)) for tile in squares]
        names = self.seal.names(*np.array(numbers, np.int64).reshape(-1, 4).T, 0, GRID)
        return [f"TILE-{name[:16].decode()}" for name in names.tolist()]

    def _all(self, acquisition: Acquisition) -> dict[str, Picture]:
        from mesocosm.earth.planet.archive.capture import pictures

        if acquisition.name not in self._pictures:
            if len(self._pictures) >= KEPT:
                del self._pictures[next(iter(self._pictures))]
            self._pictures[acquisition.name] = pictures(self.planet, acquisition)
        return self._pictures[acquisition.name]

    def _list_acquisitions(self, region: Region, mission: Mission, columns: Taken) -> Iterator[Acquisition]:
        squares = self.tiles(region.key, mission)
        for row in range(columns.at.size):
            yield self._acquisition(mission, squares, columns, row)

    def _acquisition(self, mission: Mission, squares: Sequence[Tile], columns: Taken, row: int) -> Acquisition:
        seen, tile, cloud = columns.passes[columns.at[row]], squares[columns.tile[row]], int(columns.cloud_percent[row])
        recipe = (tile.region.index, tile.rank, tile.number, MISSIONS.index(mission), seen.day)
        kinds = FILES[mission.collection]
        names = [bytes(name).decode() for name in self.seal.names(*recipe, list(range(len(kinds) + 1)))]
        files = [ArchiveFile(k.key, name, k.bands, k.pixel_m) for k, name in zip(kinds, names[1:], strict=True)]
        return Acquisition(names[WHOLE], mission, tile, seen, None if cloud < 0 else cloud, tuple(files))

    def _opened(self, name: str) -> tuple[Acquisition, int]:
        """Return the acquisition of a name and the number of the file; `WHOLE` if it names no file."""
        recipe = self.seal.recipe(name)
        if recipe is None or recipe[0] >= self.planet.size.regions or recipe[3] >= len(MISSIONS):
            raise UnknownName("file of this archive", name, [])
        index, rank, number, at, day, file = recipe
        key, mission, year = self.planet.regions[index].key, MISSIONS[at], (EPOCH + timedelta(days=day)).year
        columns, squares = self.acquisitions_of_year(key, mission, year), self.tiles(key, mission)
        days = np.array([seen.day for seen in columns.passes], np.int64)[columns.at]
        square = [tile.rank == rank and tile.number == number for tile in squares]
        rows = np.flatnonzero((days == day) & np.array(square, bool)[columns.tile])
        if not rows.size or file > len(FILES[mission.collection]):
            raise UnknownName("file of this archive", name, [])
        return self._acquisition(mission, squares, columns, int(rows[0])), file
