"""Area of open water around a town month by month, by optical scenes and by radar."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.scenes import (
    Floats,
    day_of,
    end_of_2031,
    first_scene,
    months_of,
    months_words,
    normalised_difference,
    pictured_town,
    pixel_km2,
    radar,
    search_month,
    sentinel,
    town_box,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

CLOUD = 20
LEAST_KM2 = 0.05
Pair = tuple[str, Floats, Floats]
"""Day of the optical scene, its NDWI, and the backscatter (VV) of the radar scene."""


def _draw(land: Land, chance: Chance) -> Given:
    town, first = pictured_town(land, chance), int(chance.integers(3, 8))
    given: Given = {
        "town": town,
        "months": list(range(first, first + 4)),
        "line_db": float(chance.choice([-18, -17, -16])),
    }
    pairs = _pairs(land, given)
    light = [float((water > 0).sum() * 1e-4) for _, water, _ in pairs]
    if len(pairs) < 3 or min(light) < LEAST_KM2:
        raise Unsuited("too many cloudy months, or hardly any water")
    gaps = sorted((abs(_gap(pair, given)) for pair in pairs), reverse=True)
    if gaps[0] - gaps[1] < 0.0005 or max(light) - sorted(light)[-2] < 0.0005:
        raise Unsuited("two months are alike")
    given["close"] = bool(max(light) - sorted(light)[-2] < 0.02 * max(light))
    return given


def _pairs(land: Land, given: Given) -> list[Pair]:
    """Return the pair of each month that has both scenes."""
    pairs: list[Pair] = []
    for month in months_of(given):
        optical = first_scene(land, str(given["town"]), month, "msi", CLOUD)
        echo = first_scene(land, str(given["town"]), month, "c-sar", None)
        if optical is None or echo is None:
            continue
        bands = sentinel(land, optical)
        water = normalised_difference(bands["B03"], bands["B08"])
        pairs.append((str(day_of(optical)), water, radar(land, echo)["VV"]))
    return pairs


def _gap(pair: Pair, given: Given) -> float:
    """Return the approximate difference of radar water and optical water, km²."""
    return float((pair[2] < float(str(given["line_db"]))).sum() - (pair[1] > 0).sum()) * 1e-4


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        town=given["town"],
        months=months_words(months_of(given)),
        line_db=given["line_db"],
        cloud=CLOUD,
    )


def _plan(hands: Hands) -> Plan:
    place = yield from hands.use("gis.resolve_place", name=hands.text("town"))
    box = town_box(place)
    days: list[str] = []
    light: list[float] = []
    waves: list[float] = []
    gaps: list[float] = []
    for month in months_of(hands.given):
        clear = yield from search_month(hands, box, month, "msi", CLOUD)
        echo = yield from search_month(hands, box, month, "c-sar", None)
        if clear is None or echo is None:
            continue
        bands = yield from hands.use("satellite.fetch_bands", scene=clear[1], bands=["B03", "B08"])
        index = yield from hands.use("satellite.index", path=bands.path, name="NDWI")
        areas = yield from hands.use(
            "satellite.area_statistics", path=index.path, begins=[-1.0, 1e-9], names=["land", "water"]
        )
        wave = yield from hands.use("satellite.fetch_bands", scene=echo[1], bands=["VV"])
        yield from hands.use("image.colour", path=wave.path)
        water = yield from hands.use(
            "satellite.radar_water", path=wave.path, band="VV", threshold=hands.number("line_db")
        )
        yield from hands.use("map.field", path=water.path)
        days.append(clear[2][:10])
        light.append(areas.number("classes", 1, "area_km2"))
        waves.append(water.number("classes", 0, "area_km2"))
        gap = yield from hands.calculate(f"{waves[-1]} - {light[-1]}")
        gaps.append(gap)
    most, worst = max(range(len(days)), key=light.__getitem__), max(range(len(days)), key=lambda at: abs(gaps[at]))
    mean_light = yield from hands.calculate(f"({' + '.join(map(str, light))}) / {len(light)}")
    mean_radar = yield from hands.calculate(f"({' + '.join(map(str, waves))}) / {len(waves)}")
    return {
        "most_water_day": days[most],
        "most_water": light[most],
        "least_water": min(light),
        "mean_light": mean_light,
        "mean_radar": mean_radar,
        "worst_day": days[worst],
        "worst_gap": gaps[worst],
    }


def _recompute(land: Land, given: Given) -> Answers:
    pairs, line = _pairs(land, given), float(str(given["line_db"]))
    pixel = pixel_km2(land, str(given["town"]))
    light = np.array([(water > 0).sum() * pixel for _, water, _ in pairs])
    waves = np.array([(echo < line).sum() * pixel for _, _, echo in pairs])
    most, worst = int(light.argmax()), int(np.abs(waves - light).argmax())
    return {
        "most_water_day": pairs[most][0],
        "most_water": float(light[most]),
        "least_water": float(light.min()),
        "mean_light": float(light.mean()),
        "mean_radar": float(waves.mean()),
        "worst_day": pairs[worst][0],
        "worst_gap": float(waves[worst] - light[worst]),
    }


def _trait(given: Given) -> Trait:
    return "close" if given["close"] else "plain"


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=0,
    now=end_of_2031,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=_trait,
)
