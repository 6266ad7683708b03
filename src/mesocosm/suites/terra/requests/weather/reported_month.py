"""Whether the figures of a monthly weather bulletin stand up to the reanalysis, town by town."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.earth.planet.documents.document import Document
from mesocosm.suites.terra.requests.documents import (
    Passage,
    Said,
    cell,
    clear,
    district,
    facts_of,
    numbers,
    paper,
    passages_of,
    reading,
    reported_fact,
    resolve_towns,
    shuffle_numbers,
    text,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Asking, Given, Standing, Unsuited, Workflow

COLUMNS = {
    "mean": ("Mean (°C)", "degC"),
    "highest": ("Max (°C)", "degC"),
    "lowest": ("Min (°C)", "degC"),
    "rain": ("Rain (mm)", "mm"),
}
DEGREES, RAIN_MM, RAIN_SHARE = 1.5, 10.0, 0.25
NUMBERS = 40
"""Bulletins that are looked through for one with a table, and with a figure of the kind that is wanted."""


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(1, 7)), 1, 12, tzinfo=UTC)


def _span(given: Given) -> tuple[date, date]:
    first = date.fromisoformat(f"{given['month']}-01")
    return first, (first + timedelta(days=32)).replace(day=1)


def _limit(key: str, value: float) -> float:
    return max(RAIN_MM, RAIN_SHARE * value) if key == "rain" else DEGREES


def _draw(land: Land, chance: Chance) -> Given:
    month = int(chance.integers(1, 13))
    others = [f"2031-{(month + step) % 12 + 1:02d}" for step in (0, 2, 5, 10)]
    given: Given = {"month": f"2031-{month:02d}", "box": [*district(land)]}
    towns = [place.name for place in land.places if place.id in _stations(land)]
    if len(towns) < 2:
        raise Unsuited("too few of the stations lie where fields are")
    given["towns"] = [str(name) for name in chance.permutation(towns)]
    measured, wanted = _measure(land, given), bool(chance.random() < 0.5)
    wettest = sorted((measured[town]["rain"] for town in towns), reverse=True)
    if wettest[0] - wettest[1] < 0.5:
        raise Unsuited("two towns are as wet")
    for number in shuffle_numbers(chance, NUMBERS):
        told = f"{given['month']}/weather bulletin/{number}"
        figures = _figures(passages_of(paper(land, told)), towns)
        holding = _holding(figures, measured)
        if holding is None or not {wanted, False} <= set(holding.values()):
            continue
        keys = sorted(key for key, holds in holding.items() if holds == wanted)
        town, column = keys[int(chance.integers(len(keys)))]
        library = [told, *(f"{other}/weather bulletin/{number}" for other in others)]
        library += [f"{given['month']}/{kind}/{number}" for kind in ("newspaper brief", "hydrological bulletin")]
        return {**given, "town": town, "column": column, "library": [*library]}
    raise Unsuited("no bulletin has such a figure")


def _stations(land: Land) -> list[str]:
    return [place.id for place in land.planet.settlement(land.region).places[:5]]


def _figures(parts: list[Passage], towns: list[str]) -> dict[tuple[str, str], Said]:
    """What the table of stations says of each town."""
    told = {(town, key): cell(parts, "Station", town, head) for town in towns for key, (head, *_) in COLUMNS.items()}
    return {key: said for key, said in told.items() if said is not None}


def _holding(
    figures: dict[tuple[str, str], Said], measured: dict[str, dict[str, float]]
) -> dict[tuple[str, str], bool] | None:
    """Whether each figure holds; none where there is no table, a verdict is close, or two towns are as wet."""
    rains = sorted(said.value for (_, key), said in figures.items() if key == "rain")
    if not figures or len(set(rains[-2:])) < 2:
        return None
    gaps = {(town, key): said.value - measured[town][key] for (town, key), said in figures.items()}
    limits = {(town, key): _limit(key, measured[town][key]) for town, key in gaps}
    if not all(clear(gaps[at], limits[at]) for at in gaps):
        return None
    return {at: abs(gaps[at]) <= limits[at] for at in gaps}


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    return tuple(paper(land, told) for told in texts(given, "library"))


def _ask(land: Land, given: Given, chance: Chance) -> Asking:
    request, column = read_request_text(__name__), text(given, "column")
    asking = request.asking(
        request.choose_opening(chance),
        first=_span(given)[0],
        quantity=request.phrase(column),
        town=given["town"],
        towns=join_words(texts(given, "towns")),
        degrees=DEGREES,
        percent=100 * RAIN_SHARE,
        least_mm=RAIN_MM,
        box=given["box"],
    )
    _, unit = COLUMNS[column]
    fields = tuple(field.model_copy(update={"unit": unit}) if field.unit else field for field in asking.fields)
    return asking.model_copy(update={"fields": fields})


def _plan(hands: Hands) -> Plan:
    first, after = _span(hands.given)
    towns, box = hands.texts("towns"), numbers(hands.given, "box")
    hits = yield from hands.use(
        "documents.search", words=f"{first:%B}", kind="weather bulletin", since=str(after - timedelta(days=1))
    )
    document, figures = "", {}
    for row in hits.rows("documents"):
        parts = yield from reading(hands, str(row["id"]))
        if str(row["date"]) < str(after + timedelta(days=15)) and (told := _figures(parts, towns)):
            document, figures = str(row["id"]), told
    points = yield from resolve_towns(hands, towns)
    names = ["temperature_2m", "precipitation"]
    hours = yield from hands.use(
        "archive.reanalysis", variables=names, start=str(first), end=str(after), box=box,
        after=[seen for _, seen in points.values()],
    )  # fmt: skip
    rain = yield from hands.use(
        "reanalysis.aggregate", path=hours.path, variable="precipitation", period="day", statistic="sum"
    )
    lines = [{"path": rain.path, "point": point, "label": town} for town, (point, _) in points.items()]
    yield from hands.use("chart.series", lines=lines)
    measured: dict[str, dict[str, float]] = {}
    files = {}
    for key, name, statistic in (
        ("mean", names[0], "mean"), ("highest", names[0], "max"), ("lowest", names[0], "min"), ("rain", names[1], "sum")
    ):  # fmt: skip
        files[key] = yield from hands.use(
            "reanalysis.aggregate", path=hours.path, variable=name, period="month", statistic=statistic
        )
    for town, (point, _) in points.items():
        measured[town] = {}
        for key, file in files.items():
            seen = yield from hands.use("reanalysis.read", path=file.path, point=point)
            measured[town][key] = seen.number("mean")
    gaps = {}
    for (town, key), said in figures.items():
        gaps[town, key] = yield from hands.calculate(f"{said.value} - ({measured[town][key]:.9g})")
    chosen = hands.text("town"), hands.text("column")
    holds = {(town, key): abs(gap) <= _limit(key, measured[town][key]) for (town, key), gap in gaps.items()}
    return {
        "document": document,
        "section": figures[chosen].section,
        "stated": figures[chosen].value,
        "measured": measured[chosen[0]][chosen[1]],
        "difference": gaps[chosen],
        "holds": holds[chosen],
        "figures_off": sum(not each for each in holds.values()),
        "wettest_stated": max(towns, key=lambda town: figures[town, "rain"].value),
        "wettest_measured": max(towns, key=lambda town: measured[town]["rain"]),
    }


def _measure(land: Land, given: Given) -> dict[str, dict[str, float]]:
    """Each town's month at its nearest cell, by plain arithmetic."""
    fields = land.fetch(["temperature_2m", "precipitation"], _span(given), numbers(given, "box"), "hour")
    told = {}
    for town in texts(given, "towns"):
        place = land.place(town)
        at = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
        warmth, rain = (np.asarray(at[name].values, float) for name in ("temperature_2m", "precipitation"))
        told[town] = {
            "mean": float(warmth.mean()), "highest": float(warmth.max()), "lowest": float(warmth.min()),
            "rain": float(rain.sum()),
        }  # fmt: skip
    return told


