"""Small outlooks, days and readings for tests of the report."""

import numpy as np
import shapely

from mesocosm.suites.tornado.outlooks.outlook import EMPTY, MISSING, Reading, outlook_of
from mesocosm.suites.tornado.report.days import Day


def square(level, west=-97.0, south=33.0, side=4.0):
    """Return an outlook of one square, in degrees."""
    return outlook_of([(level, shapely.box(west, south, west + side, south + side))])


def valid(outlook):
    return Reading(outlook, "valid")


def reports(*places):
    """Return reports from the longitude and latitude of each."""
    return np.array(places, dtype=float).reshape(-1, 2)


QUIET = Day("20250301", EMPTY, reports())
RISKY = Day("20250302", square(10), reports((-95.0, 35.0), (-94.5, 35.5)))
UNKNOWN = Day("20250303", square(5), None)
DAYS = [QUIET, RISKY, UNKNOWN]

RIGHT = {day.date: valid(day.truth) for day in DAYS}
AFAR = {day.date: valid(square(10, west=-85.0)) for day in DAYS}
SPOILT = {
    "20250301": Reading(None, "rejected", ("no FeatureCollection",)),
    "20250302": Reading(square(10), "repaired", ("closed a ring",)),
    "20250303": MISSING,
}
FORECASTERS = {"right": RIGHT, "spc": AFAR, "spoilt": SPOILT}
