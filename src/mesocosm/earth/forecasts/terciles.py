"""Tercile categories (below, near and above normal): boundaries, probabilities, multi-model blends and skill."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.fields.directions import refuse_direction
from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.forecasts.ensembles import in_unit_of
from mesocosm.earth.forecasts.grids import same_grid
from mesocosm.earth.forecasts.verification import weights_of
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

CATEGORIES = ("below", "normal", "above")
THIRDS = (1 / 3, 2 / 3)
FEWEST_YEARS = 6
"""Fewest starts from which terciles are computed."""
SUM_TOLERANCE = 1e-3


def boundaries(hindcast: xr.DataArray) -> xr.Dataset:
    """Compute terciles of a hindcast's starts and members: over all starts, and for each start over all others.

    `lower` and `upper` are for new forecasts; `lower_without` and `upper_without`, along `issued`, are for the
    hindcasts themselves, whose own year must be left out. Linear between order statistics.
    """
    import xarray as xr

    refuse_direction(hindcast, "terciles")
    if "issued" not in hindcast.dims:
        axes = ", ".join(map(str, hindcast.dims))
        raise InvalidRecord(
            f"{hindcast.name} has no axis `issued` of starts; it has {axes}: bring it into the standard form "
            "of seasonal forecasts first"
        )
    starts = hindcast.sizes["issued"]
    if starts < FEWEST_YEARS:
        raise InvalidRecord(f"terciles need at least {FEWEST_YEARS} starts, got {starts}")
    lower, upper = _thirds(hindcast)
    without = [_thirds(hindcast.drop_isel(issued=place)) for place in range(starts)]
    axis = hindcast["issued"]
    made = {
        "lower": lower,
        "upper": upper,
        "lower_without": xr.concat([pair[0] for pair in without], axis),
        "upper_without": xr.concat([pair[1] for pair in without], axis),
    }
    return xr.Dataset({name: part.assign_attrs(hindcast.attrs) for name, part in made.items()})


def _thirds(values: xr.DataArray) -> tuple[xr.DataArray, xr.DataArray]:
    pooled = [axis for axis in ("issued", "member") if axis in values.dims]
    ordered = values.transpose(*pooled, ...)
    flat = ordered.values.reshape(-1, *ordered.shape[len(pooled) :])
    quantile = np.nanquantile if np.isnan(flat).any() else np.quantile
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a cell without any value has no terciles
        lower, upper = quantile(flat, THIRDS, axis=0)
    like = ordered.isel(dict.fromkeys(pooled, 0), drop=True).astype(np.float64)
    return like.copy(data=lower), like.copy(data=upper)


def boundaries_for(forecast: xr.DataArray, terciles: xr.Dataset) -> tuple[xr.DataArray, xr.DataArray]:
    """Return the boundaries for each start of a forecast; without its own year if the hindcast has that start."""
    missing = {"lower", "upper"} - set(map(str, terciles.data_vars))
    if missing:
        raise InvalidRecord(f"the terciles lack {' and '.join(sorted(missing))}; they hold {list(terciles.data_vars)}")
    bounds = []
    for name in ("lower", "upper"):
        bound = in_unit_of(forecast, terciles[name])
        if not same_grid(bound, forecast):
            raise InvalidRecord("the terciles lie on another grid than the forecast; regrid it to theirs")
        without = terciles.get(f"{name}_without")
        if without is not None and "issued" in forecast.dims:
            own = in_unit_of(forecast, without).reindex(issued=forecast["issued"])
            bound = own.fillna(bound)
        bounds.append(bound.assign_coords(latitude=forecast["latitude"], longitude=forecast["longitude"]))
    return bounds[0], bounds[1]


def probabilities(forecast: xr.DataArray, terciles: xr.Dataset) -> xr.DataArray:
    """Compute the share of members below the lower boundary, above the upper, and between (boundaries included)."""
    import xarray as xr

    if "member" not in forecast.dims:
        raise InvalidRecord(f"{forecast.name} has no members; it has {', '.join(map(str, forecast.dims))}")
    lower, upper = boundaries_for(forecast, terciles)
    there = forecast.notnull() & lower.notnull() & upper.notnull()
    below = (forecast < lower).where(there).mean("member")
    above = (forecast > upper).where(there).mean("member")
    parts = xr.concat([below, 1 - below - above, above], "category").assign_coords(category=list(CATEGORIES))
    return parts.reset_coords(drop=True).rename("probability").drop_attrs(deep=False).assign_attrs({"units": "1"})


def check_probabilities(probability: xr.DataArray) -> xr.DataArray:
    """Return probabilities of the three categories in order, as shares of 1; refuse those that do not sum to 1."""
    if "category" not in probability.dims or set(map(str, probability["category"].values)) != set(CATEGORIES):
        raise InvalidRecord(f"{probability.name} needs an axis `category` of {', '.join(CATEGORIES)}")
    ordered = probability.sel(category=list(CATEGORIES))
    if "units" in ordered.attrs:
        ordered = convert_field(ordered, "1")
    off = abs(ordered.sum("category", skipna=False) - 1).max()
    if float(off) > SUM_TOLERANCE or float(ordered.min()) < -SUM_TOLERANCE:
        raise InvalidRecord(f"probabilities must be at least 0 and add up to 1, they miss it by {float(off):.3g}")
    return ordered


def blend_models(forecasts: Sequence[xr.DataArray], weights: Sequence[float] | None = None) -> xr.DataArray:
    """Compute the weighted mean probability of several models; where one has no value, the others share its weight."""
    import xarray as xr

    given = [1.0] * len(forecasts) if weights is None else list(weights)
    if len(given) != len(forecasts) or min(given) < 0 or not sum(given) > 0:
        raise InvalidRecord(f"`weights` must be {len(forecasts)} numbers of at least 0, not all 0, got {given}")
    for number, forecast in enumerate(forecasts[1:], 2):
        if not same_grid(forecast, forecasts[0]) or set(forecast.dims) != set(forecasts[0].dims):
            raise InvalidRecord(f"model {number} lies on another grid or has other axes than the first")
    axes = {axis: forecasts[0][axis] for axis in ("latitude", "longitude")}
    parts = [check_probabilities(forecast).assign_coords(axes) for forecast in forecasts]
    models = xr.concat(parts, "model", join="inner", coords="minimal", compat="override")
    if not models.size:
        raise InvalidRecord("the models have no start in common")
    shares = xr.DataArray(np.asarray(given), dims="model")
    return (
        models.weighted(shares).mean("model").rename("probability").drop_attrs(deep=False).assign_attrs({"units": "1"})
    )


def observed_category(truth: xr.DataArray, terciles: xr.Dataset) -> xr.DataArray:
    """Return 0, 1 or 2 for below, normal and above, by the boundaries of the truth's own climate."""
    lower, upper = boundaries_for(truth, terciles)
    category = (truth >= lower).astype(float) + (truth > upper)
    return category.where(truth.notnull() & lower.notnull() & upper.notnull()).reset_coords(drop=True)


