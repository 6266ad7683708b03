"""Losses of a cyclone on tracks further east, by footprints shifted over the same assets."""

from __future__ import annotations

import functools
from datetime import UTC, datetime

import numpy as np
import xarray as xr
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests import cyclone_drill
from mesocosm.suites.terra.requests.cyclone_assets import (
    Curves,
    assets_file,
    assets_of,
    by_town,
    curve_words,
    drawn_assets,
    table_losses,
)
from mesocosm.suites.terra.requests.cyclone_drill import CELL, frame_of, town_winds, vortex_of
from mesocosm.suites.terra.requests.town_cells import day_words, find_town
from mesocosm.suites.terra.requests.vortices import Vortex, fields_of, footprint
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

STEM = "cyclone"
STEP_HOURS = 1
"""Step of the winds of a footprint: a cyclone moves by less than its radius in it, but by more in the six hours of
analyses, which would leave gaps between its rings of strongest winds."""
CURVES: Curves = {
    "timber": {"intensity": [0, 15, 25, 40, 60], "damage": [0, 0, 0.08, 0.45, 0.9]},
    "masonry": {"intensity": [0, 20, 35, 60], "damage": [0, 0, 0.06, 0.5]},
}
SHIFTS = {"none": 0, "0.25 degrees": 1, "0.5 degrees": 2, "1 degree": 4}
"""Shifts to the east, in words and in cells."""
SHIFTING = """import xarray as xr
path = "{path}"
peak = xr.open_dataset(path, engine="h5netcdf")["wind_speed"].squeeze(drop=True)
for cells in {cells}:
    moved = peak.shift(longitude=cells).fillna(0.0)
    moved.attrs["units"] = "m s-1"
    moved.to_dataset(name="wind_speed").to_netcdf(f"east-{{cells}}.nc", engine="h5netcdf")
    print(cells, round(float(moved.max()), 3))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2050)), 7, 2, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    given = cyclone_drill.draw_cyclone(land, chance)
    given["assets"] = drawn_assets(land, given, CURVES, chance)
    losses = _losses(land, given)
    totals = [sum(each) for each in losses.values()]
    ranked = sorted(by_town(texts(given, "towns"), losses["0.5 degrees"]).values(), reverse=True)
    if totals[0] < 5 or totals[2] < 5 or abs(totals[2] / totals[0] - 1) < 0.03:
        raise Unsuited("the cyclone costs nothing, or nothing changes")
    if ranked[0] < 1.05 * ranked[1] or min(abs(a - b) for a in totals for b in totals if a != b) < 0.02 * max(totals):
        raise Unsuited("two towns or two tracks cost the same")
    return given


def _files(land: Land, given: Given) -> dict[str, bytes]:
    from mesocosm.earth.fields.netcdf_writer import as_netcdf

    vortex = vortex_of(given)
    surface, _ = fields_of([vortex], frame_of(land, given, STEP_HOURS))
    _, levels = fields_of([vortex], frame_of(land, given))
    files = {f"{STEM}-surface.nc": as_netcdf(surface), f"{STEM}-levels.nc": as_netcdf(levels)}
    return {**files, "assets.csv": assets_file(given)}


def _footprint(land: Land, given: Given) -> xr.DataArray:
    """Return the strongest wind of each cell with the track as given."""
    return _footprint_of(vortex_of(given), land, str(given["first"]))


@functools.lru_cache(maxsize=4)
def _footprint_of(vortex: Vortex, land: Land, first: str) -> xr.DataArray:
    return footprint([vortex], frame_of(land, {"first": first}, STEP_HOURS))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        name=given["name"],
        towns=join_words(texts(given, "towns")),
        stem=STEM,
        first=day_words(str(given["first"])),
        curves=curve_words(CURVES),
    )


def _plan(hands: Hands) -> Plan:
    winds = yield from hands.use("atmosphere.winds", path=f"{STEM}-surface.nc")
    peak = yield from hands.use(
        "reanalysis.aggregate", path=winds.path, variable="wind_speed", period="year", statistic="max", least_share=0.01
    )
    code = SHIFTING.format(path=peak.path, cells=list(SHIFTS.values()))
    footprints = yield from hands.use("execution.python", code=code, after=[peak])
    runs = {}
    for words, cells in SHIFTS.items():
        runs[words] = yield from hands.use(
            "impact.event_loss",
            hazard=[f"east-{cells}.nc"],
            exposure="assets.csv",
            curves=CURVES,
            intensity_unit="m s-1",
            value_unit="million USD",
            frequency_per_year=[1.0],
            scenario="intervention" if cells else "baseline",
            description=f"{words} further east",
            after=[footprints],
        )
        yield from hands.use("map.field", path=f"east-{cells}.nc", after=[footprints])
    changes = {}
    for words in [words for words, cells in SHIFTS.items() if cells]:
        changes[words] = yield from hands.use(
            "simulation.compare_runs",
            baseline=runs["none"].word("run"),
            other=runs[words].word("run"),
            changed=["hazard"],
        )
    town_wind = {}
    for name in hands.texts("towns"):
        town = yield from find_town(hands, name)
        for words, cells in SHIFTS.items():
            series = yield from hands.use(
                "reanalysis.read", path=f"east-{cells}.nc", point=town.point, after=[footprints]
            )
            town_wind[name, words] = series.number("values", 0)
    half = runs["0.5 degrees"]
    table = yield from hands.use("files.read_file", path=half.word("tables", "assets"))
    lost = by_town(hands.texts("towns"), table_losses(table.text))
    hardest = max(lost, key=lambda name: lost[name])
    its = yield from hands.calculate(f"{lost[hardest]}")
    key = "greatest_event_loss"
    change = changes["0.5 degrees"].number("differences", key, "relative")
    percent = yield from hands.calculate(f"100 * ({change})")
    costliest = max(runs, key=lambda words: runs[words].number("values", key, "value"))
    return {
        "loss": runs["none"].number("values", key, "value"),
        "loss_half_degree": half.number("values", key, "value"),
        "change_percent": percent,
        "costliest_track": costliest,
        "greatest_loss": runs[costliest].number("values", key, "value"),
        "hardest_hit": hardest,
        "its_loss": its,
        "its_wind_m_s": town_wind[hardest, "0.5 degrees"],
    }


def _losses(land: Land, given: Given) -> dict[str, list[float]]:
    """Loss of every asset under every track."""
    peak = _footprint(land, given)
    losses: dict[str, list[float]] = {words: [] for words in SHIFTS}
    for words, cells in SHIFTS.items():
        for _, latitude, longitude, value, kind in assets_of(given):
            row = int(np.floor((latitude - float(peak.latitude[0])) / CELL + 0.5))
            column = int(np.floor((longitude - float(peak.longitude[0])) / CELL + 0.5)) - cells
            share = np.interp(float(peak.values[row, column]), CURVES[kind]["intensity"], CURVES[kind]["damage"])
            losses[words].append(value * float(share))
    return losses


def _recompute(land: Land, given: Given) -> Answers:
    losses = _losses(land, given)
    totals = {words: sum(each) for words, each in losses.items()}
    towns = by_town(texts(given, "towns"), losses["0.5 degrees"])
    hardest, costliest = max(towns, key=lambda name: towns[name]), max(totals, key=lambda words: totals[words])
    moved = _footprint(land, given).shift(longitude=SHIFTS["0.5 degrees"])
    return {
        "loss": totals["none"],
        "loss_half_degree": totals["0.5 degrees"],
        "change_percent": 100 * (totals["0.5 degrees"] / totals["none"] - 1),
        "costliest_track": costliest,
        "greatest_loss": totals[costliest],
        "hardest_hit": hardest,
        "its_loss": towns[hardest],
        "its_wind_m_s": float(town_winds(land, given, moved)[hardest]),
    }


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    files=_files,
)
