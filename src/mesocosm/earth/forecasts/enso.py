"""Indices of El Niño: anomalies of sea surface temperature in boxes of the tropical Pacific."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.fields.shares import box_shares, region_areas, region_mean
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

BOXES = {
    "nino12": BoundingBox(west=-90, south=-10, east=-80, north=0),
    "nino3": BoundingBox(west=-150, south=-5, east=-90, north=5),
    "nino34": BoundingBox(west=-170, south=-5, east=-120, north=5),
    "nino4": BoundingBox(west=160, south=-5, east=-150, north=5),
}
"""Boxes of Trenberth (1997, Bull. Amer. Meteor. Soc. 78, 2771-2777); Niño 4 crosses the antimeridian."""
THRESHOLD_K = 0.5
"""Three-month mean in Niño 3.4 from which on NOAA declares El Niño or La Niña conditions."""
LEAST_SEEN = 0.5
"""Share of a box that must have values."""


def enso_indices(
    sea: xr.DataArray, first_year: int, last_year: int, running_months: int
) -> tuple[xr.Dataset, dict[str, float]]:
    """Compute monthly anomalies of each box that the field covers, in kelvin, and their centred running means.

    Args:
        sea: Sea surface temperature by month; any convention of longitudes, any share of missing land.
        first_year: First year of the baseline, whose mean for each month of the year is subtracted.
        last_year: Last year of the baseline.
        running_months: Months of the running mean; NaN at the ends.

    Returns:
        `nino34`, `nino34_mean` and so on along time, and the share of each box that has values.
    """
    import xarray as xr

    if "time" not in sea.dims:
        raise InvalidRecord(f"{sea.name} has no time; it has {', '.join(map(str, sea.dims))}")
    if not hasattr(sea["time"].values.flat[0], "month") and not np.issubdtype(sea["time"].dtype, np.datetime64):
        raise InvalidRecord(f"the times of {sea.name} are no dates: {sea['time'].dtype}")
    if set(sea.dims) != {"time", "latitude", "longitude"}:
        raise InvalidRecord(f"{sea.name} must have time, latitude and longitude alone, it has {sea.dims}")
    kelvin = convert_field(sea, "K")
    made, seen = {}, {}
    for name, box in BOXES.items():
        try:
            shares = box_shares(kelvin, box)
        except InvalidRecord:
            continue
        seen[name] = _covered_share(kelvin, shares, box)
        if seen[name] < LEAST_SEEN:
            continue
        anomaly = _anomaly(region_mean(kelvin, shares), first_year, last_year)
        made[name] = anomaly
        made[f"{name}_mean"] = _running_mean(anomaly, running_months)
    if not made:
        raise InvalidRecord("the field covers no half of any of the boxes Niño 1+2, 3, 3.4 and 4")
    indices = {name: part.reset_coords(drop=True).assign_attrs({"units": "K"}) for name, part in made.items()}
    return xr.Dataset(indices), seen


def _covered_share(values: xr.DataArray, shares: xr.DataArray, box: BoundingBox) -> float:
    there = values.notnull().any([axis for axis in values.dims if axis not in ("latitude", "longitude")])
    width = (box.east - box.west) % 360.0
    whole = 6371.0**2 * np.radians(width) * (np.sin(np.radians(box.north)) - np.sin(np.radians(box.south)))
    return float((region_areas(shares) * there.values).sum() / whole)


def _anomaly(series: xr.DataArray, first_year: int, last_year: int) -> xr.DataArray:
    years = series["time"].dt.year
    base = series.isel(time=((years >= first_year) & (years <= last_year)).values)
    if first_year < int(years.min()) or last_year > int(years.max()):
        raise InvalidRecord(
            f"the baseline {first_year} to {last_year} reaches beyond the file, which covers {int(years.min())} to "
            f"{int(years.max())}"
        )
    months = set(series["time"].dt.month.values.tolist())
    if not months <= set(base["time"].dt.month.values.tolist()):
        raise InvalidRecord(
            f"the years {first_year} to {last_year} do not hold every month of the series; "
            f"the file covers {int(years.min())} to {int(years.max())}"
        )
    return series.groupby("time.month") - base.groupby("time.month").mean()


def _running_mean(series: xr.DataArray, months: int) -> xr.DataArray:
    """Compute a centred running mean; NaN where a month is missing."""
    import xarray as xr

    numbers = series["time"].dt.year.values * 12 + series["time"].dt.month.values
    places = numbers - numbers.min()
    if len(set(places.tolist())) < len(places):
        raise InvalidRecord("the series must have one value a month; aggregate to months first")
    whole = np.full(int(places.max()) + 1, np.nan)
    whole[places] = series.values
    return series.copy(data=xr.DataArray(whole, dims="time").rolling(time=months, center=True).mean().values[places])


def phase(index: float) -> str:
    """Return the phase that a three-month mean of Niño 3.4 indicates."""
    if not np.isfinite(index):
        return "unknown"
    return "El Niño" if index >= THRESHOLD_K else "La Niña" if index <= -THRESHOLD_K else "neutral"
