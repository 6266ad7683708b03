"""Nitrogen dioxide in school hours, and the distances from schools to the nearest hospital."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.town_air import (
    NO2,
    Floats,
    fetch_town_air,
    hours_at,
    join_names,
    late_2031,
    leads,
    printed_numbers,
    shuffled_towns,
    some_days,
    span_words,
    towns_of,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

LESSONS = 6
"""Hours of a day."""


def _draw(land: Land, chance: Chance) -> Given:
    if not land.towns:
        raise Unsuited("no town that fields cover has a map with houses")
    town = str(land.towns[-1].name)
    given: Given = {"town": town, "towns": shuffled_towns(land, chance, most=5), **some_days(chance, 4)}
    if town not in towns_of(given):
        raise Unsuited("the town with a map is a small one")
    given["first_hour"] = (8 - round(land.place(town).longitude / 15)) % 24
    given["absent"] = bool(chance.random() < 0.3)
    air = {name: hours[NO2] for name, hours in hours_at(land, given, [NO2]).items()}
    lessons = _lessons(given, len(air[town]))
    leads([float(hours[lessons].mean() / hours[~lessons].mean()) for hours in air.values()], 0.008)
    means = sorted((float(hours[lessons].mean()) for hours in air.values()), reverse=True)
    if min(-np.diff(means)) < 0.01:
        raise Unsuited("two towns are alike")
    given["line"] = float(max(np.floor(np.percentile(air[town][lessons], 60)), 1.0))
    schools, hospitals = _sites(land, given)
    if len(schools) < 2 or not hospitals:
        raise Unsuited("a town without a hospital, or with one school")
    return given


def _lessons(given: Given, count: int) -> np.ndarray:
    """Whether each hour is one of lessons."""
    return (np.arange(count) - int(str(given["first_hour"]))) % 24 < LESSONS


def _sites(land: Land, given: Given) -> tuple[list[Floats], list[Floats]]:
    """Middles of the schools and of the hospitals of the town, metres."""
    buildings = land.planet.town(land.place(str(given["town"])).id).buildings

    def middles(use: str) -> list[Floats]:
        shapes = [building.outline.centroid for building in buildings if building.use == use]
        return [np.array([shape.x, shape.y]) for shape in shapes]

    return middles("school"), middles("hospital")


def _distances(land: Land, given: Given) -> list[float]:
    """Kilometres from each school to the nearest hospital."""
    schools, hospitals = _sites(land, given)
    return [min(float(np.hypot(*(school - other))) for other in hospitals) / 1000 for school in schools]


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, first, absent = read_request_text(__name__), int(str(given["first_hour"])), bool(given["absent"])
    return text.fill(
        text.choose_opening(chance),
        leave_out=[] if absent else ["sulphur_mean"],
        towns=join_names(towns_of(given)),
        days=span_words(given),
        town=given["town"],
        begins=join_words([f"{(first + hour) % 24:02d}:00" for hour in range(LESSONS)]),
        line=given["line"],
        more=text.phrase("sulphur", town=given["town"]) if absent else "",
    )


def _plan(hands: Hands) -> Plan:
    home = hands.text("town")
    means: dict[str, list[float]] = {}
    place: Seen | None = None
    for town in hands.texts("towns"):
        _, here, air = yield from fetch_town_air(hands, town, [NO2])
        yield from hands.use("chart.series", lines=[{"path": air.path, "variable": NO2, "label": town}])
        program = yield from hands.use(
            "execution.python",
            code=PROGRAM.format(path=air.path, first=hands.number("first_hour"), line=hands.number("line")),
        )
        means[town] = printed_numbers(program)
        place = here if town == home else place
    assert place is not None
    street_map = yield from hands.use("gis.fetch_map", box=place.numbers("place", "box"))
    if home in str(street_map.get("boxes_with_streets")):
        street_map = yield from hands.use("gis.fetch_map", box=street_map.numbers("boxes_with_streets", home))
    schools = yield from hands.use("gis.features", path=street_map.path, key="amenity", values=["school"])
    hospitals = yield from hands.use("gis.features", path=street_map.path, key="amenity", values=["hospital"])
    yield from hands.use("feature_map.places", zones=schools.path)
    middles = []
    for features in (schools, hospitals):
        output = yield from hands.use("execution.python", code=MIDDLES.format(path=features.path))
        numbers = printed_numbers(output)
        middles.append([numbers[at : at + 2] for at in range(0, len(numbers), 2)])
    apart = yield from hands.use("gis.distance_matrix", origins=middles[0], destinations=middles[1])
    nearest = [min(apart.numbers("kilometres", row)) for row in range(len(middles[0]))]
    mean = yield from hands.calculate(f"({' + '.join(map(str, nearest))}) / {len(nearest)}")
    largest = max(means, key=lambda town: means[town][1])
    answers: Given = {
        "ranking": [*sorted(means, key=lambda town: -means[town][0])],
        "lesson_mean": means[home][0],
        "lesson_hours_over": means[home][2],
        "largest_ratio_town": largest,
        "largest_ratio": means[largest][1],
        "schools": schools.number("count"),
        "furthest_school_km": max(nearest),
        "mean_school_km": mean,
    }
    if not hands.given["absent"]:
        return answers
    yield from hands.attempt(
        "archive.air_quality", variables=["sulphur_dioxide"], start=hands.text("start"), end=hands.text("end"),
        point=place.numbers("place", "point"),
    )  # fmt: skip
    return {**answers, "sulphur_mean": None}


PROGRAM = """import xarray as xr
air = xr.open_dataset("{path}", engine="h5netcdf")["nitrogen_dioxide"].astype(float)
lessons = (air["time.hour"] - {first}) % 24 < 6
taught, other = air[lessons], air[~lessons]
print(round(float(taught.mean()), 4), round(float(taught.mean() / other.mean()), 5), int((taught > {line}).sum()))"""
MIDDLES = """import json
from shapely.geometry import shape
for feature in json.load(open("{path}"))["features"]:
    middle = shape(feature["geometry"]).centroid
    print(round(middle.x, 7), round(middle.y, 7))"""


def _recompute(land: Land, given: Given) -> Answers:
    air = {town: hours[NO2] for town, hours in hours_at(land, given, [NO2]).items()}
    home, distances = str(given["town"]), _distances(land, given)
    lessons = _lessons(given, len(air[home]))
    means = {town: float(hours[lessons].mean()) for town, hours in air.items()}
    ratios = {town: means[town] / float(hours[~lessons].mean()) for town, hours in air.items()}
    largest = max(ratios, key=lambda town: ratios[town])
    answers: Given = {
        "ranking": [*sorted(means, key=lambda town: -means[town])],
        "lesson_mean": means[home],
        "lesson_hours_over": int((air[home][lessons] > float(str(given["line"]))).sum()),
        "largest_ratio_town": largest,
        "largest_ratio": ratios[largest],
        "schools": len(distances),
        "furthest_school_km": max(distances),
        "mean_school_km": float(np.mean(distances)),
    }
    return {**answers, "sulphur_mean": None} if given["absent"] else answers


def _trait(given: Given) -> Trait:
    return "absent" if given["absent"] else "plain"


def _derive(land: Land, given: Given) -> Answers:
    """The towns, the hours of lessons, the people of the town with the schools, and its ratio."""
    air = {town: hours[NO2] for town, hours in hours_at(land, given, [NO2]).items()}
    home = str(given["town"])
    lessons = _lessons(given, len(air[home]))
    return {
        "towns": len(air),
        "lesson_hours": int(lessons.sum()),
        "people": float(land.place(home).population or 0),
        "home_ratio": float(air[home][lessons].mean() / air[home][~lessons].mean()),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=late_2031,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=_trait,
)
