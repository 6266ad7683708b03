"""A note on three days of town air, checked for its peak, its order of towns and its correlation with the wind."""

from __future__ import annotations

import functools
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.earth.archives.archive import Request
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.stated_numbers import How
from mesocosm.seeding import generator
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
from mesocosm.suites.terra.requests.forecast_records import box_words
from mesocosm.suites.terra.workflows.region_snapshot import Land, midnight
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow
from mesocosm.types import TimeInterval

DAYS, SHARE = 3, 0.1
LIMITS = (3.0, 5.0, 8.0, 12.0, 20.0, 30.0)
"""Levels above which hours may be counted, µg/m³."""
LEAST_HOURS = 5
PEAK = (
    "hourly peak of {number} µg/m³ at {town}",
    "At {town} the hourly value climbed to {number} µg/m³",
    "{town} had the worst hour, with {number} µg/m³",
)
LINK = (
    "correlation of {number} between wind and nitrogen dioxide at {town}",
    "at {town} the two go with a coefficient of {number}",
)
CODE = """
import numpy as np, xarray as xr
air = xr.open_dataset("{air}", engine="h5netcdf")["nitrogen_dioxide"].values
wind = xr.open_dataset("{wind}", engine="h5netcdf")["wind_speed"].values
print(f"{{np.corrcoef(air, wind)[0, 1]:.6f}}")
"""


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(1, 10)), 1, 12, tzinfo=UTC)


