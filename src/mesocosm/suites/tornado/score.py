"""Score one day with TornadoBench, by profile, with the metrics that a table over many days needs."""

from __future__ import annotations

import json
import math

from mesocosm.errors import InvalidRecord
from mesocosm.suites.tornado.outlooks.outlook import MISSING, Mode, Outlook, Reading
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.records import Data, Truth
from mesocosm.suites.tornado.verification.tornadobench import (
    PROFILES,
    DayScore,
    Profile,
    bands_of,
    day_weight,
    score_outlook,
)
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference, Score

MODE: dict[Profile, Mode] = {"published": "compat", "default": "strict"}
"""Mode of reading: as published, a malformed outlook may pass for an empty one; by default, a refused one loses its
day.
"""


def score(item: Item[Data], reference: Reference[Truth], trace: Trace, profile: str) -> Score:
    """Score a day; a day without an outlook that the desk accepted scores 0, except as published."""
    chosen = next(one for one in PROFILES if one == profile)
    truth = true_outlook(reference)
    reading = submitted_outlook(trace, MODE[chosen])
    if reading.outlook is None:
        lost = {"success": 0.0, "weight": float(day_weight(bands_of(truth, chosen), chosen))}
        return Score(value=0.0, metrics=lost, profile=profile, explanation=untaken(reading))
    day = score_outlook(reading.outlook, truth, chosen)
    return Score(value=day.tb, metrics=metrics_of(day), profile=profile, explanation=explain(day, reading))


def true_outlook(reference: Reference[Truth]) -> Outlook:
    """Return the outlook against which a day is scored."""
    reading = read_outlook(json.dumps(reference.answer), "strict")
    if reading.outlook is None:
        raise InvalidRecord(f"the truth of {reference.item} cannot be read: {reading}")
    return reading.outlook


def submitted_outlook(trace: Trace, mode: Mode) -> Reading:
    """Return the submitted outlook. What the desk refused is refused here too, with the desk's reason.

    As published there was no desk: mode `compat` reads a refused text as the published scorer would have.
    """
    answer = trace.answer
    if not isinstance(answer.value, str):
        return MISSING
    if not answer.accepted and mode != "compat":
        return Reading(None, "rejected", (answer.problem,))
    return read_outlook(answer.value, mode)


def untaken(reading: Reading) -> str:
    """Say why there is no outlook to score."""
    return f"no outlook was accepted: {'; '.join(reading.notes)}" if reading.notes else "no outlook was handed in"


def metrics_of(day: DayScore) -> dict[str, float]:
    """Return the metrics: success is the highest level hit; the weight is needed for the score of many days."""
    return {
        "success": float(day.match == "match"),
        "weight": float(day.weight),
        "disjoint": day.disjoint,
        "false_alarm": float(day.false_alarm),
        "hard": day.loss,
        "truth_highest": float(day.truth_highest),
        "forecast_highest": float(day.forecast_highest),
        "centroid_km": day.centroid_km,
    }


def explain(day: DayScore, reading: Reading) -> str:
    """Describe the day in a sentence."""
    apart = "" if math.isnan(day.centroid_km) else f", centres {day.centroid_km:.0f} km apart"
    words = {"match": "the same as the truth", "under": "too low", "over": "too high"}
    drawn = (
        f"the highest level drawn is {day.forecast_highest} %, the true one {day.truth_highest} %: {words[day.match]}"
    )
    notes = f"; notes on the outlook: {'; '.join(reading.notes)}" if reading.notes else ""
    return f"{drawn}{apart}{notes}"
