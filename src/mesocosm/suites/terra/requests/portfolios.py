"""Insured houses around towns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mesocosm.suites.terra.workflows.region_snapshot import Land

REACH = 0.03
"""Degrees from the point of a town to its farthest houses."""
WOODEN = 0.35
"""Share of houses that are of wood."""


@dataclass(frozen=True)
class House:
    """One line of a portfolio."""

    id: str
    longitude: float
    latitude: float
    worth: float
    kind: str


def insured_houses(land: Land, towns: Sequence[str], of_each: int, salt: int) -> list[House]:
    """Draw `of_each` houses around each town, of brick or wood, worth 150,000 to 900,000."""
    chance = np.random.default_rng(salt)
    houses = []
    for town in towns:
        place = land.place(town)
        for number in range(1, of_each + 1):
            east, north = (float(step) for step in chance.uniform(-REACH, REACH, 2))
            worth = float(np.round(chance.uniform(150, 900))) * 1000
            kind = "wood" if chance.random() < WOODEN else "brick"
            point = round(place.longitude + east, 5), round(place.latitude + north, 5)
            houses.append(House(f"{town}-{number}", *point, worth, kind))
    return houses


def as_table(houses: Sequence[House]) -> bytes:
    """Write the CSV table that loss engines read."""
    rows = [f"{each.id},{each.longitude},{each.latitude},{each.worth:.0f},{each.kind}\n" for each in houses]
    return ("id,longitude,latitude,value,curve\n" + "".join(rows)).encode()
