"""Probabilities compared with reports, cell by cell and day by day: Brier score, reliability, ROC, fractions skill.

The question of each cell: was a tornado reported within 40 km?

Measures come from the library `scores` (Leeuwenburg et al., 2024, Journal of Open Source Software 9, 6889).
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.verification.grid import CELL_M, Field, on_land
from mesocosm.types import Record

THRESHOLDS = tuple(level / 100 for level in LEVELS)
ROC_THRESHOLDS = (0.0, 0.001, 0.002, 0.005, 0.01, *THRESHOLDS, 1.0)
"""Thresholds of the ROC curve; those below 2 % are for climatology, which never reaches an outlook's levels."""
FSS_LEVELS = (2, 5, 10)
FSS_STRIDE = 2
FSS_CELLS = (3, 7, 15)
"""Sides of windows in cells: 60, 140 and 300 km, counted in strides."""
STEPS = 10_000
"""Probabilities are counted in steps of 0.01 %."""

Observed = NDArray[np.bool_]


class AtThreshold(Record):
    """The outlook as a yes or no: at least this level, or not."""

    level: int
    pod: float
    far: float
    csi: float
    bias: float
    """Number of cells forecast per cell observed."""


class ReliabilityPoint(Record):
    """The observed frequency at one forecast probability."""

    probability: float
    cells: int
    observed: float
    calibrated: float
    """Observed frequency, changed so that it never falls with `probability` (isotonic regression)."""


class Verification(Record):
    """A forecaster's probabilities over its own days; NaN if there is no value."""

    days: int
    base_rate: float
    brier: float
    skill: float
    """Brier skill against the base rate of the same days; 0 is no better than always forecasting the base rate."""
    climatology_skill: float
    """Brier skill against climatology, cell by cell and day by day."""
    roc_area: float
    roc: list[tuple[float, float]]
    """False alarm rate and detection rate, from the highest threshold to the lowest."""
    reliability: list[ReliabilityPoint]
    thresholds: list[AtThreshold]
    fss: dict[int, dict[int, float]]
    """Levels, each with window in km and fractions skill score."""
    value: dict[str, float]
    """Ratios of cost to loss, each with relative economic value; each user chooses the best threshold."""


@dataclass(frozen=True)
class Joint:
    """Number of cells for each forecast value and outcome: a short table with all that the measures need."""

    said: xr.DataArray
    happened: xr.DataArray
    cells: xr.DataArray

    @property
    def base_rate(self) -> float:
        return float((self.happened * self.cells).sum() / self.cells.sum())


def verify(
    forecasts: Mapping[str, Field], observed: Mapping[str, Observed], reference: Mapping[str, Field]
) -> Verification:
    """Verify a forecaster's fields by day against observed fields; days without an observed field are left out.

    `reference` holds climatology for the same days. Probabilities count to the nearest 0.01 %.
    """
    days = sorted(forecasts.keys() & observed.keys())
    if not days:
        return _nothing()
    said = np.stack([forecasts[day] for day in days])
    happened = np.stack([observed[day] for day in days])
    joint = _joint(said, happened)
    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        warnings.filterwarnings("ignore", message="(divide by zero|invalid value|Mean of empty)")
        return Verification(
            days=len(days),
            base_rate=joint.base_rate,
            **_brier(joint, _joint(np.stack([reference[day] for day in days]), happened)),
            **_roc(joint),
            reliability=_reliability(joint),
            thresholds=[_at_threshold(joint, level) for level in LEVELS],
            fss=_fss(said, happened),
            value=_value(joint),
        )


def _joint(said: Field, happened: Observed) -> Joint:
    code = np.rint(said[:, on_land()] * STEPS).astype(np.int64)
    cells = np.bincount((2 * code + happened[:, on_land()]).ravel())
    used = np.flatnonzero(cells)
    columns = used // 2 / STEPS, (used % 2).astype(float), cells[used].astype(float)
    return Joint(*(xr.DataArray(column, dims="row") for column in columns))


def _brier(joint: Joint, climatology: Joint) -> dict[str, float]:
    from scores.probability import brier_score

    brier, other = (
        float(brier_score(forecast.said, forecast.happened, weights=forecast.cells))
        for forecast in (joint, climatology)
    )
    rate = joint.base_rate
    return {
        "brier": brier,
        "skill": 1 - brier / (rate * (1 - rate)) if 0 < rate < 1 else math.nan,
        "climatology_skill": 1 - brier / other if rate > 0 else math.nan,
    }


