"""Compare the planet's weather and rivers with real stations: real / planet / ratio.

python benchmarks/planet_weather.py [--withheld] [FOLDER OF REAL DATA]

Climates are alike but places are not: normals differ, so variability, persistence and daily rain are compared.
`--withheld` uses the stations that were not used while the sky was made.
"""

from __future__ import annotations

import csv
import dataclasses
import gzip
import sys
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.regions import Climate, Region, make_region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.water.water import Water

Floats = NDArray[np.float64]
Series = dict[str, Floats]
REAL = Path(__file__).parents[2] / "shared" / "data" / "real"
YEARS = 3
CELLS = 100
"""Kilometres along a side: a quarter of a region, to save time."""
CUBIC_FOOT_M3 = 0.0283168
WET_MM = 1.0
SEASONS = (("winter", True), ("summer", False))


def epw(path: Path) -> Series:
    """Read a typical year by the hour: EnergyPlus weather file, columns 7 to 23."""
    rows = list(csv.reader(path.read_text().splitlines()[8:]))
    column = {name: np.array([float(row[at]) for row in rows]) for name, at in EPW.items()}
    return column | {
        "pressure": column["pressure"] / 100,
        "cloud": column["cloud"] / 10,
        "day": np.arange(len(rows)) / 24,
    }


EPW = {"temperature": 6, "dew_point": 7, "pressure": 9, "light": 13, "wind": 21, "cloud": 22}


def isd(path: Path) -> Series:
    """Read the hours of a year of the Integrated Surface Database, fixed columns; missing values are NaN."""
    hours = {name: np.full(8784, np.nan) for name in ("temperature", "dew_point", "pressure", "wind")}
    with gzip.open(path, "rt", encoding="latin-1") as lines:
        for line in lines:
            moment = datetime.strptime(line[15:27], "%Y%m%d%H%M").replace(tzinfo=UTC)
            at = int((moment - datetime(moment.year, 1, 1, tzinfo=UTC)).total_seconds() // 3600)
            for name, (begin, end, missing) in ISD.items():
                if line[begin:end] != missing:
                    hours[name][at] = int(line[begin:end]) / 10
    return {name: values for name, values in hours.items() if np.isfinite(values).mean() > 0.2} | {
        "day": np.arange(8784) / 24
    }


ISD = {
    "wind": (65, 69, "9999"),
    "temperature": (87, 92, "+9999"),
    "dew_point": (93, 98, "+9999"),
    "pressure": (99, 104, "99999"),
}


def basin(folder: Path, name: str, km2: float) -> Series:
    """Read the days of a basin of CAMELS (Addor et al. 2017): forcing, and discharge in mm a day."""
    lines = (folder / f"{name}_lump_cida_forcing_leap.txt").read_text().splitlines()[4:]
    rows = np.array([line.split()[5:] for line in lines], float)
    flows = np.array(
        [line.split()[4] for line in (folder / f"{name}_streamflow_qc.txt").read_text().splitlines()], float
    )
    return {
        "rain": rows[:, 0],
        "least": rows[:, 4],
        "most": rows[:, 3],
        "flow": flows * CUBIC_FOOT_M3 * 86400 / km2 / 1000,
        "day_number": np.arange(len(rows), dtype=float),
    }


def dssat(path: Path) -> Series:
    """Read the days of a weather file of DSSAT."""
    lines = path.read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("@DATE")) + 1
    rows = np.array([line.split()[1:5] for line in lines[start:] if len(line.split()) >= 5], float)
    return {
        "rain": rows[:, 3],
        "least": rows[:, 2],
        "most": rows[:, 1],
        "day_number": np.arange(len(rows), dtype=float),
    }


def planet_hours(sky: Sky) -> Series:
    """Return the hours of some years at the node nearest the region's middle that is all land."""
    row, column = inland_node(sky)
    middle = sky.place(row, column, datetime(FIRST_YEAR, 1, 1, tzinfo=UTC), YEARS * 8766)
    return {
        "temperature": middle["temperature_2m"].values.astype(float),
        "dew_point": middle["dew_point_2m"].values.astype(float),
        "pressure": middle["pressure_msl"].values.astype(float),
        "light": middle["shortwave"].values.astype(float),
        "wind": np.hypot(middle["wind_east_10m"].values, middle["wind_north_10m"].values).astype(float),
        "cloud": middle["cloud_cover"].values.astype(float),
        "day": np.arange(YEARS * 8766) / 24,
    }


def inland_node(sky: Sky) -> tuple[int, int]:
    away = np.hypot(sky.nodes.x, sky.nodes.y) + 1e9 * (sky.nodes.land < 1)
    return divmod(int(np.argmin(away)), sky.nodes.columns)


