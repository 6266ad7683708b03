"""Days of fire weather at towns, as requests fetch and compute them.

The index is defined for the weather at noon, local standard time, and the rain of the 24 hours to noon (Van Wagner
1987, Forestry Technical Report 35). Daily means, which are cooler and moister, give far less danger.
"""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance
from numpy.typing import NDArray

from mesocosm.suites.terra.requests.field_seasons import point_of
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, square_about
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Given, Unsuited
from mesocosm.types import Observation, ToolCall

Floats = NDArray[np.float64]
Days = dict[str, Floats]
WEATHER = ["temperature_2m", "dew_point_2m", "wind_east_10m", "wind_north_10m", "precipitation"]
COLUMNS = {
    "temperature_c": "t [degC]",
    "dew_point_c": "d [degC]",
    "wind_east_10m_m_s": "u [m/s]",
    "wind_north_10m_m_s": "v [m/s]",
    "rain_24h_mm": "rain [mm]",
}
"""Columns in tables of changed weather."""
DRIVEN_BY = (
    "Compute the Canadian fire weather index as it is defined, from the weather at noon, local standard time, which is "
    "{noon:02d}:00 UTC here. Take the hourly reanalysis at the cell nearest to each town's point: temperature, dew "
    "point and the speed of the wind (from its two components) of that hour, and the rain of the 24 hours that end "
    "then (an hourly sum is that of the hour that begins at its time). Start with the usual spring codes (FFMC 85, DMC "
    "6, DC 15) on the eve of the first day."
)
ZONE_DEGREES = 15.0
"""Degrees of longitude of a time zone."""


def noon_utc(longitude: float) -> int:
    """Return the hour UTC at noon, local standard time, of a longitude: the same day everywhere."""
    return 12 - min(max(round(longitude / ZONE_DEGREES), -11), 12)


def noon_of(land: Land, given: Given) -> int:
    """Return the hour UTC at noon of the first town of a request, which counts for all of them."""
    return noon_utc(land.place(texts(given, "towns")[0]).longitude)


def autumn(chance: Chance) -> datetime:
    """Draw a moment after a fire season."""
    return datetime(int(chance.integers(2032, 2037)), 11, int(chance.integers(1, 20)), 12, tzinfo=UTC)


def two_months(land: Land, chance: Chance) -> Given:
    """Draw June and July, or July and August."""
    first = int(chance.integers(6, 8))
    return {"start": f"{land.now.year}-{first:02d}-01", "end": f"{land.now.year}-{first + 2:02d}-01"}


def season_words(given: Given) -> str:
    """Name the two months of a request."""
    first, last = date.fromisoformat(str(given["start"])), date.fromisoformat(str(given["end"])) - timedelta(days=1)
    return f"{first:%B} and {last:%B %Y}"


def day_number(given: Given, day: str) -> int:
    """Count the days from the first day of a request to a day."""
    return (date.fromisoformat(day) - date.fromisoformat(str(given["start"]))).days


def day_of(given: Given, number: int) -> str:
    """Return the day that is so many days after the first day of a request."""
    return str(date.fromisoformat(str(given["start"])) + timedelta(days=number))


def weather_days(land: Land, given: Given, town: str) -> Days:
    """Return the weather at noon of each day, and the rain of the 24 hours before, in the cell nearest to a town."""
    place = land.place(town)
    start, end = (date.fromisoformat(str(given[name])) for name in ("start", "end"))
    fields = land.fetch(WEATHER, (start - timedelta(days=1), end), box_about(place), "hour")
    cell = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    noons = np.arange(24 + noon_of(land, given), cell.sizes["time"], 24)
    hours = {name: cell[name].values.astype(np.float64) for name in WEATHER}
    rain = np.array([hours["precipitation"][noon - 24 : noon].sum() for noon in noons])
    return {name: values[noons] for name, values in hours.items()} | {"precipitation": rain}


def danger(land: Land, given: Given, town: str, days: Days) -> Days:
    """Run the engine directly, and return the indices of every day by name."""
    from mesocosm import registry
    from mesocosm.simulators.simulator import RunLimits

    warmth, dew = days["temperature_2m"], np.minimum(days["dew_point_2m"], days["temperature_2m"])
    vapour = np.exp(17.67 * dew / (dew + 243.5) - 17.67 * warmth / (warmth + 243.5))
    inputs = {
        "latitude": land.place(town).latitude,
        "date": [day_of(given, number) for number in range(len(warmth))],
        "temperature_c": warmth.tolist(),
        "relative_humidity_percent": np.clip(100 * vapour, 1, 100).tolist(),
        "wind_speed_10m_km_h": (3.6 * np.sqrt(days["wind_east_10m"] ** 2 + days["wind_north_10m"] ** 2)).tolist(),
        "rain_24h_mm": days["precipitation"].tolist(),
    }
    table = registry.load("simulators", "fire_weather").run(inputs, seed=0, limits=RunLimits()).tables[0]
    columns = zip(*table.rows, strict=True)
    return {name: np.array(column) for name, column in zip(table.headings, columns, strict=True) if name != "date"}


def parting_number(values: Floats, share: float, gap: float) -> float:
    """Return a whole number near a quantile; every value differs from it by more than `gap`."""
    wanted = float(np.quantile(values, share))
    for step in (0, 1, -1, 2, -2, 3, -3):
        number = float(round(wanted) + step)
        if number > 0 and np.abs(values - number).min() > gap:
            return number
    raise Unsuited("no whole number parts these values")


def fetched_hours(hands: Hands, town: str) -> Generator[ToolCall, Observation, tuple[list[float], Seen]]:
    """Find the point of a town, and fetch the hours of its weather from the day before the first."""
    place = yield from hands.use("gis.resolve_place", name=town)
    point = point_of(place)
    eve = date.fromisoformat(hands.text("start")) - timedelta(days=1)
    weather = yield from hands.use(
        "archive.reanalysis",
        variables=WEATHER,
        start=str(eve),
        end=hands.text("end"),
        box=square_about(point),
        after=[place],
    )
    return point, weather


NOONS = """import xarray as xr
hours = xr.open_dataset("{path}", engine="h5netcdf").sel(longitude={x}, latitude={y}, method="nearest")
names = ["temperature_2m", "dew_point_2m", "wind_east_10m", "wind_north_10m", "precipitation"]
hours = hours[names].to_dataframe()[names].astype(float)
noons = range(24 + {noon}, len(hours), 24)
rain = [hours["precipitation"].iloc[noon - 24 : noon].sum() for noon in noons]
table = hours.iloc[noons].assign(precipitation=rain)
table.columns = ["t [degC]", "d [degC]", "u [m/s]", "v [m/s]", "rain [mm]"]
table.index = table.index.strftime("%Y-%m-%d")
table.index.name = "date"
"""
"""First lines of a program that takes the weather at noon from the hours."""
