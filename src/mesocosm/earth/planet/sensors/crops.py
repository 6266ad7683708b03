"""What grows on a field and when: crops by climate, their calendars, and the leaf area on a day.

Days of sowing and harvest follow the calendars of the FAO and the USDA (Major World Crop Areas and Climatic Profiles,
Agricultural Handbook 664); leaf areas at the height of growth are those that field campaigns report (Asner, Scurlock
and Hicke 2003, Global Ecology and Biogeography 12, 191-205).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from mesocosm.earth.planet.regions import Climate
from mesocosm.earth.planet.sensors.window import Codes, Ints, Singles


class Crop(IntEnum):
    """What a parcel bears."""

    NONE = 0
    WINTER_WHEAT = 1
    RAPESEED = 2
    BARLEY = 3
    MAIZE = 4
    SUGAR_BEET = 5
    SUNFLOWER = 6
    SOYBEAN = 7
    RICE = 8
    COTTON = 9
    SORGHUM = 10
    MEADOW = 11
    ORCHARD = 12
    FALLOW = 13


@dataclass(frozen=True)
class Calendar:
    """Days of the year in a temperate climate; a harvest before the sowing is in the next year."""

    sowing: int
    closed: int
    """When leaves first cover the ground."""
    ripening: int
    """When they begin to yellow."""
    harvest: int
    leaf_area: float
    """At its height, m² of leaf over m² of ground."""


CALENDARS: dict[Crop, Calendar] = {
    Crop.WINTER_WHEAT: Calendar(285, 105, 165, 205, 5.0),
    Crop.RAPESEED: Calendar(240, 95, 160, 195, 4.5),
    Crop.BARLEY: Calendar(75, 135, 170, 200, 4.2),
    Crop.MAIZE: Calendar(120, 190, 240, 275, 4.8),
    Crop.SUGAR_BEET: Calendar(95, 170, 275, 300, 4.6),
    Crop.SUNFLOWER: Calendar(110, 180, 220, 255, 3.6),
    Crop.SOYBEAN: Calendar(130, 195, 245, 275, 4.8),
    Crop.RICE: Calendar(125, 195, 240, 270, 5.0),
    Crop.COTTON: Calendar(115, 200, 255, 290, 3.4),
    Crop.SORGHUM: Calendar(130, 195, 240, 280, 3.8),
}
SHIFT_DAYS: dict[Climate, int] = {
    "oceanic": 0,
    "mediterranean": -25,
    "continental": 10,
    "humid_subtropical": -18,
    "semi_arid": -8,
    "tropical": 45,
}
"""Later than the calendars above; in the tropics sowing waits for the rains of June."""
SHARES: dict[Climate, dict[Crop, float]] = {
    "oceanic": {
        Crop.WINTER_WHEAT: 0.27,
        Crop.RAPESEED: 0.12,
        Crop.BARLEY: 0.1,
        Crop.MAIZE: 0.15,
        Crop.SUGAR_BEET: 0.07,
        Crop.MEADOW: 0.24,
        Crop.FALLOW: 0.05,
    },
    "mediterranean": {
        Crop.WINTER_WHEAT: 0.3,
        Crop.BARLEY: 0.1,
        Crop.SUNFLOWER: 0.12,
        Crop.MAIZE: 0.08,
        Crop.ORCHARD: 0.26,
        Crop.FALLOW: 0.14,
    },
    "continental": {
        Crop.WINTER_WHEAT: 0.3,
        Crop.RAPESEED: 0.1,
        Crop.MAIZE: 0.2,
        Crop.SUNFLOWER: 0.12,
        Crop.BARLEY: 0.08,
        Crop.SOYBEAN: 0.06,
        Crop.MEADOW: 0.14,
    },
    "humid_subtropical": {
        Crop.RICE: 0.28,
        Crop.SOYBEAN: 0.24,
        Crop.MAIZE: 0.14,
        Crop.COTTON: 0.14,
        Crop.MEADOW: 0.14,
        Crop.ORCHARD: 0.06,
    },
    "semi_arid": {
        Crop.WINTER_WHEAT: 0.38,
        Crop.SORGHUM: 0.16,
        Crop.COTTON: 0.1,
        Crop.FALLOW: 0.28,
        Crop.MEADOW: 0.08,
    },
    "tropical": {
        Crop.RICE: 0.3,
        Crop.SORGHUM: 0.22,
        Crop.MAIZE: 0.18,
        Crop.COTTON: 0.1,
        Crop.FALLOW: 0.12,
        Crop.ORCHARD: 0.08,
    },
}


def chosen(climate: Climate, draws: Singles) -> Codes:
    """The crop that a draw in [0, 1) falls on."""
    shares = SHARES[climate]
    bounds = np.cumsum([round(share, 6) for share in shares.values()])
    return np.asarray([int(crop) for crop in shares], np.uint8)[
        np.minimum(np.searchsorted(bounds, draws, "right"), len(shares) - 1)
    ]


def sowing_day(climate: Climate, crop: Codes, shift: Ints) -> Ints:
    """Day of the year on which a crop is sown, with a parcel's own shift in days; 0 where nothing is sown."""
    table = np.zeros(max(Crop) + 1, np.int64)
    for kind, calendar in CALENDARS.items():
        table[kind] = calendar.sowing + SHIFT_DAYS[climate]
    return np.where(table[crop] > 0, (table[crop] + shift - 1) % 365 + 1, 0)


def growth(climate: Climate, crop: Codes, shift: Ints, day: int) -> tuple[Singles, Singles]:
    """Leaf area and the share of it that has dried, of fields of sown crops on a day of the year; stubble is dry."""
    leaf, dry = np.zeros(crop.shape, np.float32), np.zeros(crop.shape, np.float32)
    for kind, calendar in CALENDARS.items():
        mask = crop == kind
        if mask.any():
            since = (day - SHIFT_DAYS[climate] - shift[mask] - calendar.sowing) % 365
            leaf[mask], dry[mask] = _course(calendar, since)
    return leaf, dry


def _course(calendar: Calendar, since: Ints) -> tuple[Singles, Singles]:
    """Leaf area and dry share, days after sowing: rest, growth, height, ripening, stubble, bare ground."""
    closed, ripening, harvest = (
        (day - calendar.sowing) % 365 for day in (calendar.closed, calendar.ripening, calendar.harvest)
    )
    start = max(closed - 75, 12)
    winter = 0.7 if closed > 120 else 0.0
    days = np.asarray([0, 11, start, closed, ripening, harvest, harvest + 1, harvest + 40, harvest + 41, 365], float)
    peak = calendar.leaf_area
    area = [0.0, 0.0, winter, peak, peak, 0.55 * peak, 0.7, 0.35, 0.0, 0.0]
    dried = [0.0, 0.0, 0.0, 0.0, 0.05, 0.95, 1.0, 1.0, 0.0, 0.0]
    return np.interp(since, days, area).astype(np.float32), np.interp(since, days, dried).astype(np.float32)
