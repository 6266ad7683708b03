"""A drill: a cyclone is tracked past the towns of a district in fields that lie in the workspace."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests import cyclone_drill
from mesocosm.suites.terra.requests.cyclone_drill import PRESSURE_HPA, distances, rebuilt, town_winds
from mesocosm.suites.terra.requests.town_cells import day_words, find_town
from mesocosm.suites.terra.requests.vortices import distance_between, files_of
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

SCALE = (
    ("category 1", 63.0),
    ("category 2", 89.0),
    ("category 3", 118.0),
    ("category 4", 160.0),
    ("category 5", 200.0),
)
"""Categories of the Australian Bureau of Meteorology by their least ten-minute wind, km/h."""
ABSENT_SHARE = 0.3
STEM = "drill"


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2050)), 4, 2, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    given = cyclone_drill.draw_cyclone(land, chance)
    drill = rebuilt(land, given)
    away, winds = distances(land, given, drill.fixes), town_winds(land, given, drill.wind())
    nearest = sorted(float(km.min()) for km in away.values())
    first = np.sort(min(away.values(), key=lambda km: km.min()))
    strongest = max(fix.wind_m_s for fix in drill.fixes) * 3.6
    if nearest[1] - nearest[0] < 3 or first[1] - first[0] < 3 or min(abs(strongest - step) for _, step in SCALE) < 2:
        raise Unsuited("a town, a time or a category is not clear")
    peaks = np.sort([float(wind.max()) for wind in winds.values()])
    gaps = [(float(b - a), float((a + b) / 2)) for a, b in pairwise(peaks)]
    wide = [middle for gap, middle in gaps if gap > 0.3]
    if not wide:
        raise Unsuited("all towns have the same wind")
    limit = round(wide[int(chance.integers(len(wide)))], 1)
    return {**given, "limit": limit, "absent": bool(chance.random() < ABSENT_SHARE)}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, absent = read_request_text(__name__), bool(given["absent"])
    return text.fill(
        text.choose_opening(chance),
        leave_out=[] if absent else ["sea_temperature_c"],
        name=given["name"],
        towns=join_words(texts(given, "towns")),
        stem=STEM,
        first=day_words(str(given["first"])),
        limit=given["limit"],
        usual_hpa=PRESSURE_HPA,
        sea=text.phrase("sea") if absent else "",
    )


def _plan(hands: Hands) -> Plan:
    surface, levels = f"{STEM}-surface.nc", f"{STEM}-levels.nc"
    for path in (surface, levels):
        yield from hands.use("reanalysis.inspect", path=path)
    track = yield from hands.use("cyclones.track", surface_path=surface, levels_path=levels)
    reached = yield from cyclone_drill.by_category(hands, "cyclones.categories", track.path)
    yield from cyclone_drill.by_category(hands, "feature_map.tracks", track.path)
    table, rows = yield from cyclone_drill.read_track(hands, track.path)
    points = [[float(row["longitude"]), float(row["latitude"])] for row in rows]
    steps = yield from hands.use(
        "gis.distance_matrix", origins=points[:-1], destinations=points[1:], after=[track, table]
    )
    legs = [steps.number("kilometres", leg, leg) for leg in range(len(points) - 1)]
    length = yield from hands.calculate(" + ".join(f"{leg:.4f}" for leg in legs))
    winds = yield from hands.use("atmosphere.winds", path=surface)
    away, strongest, shut = {}, {}, []
    for name in hands.texts("towns"):
        town = yield from find_town(hands, name)
        apart = yield from hands.use(
            "gis.distance_matrix", origins=points, destinations=[town.point], after=[track, table, town.seen]
        )
        away[name] = [apart.number("kilometres", each, 0) for each in range(len(points))]
        series = yield from hands.use("region.point_series", path=winds.path, point=town.point, variable="wind_speed")
        chart = yield from hands.use(
            "chart.series", lines=[{"path": series.path, "label": name}], threshold=hands.number("limit")
        )
        strongest[name] = chart.number("series", 0, "max")
        weight = yield from hands.use("region.point_series", path=surface, point=town.point, variable="msl")
        yield from hands.use("chart.series", lines=[{"path": weight.path, "label": name, "units": "hPa"}])
        over = yield from hands.use(
            "reanalysis.events", path=series.path, comparison=">", threshold=hands.number("limit"), unit="m/s"
        )
        if over.number("fields", "steps_in_events", "max") > 0:
            shut.append(name)
    nearest = min(away, key=lambda name: min(away[name]))
    close = min(away[nearest])
    at = rows[away[nearest].index(close)]["time"].rstrip("Z")
    hours = (datetime.fromisoformat(at) - datetime.fromisoformat(hands.text("first"))).total_seconds() / 3600
    depth = yield from hands.calculate(f"{PRESSURE_HPA} - {track.number('tracks', 0, 'least_pressure_hpa')}")
    answers: dict[str, JsonValue] = {
        "depth_hpa": depth,
        "strongest_wind_m_s": track.number("tracks", 0, "strongest_wind_m_s"),
        "category": reached.word("tracks", 0, "category"),
        "track_km": length,
        "nearest_town": nearest,
        "nearest_km": close,
        "nearest_hour": hours,
        "town_wind_m_s": strongest[nearest],
        "towns_shut": list[JsonValue](shut),
    }
    if hands.given["absent"]:
        temperature = yield from hands.attempt("reanalysis.read", path=surface, variable="sst")
        return {**answers, "sea_temperature_c": None if temperature.error else temperature.text}
    return answers


def _recompute(land: Land, given: Given) -> Answers:
    drill = rebuilt(land, given)
    away, winds = distances(land, given, drill.fixes), town_winds(land, given, drill.wind())
    nearest = min(away, key=lambda name: float(away[name].min()))
    strongest = max(fix.wind_m_s for fix in drill.fixes)
    legs = [distance_between(a, b) for a, b in pairwise(drill.fixes)]
    answers: dict[str, JsonValue] = {
        "depth_hpa": PRESSURE_HPA - min(fix.pressure_hpa for fix in drill.fixes),
        "strongest_wind_m_s": strongest,
        "category": [name for name, least in SCALE if strongest * 3.6 >= least][-1],
        "track_km": sum(legs),
        "nearest_town": nearest,
        "nearest_km": float(away[nearest].min()),
        "nearest_hour": 6 * int(away[nearest].argmin()),
        "town_wind_m_s": float(winds[nearest].max()),
        "towns_shut": list[JsonValue](
            [name for name, wind in winds.items() if wind.max() > float(str(given["limit"]))]
        ),
    }
    return {**answers, "sea_temperature_c": None} if given["absent"] else answers


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    files=lambda land, given: files_of([cyclone_drill.vortex_of(given)], cyclone_drill.frame_of(land, given), STEM),
    trait=lambda given: "absent" if given["absent"] else "plain",
)
