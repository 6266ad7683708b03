"""A study of a storm's wind, pressure and rain, checked against the reanalysis."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.documents import (
    cell,
    clear,
    district,
    facts_of,
    library_documents,
    numbers,
    paper,
    passages_of,
    reading,
    reported_fact,
    resolve_towns,
    shuffle_numbers,
    stated_number,
    station_figures,
    text,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow

COLUMNS = {"rain": "Rain (mm)", "wettest": "Wettest day (mm)", "wind": "Wind, max (m/s)"}
WIND_M_S, WIND_SHARE, RAIN_MM, RAIN_SHARE = 1.5, 0.15, 10.0, 0.30
NEAR_M_S = 0.6
"""A lead of the windiest town below this makes the comparison close, m/s."""
NUMBERS = 40
PRESSURE = (
    r"minimum sea-level pressure ([\d.]+) hPa",
    r"Sea-level pressure at [^.]*? fell to ([\d.]+) hPa",
)


def _now(chance: Chance) -> datetime:
    return datetime(2033, int(chance.integers(3, 10)), 1, 12, tzinfo=UTC)


def _limit(key: str, value: float) -> float:
    return max(WIND_M_S, WIND_SHARE * value) if key == "wind" else max(RAIN_MM, RAIN_SHARE * value)


def _draw(land: Land, chance: Chance) -> Given:
    every = land.planet.events(land.region, 2031)
    events = [event for event in every if event.kind in ("storm", "cyclone")]
    events = events or [event for event in every if event.kind == "deluge"]
    stations = [place.id for place in land.planet.settlement(land.region).places[:5]]
    towns = [place.name for place in land.places if place.id in stations]
    if not events or len(towns) < 2:
        raise Unsuited("no storm, or fields cover too few stations")
    first = events[int(chance.integers(len(events)))]
    period = facts_of(land.planet, land.region, first.id).period
    given: Given = {
        "event": first.id, "start": str(period.first), "end": str(period.last + timedelta(days=1)),
        "box": [*district(land)], "towns": [str(name) for name in chance.permutation(towns)],
        "kind": str(first.kind),
    }  # fmt: skip
    measured, wanted = _measure(land, given), bool(chance.random() < 0.5)
    winds = sorted((measured[town]["wind"] for town in towns), reverse=True)
    if winds[0] - winds[1] < 0.15:
        raise Unsuited("two towns are as windy")
    given["near"] = winds[0] - winds[1] < NEAR_M_S
    for each in shuffle_numbers(chance, NUMBERS):
        name = f"{first.id}/study section/{each}"
        parts = passages_of(paper(land, name))
        figures, low = station_figures(parts, towns, COLUMNS), stated_number(parts, *PRESSURE)
        if low is None or len(figures) < 3 * len(towns):
            continue
        gaps = {at: figure.value - measured[at[0]][at[1]] for at, figure in figures.items()}
        limits = {at: _limit(at[1], measured[at[0]][at[1]]) for at in gaps}
        if not all(clear(gaps[at], limits[at]) for at in gaps):
            continue
        keys = sorted(at for at in gaps if at[1] == "wind" and (abs(gaps[at]) <= limits[at]) == wanted)
        if keys and any(abs(gaps[at]) > limits[at] for at in gaps):
            town = keys[int(chance.integers(len(keys)))][0]
            other = f"2031-{(period.first.month + 4) % 12 + 1:02d}"
            library = [name, f"{other}/study section/{each}", f"{first.id}/newspaper brief/{each}"]
            library += [f"{other}/weather bulletin/{each}", f"{first.id}/road notice/{each}"]
            return {**given, "town": town, "library": [*library]}
    raise Unsuited("no study has such a figure")


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    request = read_request_text(__name__)
    return request.fill(
        request.choose_opening(chance),
        kind=given["kind"],
        start=date.fromisoformat(text(given, "start")),
        last=date.fromisoformat(text(given, "end")) - timedelta(days=1),
        town=given["town"],
        towns=join_words(texts(given, "towns")),
        box=given["box"],
        wind_percent=100 * WIND_SHARE,
        wind_m_s=WIND_M_S,
        rain_percent=100 * RAIN_SHARE,
        rain_mm=RAIN_MM,
    )


def _plan(hands: Hands) -> Plan:
    towns, start, end = hands.texts("towns"), hands.text("start"), hands.text("end")
    hits = yield from hands.use("documents.search", words=towns[0], kind="study section", most=20)
    document, figures, low = "", {}, None
    for row in hits.rows("documents"):
        parts = yield from reading(hands, str(row["id"]))
        if str(row["id"]).startswith(hands.text("event")):
            document, figures, low = (
                str(row["id"]),
                station_figures(parts, towns, COLUMNS),
                stated_number(parts, *PRESSURE),
            )
    points = yield from resolve_towns(hands, towns)
    names = ["precipitation", "pressure_msl", "wind_east_10m", "wind_north_10m"]
    hours = yield from hands.use(
        "archive.reanalysis", variables=names, start=start, end=end, box=numbers(hands.given, "box"),
        after=[place for _, place in points.values()],
    )  # fmt: skip
    wind = yield from hands.use("atmosphere.winds", path=hours.path, u=names[2], v=names[3])
    rain = yield from hands.use(
        "reanalysis.aggregate", path=hours.path, variable=names[0], period="day", statistic="sum"
    )
    measured: dict[str, dict[str, float]] = {}
    lowest, times = {}, {}
    for town, (point, _) in points.items():
        blown = yield from hands.use("reanalysis.read", path=wind.path, variable="wind_speed", point=point, most=200)
        speeds = blown.numbers("values")
        strongest = max(range(len(speeds)), key=speeds.__getitem__)
        times[town] = blown.word("times", strongest)
        daily = yield from hands.use("reanalysis.read", path=rain.path, point=point)
        total = yield from hands.calculate(" + ".join(f"{value:.9g}" for value in daily.numbers("values")))
        measured[town] = {"rain": total, "wettest": daily.number("max"), "wind": speeds[strongest]}
        press = yield from hands.use("reanalysis.read", path=hours.path, variable=names[1], point=point)
        lowest[town] = press.number("min")
    deepest = yield from hands.calculate(f"{low.value if low else 0} - {min(lowest.values()):.9g}")
    gaps = {}
    for (town, key), figure in figures.items():
        gaps[town, key] = yield from hands.calculate(f"{figure.value} - {measured[town][key]:.9g}")
    windiest = max(towns, key=lambda town: measured[town]["wind"])
    yield from hands.use("map.wind", path=hours.path, u=names[2], v=names[3], time=times[windiest])
    holds = {at: abs(gap) <= _limit(at[1], measured[at[0]][at[1]]) for at, gap in gaps.items()}
    chosen = hands.text("town"), "wind"
    return {
        "document": document,
        "stated_wind": figures[chosen].value,
        "measured_wind": measured[chosen[0]]["wind"],
        "difference": gaps[chosen],
        "holds": holds[chosen],
        "figures_off": sum(not each for each in holds.values()),
        "stated_pressure": low.value if low else None,
        "pressure_gap": deepest,
        "windiest_town": windiest,
        "windiest_day": times[windiest][:10],
    }


def _measure(land: Land, given: Given) -> dict[str, dict[str, float]]:
    """Measures of the cell nearest to each town; `hour` is that of the strongest wind."""
    span = date.fromisoformat(text(given, "start")), date.fromisoformat(text(given, "end"))
    names = ["precipitation", "pressure_msl", "wind_east_10m", "wind_north_10m"]
    fields = land.fetch(names, span, numbers(given, "box"), "hour")
    measured = {}
    for town in texts(given, "towns"):
        place = land.place(town)
        at = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
        rain, press, east, north = (np.asarray(at[name].values, float) for name in names)
        speed, daily = np.hypot(east, north), rain.reshape(-1, 24).sum(axis=1)
        measured[town] = {
            "rain": float(rain.sum()), "wettest": float(daily.max()), "wind": float(speed.max()),
            "hour": float(speed.argmax()), "low": float(press.min()),
        }  # fmt: skip
    return measured


def _note(land: Land, given: Given, town: str, key: str) -> tuple[float, str]:
    """A figure of the study, and how it came about."""
    facts = facts_of(land.planet, land.region, text(given, "event"))
    entry = reported_fact(paper(land, texts(given, "library")[0]), facts.get(key, land.place(town).id).id)
    assert entry is not None
    return entry.stated, str(entry.how)


def _recompute(land: Land, given: Given) -> Answers:
    towns, measured, town = texts(given, "towns"), _measure(land, given), text(given, "town")
    stated = {(each, key): _note(land, given, each, key)[0] for each in towns for key in COLUMNS}
    off = [abs(value - measured[at[0]][at[1]]) > _limit(at[1], measured[at[0]][at[1]]) for at, value in stated.items()]
    document = paper(land, texts(given, "library")[0])
    low = next(each.stated for each in document.reported if each.what == "lowest pressure")
    windiest = max(towns, key=lambda each: measured[each]["wind"])
    gap = stated[town, "wind"] - measured[town]["wind"]
    day = date.fromisoformat(text(given, "start")) + timedelta(days=int(measured[windiest]["hour"]) // 24)
    return {
        "document": document.id,
        "stated_wind": stated[town, "wind"],
        "measured_wind": measured[town]["wind"],
        "difference": gap,
        "holds": abs(gap) <= _limit("wind", measured[town]["wind"]),
        "figures_off": sum(off),
        "stated_pressure": low,
        "pressure_gap": low - min(measured[each]["low"] for each in towns),
        "windiest_town": windiest,
        "windiest_day": str(day),
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    document = paper(land, texts(given, "library")[0])
    parts = passages_of(document)
    value, how = _note(land, given, text(given, "town"), "wind")
    table, low = cell(parts, "Station", text(given, "town"), COLUMNS["wind"]), stated_number(parts, *PRESSURE)
    noted = next(each for each in document.reported if each.what == "lowest pressure")
    return (
        Standing(key="stated_wind", document=document.id, section=table.section if table else "", stated=value,
                 measured="measured_wind", mode="approximate", how=how),
        Standing(key="stated_pressure", document=document.id, section=low.section if low else "", stated=noted.stated,
                 measured="pressure_gap", mode="approximate", how=str(noted.how)),
    )  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="document",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    documents=library_documents,
    standings=_standings,
    trait=lambda given: "close" if given["near"] else "plain",
)
