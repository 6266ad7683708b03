"""A drill: a cyclone in handed-over fields is tracked past the towns of a district."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests import cyclone_drill
from mesocosm.suites.terra.requests.cyclone_drill import PRESSURE_HPA, distances, rebuilt, town_winds
from mesocosm.suites.terra.requests.town_cells import day_words, find_town
from mesocosm.suites.terra.requests.vortices import distance_km, files_of
from mesocosm.suites.terra.workflows.answer_fields import Asked
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Asking, Given, Unsuited, Workflow

SCALE = (
    ("category 1", 63.0),
    ("category 2", 89.0),
    ("category 3", 118.0),
    ("category 4", 160.0),
    ("category 5", 200.0),
)
"""Of the Australian Bureau of Meteorology: least ten-minute wind in km/h."""
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


def _ask(land: Land, given: Given, chance: Chance) -> Asking:
    towns, name, first = join_words(texts(given, "towns")), given["name"], day_words(str(given["first"]))
    context = (
        (
            f"Civil protection is holding a drill in which a made-up cyclone, {name}, passes {towns}. The weather "
            f"service has put its fields into the workspace: {STEM}-surface.nc (pressure at sea level, ten-minute "
            f"winds at 10 m) and {STEM}-levels.nc (winds and temperature aloft), every six hours from 00 UTC of "
            f"{first}. My umpires need its true course before the teams start."
        ),
        (
            f"We are the duty desk of a district with {towns}. For tonight's exercise we were handed the analyses of "
            f"an invented cyclone called {name}: {STEM}-surface.nc and {STEM}-levels.nc, six-hourly from 00 UTC of "
            f"{first}, winds as ten-minute means."
        ),
    )[int(chance.integers(2))]
    question = (
        "Find the cyclone at each analysis time. Its centre is the point of lowest pressure at sea level, placed "
        "between grid points by fitting, along each axis, a parabola through the lowest cell and its two neighbours; "
        "its central pressure is that of the lowest cell; its wind is the strongest at 10 m within 250 km of it. "
        "Distances to towns are from the town's point, at analysis times only (no interpolation in between). Winds in "
        "towns are those of the nearest grid cell. A town has to shut its schools if its wind exceeds "
        f"{given['limit']:g} m/s at any analysis time. Draw a map of the track by category on the Australian scale, "
        "and one chart of wind and one of pressure over time per town."
    )
    if given["absent"]:
        question += " The exercise also calls for the sea surface temperature below the centre when it is deepest."
    return Asking(context=context, question=question, fields=_fields(given))


def _fields(given: Given) -> tuple[Asked, ...]:
    fields = (
        Asked(
            key="depth_hpa",
            about=f"{PRESSURE_HPA:g} hPa less the cyclone's lowest central pressure",
            unit="hPa",
            decimals=1,
            certainty="reading",
        ),
        Asked(
            key="strongest_wind_m_s",
            about="the cyclone's strongest wind at any analysis time",
            unit="m/s",
            decimals=1,
            certainty="reading",
        ),
        Asked(
            key="category",
            about="the highest category that it reaches on the Australian scale",
            kind="text",
            among=tuple(name for name, _ in SCALE),
        ),
        Asked(key="track_km", about="length of its track from first to last analysis", unit="km", decimals=0),
        Asked(key="nearest_town", about="the town to which it comes closest", kind="text"),
        Asked(key="nearest_km", about="how close it comes to that town", unit="km", decimals=0),
        Asked(
            key="nearest_hour",
            about="hours from the first analysis to that closest approach",
            decimals=0,
            certainty="count",
        ),
        Asked(
            key="town_wind_m_s",
            about="the strongest wind in that town",
            unit="m/s",
            decimals=1,
            certainty="reading",
        ),
        Asked(key="towns_shut", about="towns that have to shut their schools", kind="list", order="set"),
    )
    asked_too = Asked(
        key="sea_temperature_c",
        about="sea surface temperature below the centre when it is deepest",
        unit="degC",
        decimals=1,
    )
    return (*fields, asked_too) if given["absent"] else fields


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
        drawn = yield from hands.use(
            "chart.series", lines=[{"path": series.path, "label": name}], threshold=hands.number("limit")
        )
        strongest[name] = drawn.number("series", 0, "max")
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
        told = yield from hands.attempt("reanalysis.read", path=surface, variable="sst")
        return {**answers, "sea_temperature_c": None if told.error else told.text}
    return answers


def _recompute(land: Land, given: Given) -> Answers:
    drill = rebuilt(land, given)
    away, winds = distances(land, given, drill.fixes), town_winds(land, given, drill.wind())
    nearest = min(away, key=lambda name: float(away[name].min()))
    strongest = max(fix.wind_m_s for fix in drill.fixes)
    legs = [
        float(distance_km(a.latitude, a.longitude, np.array(b.latitude), np.array(b.longitude)))
        for a, b in pairwise(drill.fixes)
    ]
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
