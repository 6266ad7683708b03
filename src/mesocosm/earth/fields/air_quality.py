"""Air quality from fields of concentrations: the indices of two authorities, and exceedances of a limit.

US EPA: 40 CFR Part 58, Appendix G, with the breakpoints of 2024 (89 FR 16202). European: bands of the European
Environment Agency's index as of 2017, joined by straight lines between 0, 20, 40, 60, 80 and 100, and on beyond.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from mesocosm.earth.fields.field_units import convert_field, unit_of
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Pollutant = Literal["pm2_5", "pm10", "ozone", "nitrogen_dioxide", "sulphur_dioxide", "carbon_monoxide"]
Authority = Literal["US EPA", "European"]
Averaging = Literal["hour", "8 hours", "day"]
MOLAR_MASS = {"ozone": 47.998, "nitrogen_dioxide": 46.006, "sulphur_dioxide": 64.06, "carbon_monoxide": 28.010}
"""Molar mass in g/mol."""
MOLAR_VOLUME = 24.465
"""Molar volume in l/mol at 25 °C and 1013.25 hPa, by which the standards convert mass to volume."""
HOURS = {"hour": 1, "8 hours": 8, "day": 24}
LONGEST_STEP_H = 3.0
"""Longest step, in hours, between values that count as hourly."""
LEAST_VALUES = 4
"""Fewest values of a mean."""
ENOUGH = 0.75
"""Share of the hours of a mean that must have a value."""


@dataclass(frozen=True)
class Scale:
    """Concentrations with their index values; linear in between."""

    averaging: Averaging
    unit: str
    digits: int
    """Decimals to which the concentration is truncated before it is looked up."""
    bands: tuple[tuple[float, float, float, float], ...]
    """Bands: lowest and highest concentration, lowest and highest index."""


def _us(averaging: Averaging, unit: str, digits: int, *edges: tuple[float, float]) -> Scale:
    index = ((0, 50), (51, 100), (101, 150), (151, 200), (201, 300), (301, 500))
    return Scale(averaging, unit, digits, tuple((*edge, *of) for edge, of in zip(edges, index, strict=False)))


def _european(averaging: Averaging, *edges: float) -> Scale:
    steps = (0.0, *edges)
    bands = ((low, high, 20.0 * at, 20.0 * (at + 1)) for at, (low, high) in enumerate(pairwise(steps)))
    return Scale(averaging, "µg/m**3", 12, tuple(bands))


def _us_from(first: int, averaging: Averaging, *edges: tuple[float, float]) -> Scale:
    """Return a scale of a gas in ppb that begins at a later band; below that band the gas's other scale applies."""
    index = ((101, 150), (151, 200), (201, 300), (301, 500))[first:]
    return Scale(averaging, "ppb", 0, tuple((*edge, *of) for edge, of in zip(edges, index, strict=True)))


SCALES: dict[Authority, dict[str, Scale]] = {
    "US EPA": {
        "pm2_5": _us(
            "day", "µg/m**3", 1, (0, 9), (9.1, 35.4), (35.5, 55.4), (55.5, 125.4), (125.5, 225.4), (225.5, 325.4)
        ),
        "pm10": _us("day", "µg/m**3", 0, (0, 54), (55, 154), (155, 254), (255, 354), (355, 424), (425, 604)),
        "ozone": _us("8 hours", "ppb", 0, (0, 54), (55, 70), (71, 85), (86, 105), (106, 200)),
        "nitrogen_dioxide": _us(
            "hour", "ppb", 0, (0, 53), (54, 100), (101, 360), (361, 649), (650, 1249), (1250, 2049)
        ),
        "sulphur_dioxide": _us("hour", "ppb", 0, (0, 35), (36, 75), (76, 185), (186, 304)),
        "carbon_monoxide": _us(
            "8 hours", "ppm", 1, (0, 4.4), (4.5, 9.4), (9.5, 12.4), (12.5, 15.4), (15.5, 30.4), (30.5, 50.4)
        ),
    },
    "European": {
        "pm2_5": _european("day", 10, 20, 25, 50, 75),
        "pm10": _european("day", 20, 40, 50, 100, 150),
        "ozone": _european("hour", 50, 100, 130, 240, 380),
        "nitrogen_dioxide": _european("hour", 40, 90, 120, 230, 340),
        "sulphur_dioxide": _european("hour", 100, 200, 350, 500, 750),
    },
}


FURTHER: dict[str, Scale] = {
    "ozone": _us_from(0, "hour", (125, 164), (165, 204), (205, 404), (405, 604)),
    "sulphur_dioxide": _us_from(2, "day", (305, 604), (605, 1004)),
}
"""Second scales of the US index: for ozone, short peaks; for sulphur dioxide, indices above 200."""


