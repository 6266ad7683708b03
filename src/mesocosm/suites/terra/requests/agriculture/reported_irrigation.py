"""A leaflet on the yield that irrigation adds to a crop, checked with a crop model."""

from __future__ import annotations

import functools
from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.stated_numbers import How
from mesocosm.suites.terra.requests.documents import (
    NUMBER,
    clear,
    district,
    number,
    numbers,
    reading,
    require_found,
    resolve_towns,
    sheet,
    slip,
    stated_number,
    text,
)
from mesocosm.suites.terra.requests.field_seasons import demand_harvests, demand_warmth, limits_of
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

SHARE = 0.1
MOST_TOWNS = 4
THRESHOLD = 60.0
RAINFED = (
    "Without a drop from the hose, {crop} at {town} made {number} t/ha",
    "Rainfed {crop} at {town} yielded {number} t/ha",
)
GAIN = (
    "Irrigation would have added {number} t/ha at {town}",
    "Watering in time is worth {number} t/ha at {town}",
)
VARIABLES = ("precipitation", "shortwave", "dew_point_2m", "wind_east_10m", "wind_north_10m")
TO_2_M = 4.87 / np.log(67.8 * 10 - 5.42)
"""Factor from the wind at 10 m to that at 2 m (FAO-56, equation 47)."""


def _now(chance: Chance) -> datetime:
    return datetime(2033, int(chance.integers(1, 6)), 1, 12, tzinfo=UTC)


def _span(given: Given) -> tuple[date, date]:
    """Return the first day of the runs, and the day after their last."""
    sown = date.fromisoformat(text(given, "sown"))
    return sown - timedelta(days=10), sown + timedelta(days=170)


@functools.lru_cache(maxsize=8)
def _yields(
    land: Land, sown: str, crop: str, soil: str, box: tuple[float, ...], town: str
) -> tuple[float, float, float]:
    """Run the engine itself: rainfed and irrigated yield, t/ha, and irrigation water of the season, mm."""
    from mesocosm import registry
    from mesocosm.simulators.simulator import RunLimits
    from mesocosm.simulators.simulator.run_cache import kept_runs

    first, after = date.fromisoformat(sown) - timedelta(days=10), date.fromisoformat(sown) + timedelta(days=170)
    east, north = land.place(town).longitude, land.place(town).latitude
    hours = land.fetch(["temperature_2m"], (first, after), [*box], "hour").temperature_2m
    warmth = hours.sel(longitude=east, latitude=north, method="nearest")
    degrees = np.asarray(warmth.values, float).reshape(-1, 24)
    daily = land.fetch(VARIABLES, (first, after), [*box], "day").sel(longitude=east, latitude=north, method="nearest")
    rain, sun, dew, u, v = (np.asarray(daily[name].values, float) for name in VARIABLES)
    columns = {
        "tmin_c": degrees.min(axis=1), "tmax_c": degrees.max(axis=1), "rain_mm": rain, "radiation_mj_m2": sun * 0.0864,
        "vapour_pressure_kpa": 0.6108 * np.exp(17.27 * dew / (dew + 237.3)), "wind_m_s": np.hypot(u, v) * TO_2_M,
    }  # fmt: skip
    days: list[JsonValue] = [str(first + timedelta(days=step)) for step in range(len(rain))]
    weather: dict[str, JsonValue] = {"date": days}
    weather |= {name: [float(each) for each in values] for name, values in columns.items()}
    rainfed: dict[str, JsonValue] = {"method": "rainfed"}
    irrigated: dict[str, JsonValue] = {"method": "threshold", "threshold_percent": THRESHOLD}
    inputs: list[dict[str, JsonValue]] = [
        {
            "weather": weather, "crop": crop, "planting_date": sown, "soil": {"texture": soil}, "latitude": north,
            "initial_water": {"available_percent": 60.0}, "irrigation": irrigation,
        }
        for irrigation in (rainfed, irrigated)
    ]  # fmt: skip
    demand_warmth(crop, [(town, sown, weather)])
    runs = kept_runs(registry.load("simulators", "aquacrop"), inputs, seed=0, limits=RunLimits(seconds=180))
    demand_harvests([town, town], runs)
    dry, wet = (run.values["dry_yield"].magnitude for run in runs)
    return dry, wet, runs[1].values["irrigation"].magnitude


def _grow(land: Land, given: Given, town: str) -> tuple[float, float, float]:
    """Run a town of the request."""
    box = tuple(numbers(given, "box"))
    return _yields(land, text(given, "sown"), text(given, "crop"), text(given, "soil"), box, town)


