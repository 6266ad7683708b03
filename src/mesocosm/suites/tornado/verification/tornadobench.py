"""TornadoBench for one day: how well the areas of an outlook meet those of the truth (AgentCaster, Section 3.3).

Profile `published` is what ran: disjoint bands in a conformal plane, a quiet day all or nothing, nothing cut to land.

Profile `default` differs in these ways.
* Areas are true (Conus Albers) and only the land of the contiguous states counts, where reports can be made.
* Bands are nested: an area of at least 10 % is also one of at least 2 % and 5 %, as the probabilities mean, so that an
  outlook one level off is partly right; with disjoint bands it scores the same as one in the wrong state.
* On a quiet day the score is A / (A + sum over bands of level / 2 % x area), with A = 250,000 km², the median area of
  at least 2 % on the published days with risk. It falls steadily from 1 towards 0, a larger or higher false area always
  scores less, and a false 2 % area of that size scores one half. All or nothing makes a speck as bad as a third of the
  country, and leaves an agent in doubt no reason to draw small.
* A quiet day weighs 2 instead of 1, as much as a day of the lowest risk.
A day without a readable file scores 0 for everyone, over the same days for everyone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import numpy as np
import shapely

from mesocosm.suites.tornado.outlooks.bands import Bands, default_bands, published_bands
from mesocosm.suites.tornado.outlooks.levels import LEVELS, QUIET_WEIGHT, WEIGHTS
from mesocosm.suites.tornado.outlooks.outlook import Outlook
from mesocosm.suites.tornado.outlooks.planes import PUBLISHED
from mesocosm.types import Record

Profile = Literal["published", "default"]
PROFILES: tuple[Profile, ...] = ("published", "default")

LEAST_AREA_M2 = 1e-9
"""Smallest area in m²; smaller ones are rounding errors."""
QUIET_AREA_M2 = 2.5e11
"""The area A in the rule for quiet days, in m²."""


class DayScore(Record):
    """The score of one outlook against one truth."""

    tb: float
    """The day's TornadoBench by its profile, 0 to 1."""
    disjoint: float
    """Mean over disjoint bands, whatever the profile."""
    weight: int
    truth_highest: int
    forecast_highest: int
    false_alarm: bool
    loss: float
    """Hard hallucination: the weight of the forecast's highest level if it meets no truth at all, else 0."""
    centroid_km: float
    """Distance between the middles of all risk; NaN if either side has none."""
    max_centroid_km: float
    """Distance between the middles of each side's highest band."""
    iou: dict[int, float]
    """Intersection over union by level, of the bands that the profile compares; 1 if both sides have none."""

    @property
    def match(self) -> Literal["under", "match", "over"]:
        """Comparison of the highest levels: forecast below, equal to or above the truth."""
        if self.forecast_highest == self.truth_highest:
            return "match"
        return "under" if self.forecast_highest < self.truth_highest else "over"


def bands_of(outlook: Outlook, profile: Profile) -> Bands:
    """Return the outlook's bands as the profile compares them; make a truth's once for every forecaster."""
    return published_bands(outlook) if profile == "published" else default_bands(outlook)


def score_outlook(forecast: Outlook, truth: Outlook, profile: Profile) -> DayScore:
    """Score one day from two outlooks."""
    return score_day(bands_of(forecast, profile), bands_of(truth, profile), profile)


def score_day(forecast: Bands, truth: Bands, profile: Profile) -> DayScore:
    """Score one day from bands."""
    ratios = overlap_ratios(forecast.shapes, truth.shapes)
    disjoint = _daily(ratios, forecast, truth)
    tb = disjoint
    if profile == "default":
        ratios = overlap_ratios(forecast.nested, truth.nested)
        tb = _daily(ratios, forecast, truth) if truth.shapes else quiet_score(forecast)
    centroid_m, max_centroid_m = _centroid_distances(forecast, truth)
    return DayScore(
        tb=tb,
        disjoint=disjoint,
        weight=day_weight(truth, profile),
        truth_highest=truth.highest,
        forecast_highest=forecast.highest,
        false_alarm=bool(forecast.shapes) and not truth.shapes,
        loss=_loss(forecast, truth, ratios),
        centroid_km=centroid_m / 1000,
        max_centroid_km=max_centroid_m / 1000,
        iou={level: ratios.get(level, 1.0) for level in LEVELS},
    )


