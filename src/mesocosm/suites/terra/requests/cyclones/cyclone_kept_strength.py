"""Losses of a cyclone, had it not weakened before the coast, by the winds of a parametric model."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests import cyclone_drill
from mesocosm.suites.terra.requests.best_track import DECAY, best_track, wind_at
from mesocosm.suites.terra.requests.cyclone_assets import (
    Curves,
    assets_file,
    assets_of,
    by_town,
    curve_words,
    drawn_assets,
    table_losses,
)
from mesocosm.suites.terra.requests.town_cells import day_words, find_town
from mesocosm.suites.terra.requests.vortices import track_table
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

CURVES: Curves = {
    "homes": {"intensity": [0, 18, 30, 45, 65], "damage": [0, 0, 0.1, 0.5, 0.95]},
    "works": {"intensity": [0, 22, 40, 65], "damage": [0, 0, 0.12, 0.6]},
}
WINDS = """import numpy as np
import pandas as pd
track = pd.read_csv("besttrack.csv")
assets = pd.read_csv("assets.csv")
peak = int(track["wind_m_s"].idxmax())
kept = track["wind_m_s"].where(track.index < peak, track["wind_m_s"].max())
def ways(latitude, longitude):
    a, b = np.radians(track["latitude"]), np.radians(latitude)
    turn = np.radians(track["longitude"] - longitude)
    half = np.sin((b - a) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin(turn / 2) ** 2
    ratio = 2 * 6371 * np.arcsin(np.sqrt(half)) / track["radius_km"]
    return np.where(ratio < 1, ratio, ratio ** -0.6)
for kind, winds in (("as-it-was", track["wind_m_s"]), ("kept", kept)):
    track.assign(wind_m_s=winds.round(2)).to_csv(f"track-{kind}.csv", index=False)
    rows = []
    for asset in assets.itertuples():
        strongest = float((winds * ways(asset.latitude, asset.longitude)).max())
        rows.append(("cyclone", 1.0, asset.latitude, asset.longitude, round(strongest, 4)))
    names = ["event", "frequency_per_year", "latitude", "longitude", "intensity"]
    pd.DataFrame(rows, columns=names).drop_duplicates().to_csv(f"hazard-{kind}.csv", index=False)
for name, longitude, latitude in TOWNS:
    share = ways(latitude, longitude)
    table = pd.DataFrame({"time": track["time"], "was": track["wind_m_s"] * share, "kept": kept * share})
    table.round(3).to_csv(f"wind-{name}.csv", index=False)
    print(name, round(float(table["was"].max()), 3), round(float(table["kept"].max()), 3))
print("peak", peak)
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2050)), 5, 2, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    given = cyclone_drill.draw_cyclone(land, chance)
    storm = cyclone_drill.vortex_of(given)
    peak_hour = float(chance.integers(20, 34))
    given["storm"] = storm.model_copy(update={"middle_hour": 48.0, "peak_hour": peak_hour}).model_dump()
    given |= {"peak_wind": round(float(chance.uniform(36, 56)), 1), "fade": float(chance.integers(26, 48))}
    given["assets"] = drawn_assets(land, given, CURVES, chance)
    losses, losses_kept = (by_town(texts(given, "towns"), _losses(given, way)) for way in (False, True))
    ranked = sorted((losses_kept[name] - losses[name] for name in losses), reverse=True)
    peaks = sorted((float(wind.max()) for wind in _winds(land, given, True).values()), reverse=True)
    if sum(losses.values()) < 3 or ranked[0] < 1.05 * ranked[1] or peaks[0] - peaks[1] < 0.3:
        raise Unsuited("it cost nothing, or two towns are alike")
    spans = np.concatenate(list(_winds(land, given, False).values()))
    if np.abs(spans - 20.0).min() < 0.005:
        raise Unsuited("an hour lies at the threshold")
    return given


def _files(land: Land, given: Given) -> dict[str, bytes]:
    return {"besttrack.csv": track_table(best_track(given)), "assets.csv": assets_file(given)}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        name=given["name"],
        towns=join_words(texts(given, "towns")),
        first=day_words(str(given["first"])),
        decay=DECAY,
        curves=curve_words(CURVES),
    )


