"""The figures of a monthly weather bulletin, checked against the reanalysis town by town."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.documents import (
    Said,
    clear,
    district,
    facts_of,
    library_documents,
    month_days,
    numbers,
    paper,
    passages_of,
    reading,
    reported_fact,
    resolve_towns,
    shuffle_numbers,
    station_figures,
    text,
)
from mesocosm.suites.terra.requests.forecast_records import box_words
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow

HEADS = {"mean": "Mean (°C)", "highest": "Max (°C)", "lowest": "Min (°C)", "rain": "Rain (mm)"}
DEGREES, RAIN_MM, RAIN_SHARE = 1.5, 10.0, 0.25
NUMBERS = 40
"""Bulletins of the month that are searched for one that suits."""


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(1, 7)), 1, 12, tzinfo=UTC)


def _limit(key: str, value: float) -> float:
    return max(RAIN_MM, RAIN_SHARE * value) if key == "rain" else DEGREES


def _draw(land: Land, chance: Chance) -> Given:
    month = int(chance.integers(1, 13))
    others = [f"2031-{(month + step) % 12 + 1:02d}" for step in (0, 2, 5, 10)]
    given: Given = {"month": f"2031-{month:02d}", "box": [*district(land)]}
    towns = [place.name for place in land.places if place.id in _stations(land)]
    if len(towns) < 2:
        raise Unsuited("fields cover too few of the stations")
    given["towns"] = [str(name) for name in chance.permutation(towns)]
    measured, wanted = _measure(land, given), bool(chance.random() < 0.5)
    wettest = sorted((measured[town]["rain"] for town in towns), reverse=True)
    if wettest[0] - wettest[1] < 0.5:
        raise Unsuited("two towns are as wet")
    for number in shuffle_numbers(chance, NUMBERS):
        name = f"{given['month']}/weather bulletin/{number}"
        figures = station_figures(passages_of(paper(land, name)), towns, HEADS)
        holding = _holding(figures, measured)
        if holding is None or not {wanted, False} <= set(holding.values()):
            continue
        keys = sorted(key for key, holds in holding.items() if holds == wanted)
        town, column = keys[int(chance.integers(len(keys)))]
        library = [name, *(f"{other}/weather bulletin/{number}" for other in others)]
        library += [f"{given['month']}/{kind}/{number}" for kind in ("newspaper brief", "hydrological bulletin")]
        return {**given, "town": town, "column": column, "library": [*library]}
    raise Unsuited("no bulletin has such a figure")


def _stations(land: Land) -> list[str]:
    return [place.id for place in land.planet.settlement(land.region).places[:5]]


def _holding(
    figures: dict[tuple[str, str], Said], measured: dict[str, dict[str, float]]
) -> dict[tuple[str, str], bool] | None:
    """Whether each figure holds; none where there is no table, a verdict is close, or two towns are as wet."""
    rains = sorted(figure.value for (_, key), figure in figures.items() if key == "rain")
    if not figures or len(set(rains[-2:])) < 2:
        return None
    gaps = {(town, key): figure.value - measured[town][key] for (town, key), figure in figures.items()}
    limits = {(town, key): _limit(key, measured[town][key]) for town, key in gaps}
    if not all(clear(gaps[at], limits[at]) for at in gaps):
        return None
    return {at: abs(gaps[at]) <= limits[at] for at in gaps}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    request, column = read_request_text(__name__), text(given, "column")
    worded = request.fill(
        request.choose_opening(chance),
        first=month_days(text(given, "month"))[0],
        quantity=request.phrase(column),
        town=given["town"],
        towns=join_words(texts(given, "towns")),
        degrees=DEGREES,
        percent=100 * RAIN_SHARE,
        least_mm=RAIN_MM,
        box=box_words(numbers(given, "box")),
    )
    unit = "mm" if column == "rain" else "degC"
    fields = tuple(field.model_copy(update={"unit": unit}) if field.unit else field for field in worded.fields)
    return worded.model_copy(update={"fields": fields})


def _plan(hands: Hands) -> Plan:
    first, after = month_days(hands.text("month"))
    towns, box = hands.texts("towns"), numbers(hands.given, "box")
    hits = yield from hands.use(
        "documents.search", words=f"{first:%B}", kind="weather bulletin", since=str(after - timedelta(days=1))
    )
    document, figures = "", {}
    for row in hits.rows("documents"):
        parts = yield from reading(hands, str(row["id"]))
        if str(row["date"]) < str(after + timedelta(days=15)) and (table := station_figures(parts, towns, HEADS)):
            document, figures = str(row["id"]), table
    points = yield from resolve_towns(hands, towns)
    names = ["temperature_2m", "precipitation"]
    hours = yield from hands.use(
        "archive.reanalysis", variables=names, start=str(first), end=str(after), box=box,
        after=[place for _, place in points.values()],
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
            value = yield from hands.use("reanalysis.read", path=file.path, point=point)
            measured[town][key] = value.number("mean")
    gaps = {}
    for (town, key), figure in figures.items():
        gaps[town, key] = yield from hands.calculate(f"{figure.value} - ({measured[town][key]:.9g})")
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
    """The month at the cell nearest to each town."""
    fields = land.fetch(
        ["temperature_2m", "precipitation"], month_days(text(given, "month")), numbers(given, "box"), "hour"
    )
    measured = {}
    for town in texts(given, "towns"):
        place = land.place(town)
        at = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
        warmth, rain = (np.asarray(at[name].values, float) for name in ("temperature_2m", "precipitation"))
        measured[town] = {
            "mean": float(warmth.mean()), "highest": float(warmth.max()), "lowest": float(warmth.min()),
            "rain": float(rain.sum()),
        }  # fmt: skip
    return measured


def _state(land: Land, given: Given) -> dict[tuple[str, str], tuple[float, str]]:
    """The figures of the bulletin, and how each came about."""
    facts = facts_of(land.planet, land.region, text(given, "month"))
    document = paper(land, texts(given, "library")[0])
    stated = {}
    for town in texts(given, "towns"):
        for key in HEADS:
            entry = reported_fact(document, facts.get(key, land.place(town).id).id)
            assert entry is not None
            stated[town, key] = entry.stated, str(entry.how)
    return stated


def _section(land: Land, given: Given) -> str:
    document = paper(land, texts(given, "library")[0]).text
    before = document[: document.index("| Station |")]
    return [line.removeprefix("## ") for line in before.split("\n") if line.startswith("## ")][-1]


def _recompute(land: Land, given: Given) -> Answers:
    towns, measured = texts(given, "towns"), _measure(land, given)
    stated = {key: value for key, (value, _) in _state(land, given).items()}
    chosen = text(given, "town"), text(given, "column")
    gap = stated[chosen] - measured[chosen[0]][chosen[1]]
    off = [abs(stated[town, key] - measured[town][key]) > _limit(key, measured[town][key]) for town, key in stated]
    return {
        "document": paper(land, texts(given, "library")[0]).id,
        "section": _section(land, given),
        "stated": stated[chosen],
        "measured": measured[chosen[0]][chosen[1]],
        "difference": gap,
        "holds": abs(gap) <= _limit(chosen[1], measured[chosen[0]][chosen[1]]),
        "figures_off": sum(off),
        "wettest_stated": max(towns, key=lambda town: stated[town, "rain"]),
        "wettest_measured": max(towns, key=lambda town: measured[town]["rain"]),
    }


def _derive(land: Land, given: Given) -> Answers:
    """The reanalysis at the town of the figure, and its rain at all towns."""
    measured = _measure(land, given)
    here, rains = measured[text(given, "town")], [each["rain"] for each in measured.values()]
    return {
        "towns": len(measured),
        **{f"{key}_c": here[key] for key in ("lowest", "mean", "highest")},
        "least_rain_mm": min(rains),
        "most_rain_mm": max(rains),
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    document, section = paper(land, texts(given, "library")[0]).id, _section(land, given)
    stated, towns = _state(land, given), texts(given, "towns")
    value, how = stated[text(given, "town"), text(given, "column")]
    wettest = max(towns, key=lambda town: stated[town, "rain"][0])
    return (
        Standing(key="stated", document=document, section=section, stated=value, measured="measured",
                 mode="approximate", how=how),
        Standing(key="wettest_stated", document=document, section=section, stated=wettest, measured="wettest_measured",
                 mode="structural", how=stated[wettest, "rain"][1]),
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
    derive=_derive,
    documents=library_documents,
    standings=_standings,
)
