"""Verification of forecasts: scores over all times and cells, each cell weighted by its true area."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.area import cell_areas
from mesocosm.earth.fields.directions import is_direction, refuse_direction, turn
from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.forecasts.ensembles import ensemble_mean, ensemble_spread
from mesocosm.earth.forecasts.grids import same_grid
from mesocosm.errors import InvalidRecord
from mesocosm.types import Record

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]


def pair_forecast(forecast: xr.DataArray, truth: xr.DataArray) -> tuple[xr.DataArray, xr.DataArray]:
    """Align forecast and truth: unit of the truth, common times, one grid; refuse another grid."""
    import xarray as xr

    if forecast.attrs.get("units") != truth.attrs.get("units"):
        forecast = convert_field(forecast, str(truth.attrs.get("units", "")))
    other = [str(axis) for axis in set(forecast.dims) ^ set(truth.dims) if axis != "member"]
    if other or "member" in truth.dims:
        raise InvalidRecord(f"the forecast has the axes {forecast.dims}, the truth {truth.dims}")
    if "latitude" in truth.dims:
        if not same_grid(forecast, truth):
            raise InvalidRecord("the forecast lies on another grid than the truth; regrid one of them")
        forecast = forecast.assign_coords(latitude=truth["latitude"], longitude=truth["longitude"])
    forecast, truth = xr.align(forecast, truth, join="inner")
    if not truth.size:
        raise InvalidRecord("the forecast and the truth have no time in common")
    return forecast.reset_coords(drop=True), truth.reset_coords(drop=True)


def weights_of(truth: xr.DataArray) -> xr.DataArray | None:
    """Return the areas of the cells; None if there is no grid."""
    return cell_areas(truth) if {"latitude", "longitude"} <= set(truth.dims) else None


class Scores(Record):
    """Scores in the truth's unit. A score that cannot be computed is None."""

    rmse: float
    mae: float
    bias: float
    """Mean of forecast minus truth."""
    anomaly_correlation: float | None = None
    crps: float | None = None
    """Fair CRPS, unbiased in the number of members (Ferro 2014, Q. J. R. Meteorol. Soc. 140, 1917-1923)."""
    crps_of_members: float | None = None
    """CRPS with the members as the whole distribution, which favours larger ensembles."""
    spread: float | None = None
    """Root of the mean variance of the members (sample)."""
    spread_over_error: float | None = None
    """Ratio of spread to RMSE of the mean, times sqrt((n + 1) / n) for n members: 1 for a reliable ensemble (Fortin et
    al. 2014, J. Hydrometeorol. 15, 1708-1713, equation 15).
    """
    spread_over_error_plain: float | None = None
    """The same ratio without that factor."""
    pairs: int


def score_forecast(forecast: xr.DataArray, truth: xr.DataArray, climate: xr.DataArray | None = None) -> Scores:
    """Score a forecast; an ensemble by its mean, and also by CRPS and spread.

    The error of a direction is the shorter way around the circle; directions have no CRPS and no anomaly correlation.
    """
    from scores.continuous import additive_bias, mae, rmse

    if climate is not None:
        refuse_direction(truth, "anomaly correlation")
    forecast, truth = pair_forecast(forecast, truth)
    weights = weights_of(truth)
    centre = ensemble_mean(forecast) if "member" in forecast.dims else forecast
    if is_direction(truth):
        centre = truth + turn(centre, truth)
    pairs = int((centre.notnull() & truth.notnull()).sum())
    if not pairs:
        raise InvalidRecord("no cell has both a forecast and a truth")
    error = float(rmse(centre, truth, weights=weights))
    made = Scores(
        rmse=error,
        mae=float(mae(centre, truth, weights=weights)),
        bias=float(additive_bias(centre, truth, weights=weights)),
        anomaly_correlation=None if climate is None else anomaly_correlation(centre, truth, climate),
        pairs=pairs,
    )
    if forecast.sizes.get("member", 1) < 2:
        return made
    return made.model_copy(update=_of_ensemble(forecast, truth, weights, error))


def _of_ensemble(
    members: xr.DataArray, truth: xr.DataArray, weights: xr.DataArray | None, error: float
) -> dict[str, float | None]:
    from scores.probability import crps_for_ensemble

    count = members.sizes["member"]
    variance = (ensemble_spread(members, "sample") ** 2).where(truth.notnull())
    mean = variance.mean() if weights is None else variance.weighted(weights).mean()
    spread = float(np.sqrt(mean))
    plain = spread / error if error > 0 else None
    fair, whole = (
        None
        if is_direction(truth)
        else float(crps_for_ensemble(members, truth, "member", method=method, weights=weights))
        for method in ("fair", "ecdf")
    )
    return {
        "crps": fair,
        "crps_of_members": whole,
        "spread": spread,
        "spread_over_error": None if plain is None else float(plain * np.sqrt((count + 1) / count)),
        "spread_over_error_plain": plain,
    }