def _draw(land: Land, chance: Chance) -> Given:
    warm = abs(land.box.north) < 36
    month = (4, 5)[int(chance.integers(2))] if not warm else (2, 3, 4)[int(chance.integers(3))]
    if land.box.south < 0:
        month = (month + 6 - 1) % 12 + 1
    year = 2031 if land.box.south > 0 else 2032
    given: Given = {
        "sown": str(date(year, month, int(chance.integers(1, 25)))),
        "crop": ("Maize", "Potato")[int(chance.integers(2))],
        "soil": ("Loam", "SandyLoam")[int(chance.integers(2))], "box": [*district(land)],
        "towns": [str(each) for each in chance.permutation([place.name for place in land.places])[:MOST_TOWNS]],
        "number": int(chance.integers(1, 10_000)), "persona": int(chance.integers(2)),
    }  # fmt: skip
    towns = texts(given, "towns")
    given["town"] = towns[0]
    gains = sorted((_grow(land, given, town)[1] - _grow(land, given, town)[0] for town in towns), reverse=True)
    dry, wet, _ = _grow(land, given, towns[0])
    if wet - dry < 0.25 or dry < 0.5 or gains[0] - gains[1] < 0.04:
        raise Unsuited("irrigation adds nothing, or nothing grows, or two towns are alike")
    for key, value in (("dry", dry), ("gain", wet - dry)):
        if not clear(_print(land, given)[key][0] - value, SHARE * value, 0.25):
            raise Unsuited("a verdict is close")
    return given


def _print(land: Land, given: Given) -> dict[str, tuple[float, How]]:
    """Return the rainfed yield and the gain as the leaflet prints them."""
    dry, wet, _ = _grow(land, given, text(given, "town"))
    path = (land.region, text(given, "town"), int(number(given, "number")))
    return {"dry": slip(dry, 2, "dry", *path), "gain": slip(wet - dry, 2, "gain", *path)}


