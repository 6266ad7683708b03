"""Crops and their growth: the crops and dates that farms record, and the leaf area on a day.

Peak leaf areas are those that field campaigns report (Asner, Scurlock and Hicke 2003, Global Ecology and Biogeography
12, 191-205). A crop closes its canopy at about half of its time on the field and ripens in the last fifth; a winter
crop rests until spring.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from mesocosm.earth.planet.people.fields import CROPS
from mesocosm.earth.planet.regions import Climate
from mesocosm.earth.planet.sensors.window import Codes, Floats, Ints, Singles


class Crop(IntEnum):
    """Crop of a parcel, by the names of the farms' records."""

    NONE = 0
    WHEAT = 1
    BARLEY = 2
    RAPESEED = 3
    MAIZE = 4
    SOYA = 5
    SUNFLOWER = 6
    POTATO = 7
    RICE = 8
    COTTON = 9
    VINES = 10
    OLIVES = 11
    SUGAR_CANE = 12
    SORGHUM = 13
    CASSAVA = 14
    LUCERNE = 15
    PASTURE = 16
    FALLOW = 17


LEAF_AREA: dict[Crop, float] = {
    Crop.WHEAT: 5.0,
    Crop.BARLEY: 4.2,
    Crop.RAPESEED: 4.5,
    Crop.MAIZE: 4.8,
    Crop.SOYA: 4.8,
    Crop.SUNFLOWER: 3.6,
    Crop.POTATO: 4.0,
    Crop.RICE: 5.0,
    Crop.COTTON: 3.4,
    Crop.VINES: 1.5,
    Crop.SUGAR_CANE: 5.2,
    Crop.SORGHUM: 3.8,
    Crop.CASSAVA: 3.5,
}
"""Peak leaf area, m² of leaf over m² of ground; olives, lucerne, pasture and fallow follow the season of grass."""
FARTHEST_DAYS = 9
"""Most days by which a parcel is sown before or after its climate's day."""


def choose_crop(climate: Climate, draws: Floats) -> Codes:
    """Return the crop for a draw in [0, 1)."""
    bounds = np.cumsum([share for _, share, _, _ in CROPS[climate]]).round(6)
    codes = np.asarray([Crop[name.upper()] for name, _, _, _ in CROPS[climate]], np.uint8)
    return codes[np.minimum(np.searchsorted(bounds, draws, "right"), len(codes) - 1)]


def days(climate: Climate) -> Ints:
    """Return days of the year of sowing and harvest by crop: shape (crops, 2); 0 for crops foreign to the climate."""
    table = np.zeros((max(Crop) + 1, 2), np.int64)
    for name, _, sown, harvest in CROPS[climate]:
        table[Crop[name.upper()]] = sown, harvest
    return table


def sowing_day(climate: Climate, crop: Codes, shift: Ints) -> Ints:
    """Return the day of the year on which a crop is sown, with a parcel's shift in days; 0 where nothing is sown."""
    sown = days(climate)[crop, 0]
    return np.where(sown > 0, (sown + shift - 1) % 365 + 1, 0)


def growth(climate: Climate, crop: Codes, shift: Ints, day: int) -> tuple[Singles, Singles]:
    """Return leaf area and its dry share for fields of sown crops on a day of the year; stubble is dry."""
    leaf, dry = np.zeros(crop.shape, np.float32), np.zeros(crop.shape, np.float32)
    calendar = days(climate)
    for kind, peak in LEAF_AREA.items():
        mask = crop == kind
        if mask.any() and calendar[kind, 0] > 0:
            sown, harvest = calendar[kind]
            since = (day - shift[mask] - sown) % 365
            leaf[mask], dry[mask] = _course(int((harvest - sown) % 365), peak, kind == Crop.VINES, since)
    return leaf, dry


def _course(span: int, peak: float, woody: bool, since: Ints) -> tuple[Singles, Singles]:
    """Return leaf area and dry share, days after sowing: rest, growth, peak, ripening, stubble, bare ground."""
    winter = span > 200 and not woody
    start, closed, ripe = (0.55, 0.78, 0.88) if winter else (0.16, 0.52, 0.8)
    knots = np.asarray([0, 10, start * span, closed * span, ripe * span, span, span + 1, span + 40, span + 41, 400])
    rest = 0.7 if winter else 0.1
    area = [0.0, 0.0, rest, peak, peak, 0.6 * peak, 0.7, 0.35, 0.0, 0.0]
    dried = [0.0, 0.0, 0.0, 0.0, 0.05, 0.95, 1.0, 1.0, 0.0, 0.0]
    return np.interp(since, knots, area).astype(np.float32), np.interp(since, knots, dried).astype(np.float32)
