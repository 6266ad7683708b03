"""The times of travel: shares of a week's traffic by day and hour of local time.

The double peak of working days and the single broad one of weekends are those of permanent road counters, such as
tables TRA0307 and TRA0308 of the British Department for Transport; the figures are rounded.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.regions import Region
from mesocosm.errors import UserError

WORKING = (7, 4, 3, 4, 9, 24, 52, 74, 76, 58, 53, 54, 56, 57, 60, 67, 78, 82, 66, 46, 31, 23, 17, 9)
"""Vehicles of each hour from midnight on a working day, in about thousandths of the day's."""
RESTING = (14, 9, 6, 5, 5, 8, 14, 24, 39, 56, 70, 79, 82, 79, 75, 73, 72, 69, 60, 48, 37, 30, 24, 17)
"""Vehicles of each hour on Saturdays and Sundays, in the same unit."""
DAYS = (1.02, 1.05, 1.06, 1.08, 1.12, 0.90, 0.77)
"""A day's traffic over the mean of the week, Monday first."""


def local_time(region: Region, when: datetime) -> datetime:
    """Return the clock time of a region: whole hours from UTC, by its longitude; no summer time."""
    if when.tzinfo is None:
        raise UserError(f"time must carry a time zone, got {when.isoformat()}")
    return when.astimezone(UTC).replace(tzinfo=None) + timedelta(hours=round(region.longitude / 15))


def hour_share(local: datetime) -> float:
    """Return the share of a mean day's traffic in the hour that holds a local time; the shares of a week sum to 7."""
    day = local.weekday()
    profile = WORKING if day < 5 else RESTING
    return DAYS[day] * 7 / sum(DAYS) * profile[local.hour] / sum(profile)


def week_shares() -> Floats:
    """Return `hour_share` of the 168 hours of a week from Monday, 0 h local time."""
    monday = datetime(2031, 1, 6)  # noqa: DTZ001 - a local time, which carries no zone here
    return np.array([hour_share(monday + timedelta(hours=hour)) for hour in range(168)])