def _sheet(land: Land, given: Given, step: int) -> Document:
    """Write a leaflet; step 0 is the one in question, others are about other towns."""
    number_, town, printed = int(number(given, "number")), text(given, "town"), _print(land, given)
    year = date.fromisoformat(text(given, "sown")).year
    towns = [town, *texts(given, "towns")[1:]]
    place, crop = towns[step % len(towns)], text(given, "crop").lower()
    scale = (1.0, 0.83, 1.21, 0.9)[step]
    dry, gain = (round(printed[key][0] * scale, 2) for key in ("dry", "gain"))
    fill = {"{crop}": crop, "{town}": place}
    first, second = RAINFED[number_ % 2].replace("{number}", f"{dry:.2f}"), GAIN[number_ // 2 % 2]
    second = second.replace("{number}", f"{gain:.2f}")
    for mark, word in fill.items():
        first, second = first.replace(mark, word), second.replace(mark, word)
    body = (
        f"# The {crop} season of {year} at {place}\n\nFarm advisory service, leaflet {number_ + step}.\n\n"
        f"## What grew\n\n{first}, on {text(given, 'soil')}.\n\n## What water would do\n\n{second}, as the field "
        "trials suggest. Costs of pumping are not counted.\n"
    )
    dry_, wet_, _ = _grow(land, given, town)
    claims = {
        "dry": (dry_, f"{dry:.2f}", printed["dry"][1]), "gain": (wet_ - dry_, f"{gain:.2f}", printed["gain"][1])
    }  # fmt: skip
    name, title = f"leaflet-{number_ + step}-{year}", f"The {crop} season of {year} at {place}"
    return sheet(name, "study section", title, date(2032, 11, 3) + timedelta(days=3 * step), "Farm advisory service",
                 body, claims)  # fmt: skip


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    return tuple(_sheet(land, given, step) for step in range(4))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    words, sown, (first, after) = read_request_text(__name__), date.fromisoformat(text(given, "sown")), _span(given)
    return words.fill(
        words.openings[int(number(given, "persona"))],
        crop=text(given, "crop").lower(),
        crop_name=given["crop"],
        soil=given["soil"],
        sown=sown,
        year=sown.year,
        first=first,
        last=after - timedelta(days=1),
        town=given["town"],
        others=join_words(texts(given, "towns")[1:]),
        box=given["box"],
        threshold=THRESHOLD,
        percent=100 * SHARE,
    )


def _season(
    hands: Hands, files: tuple[str, str, str], point: list[float], *, wet: bool
) -> Generator[ToolCall, Observation, Seen]:
    """Run the crop model, rainfed or irrigated."""
    low, high, _ = files
    run = yield from hands.use(
        "crop.aquacrop",
        weather=list(files),
        crop=hands.text("crop"),
        soil=hands.text("soil"),
        planting_date=hands.text("sown"),
        initial_water_percent=60.0,
        point=point,
        columns={"tmin_c": f"{low}:temperature_2m", "tmax_c": f"{high}:temperature_2m"},
        irrigation="threshold" if wet else "rainfed",
        threshold_percent=THRESHOLD if wet else None,
        scenario="intervention" if wet else "baseline",
        description="irrigated" if wet else "rainfed",
    )
    return run


def _plan(hands: Hands) -> Plan:
    first, after = _span(hands.given)
    town, towns, crop = hands.text("town"), hands.texts("towns"), hands.text("crop").lower()
    box = numbers(hands.given, "box")
    hits = yield from hands.use("documents.search", words=f"{crop} season {town}")
    document, dry, gain = "", None, None
    fill = {"{crop}": crop, "{town}": town, "{number}": NUMBER}
    for row in hits.rows("documents"):
        parts = yield from reading(hands, str(row["id"]))
        phrases = [[functools.reduce(lambda text_, mark: text_.replace(mark, fill[mark]), fill, phrase)
                    for phrase in kind] for kind in (RAINFED, GAIN)]  # fmt: skip
        if stated_number(parts, *phrases[0]) is not None:
            document, dry, gain = str(row["id"]), stated_number(parts, *phrases[0]), stated_number(parts, *phrases[1])
    points = yield from resolve_towns(hands, towns)
    places = [place for _, place in points.values()]
    hours = yield from hands.use(
        "archive.reanalysis", variables=["temperature_2m"], start=str(first), end=str(after), box=box, after=places
    )
    days = yield from hands.use(
        "archive.reanalysis", variables=list(VARIABLES), start=str(first), end=str(after), box=box, step="day",
        after=places,
    )  # fmt: skip
    low = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="min")
    high = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="max")
    rainfed_yields, gains, water = {}, {}, {}
    for name, (point, _) in points.items():
        yield from hands.use("chart.series", lines=[{"path": days.path, "variable": "precipitation", "point": point}])
        rainfed = yield from _season(hands, (low.path, high.path, days.path), point, wet=False)
        wet = yield from _season(hands, (low.path, high.path, days.path), point, wet=True)
        rainfed_yields[name] = rainfed.number("values", "dry_yield", "value")
        water[name] = wet.number("values", "irrigation", "value")
        yield from hands.use(
            "simulation.compare_runs", baseline=rainfed.word("run"), other=wet.word("run"), changed=["irrigation"]
        )
        irrigated = wet.number("values", "dry_yield", "value")
        gains[name] = yield from hands.calculate(f"{irrigated} - {rainfed_yields[name]}")
    dry, gain = require_found(dry), require_found(gain)
    off = yield from hands.calculate(f"{dry.value} - {rainfed_yields[town]}")
    more = yield from hands.calculate(f"{gain.value} - {gains[town]}")
    return {
        "document": document,
        "stated_yield": dry.value,
        "computed_yield": rainfed_yields[town],
        "yield_holds": abs(off) <= SHARE * rainfed_yields[town],
        "stated_gain": gain.value,
        "computed_gain": gains[town],
        "gain_holds": abs(more) <= SHARE * gains[town],
        "irrigation_mm": water[town],
        "largest_gain_town": max(gains, key=lambda name: gains[name]),
    }


def _recompute(land: Land, given: Given) -> Answers:
    towns, town, printed = texts(given, "towns"), text(given, "town"), _print(land, given)
    runs = {name: _grow(land, given, name) for name in towns}
    dry, wet, water = runs[town]
    return {
        "document": _sheet(land, given, 0).id,
        "stated_yield": printed["dry"][0],
        "computed_yield": dry,
        "yield_holds": abs(printed["dry"][0] - dry) <= SHARE * dry,
        "stated_gain": printed["gain"][0],
        "computed_gain": wet - dry,
        "gain_holds": abs(printed["gain"][0] - (wet - dry)) <= SHARE * (wet - dry),
        "irrigation_mm": water,
        "largest_gain_town": max(towns, key=lambda name: runs[name][1] - runs[name][0]),
    }


def _derive(land: Land, given: Given) -> Answers:
    """Return the rain and the evaporative demand of the season at the town."""
    start, end = (str(day) for day in _span(given))
    return limits_of(land, {"towns": [given["town"]], "start": start, "end": end})


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    printed, name = _print(land, given), _sheet(land, given, 0).id
    return (
        Standing(key="stated_yield", document=name, section="What grew", stated=printed["dry"][0],
                 measured="computed_yield", mode="approximate", how=printed["dry"][1]),
        Standing(key="stated_gain", document=name, section="What water would do", stated=printed["gain"][0],
                 measured="computed_gain", mode="proxy", how=printed["gain"][1]),
    )  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="document",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    documents=_documents,
    standings=_standings,
)