def planet_days(ground: Ground, yearly_mm: float) -> Series:
    """Return the days of some years over a basin of some hundred square kilometres, scaled to the station's normals."""
    area = np.where(ground.sea, 0, ground.upstream_km2)
    outlet = int(np.argmin(np.abs(np.log(np.maximum(area, 0.1) / 500))))
    inside = basin_of(ground, outlet)
    scale = yearly_mm / ground.rain_mm.sum(axis=0).ravel()[inside].mean()
    ground = dataclasses.replace(ground, rain_mm=np.round(ground.rain_mm * scale, 1))
    sky = Sky(ground)
    water = Water(ground, sky)
    made: dict[str, list[Floats]] = {name: [] for name in ("rain", "least", "most", "flow")}
    for year in range(FIRST_YEAR, FIRST_YEAR + YEARS):
        run = water.year(year)
        made["flow"].append(run.discharge_m3_s.reshape(len(run.snow_mm), -1)[:, outlet] * 86.4 / area.ravel()[outlet])
        names = ("precipitation", "temperature_min", "temperature_max")
        for fields in sky.daily_fields(date(year, 1, 1), len(run.snow_mm), names):
            for name, variable in zip(("rain", "least", "most"), names, strict=True):
                made[name].append(fields[variable].reshape(len(fields[variable]), -1)[:, inside].mean(axis=1))
    days = {name: np.concatenate(parts) for name, parts in made.items()}
    return days | {"day_number": np.arange(len(days["rain"]), dtype=float)}


def basin_of(ground: Ground, outlet: int) -> Floats:
    inside = np.zeros(ground.sea.size, bool)
    inside[outlet] = True
    downstream = ground.downstream.ravel()
    for cell in ground.order[::-1].tolist():
        inside[cell] |= downstream[cell] >= 0 and inside[downstream[cell]]
    return inside


