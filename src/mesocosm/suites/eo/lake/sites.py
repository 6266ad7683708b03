"""The places of the lake's pictures: spots in towns of one planet, each split in regions of its own."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size
from mesocosm.errors import UnknownName
from mesocosm.suite.splits import SPLITS, Split

LAKE_SEED = 14
SIZE = Size(regions=16, cells=200, towns=8, days=4 * 366)
Theme = Literal["centre", "works", "second works", "suburb", "edge"]
LARGEST_TOWN: tuple[Theme, ...] = ("centre", "works", "second works", "edge")
OTHER_TOWN: tuple[Theme, ...] = ("works", "suburb", "edge")
REGIONS: dict[Split, tuple[int, ...]] = {
    "train": (1, 3, 5, 7, 9, 11),
    "validation": (13, 14, 15),
    "test": (0, 2, 4, 6, 8, 10, 12),
}
"""Regions of each split: six climates to train on, three of them to validate, all six and one more to test. Regions lie
hundreds of kilometres apart.
"""
OTHER_RANKS = (2, 1, 4, 3)
"""Ranks of the second town in turn: even ones have tanks, every fourth an airfield, odd ones solar fields."""


@dataclass(frozen=True)
class Site:
    """A spot in a town. Its surroundings are worked out when it is first looked at."""

    key: str
    """Key such as `r002-p01-edge`; never shown to an agent."""
    split: Split
    region: str
    place: str
    theme: Theme


@functools.lru_cache(maxsize=1)
def planet() -> Planet:
    """Return the planet that all the lake's pictures show."""
    return Planet(LAKE_SEED, SIZE)


@functools.lru_cache(maxsize=len(SPLITS))
def sites(split: Split) -> tuple[Site, ...]:
    """Return the sites of a split, grouped by town."""
    return tuple(site for turn, number in enumerate(REGIONS[split]) for site in _of_region(split, number, turn))


def every_site() -> tuple[Site, ...]:
    """Return the sites of all splits."""
    return tuple(site for split in SPLITS for site in sites(split))


def _of_region(split: Split, number: int, turn: int) -> list[Site]:
    region = f"r{number:03d}"
    second = OTHER_RANKS[turn % len(OTHER_RANKS)]
    towns = ((f"{region}-p00", LARGEST_TOWN), (f"{region}-p{second:02d}", OTHER_TOWN))
    return [
        Site(f"{place}-{theme.replace(' ', '-')}", split, region, place, theme)
        for place, themes in towns
        for theme in themes
    ]


@functools.lru_cache(maxsize=1)
def _by_key() -> dict[str, Site]:
    return {site.key: site for site in every_site()}


def site_of(key: str) -> Site:
    """Return the site of a key."""
    if key not in _by_key():
        raise UnknownName("site of the lake", key, list(_by_key()))
    return _by_key()[key]