def day_weight(truth: Bands, profile: Profile) -> int:
    """Return the weight of the day."""
    return QUIET_WEIGHT if profile == "default" and not truth.shapes else WEIGHTS[truth.highest]


def overlap_ratios(forecast: Mapping[int, shapely.Geometry], truth: Mapping[int, shapely.Geometry]) -> dict[int, float]:
    """Return intersection over union by level, for the levels that either side has."""
    both = [level for level in LEVELS if level in forecast and level in truth]
    common = shapely.area(shapely.intersection([forecast[level] for level in both], [truth[level] for level in both]))
    shared = dict(zip(both, common.tolist(), strict=True))
    ratios = {}
    for level in sorted(forecast.keys() | truth.keys()):
        sizes = [side[level].area for side in (forecast, truth) if level in side]
        union = math.fsum([*sizes, -shared.get(level, 0.0)])
        if union > LEAST_AREA_M2:
            ratios[level] = min(shared.get(level, 0.0) / union, 1.0)  # rounding may lift it above
    return ratios


def quiet_score(forecast: Bands) -> float:
    """Return the score of a day without truth under the default profile; the rule is at the top of this module."""
    false_area = math.fsum(level / LEVELS[0] * area for level, area in forecast.areas.items())
    return QUIET_AREA_M2 / (QUIET_AREA_M2 + false_area)


def _daily(ratios: dict[int, float], forecast: Bands, truth: Bands) -> float:
    """Return the mean over the levels that either side has; a quiet day is all or nothing."""
    if not truth.shapes:
        return 0.0 if forecast.shapes else 1.0
    return float(np.mean(list(ratios.values())))


def _loss(forecast: Bands, truth: Bands, ratios: dict[int, float]) -> float:
    if not forecast.shapes or any(ratios.values()):
        return 0.0
    return 0.0 if _meet(forecast, truth) else float(WEIGHTS[forecast.highest])


def _meet(forecast: Bands, truth: Bands) -> bool:
    pairs = [(one, other) for one in forecast.shapes.values() for other in truth.shapes.values()]
    if not pairs:
        return False
    ours, theirs = zip(*pairs, strict=True)
    return float(shapely.area(shapely.intersection(ours, theirs)).sum()) >= LEAST_AREA_M2


def _centroid_distances(forecast: Bands, truth: Bands) -> tuple[float, float]:
    """Return distances in metres in the plane between the middles of all bands, and of each side's highest band."""
    if not forecast.shapes or not truth.shapes:
        return math.nan, math.nan
    overall = np.hypot(*(forecast.centroid() - truth.centroid()))
    highest = np.hypot(*(forecast.centroid(forecast.highest) - truth.centroid(truth.highest)))
    return float(overall), float(highest)


def background_ratio(forecast: Bands, truth: Bands) -> float:
    """Return intersection over union of the area without risk, as published: within straight lines between a box's
    corners.

    The release computes it, the paper defines it, and neither uses it in TornadoBench.
    """
    corners = shapely.Polygon([(-121, 22), (-65, 22), (-65, 50), (-121, 50)])
    whole = PUBLISHED.project([corners])[0]
    risks = (shapely.union_all(list(bands.shapes.values())) for bands in (forecast, truth))
    ours, theirs = (shapely.difference(whole, risk) for risk in risks)
    return float(shapely.intersection(ours, theirs).area / shapely.union(ours, theirs).area)