@functools.lru_cache(maxsize=8)
def _measure(land: Land, start: str, box: tuple[float, ...], towns: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """For each town's nearest cells: the highest hour of NO2, its time, the mean, and the correlation with the wind."""
    first = date.fromisoformat(start)
    span = first, first + timedelta(days=DAYS)
    sides = BoundingBox(west=box[0], south=box[1], east=box[2], north=box[3])
    request = Request(
        collection="air_quality", variables=("nitrogen_dioxide",), box=sides, step="hour",
        interval=TimeInterval(start=midnight(span[0]), end=midnight(span[1])),
    )  # fmt: skip
    air, sky = land.archive.fetch(request), land.fetch(["wind_east_10m", "wind_north_10m"], span, [*box], "hour")
    measured = {}
    for town in towns:
        east, north = land.place(town).longitude, land.place(town).latitude
        gas = np.asarray(air.nitrogen_dioxide.sel(longitude=east, latitude=north, method="nearest").values, float)
        here = sky.sel(longitude=east, latitude=north, method="nearest")
        wind = np.hypot(*(np.asarray(here[name].values, float) for name in ("wind_east_10m", "wind_north_10m")))
        measured[town] = {
            "peak": float(gas.max()), "hour": float(gas.argmax()), "mean": float(gas.mean()),
            "link": float(np.corrcoef(gas, wind)[0, 1]),
        }  # fmt: skip
        measured[town] |= {f"{limit:g}": float((gas > limit).sum()) for limit in LIMITS}
    return measured


def _measure_towns(land: Land, given: Given) -> dict[str, dict[str, float]]:
    return _measure(land, text(given, "start"), tuple(numbers(given, "box")), tuple(texts(given, "towns")))


def _draw(land: Land, chance: Chance) -> Given:
    start = date(2031, 1, 3) + timedelta(days=int(chance.integers(0, 355)))
    names = [place.name for place in land.places][:6]
    given: Given = {"start": str(start), "box": [*district(land)], "towns": [str(each) for each in names]}
    given["persona"] = int(chance.integers(2))
    measured = _measure_towns(land, given)
    order = sorted(names, key=lambda town: -measured[town]["peak"])
    peaks = [measured[town]["peak"] for town in order]
    if peaks[0] < 4 or min(-np.diff(peaks[:3])) < 0.25 or abs(measured[order[0]]["link"]) < 0.1:
        raise Unsuited("clean air, or two towns alike")
    fit = [limit for limit in LIMITS if sum(measured[town][f"{limit:g}"] for town in names) >= LEAST_HOURS]
    if not fit:
        raise Unsuited("clean air")
    given |= {"town": order[0], "number": int(chance.integers(1, 1000)), "limit": fit[-1]}
    peak = measured[order[0]]["peak"]
    if not clear(_print(land, given)["peak"] - peak, SHARE * peak, 0.1):
        raise Unsuited("a close verdict")
    return given


def _print(land: Land, given: Given) -> dict[str, float]:
    """The numbers as the note prints them."""
    at, town = _measure_towns(land, given)[text(given, "town")], text(given, "town")
    path = (land.region, town, int(number(given, "number")))
    link = slip(at["link"], 2, "link", *path)[0]
    return {"peak": slip(at["peak"], 1, "peak", *path)[0], "link": max(-0.98, min(0.98, link))}


def _order(land: Land, given: Given) -> list[str]:
    """The three worst towns as the note ranks them: half of the notes exchange the second and the third."""
    measured = _measure_towns(land, given)
    order = sorted(measured, key=lambda town: -measured[town]["peak"])[:3]
    draw = generator("terra", "air order", land.region, int(number(given, "number")))
    return order if draw.random() < 0.5 else [order[0], order[2], order[1]]


def _text(first: date, town: str, order: list[str], printed: dict[str, float], style: int) -> str:
    last = first + timedelta(days=DAYS - 1)
    peak = PEAK[style % 3].replace("{number}", f"{printed['peak']:.1f}").replace("{town}", town)
    link = LINK[style % 2].replace("{number}", f"{printed['link']:.2f}").replace("{town}", town)
    span = f"{first.day} {first:%B} to {last.day} {last:%B %Y}"
    lead = (f"The samplers recorded an {peak}.", f"{peak}.", f"{peak}.")[style % 3]
    tie = (f"We find a {link}.", f"Wind and nitrogen dioxide are bound together: {link}.")[style % 2]
    return (
        f"# Air over the towns, {span}\n\nTown air unit, note on nitrogen dioxide.\n\n## Readings\n\n{lead} "
        f"By their highest hour the towns rank {', '.join(order)}.\n\n## Weather\n\n{tie} Samplers were changed on "
        "the eve of the period, and no hour is missing.\n"
    )


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    first, town = date.fromisoformat(text(given, "start")), text(given, "town")
    printed, at, order = _print(land, given), _measure_towns(land, given)[town], _order(land, given)
    number_ = int(number(given, "number"))
    notes = []
    for step, weeks in enumerate((0, -3, 2, 5)):
        day = first + timedelta(weeks=weeks)
        figures = (
            {key: round(value * (1, 0.8, 1.3, 0.66)[step], 2) for key, value in printed.items()} if step else printed
        )
        ranked = order if not step else [order[(step + place) % 3] for place in range(3)]
        body = _text(day, town, ranked, figures, number_ + step)
        claims = {
            "peak": (at["peak"], f"{figures['peak']:.1f}", _how(land, given, "peak")),
            "link": (at["link"], f"{figures['link']:.2f}", _how(land, given, "link")),
        }
        name = f"air-note-{number_ + 7 * step}-{day:%Y%m%d}"
        title = f"Air over the towns, {day:%B %Y}"
        notes.append(sheet(name, "study section", title, day + timedelta(days=9), "Town air unit", body, claims))
    return tuple(notes)


def _how(land: Land, given: Given, key: str) -> How:
    at, path = (
        _measure_towns(land, given)[text(given, "town")],
        (land.region, text(given, "town"), int(number(given, "number"))),
    )
    return slip(at[key], 1 if key == "peak" else 2, key, *path)[1]


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    request, first = read_request_text(__name__), date.fromisoformat(text(given, "start"))
    return request.fill(
        request.openings[int(number(given, "persona"))],
        town=given["town"],
        towns=join_words(texts(given, "towns")),
        first=first,
        last=first + timedelta(days=DAYS - 1),
        box=box_words(numbers(given, "box")),
        percent=100 * SHARE,
        limit=given["limit"],
    )


def _fill(phrases: tuple[str, ...], town: str) -> list[str]:
    return [phrase.replace("{town}", town).replace("{number}", NUMBER) for phrase in phrases]


def _plan(hands: Hands) -> Plan:
    first, town = date.fromisoformat(hands.text("start")), hands.text("town")
    end, box = str(first + timedelta(days=DAYS)), numbers(hands.given, "box")
    hits = yield from hands.use("documents.search", words=f"nitrogen dioxide {town}", kind="study section")
    note: dict[str, str] = {}
    peak, link = None, None
    for row in hits.rows("documents"):
        parts = yield from reading(hands, str(row["id"]))
        if str(first + timedelta(days=5)) < str(row["date"]) < str(first + timedelta(days=14)):
            note = {"id": str(row["id"]), "text": "\n".join(part.text for part in parts)}
            peak, link = stated_number(parts, *_fill(PEAK, town)), stated_number(parts, *_fill(LINK, town))
    points = yield from resolve_towns(hands, hands.texts("towns"))
    places = [place for _, place in points.values()]
    air = yield from hands.use(
        "archive.air_quality", variables=["nitrogen_dioxide"], start=str(first), end=end, box=box, after=places
    )
    sky = yield from hands.use(
        "archive.reanalysis", variables=["wind_east_10m", "wind_north_10m"], start=str(first), end=end, box=box,
        after=places,
    )  # fmt: skip
    wind = yield from hands.use("atmosphere.winds", path=sky.path, u="wind_east_10m", v="wind_north_10m")
    peaks, links, hours = {}, {}, []
    for name, (point, _) in points.items():
        gas = yield from hands.use("region.point_series", path=air.path, point=point)
        blown = yield from hands.use("region.point_series", path=wind.path, variable="wind_speed", point=point)
        peaks[name] = gas.number("fields", "nitrogen_dioxide", "max")
        yield from hands.use("chart.series", lines=[{"path": gas.path}], threshold=hands.number("limit"))
        above = yield from hands.use(
            "reanalysis.events", path=gas.path, comparison=">", threshold=hands.number("limit"), unit="ug/m^3"
        )
        hours.append(int(above.number("fields", "steps_in_events", "max")))
        output = yield from hands.use(
            "execution.python", code=CODE.format(air=gas.path, wind=blown.path), after=[gas, blown]
        )
        links[name] = float(output.text.split()[0])
    peak, link = require_found(peak), require_found(link)
    gap = yield from hands.calculate(f"{peak.value} - {peaks[town]:.9g}")
    total = yield from hands.calculate(" + ".join(map(str, hours)))
    order = sorted(peaks, key=lambda name: -peaks[name])[:3]
    ranked = note["text"].partition("the towns rank ")[2].partition(".")[0].split(", ")
    return {
        "document": note["id"],
        "stated_peak": peak.value,
        "measured_peak": peaks[town],
        "difference": gap,
        "peak_holds": abs(gap) <= SHARE * peaks[town],
        "stated_correlation": link.value,
        "measured_correlation": links[town],
        "hours_above": total,
        "worst_three": list(order),
        "same_order": ranked == order,
    }


def _recompute(land: Land, given: Given) -> Answers:
    measured, town, printed = _measure_towns(land, given), text(given, "town"), _print(land, given)
    order = sorted(measured, key=lambda name: -measured[name]["peak"])[:3]
    gap = printed["peak"] - measured[town]["peak"]
    return {
        "document": _documents(land, given)[0].id,
        "stated_peak": printed["peak"],
        "measured_peak": measured[town]["peak"],
        "difference": gap,
        "peak_holds": abs(gap) <= SHARE * measured[town]["peak"],
        "stated_correlation": printed["link"],
        "measured_correlation": measured[town]["link"],
        "hours_above": sum(measured[name][f"{number(given, 'limit'):g}"] for name in measured),
        "worst_three": list(order),
        "same_order": _order(land, given) == order,
    }


def _derive(land: Land, given: Given) -> Answers:
    """The hours of all towns, and the mean and highest nitrogen dioxide."""
    measured = _measure_towns(land, given)
    return {
        "hours": 24 * DAYS * len(measured),
        "limit": given["limit"],
        "mean_no2": measured[text(given, "town")]["mean"],
        "highest_no2": max(each["peak"] for each in measured.values()),
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    note, printed = _documents(land, given)[0], _print(land, given)
    return (
        Standing(key="stated_peak", document=note.id, section="Readings", stated=printed["peak"],
                 measured="measured_peak", mode="exact", how=_how(land, given, "peak")),
        Standing(key="stated_correlation", document=note.id, section="Weather", stated=printed["link"],
                 measured="measured_correlation", mode="proxy", how=_how(land, given, "link")),
        Standing(key="same_order", document=note.id, section="Readings", stated=", ".join(_order(land, given)),
                 measured="worst_three", mode="structural", how="an order"),
    )  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="document",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    documents=_documents,
    standings=_standings,
)