def index_of(values: xr.DataArray, pollutant: Pollutant, authority: Authority) -> xr.DataArray:
    """Compute the index of one pollutant at each time, from hourly concentrations; averages end at that time.

    Where the rule has two averaging times, the higher index counts. Beyond the last band, the European index continues
    along that band, and the US index stays at the end of the scale.
    """
    import xarray as xr

    scales = SCALES[authority]
    if pollutant not in scales:
        raise InvalidRecord(f"the {authority} index has no {pollutant}; it has {', '.join(scales)}")
    result = _on_scale(values, pollutant, scales[pollutant], authority == "European")
    if authority == "US EPA" and pollutant in FURTHER:
        result = xr.apply_ufunc(np.fmax, result, _on_scale(values, pollutant, FURTHER[pollutant], endless=False))
    return result.drop_attrs(deep=False).assign_attrs(units="1", long_name=f"{authority} index of {pollutant}")


def _on_scale(values: xr.DataArray, pollutant: Pollutant, scale: Scale, endless: bool) -> xr.DataArray:
    import xarray as xr

    concentration = rolling_means(convert_concentration(values, pollutant, scale.unit), scale.averaging)
    cut = np.floor(concentration * 10.0**scale.digits + 1e-6) / 10.0**scale.digits
    places = [edge for band in scale.bands for edge in band[:2]]
    indices = [edge for band in scale.bands for edge in band[2:]]
    found: xr.DataArray = xr.apply_ufunc(
        _looked_up, cut, kwargs={"places": places, "indices": indices, "endless": endless}
    )
    return found.where(concentration.notnull())


def _looked_up(values: np.ndarray, places: list[float], indices: list[float], endless: bool) -> np.ndarray:
    found = np.interp(np.maximum(values, 0), places, indices, left=0.0)
    if not endless:
        return np.asarray(np.round(found))
    slope = (indices[-1] - indices[-2]) / (places[-1] - places[-2])
    return np.asarray(np.where(values > places[-1], indices[-1] + slope * (values - places[-1]), found))


def convert_concentration(values: xr.DataArray, pollutant: str, unit: str) -> xr.DataArray:
    """Convert a concentration; between mass and volume of a gas at 25 °C and 1013.25 hPa."""
    try:
        return convert_field(values, unit, pollutant)
    except InvalidRecord:
        if pollutant not in MOLAR_MASS:
            raise
    ppb_per_microgram = MOLAR_VOLUME / MOLAR_MASS[pollutant]
    if unit == "µg/m**3":
        return (convert_field(values, "ppb", pollutant) / ppb_per_microgram).assign_attrs(units=unit)
    by_volume = (convert_field(values, "µg/m**3", pollutant) * ppb_per_microgram).assign_attrs(units="ppb")
    return convert_field(by_volume, unit, pollutant)


def rolling_means(values: xr.DataArray, averaging: Averaging) -> xr.DataArray:
    """Compute means over the hours up to each time, if three quarters of them have a value.

    A file may contain such means already; else a mean needs at least four values. Hourly values may be three hours
    apart.
    """
    hours = HOURS[averaging]
    if "time" not in values.dims:
        raise InvalidRecord("an averaging time needs an axis of times")
    steps = np.diff(values["time"].values).astype("timedelta64[m]").astype(float) / 60
    if hours == 1:
        if len(steps) and steps.min() > LONGEST_STEP_H:
            raise InvalidRecord(f"values of an hour are needed; these are {steps.min():g} hours apart, as means are")
        return values
    even = len(steps) and steps[0] > 0 and not np.any(np.abs(steps - steps[0]) > 1e-6)
    if not even or (steps[0] > hours / LEAST_VALUES and steps[0] != hours):
        raise InvalidRecord(
            f"a mean over {hours} hours needs evenly spaced times, at most {hours / LEAST_VALUES:g} hours apart; or "
            f"such means already, {hours} hours apart"
        )
    count = max(round(hours / steps[0]), 1)
    return (
        values.rolling(time=count, min_periods=max(int(np.ceil(ENOUGH * count)), 1)).mean().assign_attrs(values.attrs)
    )


def days_above(values: xr.DataArray, limit: float, unit: str, averaging: Averaging, pollutant: str) -> xr.DataArray:
    """Count the days of each year whose mean, or whose highest mean over an averaging time, exceeds a limit."""
    concentration = convert_concentration(values, pollutant, unit)
    if averaging == "day":
        daily = concentration.resample(time="1D").mean("time")
    else:
        daily = rolling_means(concentration, averaging).resample(time="1D").max("time")
    above = (daily > limit).resample(time="YS").sum("time").astype(np.float32)
    seen = daily.notnull().resample(time="YS").sum("time") > 0
    return (
        above.where(seen)
        .drop_attrs(deep=False)
        .assign_attrs(units="day", long_name=f"days above {limit:g} {unit_of(concentration)}")
    )
