"""Heating and cooling demand of the same building in each town of a district."""

from __future__ import annotations

from datetime import UTC, date, datetime

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests import building_years as years
from mesocosm.suites.terra.requests.field_seasons import find_places, point_of
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

MOST_TOWNS = 5
LEAST_APART = 0.01
"""Least lead of the highest demand, as a share of it."""
USES = {"school": (2400, 3, 8.0), "clinic": (900, 2, 6.0), "library": (1500, 2, 5.0), "office": (3200, 5, 9.0)}
"""Floor area, storeys and gains of each building."""
DEGREE_DAYS = """
import xarray as xr
days = xr.open_dataset({path!r}, engine="h5netcdf").temperature_2m.values
print(float((({base}) - days).clip(min=0).sum()))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2037)), 2, 10, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    use = str(chance.choice(list(USES)))
    area, storeys, gains = USES[use]
    glass = {side: float(chance.choice([0.15, 0.2, 0.25])) for side in ("north", "east", "west")}
    building: dict[str, JsonValue] = {
        "floor_area_m2": area, "storeys": storeys, "gains_w_m2": gains,
        "wall_u_w_m2k": float(chance.choice([0.3, 0.5, 0.8])), "roof_u_w_m2k": float(chance.choice([0.2, 0.35])),
        "floor_u_w_m2k": 0.4, "window_share": {**glass, "south": 0.35},
        "heating_setpoint_c": float(chance.choice([20.0, 21.0])),
        "cooling_setpoint_c": float(chance.choice([24.0, 25.0, 26.0])),
    }  # fmt: skip
    towns = some_towns(land, chance, MOST_TOWNS)
    given: Given = {"use": use, "building": building, "year": land.now.year - 1, "towns": list(towns)}
    runs = _runs(land, given)
    totals = sorted((run["total_energy"] for run in runs.values()), reverse=True)
    if totals[0] - totals[1] < LEAST_APART * totals[0]:
        raise Unsuited("two towns need the same")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, building = read_request_text(__name__), years.building_of(given)
    return text.fill(
        text.choose_opening(chance),
        use=given["use"],
        towns=join_words(texts(given, "towns")),
        year=given["year"],
        building=years.describe_building(building),
        base=building["heating_setpoint_c"],
        weather=years.FED,
    )


def _plan(hands: Hands) -> Plan:
    year, building = int(hands.number("year")), years.building_of(hands.given)
    base, area = building["heating_setpoint_c"], building["floor_area_m2"]
    places = yield from find_places(hands, hands.texts("towns"))
    totals: dict[str, float] = {}
    heating: dict[str, float] = {}
    peaks: dict[str, float] = {}
    degree_days: dict[str, float] = {}
    for town, place in places.items():
        hours, epw = yield from years.fetch_year(hands, place, town, year)
        run = yield from hands.use("infrastructure.building_hourly", epw=epw.path, building=building)
        totals[town] = run.number("values", "total_energy", "value")
        peaks[town] = run.number("values", "cooling_peak", "value")
        heating[town] = yield from hands.calculate(f"{run.number('values', 'heating_energy', 'value')} / {area}")
        series = yield from hands.use(
            "region.point_series", path=hours.path, variable="temperature_2m", point=point_of(place)
        )
        days = yield from hands.use("reanalysis.aggregate", path=series.path, period="day", statistic="mean")
        warmth = yield from hands.use(
            "execution.python", code=DEGREE_DAYS.format(path=days.path, base=base), after=[days]
        )
        degree_days[town] = float(warmth.text.split()[0])
    ranked = sorted(totals, key=lambda town: -totals[town])
    table = "town,kwh\n" + "".join(f"{town},{totals[town]}\n" for town in ranked)
    yield from hands.use("files.write_file", path="demand.csv", content=table)
    yield from hands.use("chart.bars", path="demand.csv", label="town", value="kwh", units="kWh")
    whole = yield from hands.calculate(f"({' + '.join(map(str, totals.values()))}) / 1000")
    return {
        "most_demanding_town": ranked[0],
        "its_total_kwh": totals[ranked[0]],
        "its_heating_kwh_m2": heating[ranked[0]],
        "its_degree_days": degree_days[ranked[0]],
        "lowest_total_kwh": totals[ranked[-1]],
        "highest_cooling_peak_kw": max(peaks.values()),
        "all_buildings_mwh": whole,
    }


def _recompute(land: Land, given: Given) -> Answers:
    runs = _runs(land, given)
    building = years.building_of(given)
    ranked = sorted(runs, key=lambda town: -runs[town]["total_energy"])
    warmth = land.fetch(["temperature_2m"], _span(given), box_about(land.place(ranked[0])), "hour")
    place = land.place(ranked[0])
    cell = warmth.temperature_2m.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    means = cell.values.astype(float).reshape(-1, 24).mean(axis=1)
    return {
        "most_demanding_town": ranked[0],
        "its_total_kwh": runs[ranked[0]]["total_energy"],
        "its_heating_kwh_m2": runs[ranked[0]]["heating_energy"] / float(str(building["floor_area_m2"])),
        "its_degree_days": float(np.maximum(float(str(building["heating_setpoint_c"])) - means, 0).sum()),
        "lowest_total_kwh": runs[ranked[-1]]["total_energy"],
        "highest_cooling_peak_kw": max(run["cooling_peak"] for run in runs.values()),
        "all_buildings_mwh": sum(run["total_energy"] for run in runs.values()) / 1000,
    }


def _derive(land: Land, given: Given) -> Answers:
    """Return the floor area, what the building loses per degree, and the number of towns."""
    building = years.building_of(given)
    area = float(str(building["floor_area_m2"]))
    return {"area_m2": area, "loss_w_k": years.loss_w_k(building)["all"], "towns": len(texts(given, "towns"))}


def _span(given: Given) -> tuple[date, date]:
    year = int(str(given["year"]))
    return date(year, 1, 1), date(year + 1, 1, 1)


def _runs(land: Land, given: Given) -> dict[str, dict[str, float]]:
    building = years.building_of(given)
    year = int(str(given["year"]))
    return {
        town: years.energy(land, town, year, years.hours_of(land, town, year), building)
        for town in texts(given, "towns")
    }


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
