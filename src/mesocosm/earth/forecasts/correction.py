"""Bias correction of seasonal forecasts: anomalies from the model's climate, and maps from it to the observed one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.directions import refuse_direction
from mesocosm.earth.fields.field_units import DIFFERENCE
from mesocosm.earth.forecasts.ensembles import in_unit_of
from mesocosm.earth.forecasts.grids import same_grid
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
Correction = Literal["mean", "quantile_mapping", "quantile_delta"]
STEPS = 51
"""Number of quantiles of a map, from 0 to 1."""
FEWEST_YEARS = 6


def anomaly_from_climate(forecast: xr.DataArray, hindcast: xr.DataArray) -> xr.DataArray:
    """Subtract the mean of all starts and members of the model's hindcasts, for each lead where both have leads."""
    refuse_direction(forecast, "anomaly")
    climate = in_unit_of(forecast, hindcast)
    climate = climate.mean([axis for axis in ("issued", "member") if axis in climate.dims])
    if not same_grid(climate, forecast):
        raise InvalidRecord("the hindcasts lie on another grid than the forecast; regrid them to it")
    _check_leads(forecast, climate)
    climate = climate.assign_coords(latitude=forecast["latitude"], longitude=forecast["longitude"])
    made = (forecast - climate.reset_coords(drop=True)).transpose(*forecast.dims)
    kept = {name: value for name, value in forecast.attrs.items() if name != "standard_name"}
    return made.assign_attrs({**kept, **DIFFERENCE, "long_name": "anomaly from the model's climate"})


def _check_leads(forecast: xr.DataArray, other: xr.DataArray) -> None:
    if ("lead_month" in forecast.dims) != ("lead_month" in other.dims):
        raise InvalidRecord("forecast and hindcasts must both have months of lead, or both a season")
    if "lead_month" in forecast.dims and not set(forecast["lead_month"].values) <= set(other["lead_month"].values):
        raise InvalidRecord(f"the hindcasts lack months of lead {forecast['lead_month'].values.tolist()}")
    leads = [int(part["first_lead"]) for part in (forecast, other) if "first_lead" in part.coords]
    if len(set(leads)) > 1:
        raise InvalidRecord(f"forecast and hindcasts are of different leads: {leads}")


def fit_correction(hindcast: xr.DataArray, observed: xr.DataArray) -> xr.Dataset:
    """Compute means and quantiles of hindcasts and of observations, per cell (and per lead if both have leads).

    Uses the starts that both have; all members of a start count.
    """
    import xarray as xr

    refuse_direction(hindcast, "quantiles")
    observed = in_unit_of(hindcast, observed)
    if not same_grid(hindcast, observed):
        raise InvalidRecord("the hindcasts lie on another grid than the observations; regrid them to it")
    hindcast = hindcast.assign_coords(latitude=observed["latitude"], longitude=observed["longitude"])
    _check_leads(hindcast, observed)
    if "issued" not in hindcast.dims or "issued" not in observed.dims:
        raise InvalidRecord(f"hindcasts and observations need starts; they have {hindcast.dims} and {observed.dims}")
    starts = np.intersect1d(hindcast["issued"].values, observed["issued"].values)
    if starts.size < FEWEST_YEARS:
        raise InvalidRecord(f"hindcasts and observations must share at least {FEWEST_YEARS} starts, got {starts.size}")
    levels = np.linspace(0.0, 1.0, STEPS)
    parts = {}
    for name, values in (("model", hindcast), ("observed", observed)):
        pooled = [axis for axis in ("issued", "member") if axis in values.dims]
        shared = values.sel(issued=starts)
        parts[name] = shared.quantile(levels, dim=pooled).assign_attrs(hindcast.attrs)
        parts[f"{name}_mean"] = shared.astype(np.float64).mean(pooled).assign_attrs(hindcast.attrs)
    return xr.Dataset(parts).drop_vars("season", errors="ignore")


def apply_correction(forecast: xr.DataArray, fit: xr.Dataset, method: Correction) -> xr.DataArray:
    """Correct a forecast by the means or quantiles of a fit.

    mean: adds the difference of the means. quantile_mapping: each value becomes the observed one of the same quantile
    in the model's climate; beyond the hindcasts' range the difference at the end applies. quantile_delta (Cannon et al.
    2015, J. Climate 28, 6938-6959, additive): adds to each value the difference of both climates at its quantile within
    the forecast itself, so that the forecast's change against the model's climate is kept.
    """
    import xarray as xr

    refuse_direction(forecast, "quantiles")
    missing = {"model", "observed", "model_mean", "observed_mean"} - set(map(str, fit.data_vars))
    if missing or "quantile" not in fit.dims:
        raise InvalidRecord(f"this is no fit of a correction: it holds {', '.join(map(str, fit.data_vars))}")
    model, observed = (in_unit_of(forecast, fit[name]) for name in ("model", "observed"))
    if not same_grid(model, forecast):
        raise InvalidRecord("the fit lies on another grid than the forecast; regrid the forecast to it")
    _check_leads(forecast, model)
    axes = {axis: forecast[axis] for axis in ("latitude", "longitude")}
    if method == "mean":
        return _by_mean(forecast, fit.assign_coords(axes))
    model, observed = (part.assign_coords(axes).reset_coords(drop=True) for part in (model, observed))
    pooled = [axis for axis in ("issued", "member") if axis in forecast.dims]
    flat = forecast.stack(sample=pooled) if pooled else forecast.expand_dims("sample")
    made: xr.DataArray = xr.apply_ufunc(
        {"quantile_mapping": _by_mapping, "quantile_delta": _by_delta}[method],
        flat.reset_coords(drop=True),
        model,
        observed,
        input_core_dims=[["sample"], ["quantile"], ["quantile"]],
        output_core_dims=[["sample"]],
        vectorize=True,
    )
    back = made.unstack("sample") if pooled else made.squeeze("sample", drop=True)
    return back.transpose(*forecast.dims).assign_attrs(forecast.attrs).rename(forecast.name)


def _by_mean(forecast: xr.DataArray, fit: xr.Dataset) -> xr.DataArray:
    model, observed = (in_unit_of(forecast, fit[f"{name}_mean"]) for name in ("model", "observed"))
    shift = (observed - model).reset_coords(drop=True)
    return (forecast + shift).transpose(*forecast.dims).assign_attrs(forecast.attrs).rename(forecast.name)


def _by_mapping(values: Floats, model: Floats, observed: Floats) -> Floats:
    """Map by quantiles; equal quantiles of the model share their middle level, so that a plateau keeps its centre."""
    inside = np.clip(values, model[0], model[-1])
    level = _level_of(inside, model)
    return np.asarray(np.interp(level, np.linspace(0, 1, observed.size), observed) + values - inside)


def _by_delta(values: Floats, model: Floats, observed: Floats) -> Floats:
    ranks = np.full(values.shape, np.nan)
    there = np.isfinite(values)
    order = np.argsort(np.argsort(values[there], kind="stable"), kind="stable")
    ranks[there] = (order + 0.5) / max(int(there.sum()), 1)
    levels = np.linspace(0, 1, model.size)
    return np.asarray(values + np.interp(ranks, levels, observed) - np.interp(ranks, levels, model))


def _level_of(values: Floats, quantiles: Floats) -> Floats:
    levels = np.linspace(0, 1, quantiles.size)
    single, places = np.unique(quantiles, return_inverse=True)
    middles = np.bincount(places, levels) / np.bincount(places)
    return np.asarray(np.interp(values, single, middles))
