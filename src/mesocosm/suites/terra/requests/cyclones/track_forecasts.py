"""Forecasts of a cyclone's track by several centres, compared with its analysed track."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests import cyclone_drill
from mesocosm.suites.terra.requests.cyclone_drill import distances, rebuilt
from mesocosm.suites.terra.requests.town_cells import day_words, find_town
from mesocosm.suites.terra.requests.vortices import Fix, distance_between, files_of, track_table
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

CENTRES = ("northern", "southern", "coastal", "national")
STEM = "analysis"
CLOSE_PERCENT = 6.0
"""Share of the best centre's mean error: a second centre that differs by less makes the comparison close."""
FALSE_SHARE = 0.45
ISSUED, LAST = 4, 16
"""The first and the last time of the forecasts, in steps of six hours from the first analysis."""
BIAS = """import pandas as pd
truth = pd.read_csv("{truth}")
told = pd.read_csv("{forecast}")
for table in (truth, told):
    table["time"] = pd.to_datetime(table["time"].str.rstrip("Z"))
both = told.merge(truth, on="time", suffixes=("_told", "_true"))
print(len(both), round((both["wind_m_s_told"] - both["wind_m_s_true"]).mean(), 4))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2034, 2052)), 3, 3, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    given = cyclone_drill.draw_cyclone(land, chance)
    drift: dict[str, JsonValue] = {}
    size, turn = float(chance.uniform(1.2, 2.6)), float(chance.uniform(0, 2 * np.pi))
    for number, centre in enumerate(CENTRES):
        length = size * (
            1 + 0.03 * number * float(chance.uniform(0.4, 1.4)) if number < 2 else chance.uniform(1.2, 2.0)
        )
        angle = turn + number * np.pi / 2 + chance.uniform(-0.3, 0.3)
        parts = (length * np.cos(angle), length * np.sin(angle), chance.uniform(-6, 6))
        drift[centre] = [round(float(part), 3) for part in parts]
    names = [str(name) for name in chance.permutation(CENTRES)]
    given["drift"] = {name: drift[centre] for name, centre in zip(names, CENTRES, strict=True)}
    errors = {name: float(error.mean()) for name, error in _errors(land, given).items()}
    ranked = sorted(errors, key=lambda name: errors[name])
    gaps = [errors[b] - errors[a] for a, b in pairwise(ranked)]
    nearest = [sorted(float(km.min()) for km in _passes(land, given, name).values()) for name in ("", ranked[0])]
    if min(gaps) < 1.5 or any(row[1] - row[0] < 3 for row in nearest):
        raise Unsuited("two centres or two towns are too much alike")
    wrong = bool(chance.random() < FALSE_SHARE)
    given |= {"wrong": wrong, "claimed": ranked[1] if wrong else ranked[0]}
    return {**given, "close": gaps[0] < CLOSE_PERCENT / 100 * errors[ranked[0]]}


def _forecast(land: Land, given: Given, centre: str) -> list[Fix]:
    """The analysed track with errors in place and wind that grow with time."""
    drifts = given["drift"] if isinstance(given["drift"], dict) else {}
    east, north, wind = map(float, texts(drifts, centre))
    track = []
    for step, fix in enumerate(rebuilt(land, given).fixes[ISSUED : LAST + 1]):
        hours = 6 * step
        latitude = fix.latitude + (6 + north * hours) / 111.2
        longitude = fix.longitude + (4 + east * hours) / 111.2 / np.cos(np.radians(fix.latitude))
        speed = fix.wind_m_s + wind * (0.4 + hours / 72) + 0.8 * np.sin(step)
        track.append(
            fix.model_copy(
                update={
                    "latitude": round(latitude, 2),
                    "longitude": round(float(longitude), 2),
                    "wind_m_s": round(max(float(speed), 5.0), 1),
                }
            )
        )
    return track


def _errors(land: Land, given: Given) -> dict[str, np.ndarray]:
    """Kilometres between forecast and analysis at each time."""
    true = rebuilt(land, given).fixes[ISSUED : LAST + 1]
    return {
        centre: np.array([distance_between(a, b) for a, b in zip(_forecast(land, given, centre), true, strict=True)])
        for centre in _centres(given)
    }


def _passes(land: Land, given: Given, centre: str) -> dict[str, np.ndarray]:
    """Kilometres from towns to a centre's forecast, or to the analysis where none is named."""
    track = _forecast(land, given, centre) if centre else rebuilt(land, given).fixes[ISSUED : LAST + 1]
    return distances(land, given, track)