def _plan(hands: Hands) -> Plan:
    towns = []
    for name in hands.texts("towns"):
        towns.append((yield from find_town(hands, name)))
    code = WINDS.replace("TOWNS", repr([(town.name, *town.point) for town in towns]))
    tables = yield from hands.use("execution.python", code=code, after=[town.seen for town in towns])
    runs, lost = [], []
    for kind, scenario in (("as-it-was", "baseline"), ("kept", "counterfactual")):
        run = yield from hands.use(
            "impact.event_loss",
            hazard=[f"hazard-{kind}.csv"],
            exposure="assets.csv",
            curves=CURVES,
            intensity_unit="m/s",
            value_unit="million USD",
            scenario=scenario,
            after=[tables],
        )
        runs.append(run)
        table = yield from hands.use("files.read_file", path=run.word("tables", "assets"))
        lost.append(by_town(hands.texts("towns"), table_losses(table.text)))
        for tool in ("cyclones.categories", "feature_map.tracks"):
            yield from cyclone_drill.by_category(hands, tool, f"track-{kind}.csv", [tables])
    change = yield from hands.use(
        "simulation.compare_runs", baseline=runs[0].word("run"), other=runs[1].word("run"), changed=["hazard"]
    )
    spared, strongest, hours = {}, {}, {}
    for town in towns:
        spared[town.name] = yield from hands.calculate(f"{lost[1][town.name]} - {lost[0][town.name]}")
        lines = [
            {"path": f"wind-{town.name}.csv", "variable": kind, "label": kind, "units": "m s-1"}
            for kind in ("was", "kept")
        ]
        chart = yield from hands.use("chart.series", lines=lines, threshold=20.0, after=[tables])
        strongest[town.name] = chart.number("series", 1, "max")
        counting = f'import pandas as pd\nprint(int((pd.read_csv("wind-{town.name}.csv")["was"] > 20).sum()))'
        count = yield from hands.use("execution.python", code=counting, after=[tables])
        hours[town.name] = int(count.text.split()[0])
    most, windiest = max(spared, key=lambda name: spared[name]), max(strongest, key=lambda name: strongest[name])
    key = "greatest_event_loss"
    first, second = (change.number("differences", key, way) for way in ("baseline", "other"))
    ratio = yield from hands.calculate(f"{second} / {first}")
    return {
        "loss": first,
        "loss_kept": second,
        "loss_ratio": ratio,
        "most_spared": most,
        "spared": spared[most],
        "windiest_town": windiest,
        "wind_kept_m_s": strongest[windiest],
        "hours_above_20": hours[windiest],
    }


def _winds(land: Land, given: Given, keeps_strength: bool) -> dict[str, np.ndarray]:
    places = [land.place(name) for name in texts(given, "towns")]
    return {place.name: wind_at(given, place.latitude, place.longitude, keeps_strength) for place in places}


def _losses(given: Given, keeps_strength: bool) -> list[float]:
    """Loss of each asset."""
    losses = []
    for _, latitude, longitude, value, kind in assets_of(given):
        wind = float(wind_at(given, latitude, longitude, keeps_strength).max())
        losses.append(value * float(np.interp(wind, CURVES[kind]["intensity"], CURVES[kind]["damage"])))
    return losses


def _recompute(land: Land, given: Given) -> Answers:
    losses, losses_kept = (by_town(texts(given, "towns"), _losses(given, way)) for way in (False, True))
    spared = {name: losses_kept[name] - losses[name] for name in losses}
    most, winds = max(spared, key=lambda name: spared[name]), _winds(land, given, True)
    windiest = max(winds, key=lambda name: float(winds[name].max()))
    return {
        "loss": sum(losses.values()),
        "loss_kept": sum(losses_kept.values()),
        "loss_ratio": sum(losses_kept.values()) / sum(losses.values()),
        "most_spared": most,
        "spared": spared[most],
        "windiest_town": windiest,
        "wind_kept_m_s": float(winds[windiest].max()),
        "hours_above_20": int((_winds(land, given, False)[windiest] > 20.0).sum()),
    }


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=3,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    files=_files,
)