def _state(land: Land, given: Given) -> dict[tuple[str, str], tuple[float, str]]:
    """What the bulletin states and how it came about, from what its maker noted."""
    facts = facts_of(land.planet, land.region, text(given, "month"))
    document = paper(land, texts(given, "library")[0])
    told = {}
    for town in texts(given, "towns"):
        for key in COLUMNS:
            entry = reported_fact(document, facts.get(key, land.place(town).id).id)
            assert entry is not None
            told[town, key] = entry.stated, str(entry.how)
    return told


def _section(land: Land, given: Given) -> str:
    document = paper(land, texts(given, "library")[0]).text
    before = document[: document.index("| Station |")]
    return [line.removeprefix("## ") for line in before.split("\n") if line.startswith("## ")][-1]


def _recompute(land: Land, given: Given) -> Answers:
    towns, measured = texts(given, "towns"), _measure(land, given)
    told = {key: value for key, (value, _) in _state(land, given).items()}
    chosen = text(given, "town"), text(given, "column")
    gap = told[chosen] - measured[chosen[0]][chosen[1]]
    off = [abs(told[town, key] - measured[town][key]) > _limit(key, measured[town][key]) for town, key in told]
    return {
        "document": paper(land, texts(given, "library")[0]).id,
        "section": _section(land, given),
        "stated": told[chosen],
        "measured": measured[chosen[0]][chosen[1]],
        "difference": gap,
        "holds": abs(gap) <= _limit(chosen[1], measured[chosen[0]][chosen[1]]),
        "figures_off": sum(off),
        "wettest_stated": max(towns, key=lambda town: told[town, "rain"]),
        "wettest_measured": max(towns, key=lambda town: measured[town]["rain"]),
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    document, section = paper(land, texts(given, "library")[0]).id, _section(land, given)
    told, towns = _state(land, given), texts(given, "towns")
    value, how = told[text(given, "town"), text(given, "column")]
    wettest = max(towns, key=lambda town: told[town, "rain"][0])
    return (
        Standing(key="stated", document=document, section=section, stated=value, measured="measured",
                 mode="approximate", how=how),
        Standing(key="wettest_stated", document=document, section=section, stated=wettest, measured="wettest_measured",
                 mode="structural", how=told[wettest, "rain"][1]),
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
    documents=_documents,
    standings=_standings,
)
