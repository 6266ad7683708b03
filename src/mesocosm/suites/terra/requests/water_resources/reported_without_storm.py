"""A study of the flow of a river without the rain of a storm, checked with a model river."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.stated_numbers import How
from mesocosm.suites.terra.requests.documents import (
    NUMBER,
    Passage,
    clear,
    district,
    number,
    numbers,
    reading,
    require_found,
    rows_of,
    sheet,
    slip,
    stated_number,
    text,
)
from mesocosm.suites.terra.requests.model_river import (
    AFTER_DAYS,
    model_crests,
    model_span,
    runoff_coefficient,
    storm_days,
    wet_storms,
)
from mesocosm.suites.terra.requests.peak_flow_reports import gauges
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

MOST_STORMS, MOST_READ = 4, 200
SHARE, LEAST_DROP, MOST_DROP = 0.1, 0.15, 0.95
WITH = ("the model river crested at {number} m³/s", "the crest of the model river came to {number} m³/s")
WITHOUT = (
    "Without the rain of the storm it would have reached {number} m³/s",
    "Had the storm's rain not fallen, the highest flow would have been {number} m³/s",
)
CODE = """
import pandas as pd
flow = pd.read_csv("{path}")
days = flow["date"].astype(str).str[:10]
print(flow.loc[(days >= "{start}") & (days < "{end}"), "main"].max())
"""


def _now(chance: Chance) -> datetime:
    return datetime(2033, int(chance.integers(3, 10)), 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    storms = list(wet_storms(land).items())
    if len(storms) < 2:
        raise Unsuited("fewer than two storms")
    numbers_of_storms = sorted(int(at) for at in chance.permutation(len(storms))[:MOST_STORMS])
    given: Given = {
        "storms": [[str(day) for day in storms[at][1]] for at in numbers_of_storms],
        "events": [storms[at][0] for at in numbers_of_storms],
        "box": [*district(land)], "length": int(chance.integers(10, 60)), "catchment": int(chance.integers(150, 900)),
        "bankfull": int(chance.integers(30, 90)), "evaporation": float(chance.choice([1.5, 2.0, 2.5])),
        "soil": ("loam", "clay", "sand")[int(chance.integers(3))],
        "cover": ("crops", "grass", "trees")[int(chance.integers(3))],
        "number": int(chance.integers(1, 10_000)), "persona": int(chance.integers(2)),
    }  # fmt: skip
    whole = model_crests(land, given, -1)
    drops = [1 - model_crests(land, given, at)[at] / whole[at] for at in range(len(numbers_of_storms))]
    ranked = sorted(drops, reverse=True)
    given["storm"] = int(np.argmax(drops)) if chance.random() < 0.6 else int(chance.integers(len(numbers_of_storms)))
    at = int(number(given, "storm"))
    if not LEAST_DROP < drops[at] < MOST_DROP or ranked[0] - ranked[1] < 0.02 or whole[at] < 2:
        raise Unsuited("the storm made little of a crest, or two storms are alike")
    if runoff_coefficient(land, given) > 1:
        raise Unsuited("the model's first stores give more water than the rain")
    printed = _print(land, given)
    true = {"with": whole[at], "without": model_crests(land, given, at)[at]}
    if not all(clear(printed[key][0] - value, SHARE * value, 0.3) for key, value in true.items()):
        raise Unsuited("a verdict is close")
    return given


def _print(land: Land, given: Given) -> dict[str, tuple[float, How]]:
    """Return the crests as the study prints them, with and without the rain of the storm."""
    at, path = int(number(given, "storm")), (land.region, int(number(given, "number")))
    whole, less = model_crests(land, given, -1)[at], model_crests(land, given, at)[at]
    return {"with": slip(whole, 1, "with", *path), "without": slip(less, 1, "without", *path)}


def _sheet(land: Land, given: Given, step: int) -> Document:
    """Write a study; step 0 is the one in question, others are about other storms and rivers."""
    number_, printed, at = int(number(given, "number")), _print(land, given), int(number(given, "storm"))
    first, after = storm_days(given)[at]
    first, after = (day - timedelta(days=(0, 200, 77, 131)[step]) for day in (first, after))
    scale = (1, 0.8, 1.3, 0.6)[step]
    whole, less = (round(printed[key][0] * scale, 1) for key in ("with", "without"))
    names = ("length", "bankfull", "catchment", "evaporation")
    scaled = {name: number(given, name) * (1, 1.5, 0.5, 2)[step] for name in names}
    rows = [
        ("Length of the reach (km)", f"{scaled['length']:g}"), ("Bankfull flow (m³/s)", f"{scaled['bankfull']:g}"),
        ("Catchment (km²)", f"{scaled['catchment']:g}"), ("Soil", text(given, "soil")), ("Cover", text(given, "cover")),
        ("Reference evaporation (mm/day)", f"{scaled['evaporation']:g}"),
    ]  # fmt: skip
    table = "\n".join(f"| {name} | {value} |" for name, value in rows)
    last = after - timedelta(days=1)
    span = f"{first.day} {first:%B} to {last.day} {last:%B %Y}"
    with_storm = WITH[number_ % 2].replace("{number}", f"{whole:.1f}")
    without_storm = WITHOUT[number_ // 2 % 2].replace("{number}", f"{less:.1f}")
    river = gauges(land)[0][0] if gauges(land) else "river"
    body = (
        f"# The {river} and the storm of {span}\n\n## Model\n\nOne reach and its catchment, driven by the district's "
        f"mean weather.\n\n| Quantity | Value |\n| --- | ---: |\n{table}\n\n## Results\n\nIn the days of the storm and "
        f"after it {with_storm}. {without_storm}.\n\n## Limits\n\nNo gauge was used.\n"
    )
    true = {"with": model_crests(land, given, -1)[at], "without": model_crests(land, given, at)[at]}
    claims = {key: (value, f"{whole if key == 'with' else less:.1f}", printed[key][1]) for key, value in true.items()}
    name, title = f"river-study-{number_ + step}-{first:%Y%m%d}", f"The {river} and the storm of {first:%B %Y}"
    return sheet(name, "study section", title, first + timedelta(days=300), "River authority", body, claims)


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    return tuple(_sheet(land, given, step) for step in range(4))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    words, (first, after) = read_request_text(__name__), model_span(given)
    storms = [(start, end - timedelta(days=1)) for start, end in storm_days(given)]
    start, end = storms[int(number(given, "storm"))]
    return words.fill(
        words.openings[int(number(given, "persona"))],
        start=start,
        end=end,
        first=first,
        last=after - timedelta(days=1),
        storms="; ".join(words.phrase("storm", start=start, end=end) for start, end in storms),
        box=given["box"],
        after_days=AFTER_DAYS,
        percent=100 * SHARE,
    )


def _quantities(parts: list[Passage]) -> dict[str, str]:
    """Read the table of the model river in a study."""
    return {row["Quantity"]: row["Value"] for row in rows_of(next(part for part in parts if part.table))}


def _csv(days: list[str], values: list[float]) -> str:
    return "date,main\n" + "\n".join(f"{day},{value:.3f}" for day, value in zip(days, values, strict=True)) + "\n"


def _weather_of(hands: Hands, days: list[str]) -> Generator[ToolCall, Observation, list[list[float]]]:
    """Fetch the daily means of rain and temperature over the box."""
    end = str(date.fromisoformat(days[-1]) + timedelta(days=1))
    fields = yield from hands.use(
        "archive.reanalysis", variables=["precipitation", "temperature_2m"], start=days[0], end=end,
        box=numbers(hands.given, "box"), step="day",
    )  # fmt: skip
    series: list[list[float]] = []
    for name in ("precipitation", "temperature_2m"):
        mean = yield from hands.use("region.reduce", path=fields.path, variable=name, statistics=["mean"])
        if name == "precipitation":
            yield from hands.use("chart.series", lines=[{"path": mean.path, "variable": "mean"}])
        values: list[float] = []
        for begin in range(0, len(days), MOST_READ):
            until = days[begin + MOST_READ] if begin + MOST_READ < len(days) else end
            part = yield from hands.use(
                "reanalysis.read", path=mean.path, variable="mean", start=days[begin], end=until, most=MOST_READ
            )
            values += part.numbers("values")
        series.append(values)
    return series


def _write(
    hands: Hands, quantities: dict[str, str], days: list[str], warmth: list[float]
) -> Generator[ToolCall, Observation, None]:
    """Write the model river of the study to files, and its weather except the rain."""
    names = ("Length of the reach (km)", "Bankfull flow (m³/s)", "Catchment (km²)", "Soil", "Cover")
    row = ",".join(quantities[name] for name in names)
    head = "id,flows_to,length_km,bankfull_m3_s,catchment_km2,soil,cover"
    content = f"{head}\nmain,,{row}\n"
    yield from hands.use("files.write_file", path="reaches.csv", content=content)
    evaporation = [float(quantities["Reference evaporation (mm/day)"])] * len(days)
    yield from hands.use("files.write_file", path="evaporation.csv", content=_csv(days, evaporation))
    yield from hands.use("files.write_file", path="temperature.csv", content=_csv(days, warmth))


def _route(hands: Hands, number_: int, rain: str) -> Generator[ToolCall, Observation, Seen]:
    """Run the model river without the rain of a storm; number 0 has all of the rain."""
    path = f"rain-{number_}.csv"
    yield from hands.use("files.write_file", path=path, content=rain)
    flow = yield from hands.use(
        "environment.river_routing",
        reaches="reaches.csv",
        precipitation=path,
        temperature="temperature.csv",
        reference_evaporation="evaporation.csv",
        scenario="counterfactual" if number_ else "baseline",
        description=f"without the rain of storm {number_}" if number_ else "as it was",
    )
    return flow


def _plan(hands: Hands) -> Plan:
    windows, at = storm_days(hands.given), int(hands.number("storm"))
    first, last = model_span(hands.given)
    start = windows[at][0]
    hits = yield from hands.use("documents.search", words="storm reach catchment", kind="study section")
    document, parts = "", []
    for row in hits.rows("documents"):
        read = yield from reading(hands, str(row["id"]))
        if str(row["date"]) == str(start + timedelta(days=300)):
            document, parts = str(row["id"]), read
    stated = [
        require_found(stated_number(parts, *(phrase.replace("{number}", NUMBER) for phrase in kind)))
        for kind in (WITH, WITHOUT)
    ]
    days = [str(first + timedelta(days=step)) for step in range((last - first).days)]
    rain, warmth = yield from _weather_of(hands, days)
    yield from _write(hands, _quantities(parts), days, warmth)
    flows = []
    for run in range(-1, len(windows)):
        without = [0.0 if run >= 0 and str(windows[run][0]) <= day < str(windows[run][1]) else value
                for day, value in zip(days, rain, strict=True)]  # fmt: skip
        flow = yield from _route(hands, run + 1, _csv(days, without))
        flows.append(flow)
    shares, crests = [], []
    for place, (begin_, end_) in enumerate(windows):
        pair = []
        for flow in (flows[0], flows[place + 1]):
            code = CODE.format(path=flow.word("tables", "discharge_m3_s"), start=begin_,
                               end=end_ + timedelta(days=AFTER_DAYS))  # fmt: skip
            crest = yield from hands.use("execution.python", code=code, after=[flow])
            pair.append(float(crest.text.split()[0]))
        crests.append(pair)
        share = yield from hands.calculate(f"100 * (1 - {pair[1]} / {pair[0]})")
        shares.append(share)
    whole, less = crests[at]
    return {
        "document": document,
        "stated_with": stated[0].value,
        "computed_with": whole,
        "with_holds": abs(stated[0].value - whole) <= SHARE * whole,
        "stated_without": stated[1].value,
        "computed_without": less,
        "without_holds": abs(stated[1].value - less) <= SHARE * less,
        "share_percent": shares[at],
        "largest_share": str(windows[max(range(len(windows)), key=lambda place: shares[place])][0]),
    }


def _recompute(land: Land, given: Given) -> Answers:
    windows, at, printed = storm_days(given), int(number(given, "storm")), _print(land, given)
    whole = model_crests(land, given, -1)
    less = [model_crests(land, given, place)[place] for place in range(len(windows))]
    shares = [100 * (1 - part / all_) for part, all_ in zip(less, whole, strict=True)]
    _check_cause(land, given)
    return {
        "document": _sheet(land, given, 0).id,
        "stated_with": printed["with"][0],
        "computed_with": whole[at],
        "with_holds": abs(printed["with"][0] - whole[at]) <= SHARE * whole[at],
        "stated_without": printed["without"][0],
        "computed_without": less[at],
        "without_holds": abs(printed["without"][0] - less[at]) <= SHARE * less[at],
        "share_percent": shares[at],
        "largest_share": str(windows[int(np.argmax(shares))][0]),
    }


def _check_cause(land: Land, given: Given) -> None:
    """Check that on a planet without the storm less rain falls on the days of the storm."""
    at = int(number(given, "storm"))
    first, after = storm_days(given)[at]
    events = given["events"]
    assert isinstance(events, list)
    calm = land.planet.intervene(str(events[at]), None)
    days = (after - first).days
    fallen = [
        float(planet.sky(land.region).days(first, days)["precipitation"].values.mean())
        for planet in (land.planet, calm)
    ]
    assert fallen[1] < fallen[0], f"{events[at]} brought no rain: {fallen}"


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    printed, name = _print(land, given), _sheet(land, given, 0).id
    return (
        Standing(key="stated_with", document=name, section="Results", stated=printed["with"][0],
                 measured="computed_with", mode="approximate", how=printed["with"][1]),
        Standing(key="stated_without", document=name, section="Results", stated=printed["without"][0],
                 measured="computed_without", mode="proxy", how=printed["without"][1]),
    )  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="document",
    level=3,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    documents=_documents,
    standings=_standings,
)
