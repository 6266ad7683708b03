"""Greenness around a town in scenes of several months, and the rain of the weeks before each."""

from __future__ import annotations

from datetime import date

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.field_seasons import point_of
from mesocosm.suites.terra.requests.scenes import (
    Floats,
    day_of,
    days_before,
    end_of_2031,
    monthly_scenes,
    months_of,
    months_words,
    normalised_difference,
    pictured_town,
    pixel_km2,
    search_month,
    sentinel,
    town_box,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

CLOUD = 10
LEAST_SCENES = 5


def _draw(land: Land, chance: Chance) -> Given:
    town, first = pictured_town(land, chance), int(chance.integers(3, 6))
    given: Given = {"town": town, "months": list(range(first, first + 6)), "line": 0.5, "days": 30}
    given["days"] = int(chance.choice([20, 30, 40]))
    given["absent"] = bool(chance.random() < 0.3)
    greens = _greens(land, given)
    if len(greens) < LEAST_SCENES:
        raise Unsuited("too many cloudy months")
    means = sorted((float(np.nanmean(green)) for _, green in greens), reverse=True)
    if means[0] - means[1] < 0.001 or means[-2] - means[-1] < 0.001:
        raise Unsuited("two scenes are equally green")
    if max(_rains(land, given, [day for day, _ in greens])) < 5:
        raise Unsuited("no rain")
    return given


def _greens(land: Land, given: Given) -> list[tuple[date, Floats]]:
    """Return the day and the NDVI of the first clear scene of each month."""
    scenes = monthly_scenes(land, str(given["town"]), months_of(given), "msi", CLOUD)
    bands = [(day_of(scene), sentinel(land, scene)) for scene in scenes]
    return [(day, normalised_difference(band["B08"], band["B04"])) for day, band in bands]


def _rains(land: Land, given: Given, days: list[date]) -> list[float]:
    """Return the rain before each day."""
    place, count = land.place(str(given["town"])), int(str(given["days"]))
    sums = []
    for day in days:
        rain = land.fetch(["precipitation"], days_before(day, count), box_about(place), "day").precipitation
        sums.append(float(rain.sel(longitude=place.longitude, latitude=place.latitude, method="nearest").sum()))
    return sums


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        leave_out=[] if given["absent"] else ["change_on_2030"],
        town=given["town"],
        months=months_words(months_of(given)),
        days=given["days"],
        line=given["line"],
        cloud=CLOUD,
        more=text.phrase("absent") if given["absent"] else "",
    )


def _plan(hands: Hands) -> Plan:
    place = yield from hands.use("gis.resolve_place", name=hands.text("town"))
    point, box = point_of(place), town_box(place)
    count, line = int(hands.number("days")), hands.number("line")
    days: list[str] = []
    greens: list[float] = []
    areas: list[float] = []
    files: list[str] = []
    rains: list[float] = []
    for month in months_of(hands.given):
        scene = yield from search_month(hands, box, month, "msi", CLOUD)
        if scene is None:
            continue
        search, name, time = scene
        bands = yield from hands.use("satellite.fetch_bands", scene=name, bands=["B04", "B08"])
        green = yield from hands.use("satellite.index", path=bands.path, name="NDVI")
        area = yield from hands.use(
            "satellite.area_statistics", path=green.path, begins=[-1.0, line], names=["other", "green"]
        )
        start, end = days_before(date.fromisoformat(time[:10]), count)
        weather = yield from hands.use(
            "archive.reanalysis", variables=["precipitation"], start=str(start), end=str(end), step="day",
            box=box_of_points([point]), after=[search, place],
        )  # fmt: skip
        rain = yield from hands.use("region.point_series", path=weather.path, point=point)
        total = yield from hands.calculate(f"{rain.number('fields', 'precipitation', 'mean')} * {count}")
        days.append(time[:10])
        greens.append(green.number("mean"))
        areas.append(area.number("classes", 1, "area_km2"))
        files.append(green.path)
        rains.append(total)
    best = max(range(len(greens)), key=greens.__getitem__)
    yield from hands.use("map.field", path=files[best])
    rows = "".join(f"{day},{rain},{green}\n" for day, rain, green in zip(days, rains, greens, strict=True))
    written = yield from hands.use("files.write_file", path="green.csv", content=f"date,rain,ndvi\n{rows}")
    scatter = yield from hands.use(
        "chart.scatter", after=[written],
        x={"path": "green.csv", "variable": "rain", "units": "mm"},
        y={"path": "green.csv", "variable": "ndvi", "units": "1"},
    )  # fmt: skip
    answers: Given = {
        "greenest_day": days[best],
        "brownest_day": days[min(range(len(greens)), key=greens.__getitem__)],
        "greenest_ndvi": greens[best],
        "green_km2": areas[best],
        "brownest_ndvi": min(greens),
        "rain_before_mm": rains[best],
        "correlation": scatter.number("correlation"),
    }
    if not hands.given["absent"]:
        return answers
    month = int(days[best][5:7])
    yield from hands.attempt(
        "satellite.search", box=box, start=f"2030-{month:02d}-01", end=f"2030-{month + 1:02d}-01", sensor="msi"
    )
    return {**answers, "change_on_2030": None}


def _recompute(land: Land, given: Given) -> Answers:
    greens = _greens(land, given)
    days, means = [day for day, _ in greens], np.array([float(np.nanmean(green)) for _, green in greens])
    rains, best = np.array(_rains(land, given, days)), int(means.argmax())
    answers: Given = {
        "greenest_day": str(days[best]),
        "brownest_day": str(days[int(means.argmin())]),
        "greenest_ndvi": float(means[best]),
        "green_km2": float((greens[best][1] >= float(str(given["line"]))).sum() * pixel_km2(land, str(given["town"]))),
        "brownest_ndvi": float(means.min()),
        "rain_before_mm": float(rains[best]),
        "correlation": float(np.corrcoef(rains, means)[0, 1]),
    }
    return {**answers, "change_on_2030": None} if given["absent"] else answers


def _trait(given: Given) -> Trait:
    return "absent" if given["absent"] else "plain"


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=end_of_2031,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=_trait,
)
