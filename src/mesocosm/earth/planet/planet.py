"""One planet: its regions and everything made from them, each made on first use and cached for a while."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, MutableMapping
from datetime import date
from typing import TypeVar

from mesocosm.earth.planet.air.airshed import Airshed
from mesocosm.earth.planet.causal_graph import Story, check_all_changes, of_fires, of_sky, year_of
from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement import Place, Settlement
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.people.town_growth import make_town
from mesocosm.earth.planet.people.town_on_date import Change, changes_between, town_on
from mesocosm.earth.planet.region_cache import StoredStates, stored_fires
from mesocosm.earth.planet.regions import Region, make_region
from mesocosm.earth.planet.sizes import FIRST_YEAR, SIZES, Size, SizeName
from mesocosm.earth.planet.sky.events import Changes, SkyEvent
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.vegetation.fires import Fire, with_changes, year_fires
from mesocosm.earth.planet.water.water import Water, WaterState, WaterYear
from mesocosm.errors import UnknownName, UserError

T = TypeVar("T")
KEPT = 4
"""Number of regions whose sky and water are cached; those of a large planet exceed the memory."""


class Planet:
    """The planet of a seed and a size.

    `changes` maps ids of events of the sky and of fires to changed figures, or to None if they never happen: see
    `intervene`. With `cached`, weather, water and air are stored on disk for all processes, for a planet that is looked
    at again and again.
    """

    def __init__(
        self, seed: int, size: SizeName | Size = "tiny", changes: Changes | None = None, *, cached: bool = False
    ) -> None:
        self.seed = checked_seed(seed)
        self.size = size_of(size)
        self.cached = cached
        self.changes: dict[str, Mapping[str, float] | None] = dict(changes or {})
        self._skies: dict[str, Sky] = {}
        self._waters: dict[str, Water] = {}
        self._left: dict[str, MutableMapping[int, WaterState]] = {}
        """State of the land of a region at the end of years: a tenth of a megabyte each, where running one year takes
        seconds and needs all before it.
        """
        self._water_years: dict[tuple[str, int], WaterYear] = {}
        self._fires: dict[str, tuple[Fire, ...]] = {}
        self._airs: dict[str, Airshed] = {}
        for event in self.changes:
            check_all_changes(self.region(event.partition(".")[0]), {event: self.changes[event]})

    def __repr__(self) -> str:
        return f"Planet({self.seed}, {self.size!r}, {self.changes!r})"

    @functools.cached_property
    def regions(self) -> tuple[Region, ...]:
        """Regions, where the planet is simulated in detail."""
        return tuple(make_region(self.seed, index, self.size.cells) for index in range(self.size.regions))

    @property
    def years(self) -> tuple[int, ...]:
        """Years of which the planet has at least half."""
        return tuple(range(FIRST_YEAR, FIRST_YEAR + max(1, round(self.size.days / 366))))

    def region(self, key: str) -> Region:
        """Return the region of a key such as `r000`."""
        for region in self.regions:
            if region.key == key:
                return region
        raise UnknownName("region of this planet", key, [region.key for region in self.regions])

    def ground(self, key: str) -> Ground:
        """Return terrain, rivers, soils, climate normals and land cover of a region."""
        return make_ground(self.region(key))

    def settlement(self, key: str) -> Settlement:
        """Return towns, roads, bridges and power lines of a region."""
        return make_settlement(self.ground(key))

    def place(self, key: str) -> Place:
        """Return the town or village of a key such as `r000-p00`."""
        places = self.settlement(key.partition("-")[0]).places
        for place in places:
            if place.id == key:
                return place
        raise UnknownName("place of this planet", key, [place.id for place in places])

    def town(self, key: str, on: date | None = None) -> Town:
        """Return streets, buildings, sites and fields about the market square of a place, as they are on a day.

        Without a day, everything that is built within ten years of the planet's first day is included.
        """
        region, index = key.partition("-")[0], int(self.place(key).id.rpartition("p")[2])
        if on is not None:
            return town_on(self.region(region), index, on)
        return make_town(self.ground(region), self.settlement(region), index)

    def works(self, key: str, first: date, last: date) -> tuple[Change, ...]:
        """Return what is built and demolished in a town after a day and until another."""
        index = int(self.place(key).id.rpartition("p")[2])
        return changes_between(self.region(key.partition("-")[0]), index, first, last)

    def sky(self, key: str) -> Sky:
        """Return the weather of a region."""
        return _get_or_make(
            self._skies, key, lambda: Sky(self.ground(key), of_sky(self._changes_in(key)), cached=self.cached)
        )

    def events(self, key: str, year: int) -> tuple[SkyEvent, ...]:
        """Return the events of a region's sky in a year: storms, heat waves, deluges, droughts."""
        return self.sky(key).events(year)

    def water(self, key: str) -> Water:
        """Return snow, soil water and rivers of a region."""
        return _get_or_make(self._waters, key, lambda: Water(self.ground(key), self.sky(key), self._left_in(key)))

    def water_year(self, key: str, year: int) -> WaterYear:
        """Return a year of water; only the last one made is cached, since it is large."""
        if (key, year) not in self._water_years:
            self._water_years.clear()
            self._water_years[key, year] = self.water(key).year(year)
        return self._water_years[key, year]

    def fires(self, key: str, year: int) -> tuple[Fire, ...]:
        """Return wild fires that begin in a year, in order of their start."""
        made = _get_or_make(
            self._fires,
            f"{key} {year}",
            lambda: stored_fires(
                self.stored_name(key, f"fires-{year}"),
                lambda: year_fires(self.ground(key), self.sky(key), self.water_year(key, year)),
            ),
        )
        return with_changes(made, of_fires(self._changes_in(key)))

    def air(self, key: str) -> Airshed:
        """Return the air quality of a region."""
        return _get_or_make(
            self._airs,
            key,
            lambda: Airshed(self.ground(key), self.settlement(key), self.sky(key), functools.partial(self.fires, key)),
        )

    def story(self, key: str, year: int) -> Story:
        """Return a region through one year, layer by layer: what each is made from, and what follows from a change."""
        changes = self._changes_in(key)
        return Story(self.ground(key), self.settlement(key), year, changes, self._left_in(key), cached=self.cached)

    def stored_name(self, key: str, what: str) -> str | None:
        """Return the name in the cache of something made from a region; None if it is not to be stored."""
        if not self.cached or self._changes_in(key):
            return None
        return f"{self.seed}-{self.size.cells}-{self.size.towns}-{self.size.days}/{key}/{what}"

    def _left_in(self, key: str) -> MutableMapping[int, WaterState]:
        if key not in self._left:
            name = self.stored_name(key, "water")
            self._left[key] = {} if name is None else StoredStates(name)
        return self._left[key]

    def _changes_in(self, key: str) -> Changes:
        return {name: figures for name, figures in self.changes.items() if name.startswith(f"{key}.")}

    def intervene(self, event: str, figures: Mapping[str, float] | None) -> Planet:
        """Return the planet on which an event had other figures or, with None, never happened."""
        changed = Planet(self.seed, self.size, {**self.changes, event: figures}, cached=self.cached)
        begins = {event.partition(".")[0]: year_of(event)} if of_sky({event: figures}) else {}
        changed._left = {
            key: {year: state for year, state in left.items() if year < begins.get(key, year + 1)}
            for key, left in self._left.items()
        }
        return changed


def _get_or_make(shelf: dict[str, T], key: str, make: Callable[[], T]) -> T:
    """Return the value of a key from a cache, made if it is missing; a full cache drops its oldest value."""
    if key not in shelf:
        if len(shelf) >= KEPT:
            del shelf[next(iter(shelf))]
        shelf[key] = make()
    return shelf[key]


def checked_seed(seed: int) -> int:
    """Return a seed; refuse an invalid one."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise UserError(f"seed must be a whole number from 0 up, got {seed!r}")
    return seed


def size_of(size: SizeName | Size) -> Size:
    """Return a size by its name, or the size itself."""
    if isinstance(size, Size):
        return size
    if size not in SIZES:
        raise UserError(f"size must be one of {', '.join(SIZES)}, got {size!r}")
    return SIZES[size]