def ranked_score(probability: xr.DataArray, category: xr.DataArray) -> xr.DataArray:
    """Compute the ranked probability score: sum of the squared differences of the cumulative probabilities.

    Epstein (1969, J. Appl. Meteorol. 8, 985-987) as in Wilks (2019, eq. 9.62); 0 is best, 2 the worst for three
    categories.
    """
    ordered = check_probabilities(probability)
    first = ordered.isel(category=0, drop=True)
    second = first + ordered.isel(category=1, drop=True)
    score = (first - (category <= 0)) ** 2 + (second - (category <= 1)) ** 2
    return score.where(category.notnull())


def ranked_skill(probability: xr.DataArray, category: xr.DataArray) -> tuple[float, float, float]:
    """Compute the RPSS against a third for each category, over all starts and the area; and both mean scores."""
    import xarray as xr

    if not same_grid(probability, category):
        raise InvalidRecord("the forecast lies on another grid than the truth; regrid it to the truth's grid")
    probability = probability.assign_coords(latitude=category["latitude"], longitude=category["longitude"])
    score = ranked_score(*xr.align(probability, category, join="inner"))
    if not score.size or not bool(score.notnull().any()):
        raise InvalidRecord("the forecast and the truth have no start in common")
    even = xr.full_like(probability, 1 / 3)
    reference = ranked_score(*xr.align(even, category, join="inner")).where(score.notnull())
    weights = weights_of(category)
    assert weights is not None
    own, other = (float(part.weighted(weights).mean()) for part in (score, reference))
    return 1 - own / other, own, other
