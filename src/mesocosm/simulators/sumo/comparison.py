"""Comparison of two runs trip by trip, for the trips that both completed; trips missing in one run are counted.

A mean over all trips of each run would call a closure an improvement whenever it takes the longest trips away.
"""

from __future__ import annotations

import math

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator import Result
from mesocosm.simulators.simulator.rounding import round_digits
from mesocosm.simulators.sumo.outcome import TRIPS, trips_of
from mesocosm.types import Record


class CommonTrips(Record):
    """Trips that two runs both completed; differences are second run minus first."""

    common: int
    only_first: tuple[str, ...]
    """Trips completed in the first run alone."""
    only_second: tuple[str, ...]
    mean_travel_time_first_s: float
    mean_travel_time_second_s: float
    mean_change_s: float
    total_change_h: float
    mean_length_change_m: float
    slower: int
    faster: int
    rerouted: int
    """Common trips that took another route in the second run."""


def compare_common_trips(first: Result, second: Result) -> CommonTrips:
    """Compare two runs over the trips completed in both; values are NaN if there are none."""
    for result in (first, second):
        if TRIPS not in result.artifacts:
            raise InvalidRecord(f"a run of {result.engine.name} without {TRIPS} cannot be compared trip by trip")
    before, after = (_complete(result) for result in (first, second))
    common = sorted(before.keys() & after.keys())
    changes = [_number(after, name, "travel_time_s") - _number(before, name, "travel_time_s") for name in common]
    lengths = [_number(after, name, "length_m") - _number(before, name, "length_m") for name in common]
    return CommonTrips(
        common=len(common),
        only_first=tuple(sorted(before.keys() - after.keys())),
        only_second=tuple(sorted(after.keys() - before.keys())),
        mean_travel_time_first_s=_mean([_number(before, name, "travel_time_s") for name in common]),
        mean_travel_time_second_s=_mean([_number(after, name, "travel_time_s") for name in common]),
        mean_change_s=_mean(changes),
        total_change_h=round_digits(math.fsum(changes) / 3600),
        mean_length_change_m=_mean(lengths),
        slower=sum(change > 0 for change in changes),
        faster=sum(change < 0 for change in changes),
        rerouted=sum(int(after[name]["reroutes"]) > 0 for name in common),
    )


def _complete(result: Result) -> dict[str, dict[str, str]]:
    return {name: row for name, row in trips_of(result.artifacts).items() if row["state"] == "completed"}


def _number(rows: dict[str, dict[str, str]], name: str, heading: str) -> float:
    return float(rows[name][heading])


def _mean(numbers: list[float]) -> float:
    return round_digits(math.fsum(numbers) / len(numbers)) if numbers else math.nan