def _roc(joint: Joint) -> dict[str, Any]:
    from scores.probability import roc_curve_data

    curve = roc_curve_data(joint.said, joint.happened, ROC_THRESHOLDS, weights=joint.cells)
    points = zip(curve.POFD.values.tolist(), curve.POD.values.tolist(), strict=True)
    return {"roc_area": float(curve.AUC), "roc": list(points)[::-1]}


def _reliability(joint: Joint) -> list[ReliabilityPoint]:
    """Return reliability by the levels of an outlook; other values fall to the level below."""
    from scores.probability import isotonic_fit

    edges = np.array([0.0, *THRESHOLDS])
    level = np.digitize(joint.said.values, edges) - 1
    cells = np.bincount(level, weights=joint.cells.values, minlength=len(edges))
    hits = np.bincount(level, weights=joint.cells.values * joint.happened.values, minlength=len(edges))
    used = cells > 0
    observed = hits[used] / cells[used]
    calibrated = isotonic_fit(edges[used], observed, weight=cells[used])["regression_values"]
    rows = zip(edges[used].tolist(), cells[used].tolist(), observed.tolist(), list(calibrated), strict=True)
    return [ReliabilityPoint(probability=p, cells=int(n), observed=o, calibrated=float(c)) for p, n, o, c in rows]


def _at_threshold(joint: Joint, level: int) -> AtThreshold:
    from scores.categorical import BasicContingencyManager

    table = BasicContingencyManager(_counts(joint, level / 100))
    return AtThreshold(
        level=level,
        pod=float(table.probability_of_detection()),
        far=float(table.false_alarm_ratio()),
        csi=float(table.critical_success_index()),
        bias=float(table.frequency_bias()),
    )


def _counts(joint: Joint, threshold: float) -> dict[str, xr.DataArray]:
    """Return hits, false alarms, misses and quiet cells, under the library's names."""
    yes, event = joint.said >= threshold, joint.happened > 0
    chosen = {"tp": yes & event, "fp": yes & ~event, "fn": ~yes & event, "tn": ~yes & ~event}
    counts = {f"{name}_count": (joint.cells * rows).sum() for name, rows in chosen.items()}
    return {**counts, "total_count": joint.cells.sum()}


def _fss(said: Field, happened: Observed) -> dict[int, dict[int, float]]:
    """Return fractions skill scores over every second cell: all that 60 km windows see, at a quarter of the work."""
    said = said[:, ::FSS_STRIDE, ::FSS_STRIDE]
    happened = (happened & on_land())[:, ::FSS_STRIDE, ::FSS_STRIDE]
    width_km = FSS_STRIDE * CELL_M / 1000
    return {
        level: {round(cells * width_km): _fss_at(said >= level / 100, happened, cells) for cells in FSS_CELLS}
        for level in FSS_LEVELS
    }


def _fss_at(drawn: Observed, happened: Observed, cells: int) -> float:
    from scores.spatial import fss_2d_binary

    # A day with neither forecast nor report adds nothing above or below the line of the ratio.
    busy = (drawn | happened).any(axis=(1, 2))
    if not busy.any():
        return math.nan
    pair = (xr.DataArray(fields[busy], dims=("day", "y", "x")) for fields in (drawn, happened))
    return float(fss_2d_binary(*pair, window_size=(cells, cells), spatial_dims=("y", "x"), zero_padding=True))


def _value(joint: Joint) -> dict[str, float]:
    from scores.probability import relative_economic_value

    values = relative_economic_value(
        joint.said,
        joint.happened,
        cost_loss_ratios=list(THRESHOLDS),
        probability_thresholds=list(THRESHOLDS),
        weights=joint.cells,
        generate_maximum_rev=True,
    )["maximum"]
    return {f"{ratio:g}": float(value) for ratio, value in zip(THRESHOLDS, values.values, strict=True)}


def _nothing() -> Verification:
    blank = math.nan
    return Verification(
        days=0,
        base_rate=blank,
        brier=blank,
        skill=blank,
        climatology_skill=blank,
        roc_area=blank,
        roc=[],
        reliability=[],
        thresholds=[],
        fss={},
        value={},
    )