def anomaly_correlation(forecast: xr.DataArray, truth: xr.DataArray, climate: xr.DataArray) -> float:
    """Compute the area-weighted centred anomaly correlation over cells, mean over times (WMO-No. 485, 2.2.36).

    Args:
        forecast: One value per cell and time.
        truth: In the same unit on the same grid.
        climate: Climatology of those cells: without time, or at the same times.
    """
    if climate.attrs.get("units") != truth.attrs.get("units"):
        climate = convert_field(climate, str(truth.attrs.get("units", "")))
    if not same_grid(climate, truth):
        raise InvalidRecord("the climatology lies on another grid than the truth; regrid it to the truth's grid")
    climate = climate.assign_coords(latitude=truth["latitude"], longitude=truth["longitude"]).reset_coords(drop=True)
    there = forecast.notnull() & truth.notnull() & climate.notnull()
    weights = cell_areas(truth)
    axes = ("latitude", "longitude")
    parts = [(values - climate).where(there) for values in (forecast, truth)]
    if not parts[0].size:
        raise InvalidRecord("the climatology has no time in common with the forecast")
    first, second = (part - part.weighted(weights).mean(axes) for part in parts)
    product, own, other = ((a * b).weighted(weights).mean(axes) for a, b in
                           ((first, second), (first, first), (second, second)))  # fmt: skip
    size = (own * other) ** 0.5
    return float((product / size.where(size > 0)).mean())


def skill(score: float, reference: float) -> float:
    """Return 1 - score / reference for scores whose best value is 0; NaN if the reference is perfect."""
    return 1 - score / reference if reference > 0 else float("nan")


class Reliability(Record):
    """Reliability of the probabilities of an event. Shares are of area and times.

    brier = reliability - resolution + uncertainty + within_bin_variance - within_bin_covariance.
    """

    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    within_bin_variance: float
    within_bin_covariance: float
    brier_skill: float | None
    """Skill against the frequency of the event in this sample."""
    table: tuple[tuple[float, float, float], ...]
    """Per bin: mean probability, frequency of the event, share of the forecasts."""
    pairs: int


def reliability_of(probability: xr.DataArray, event: xr.DataArray, bins: int = 10) -> Reliability:
    """Compute the Brier score of probabilities and its five parts, which sum to it.

    Murphy's (1973, J. Appl. Meteorol. 12, 595-600) three parts use the mean probability of each bin; the variance of
    the probabilities in the bins and twice their covariance with the event complete the sum (Stephenson, Coelho and
    Jolliffe 2008, Weather and Forecasting 23, 752-757).
    """
    import xarray as xr
    from scores.probability import brier_score

    there = probability.notnull() & event.notnull()
    if not bool(there.any()):
        raise InvalidRecord("no cell has both a probability and a truth")
    areas = weights_of(event)
    weights = there * (xr.ones_like(there, dtype=np.float64) if areas is None else areas)
    p, o, w = (
        part.values.ravel() for part in xr.broadcast(probability.where(there, 0), event.where(there, 0), weights)
    )
    if p.min() < -1e-6 or p.max() > 1 + 1e-6:
        raise InvalidRecord(f"probabilities must lie in [0, 1], got {p.min():g} to {p.max():g}")
    p, w = np.clip(p, 0.0, 1.0), w / w.sum()
    which = np.minimum((p * bins).astype(int), bins - 1)
    rows = _bins(p, o, w, which)
    variance, covariance = _within(p, o, w, which)
    base = float((w * o).sum())
    uncertainty = base * (1 - base)
    brier = float(brier_score(probability.clip(0.0, 1.0), event, weights=areas))
    return Reliability(
        brier=brier,
        reliability=sum(share * (mean - seen) ** 2 for mean, seen, share in rows),
        resolution=sum(share * (seen - base) ** 2 for _, seen, share in rows),
        uncertainty=uncertainty,
        within_bin_variance=variance,
        within_bin_covariance=covariance,
        brier_skill=1 - brier / uncertainty if uncertainty > 0 else None,
        table=tuple(rows),
        pairs=int(there.sum()),
    )


def _bins(p: Floats, o: Floats, w: Floats, which: NDArray[np.int64]) -> list[tuple[float, float, float]]:
    share, mean, seen = (np.bincount(which, values) for values in (w, w * p, w * o))
    return [(float(mean[k] / share[k]), float(seen[k] / share[k]), float(share[k])) for k in np.flatnonzero(share > 0)]


def _within(p: Floats, o: Floats, w: Floats, which: NDArray[np.int64]) -> tuple[float, float]:
    """Return the variance of probabilities within bins, and twice their covariance with the event there."""
    share = np.maximum(np.bincount(which, w), np.finfo(float).tiny)
    away, seen = (values - (np.bincount(which, w * values) / share)[which] for values in (p, o))
    return float((w * away**2).sum()), float(2 * (w * away * seen).sum())