def anomaly(values: Floats, day: Floats) -> Floats:
    """Remove the seasons (two harmonics) and the mean hour of the day in each month."""
    waves = [np.ones_like(day)] + [f(2 * np.pi * n * day / 365.25) for n in (1, 2) for f in (np.sin, np.cos)]
    design, known = np.stack(waves, axis=1), np.isfinite(values)
    rest = values - design @ np.linalg.lstsq(design[known], values[known], rcond=None)[0]
    month, hour = (day % 365.25 // 30.44).astype(int), (day % 1 * 24 + 0.01).astype(int)
    for key in np.unique(month * 24 + hour):
        at = month * 24 + hour == key
        rest[at] -= np.nanmean(rest[at]) if np.isfinite(rest[at]).any() else 0.0
    return rest


def lag(values: Floats, steps: int) -> float:
    early, late = values[:-steps], values[steps:]
    both = np.isfinite(early) & np.isfinite(late)
    return float(np.corrcoef(early[both], late[both])[0, 1])


def season(day: Floats, winter: bool) -> NDArray[np.bool_]:
    within = day % 365.25
    return (within < 59) | (within >= 334) if winter else (within >= 151) & (within < 243)


def hourly_figures(series: Series) -> dict[str, float]:
    day = series["day"]
    warm = anomaly(series["temperature"], day)
    whole = series["temperature"][: len(day) // 24 * 24].reshape(-1, 24)
    spread, noon = whole.max(axis=1) - whole.min(axis=1), day[: len(day) // 24 * 24 : 24]
    figures = {}
    seasons = [(name, winter) for name, winter in SEASONS if np.isfinite(warm[season(day, winter)]).sum() > 500]
    for name, winter in seasons:
        figures[f"temperature anomaly, std {name} (K)"] = float(np.nanstd(warm[season(day, winter)]))
        figures[f"diurnal range, {name} (K)"] = float(np.nanmean(spread[season(noon, winter)]))
    figures["temperature anomaly, skewness"] = float(np.nanmean(warm**3) / np.nanstd(warm) ** 3)
    for hours in (1, 24, 72):
        figures[f"temperature anomaly, lag {hours} h"] = lag(warm, hours)
    figures["dew point depression (K)"] = float(np.nanmean(series["temperature"] - series["dew_point"]))
    figures["dew point depression, std (K)"] = float(np.nanstd(series["temperature"] - series["dew_point"]))
    if "pressure" in series:
        pressure = anomaly(series["pressure"], day)
        for name, winter in seasons:
            figures[f"pressure, std {name} (hPa)"] = float(np.nanstd(pressure[season(day, winter)]))
        figures["pressure, lag 24 h"] = lag(pressure, 24)
        figures["pressure change in 3 h, std (hPa)"] = float(np.nanstd(pressure[3:] - pressure[:-3]))
    wind = series["wind"]
    figures["wind, mean (m/s)"] = float(np.nanmean(wind))
    figures["wind, 99 % (m/s)"] = float(np.nanpercentile(wind, 99))
    figures["wind, std over mean"] = float(np.nanstd(wind) / np.nanmean(wind))
    figures["wind, lag 1 h"] = lag(wind, 1)
    figures["wind, lag 24 h"] = lag(wind, 24)
    if "cloud" in series:
        cloud = series["cloud"]
        figures["cloud, mean"] = float(cloud.mean())
        figures["cloud, share of hours below 0.2"] = float((cloud < 0.2).mean())
        figures["cloud, share of hours above 0.8"] = float((cloud > 0.8).mean())
        figures["cloud, lag 1 h"] = lag(cloud, 1)
        figures["light, mean (W/m²)"] = float(series["light"].mean())
    return figures


def daily_figures(series: Series) -> dict[str, float]:
    rain, day = series["rain"], series["day_number"]
    wet = rain >= WET_MM
    figures = {
        "rain in a year (mm)": float(rain.mean() * 365.25),
        "wet days (share, ≥ 1 mm)": float(wet.mean()),
        "wet day, mean (mm)": float(rain[wet].mean()),
        "wet day, 95 % (mm)": float(np.percentile(rain[wet], 95)),
        "wet day after a wet day": float(wet[1:][wet[:-1]].mean()),
        "wet day after a dry day": float(wet[1:][~wet[:-1]].mean()),
        "longest dry spell in a year (days)": longest_dry(wet) if len(wet) > 300 else float("nan"),
    }
    mean = (series["least"] + series["most"]) / 2
    figures["daily temperature anomaly, lag 1 d"] = lag(anomaly(mean, day), 1)
    figures["daily temperature anomaly, std (K)"] = float(np.std(anomaly(mean, day)))
    figures["diurnal range (K)"] = float((series["most"] - series["least"]).mean())
    return figures | (flow_figures(rain, series["flow"]) if "flow" in series else {})


def longest_dry(wet: NDArray[np.bool_]) -> float:
    edges = np.concatenate([[-1], np.flatnonzero(wet), [wet.size]])
    gaps = np.diff(edges) - 1
    years = len(wet) / 365.25
    return float(np.sort(gaps)[::-1][: max(round(years), 1)].mean())


def flow_figures(rain: Floats, flow: Floats) -> dict[str, float]:
    """Compute the runoff ratio and the shape of the flow-duration curve (signatures of Addor et al. 2017)."""
    flow = np.maximum(flow, 1e-6)
    return {
        "runoff over rain": float(flow.mean() / rain.mean()),
        "flow 5 % / median": float(np.percentile(flow, 95) / np.median(flow)),
        "flow 95 % / median": float(np.percentile(flow, 5) / np.median(flow)),
        "slope of the duration curve (33 to 66 %)": float(
            (np.log(np.percentile(flow, 67)) - np.log(np.percentile(flow, 34))) / 0.33
        ),
        "flow, lag 1 d": lag(flow, 1),
    }


def region_of(climate: Climate) -> Region:
    return next(region for region in (make_region(1, index, CELLS) for index in range(6)) if region.climate == climate)


def stations(folder: Path) -> list[tuple[str, Climate, Callable[[], Series], bool]]:
    """Return name, climate, reader, and whether it was withheld while the sky was made."""
    camels, weather = folder / "timeseries" / "camels_us_4basins", folder / "crop" / "dssat" / "Weather"
    return [
        ("Chicago", "continental", lambda: epw(next((folder / "building" / "epw").glob("USA_IL*.epw"))), False),
        ("Sweden 02413", "continental", lambda: isd(folder / "timeseries" / "isd" / "024130-99999-2016.gz"), False),
        ("Maine 01022500", "continental", lambda: basin(camels, "01022500", 573.6), False),
        ("Pennsylvania 03015500", "continental", lambda: basin(camels, "03015500", 784.9), False),
        ("Virginia 02064000", "humid_subtropical", lambda: basin(camels, "02064000", 427.8), False),
        ("Kansas 1981/82", "semi_arid", lambda: dssat(weather / "KSAS8201.WTH"), False),
        ("Golden", "semi_arid", lambda: epw(next((folder / "building" / "epw").glob("USA_CO*.epw"))), True),
        ("Pennsylvania 01547700", "continental", lambda: basin(camels, "01547700", 113.5), True),
        ("Florida 1982", "humid_subtropical", lambda: dssat(weather / "UFGA8201.WTH"), True),
    ]


def show(title: str, real: dict[str, float], planet: dict[str, float]) -> None:
    print(f"\n{title:44} {'real':>8} {'planet':>8} {'ratio':>6}")
    for name, value in real.items():
        print(f"  {name:42} {value:8.2f} {planet[name]:8.2f} {planet[name] / value if value else np.nan:6.2f}")


def main(withheld: bool, folder: Path) -> int:
    hours: dict[Climate, dict[str, float]] = {}
    for name, climate, read, kept_back in stations(folder):
        if kept_back != withheld:
            continue
        series, begin = read(), time.perf_counter()
        if "rain" in series:
            real = daily_figures(series)
            planet = daily_figures(planet_days(make_ground(region_of(climate)), real["rain in a year (mm)"]))
            show(f"{name}, {climate}, days", real, planet)
        else:
            if climate not in hours:
                hours[climate] = hourly_figures(planet_hours(Sky(make_ground(region_of(climate)))))
            show(f"{name}, {climate}, hours", hourly_figures(series), hours[climate])
        print(f"  {'seconds for the planet':42} {time.perf_counter() - begin:17.1f}")
    return 0


if __name__ == "__main__":
    places = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    sys.exit(main("--withheld" in sys.argv, Path(places[0]) if places else REAL))
