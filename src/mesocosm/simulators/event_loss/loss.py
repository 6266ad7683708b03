"""The calculation of losses: each asset takes the intensity of its nearest point, which its curve turns into a lost
share.

    loss(event, asset) = value(asset) × fraction(event, point) × damage(intensity) × affected(intensity)

This is summed over assets for an event, and over events, each times its yearly frequency, for the annual average of an
asset. The product of events and assets is never formed: assets that share a point and a curve lose the same share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.distance import EARTH_RADIUS_KM
from mesocosm.errors import InvalidRecord
from mesocosm.registry import require
from mesocosm.simulators.event_loss.inputs import Curve, EventLoss, Hazard

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Assignment:
    """The point of each asset, -1 for none, and its distance."""

    point: Positions
    distance_km: Floats


@dataclass(frozen=True)
class Losses:
    """Losses by event and by asset, in the unit of the assets' values."""

    assignment: Assignment
    of_event: Floats
    annual_of_asset: Floats

    @property
    def annual(self) -> float:
        """Annual average of all assets, summed exactly, so that the order of assets does not matter."""
        return math.fsum(self.annual_of_asset)


def losses(inputs: EventLoss) -> Losses:
    """Compute the losses of each event and of each asset."""
    check_parts(inputs)
    assigned = assignment(inputs)
    names = sorted(inputs.curves)
    curve = np.searchsorted(names, inputs.exposure.curve)
    value = np.array(inputs.exposure.value)
    stored = Stored.of(inputs.hazard)
    of_event = np.zeros(len(inputs.hazard.frequency_per_year))
    annual = np.zeros(len(value))
    for number in np.unique(curve):
        mine = np.flatnonzero((curve == number) & (assigned.point >= 0))
        share = stored.share_lost(inputs.curves[names[number]])
        at_point = np.bincount(assigned.point[mine], weights=value[mine], minlength=stored.points)
        of_event += np.bincount(stored.event, weights=share * at_point[stored.point], minlength=len(of_event))
        yearly = np.bincount(stored.point, weights=share * stored.frequency, minlength=stored.points)
        annual[mine] = value[mine] * yearly[assigned.point[mine]]
    return Losses(assignment=assigned, of_event=of_event, annual_of_asset=annual)


@dataclass(frozen=True)
class Stored:
    """The stored intensities as arrays, each with its event's yearly frequency."""

    points: int
    event: Positions
    point: Positions
    value: Floats
    fraction: Floats
    frequency: Floats

    @classmethod
    def of(cls, hazard: Hazard) -> Stored:
        matrix = hazard.intensity
        event = np.array(matrix.event, dtype=np.int64)
        point = np.array(matrix.point, dtype=np.int64)
        return cls(
            points=len(hazard.latitude),
            event=event,
            point=point,
            value=np.array(matrix.value, dtype=np.float64),
            fraction=np.ones(len(event)) if matrix.fraction is None else np.array(matrix.fraction),
            frequency=np.array(hazard.frequency_per_year)[event],
        )

    def share_lost(self, curve: Curve) -> Floats:
        """Return the share of a value that is lost at each stored intensity."""
        return self.fraction * _damage_ratio(curve, self.value)


def check_parts(inputs: EventLoss) -> None:
    """Refuse curves with damage at zero intensity, and intensities given twice."""
    for name, curve in inputs.curves.items():
        if _damage_ratio(curve, np.zeros(1))[0] > 0:
            raise InvalidRecord(
                f"curves.{name} must give no damage at intensity 0: points that an event does not reach are not listed"
            )
    matrix = inputs.hazard.intensity
    _refuse_repeats(np.array(matrix.event, dtype=np.int64), np.array(matrix.point, dtype=np.int64), inputs)


def _damage_ratio(curve: Curve, intensity: Floats) -> Floats:
    damage = np.interp(intensity, curve.intensity, curve.damage)
    return damage * np.interp(intensity, curve.intensity, curve.affected)


def _refuse_repeats(event: Positions, point: Positions, inputs: EventLoss) -> None:
    points = len(inputs.hazard.latitude)
    key = np.sort(event * points + point)
    twice = key[1:][key[1:] == key[:-1]]
    if len(twice):
        where = f"event {twice[0] // points} at point {twice[0] % points}"
        raise InvalidRecord(f"hazard.intensity has more than one value for {where}; each pair may be given once")


# --- the point from which an asset takes its intensity ----------------------------------------------------------------


def assignment(inputs: EventLoss) -> Assignment:
    """Return the points given by the caller, or the nearest ones on the sphere within the greatest distance."""
    assets = _unit_vectors(inputs.exposure.latitude, inputs.exposure.longitude)
    points = _unit_vectors(inputs.hazard.latitude, inputs.hazard.longitude)
    if inputs.exposure.point is not None:
        point = np.array(inputs.exposure.point, dtype=np.int64)
        chord = np.linalg.norm(assets - points[point], axis=1)
        return Assignment(point, np.where(point >= 0, _arc_km(chord), np.nan))
    chord, nearest = require("scipy.spatial").cKDTree(points).query(assets)
    distance = _arc_km(chord)
    return Assignment(np.where(distance <= inputs.greatest_distance_km, nearest, -1).astype(np.int64), distance)


def _unit_vectors(latitude: tuple[float, ...], longitude: tuple[float, ...]) -> Floats:
    phi, lam = np.radians(latitude), np.radians(longitude)
    return np.column_stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])


def _arc_km(chord: Floats) -> Floats:
    arc: Floats = 2 * EARTH_RADIUS_KM * np.arcsin(np.clip(chord / 2, 0, 1))
    return arc


# --- return periods of losses ----------------------------------------------------------------------------------------


def return_period_losses(of_event: Floats, frequency: Floats, periods: Floats) -> Floats:
    """Return the loss that is reached or exceeded once in each period, on average.

    Events are ordered by loss; the frequencies of all events that cost as much or more are added, and the inverse of
    the
    sum is the return period of a loss. Between two events the loss is linear in the return period. A period shorter
    than
    that of the smallest event gives 0; one longer than that of the largest gives the largest, since nothing is known
    beyond it.
    """
    order = np.argsort(-of_event, kind="stable")
    order = order[frequency[order] > 0]
    if len(order) == 0:
        return np.zeros(len(periods))
    exceeded = np.cumsum(frequency[order])
    rising = 1 / exceeded[::-1]
    return np.interp(periods, rising, of_event[order][::-1], left=0.0)


def longest_period_years(of_event: Floats, frequency: Floats) -> float:
    """Return the return period of the costliest event, beyond which losses are unknown."""
    able = frequency > 0
    if not able.any():
        return math.inf
    costliest = np.argmax(np.where(able, of_event, -np.inf))
    return float(1 / frequency[costliest])