def _files(land: Land, given: Given) -> dict[str, bytes]:
    files = files_of([cyclone_drill.vortex_of(given)], cyclone_drill.frame_of(land, given), STEM)
    for centre in _centres(given):
        rows: list[dict[str, JsonValue]] = [
            {"track": str(given["name"]), "time": f"{fix.time:%Y-%m-%dT%H:%M}", "latitude": fix.latitude,
             "longitude": fix.longitude, "wind_m_s": fix.wind_m_s}
            for fix in _forecast(land, given, centre)
        ]  # fmt: skip
        files[f"forecast-{centre}.csv"] = track_table(rows)
    return files


def _centres(given: Given) -> list[str]:
    return list(given["drift"]) if isinstance(given["drift"], dict) else []


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, first = read_request_text(__name__), datetime.fromisoformat(str(given["first"]))
    issued = first + timedelta(hours=6 * ISSUED)
    return text.fill(
        text.choose_opening(chance),
        name=given["name"],
        centres=join_words(_centres(given)),
        issued=issued,
        issue_day=day_words(issued),
        stem=STEM,
        first=day_words(first),
        towns=join_words(texts(given, "towns")),
        claimed=given["claimed"],
    )


def _plan(hands: Hands) -> Plan:
    surface, levels = f"{STEM}-surface.nc", f"{STEM}-levels.nc"
    track = yield from hands.use("cyclones.track", surface_path=surface, levels_path=levels)
    yield from cyclone_drill.by_category(hands, "feature_map.tracks", track.path)
    errors, biases, courses = {}, {}, {}
    for centre in _centres(hands.given):
        path = f"forecast-{centre}.csv"
        errors[centre] = yield from hands.use("cyclones.track_error", path=path, truth_path=track.path)
        output = yield from hands.use(
            "execution.python", code=BIAS.format(truth=track.path, forecast=path), after=[track]
        )
        biases[centre] = float(output.text.split()[1])
        yield from cyclone_drill.by_category(hands, "feature_map.tracks", path)
        courses[centre] = yield from cyclone_drill.read_track(hands, path)
    ranking = sorted(errors, key=lambda centre: errors[centre].number("matched", 0, "mean_km"))
    best = ranking[0]
    table, rows = yield from cyclone_drill.read_track(hands, track.path)
    times = [row["time"][:16] for row in courses[best][1]]
    true = [[float(row["longitude"]), float(row["latitude"])] for row in rows if row["time"][:16] in times]
    passing, forecast = {}, {}
    for name in hands.texts("towns"):
        town = yield from find_town(hands, name)
        near = yield from hands.use(
            "gis.distance_matrix", origins=[town.point], destinations=true, after=[track, table, town.seen]
        )
        passing[name] = min(near.numbers("kilometres", 0))
        for centre, (source, course) in courses.items():
            points = [[float(row["longitude"]), float(row["latitude"])] for row in course]
            apart = yield from hands.use(
                "gis.distance_matrix", origins=[town.point], destinations=points, after=[source, town.seen]
            )
            forecast[name, centre] = min(apart.numbers("kilometres", 0))
    nearest = min(passing, key=lambda name: passing[name])
    first, second = (errors[centre].number("matched", 0, "mean_km") for centre in ranking[:2])
    lead = yield from hands.calculate(f"{second} - {first}")
    return {
        "ranking": list(ranking),
        "claim_holds": best == hands.text("claimed"),
        "least_error_km": first,
        "lead_km": lead,
        "worst_miss_km": errors[best].number("matched", 0, "worst_km"),
        "wind_bias_m_s": biases[best],
        "nearest_town": nearest,
        "passing_km": passing[nearest],
        "forecast_passing_km": forecast[nearest, best],
    }


def _recompute(land: Land, given: Given) -> Answers:
    errors = _errors(land, given)
    ranking = sorted(errors, key=lambda centre: float(errors[centre].mean()))
    best, true = ranking[0], rebuilt(land, given).fixes[ISSUED : LAST + 1]
    passing = {name: float(km.min()) for name, km in _passes(land, given, "").items()}
    nearest = min(passing, key=lambda name: passing[name])
    winds = [a.wind_m_s - b.wind_m_s for a, b in zip(_forecast(land, given, best), true, strict=True)]
    return {
        "ranking": list(ranking),
        "claim_holds": best == given["claimed"],
        "least_error_km": float(errors[best].mean()),
        "lead_km": float(errors[ranking[1]].mean() - errors[best].mean()),
        "worst_miss_km": float(errors[best].max()),
        "wind_bias_m_s": float(np.mean(winds)),
        "nearest_town": nearest,
        "passing_km": passing[nearest],
        "forecast_passing_km": float(_passes(land, given, best)[nearest].min()),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    files=_files,
    trait=lambda given: "false premise" if given["wrong"] else "close" if given["close"] else "plain",
)
