"""Seasonal forecasts: monthly values by start and lead, and means or sums of seasons.

The standard form has the axes `issued` (first day of the nominal start month), `lead_month` (1 is the start month
itself, as C3S counts `fcmonth` and `leadtime_month`), `member`, latitude and longitude.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.directions import refuse_direction
from mesocosm.earth.fields.field_units import is_temperature
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Reduction = Literal["mean", "sum"]
LEADS = ("lead_month", "forecastMonth", "forecast_month", "leadtime_month", "fcmonth")
STARTS = ("issued", "indexing_time", "forecast_reference_time", "time")
AXES = ("issued", "member", "lead_month", "latitude", "longitude")
INITIALS = "JFMAMJJASOND"
MONTH = "datetime64[M]"


def standardise_seasonal(values: xr.DataArray) -> xr.DataArray:
    """Bring a seasonal forecast into the standard form, from any layout of centres and libraries."""
    lead = next((name for name in LEADS if name in values.dims), None)
    if lead is None and "step" in values.dims:
        made = _from_steps(values)
    elif lead is None:
        made = _from_valid_months(values)
    else:
        start = next((name for name in STARTS if name in values.dims), None)
        made = values.rename({lead: "lead_month"})
        made = made.rename({start: "issued"}) if start else _with_start(made)
    months = np.asarray(made["lead_month"].values, dtype=np.float64)
    if not months.size or (months < 1).any() or (months % 1 != 0).any():
        raise InvalidRecord(
            f"`{lead or 'lead_month'}`: months of lead count from 1 (the start month itself, which IRI and NMME call "
            f"0.5), got {months.tolist()[:12]}"
        )
    if not np.issubdtype(made["issued"].dtype, np.datetime64):
        raise InvalidRecord(
            f"the starts of {values.name} (`issued`, or {', '.join(STARTS[1:])}) must be dates in the standard "
            f"calendar, got {made['issued'].dtype}; write them as days since a date"
        )
    starts = nominal_start(made["issued"].values)
    made = made.assign_coords(lead_month=months.astype(int), issued=starts.astype("datetime64[ns]"))
    if "member" not in made.dims:
        made = made.expand_dims("member")
    others = [axis for axis in made.coords if axis not in made.dims]
    made = made.drop_vars(others).transpose(*(axis for axis in AXES if axis in made.dims), ...)
    return made.sortby(["issued", "lead_month"])


def nominal_start(runs: NDArray[np.datetime64]) -> NDArray[np.datetime64]:
    """Return the nominal start month: that of a run begun on the first, else the next (lagged starts of a system)."""
    months = np.asarray(runs).astype(MONTH)
    late = np.asarray(runs).astype("datetime64[D]") > months.astype("datetime64[D]")
    return np.asarray(months + late.astype("timedelta64[M]"))


def _with_start(values: xr.DataArray) -> xr.DataArray:
    """Add a single start, from the scalar coordinate or the attribute that states it."""
    for name in STARTS:
        if name in values.coords and not values[name].dims:
            return values.drop_vars(name).expand_dims(issued=[values[name].values])
    if "run" in values.attrs:
        return values.expand_dims(issued=[np.datetime64(str(values.attrs["run"])[:10], "ns")])
    raise InvalidRecord(
        f"{values.name} does not say when it was issued: name its axis of starts `issued` (or {', '.join(STARTS[1:])}"
        f"), dates of the standard calendar; it has {', '.join(map(str, values.coords))}"
    )


def _from_valid_months(values: xr.DataArray) -> xr.DataArray:
    """Convert one start with months along `time`, each with its month of lead as a coordinate."""
    lead = next((name for name in LEADS if name in values.coords and values[name].dims == ("time",)), None)
    if lead is None:
        raise InvalidRecord(
            f"{values.name} has no months of lead: it needs an axis `lead_month` (or {', '.join(LEADS[1:])}), 1 for "
            f"the month of the start, beside its starts along `issued` (or {', '.join(STARTS[1:])}); valid times "
            f"alone do not define them; it has {', '.join(map(str, values.dims))}"
        )
    months = values[lead].values
    return _with_start(values.drop_vars(lead).rename(time="lead_month").assign_coords(lead_month=months))


def _from_steps(values: xr.DataArray) -> xr.DataArray:
    """Convert runs along `time` and steps to the end of each month, as cfgrib reads them; absent pairs are NaN."""
    import xarray as xr

    whole = values if "time" in values.dims else values.expand_dims("time")
    runs, steps = whole["time"].values, whole["step"].values
    if not np.issubdtype(steps.dtype, np.timedelta64):
        steps = np.round(steps * 3.6e12).astype("timedelta64[ns]")
    ends = runs[:, None] + steps[None, :]
    starts = np.broadcast_to(nominal_start(runs)[:, None], ends.shape)
    month = (ends - np.timedelta64(12, "h")).astype(MONTH)  # a month's mean is valid until its very end
    leads = (month - starts).astype(int) + 1
    usual = (ends.astype("datetime64[D]") == (month + 1).astype("datetime64[D]")) & (leads >= 1)
    parts: dict[tuple[np.datetime64, int], xr.DataArray] = {}
    for run, step in zip(*np.nonzero(usual), strict=True):
        layer = whole.isel(time=int(run), step=int(step), drop=True).reset_coords(drop=True)
        key = (starts[run, step], int(leads[run, step]))
        if bool(layer.notnull().any()):
            parts[key] = parts[key].fillna(layer) if key in parts else layer
    if not parts:
        raise InvalidRecord(f"{values.name} holds no monthly value: no step ends with a month")
    series = [part.expand_dims(issued=[start], lead_month=[lead]) for (start, lead), part in sorted(parts.items())]
    joined = xr.combine_by_coords([part.rename("values").to_dataset() for part in _as_ns(series)], join="outer")
    assert isinstance(joined, xr.Dataset)
    return joined["values"].rename(values.name).assign_attrs(values.attrs)


def _as_ns(parts: Iterable[xr.DataArray]) -> list[xr.DataArray]:
    return [part.assign_coords(issued=part["issued"].values.astype("datetime64[ns]")) for part in parts]


def season_months(season: str) -> tuple[int, ...]:
    """Return the months of a season by its initials, such as DJF, or of a month by its number, in consecutive order."""
    if season.isdigit() and 1 <= int(season) <= 12:
        return (int(season),)
    place = (INITIALS * 2).find(season.upper()) if 2 <= len(season) <= 6 else -1
    if place < 0:
        raise InvalidRecord(
            f"`season` must be initials of 2 to 6 months in a row, such as DJF, or 1 to 12, got {season!r}"
        )
    return tuple((place + step) % 12 + 1 for step in range(len(season)))


def seasonal(values: xr.DataArray, season: str, reduction: Reduction) -> xr.DataArray:
    """Compute a season of each start that has all its months: a mean weighted by days of the month, or a plain sum.

    Month of validity = start month + lead - 1. Starts without the whole season are left out; `first_lead` is the lead
    of the season's first month, which must be the same for all starts, since skill and bias depend on it.
    """
    import xarray as xr

    refuse_direction(values, f"{reduction} of months on a line")
    if reduction == "sum" and is_temperature(values):
        raise InvalidRecord(f"{values.name} is a temperature, and a sum of temperatures means nothing; take the mean")
    months = season_months(season)
    parts, leads = [], []
    for start in values["issued"].values:
        first = (months[0] - _month_number(start)) % 12 + 1
        wanted = [first + step for step in range(len(months))]
        if set(wanted) <= set(values["lead_month"].values.tolist()):
            chosen = values.sel(issued=start, lead_month=wanted)
            parts.append(_reduce(chosen, start, wanted, reduction))
            leads.append(first)
    if not parts:
        have = values["lead_month"].values.tolist()
        starts = sorted({_month_number(start) for start in values["issued"].values})
        raise InvalidRecord(f"no start has all months of {season}: starts in months {starts}, months of lead {have}")
    if len(set(leads)) > 1:
        raise InvalidRecord(f"starts have {season} at different leads ({sorted(set(leads))}); keep starts of one month")
    made = xr.concat(parts, "issued").assign_attrs(values.attrs)
    return made.assign_coords(first_lead=leads[0], season=season.upper())


def _month_number(start: np.datetime64) -> int:
    return int(start.astype(MONTH).astype(int)) % 12 + 1


def _reduce(chosen: xr.DataArray, start: np.datetime64, leads: list[int], reduction: Reduction) -> xr.DataArray:
    import xarray as xr

    if reduction == "sum":
        return chosen.sum("lead_month", skipna=False)
    firsts = start.astype(MONTH) + np.asarray(leads) - 1
    days = ((firsts + 1).astype("datetime64[D]") - firsts.astype("datetime64[D]")).astype(float)
    weights = xr.DataArray(days / days.sum(), {"lead_month": leads}, "lead_month")
    return (chosen * weights).sum("lead_month", skipna=False)
