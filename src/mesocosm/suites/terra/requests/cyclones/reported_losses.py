"""An insurer's account of the losses in a storm and in a weaker one, checked against the wind."""

from __future__ import annotations

import functools
from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.stated_numbers import How
from mesocosm.earth.planet.sky.clock import EPOCH
from mesocosm.earth.planet.sky.events import SkyEvent
from mesocosm.seeding import generator
from mesocosm.suites.terra.requests.documents import (
    NUMBER,
    Passage,
    Said,
    clear,
    district,
    number,
    numbers,
    reading,
    require_found,
    resolve_towns,
    rows_of,
    sheet,
    slip,
    stated_number,
    text,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

SHARE = 0.08
LOSS = ("The storm cost the pool {number} million", "Claims on the pool come to {number} million")
WEAKER = (
    "Had every wind been {percent} % weaker, claims would have come to {number} million",
    "With winds {percent} % weaker the pool would have paid {number} million",
)


def _now(chance: Chance) -> datetime:
    return datetime(2033, int(chance.integers(3, 10)), 1, 12, tzinfo=UTC)


def _span(event: SkyEvent) -> tuple[date, date]:
    days = [(EPOCH + np.timedelta64(hour, "h")).astype("datetime64[D]") for hour in (event.start_hour, event.end_hour)]
    return date.fromisoformat(str(days[0])), date.fromisoformat(str(days[1])) + timedelta(days=1)


@functools.lru_cache(maxsize=16)
def _winds(land: Land, start: str, end: str, box: tuple[float, ...], towns: tuple[str, ...]) -> dict[str, float]:
    """Strongest hourly wind in the cell nearest to each town."""
    names = ["wind_east_10m", "wind_north_10m"]
    fields = land.fetch(names, (date.fromisoformat(start), date.fromisoformat(end)), [*box], "hour")
    winds = {}
    for town in towns:
        at = fields.sel(longitude=land.place(town).longitude, latitude=land.place(town).latitude, method="nearest")
        winds[town] = float(np.hypot(*(np.asarray(at[name].values, float) for name in names)).max())
    return winds


def _winds_of_storm(land: Land, given: Given) -> dict[str, float]:
    box, towns = tuple(numbers(given, "box")), tuple(texts(given, "towns"))
    return _winds(land, text(given, "start"), text(given, "end"), box, towns)


def _values(given: Given) -> dict[str, int]:
    """Insured values of the towns, in millions."""
    draws = {town: generator("terra", "insured", town, int(number(given, "number"))) for town in texts(given, "towns")}
    return {town: int(draw.integers(20, 400)) for town, draw in draws.items()}


def _loss(land: Land, given: Given, factor: float) -> dict[str, float]:
    curve, damage = numbers(given, "curve"), numbers(given, "damage")
    values = _values(given)
    return {
        town: values[town] * float(np.interp(factor * wind, curve, damage))
        for town, wind in _winds_of_storm(land, given).items()
    }


def _draw(land: Land, chance: Chance) -> Given:
    events = [event for event in land.planet.events(land.region, 2031) if event.kind in ("storm", "cyclone")]
    if not events:
        raise Unsuited("no storm")
    event = events[int(chance.integers(len(events)))]
    start, end = _span(event)
    given: Given = {
        "start": str(start), "end": str(end), "box": [*district(land)],
        "towns": [place.name for place in land.places[:7]], "number": int(chance.integers(1, 10_000)),
        "weaker": int(chance.choice([10, 15, 20])), "kind": str(event.kind), "persona": int(chance.integers(2)),
    }  # fmt: skip
    strongest, weakest = max(_winds_of_storm(land, given).values()), min(_winds_of_storm(land, given).values())
    base = round(0.5 * weakest)
    given["curve"] = [0.0, float(base), float(base + 4), float(base + 10), float(base + 30)]
    given["damage"] = [0.0, 0.0, 0.02, 0.12, 0.9]
    worst = sorted(_loss(land, given, 1.0).values(), reverse=True)
    if strongest < 6 or worst[0] - worst[1] < 0.05 * worst[0] or sum(worst) < 2:
        raise Unsuited("a breeze, or two towns alike")
    for key, factor in (("loss", 1.0), ("weaker", 1 - number(given, "weaker") / 100)):
        true = sum(_loss(land, given, factor).values())
        if not clear(_print(land, given)[key][0] - true, SHARE * true, 0.3):
            raise Unsuited("a close verdict")
    return given


def _print(land: Land, given: Given) -> dict[str, tuple[float, How]]:
    factors = {"loss": 1.0, "weaker": 1 - number(given, "weaker") / 100}
    path = (land.region, text(given, "start"), int(number(given, "number")))
    return {key: slip(sum(_loss(land, given, factor).values()), 2, key, *path) for key, factor in factors.items()}


def _sheet(land: Land, given: Given, step: int) -> Document:
    number_, printed = int(number(given, "number")), _print(land, given)
    start = date.fromisoformat(text(given, "start")) + timedelta(days=(0, -240, 190, 70)[step])
    values = _values({**given, "number": number_ + 11 * step})
    scale = (1, 0.7, 1.4, 2.1)[step]
    loss, weaker = (round(printed[key][0] * scale, 2) for key in ("loss", "weaker"))
    rows = "\n".join(f"| {town} | {value} |" for town, value in values.items())
    steps = "\n".join(
        f"| {wind:g} | {share:g} |"
        for wind, share in zip(numbers(given, "curve"), numbers(given, "damage"), strict=True)
    )
    first = LOSS[number_ % 2].replace("{number}", f"{loss:.2f}")
    second = WEAKER[number_ // 2 % 2].replace("{number}", f"{weaker:.2f}").replace("{percent}", f"{given['weaker']}")
    body = (
        f"# Storm pool: account of the storm of {start.day} {start:%B %Y}\n\n## Insured values\n\n"
        f"| Town | Insured (million) |\n| --- | ---: |\n{rows}\n\n## Damage curve\n\nShare of the value lost by "
        f"strongest hourly wind; straight lines between.\n\n| Wind (m/s) | Share lost |\n| ---: | ---: |\n{steps}\n\n"
        f"## Result\n\n{first}. {second}.\n"
    )
    claims = {
        key: (sum(_loss(land, given, factor).values()), f"{value:.2f}", printed[key][1])
        for key, factor, value in (("loss", 1.0, loss), ("weaker", 1 - number(given, "weaker") / 100, weaker))
    }
    name, title = f"storm-pool-{number_ + step}-{start:%Y%m%d}", f"Storm pool: account of a storm, {start:%B %Y}"
    return sheet(name, "situation report", title, start + timedelta(days=40), "Storm pool", body, claims)


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    return tuple(_sheet(land, given, step) for step in range(4))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    request = read_request_text(__name__)
    return request.fill(
        request.openings[int(number(given, "persona"))],
        kind=given["kind"],
        start=date.fromisoformat(text(given, "start")),
        last=date.fromisoformat(text(given, "end")) - timedelta(days=1),
        towns=join_words(texts(given, "towns")),
        box=given["box"],
        weaker=given["weaker"],
        percent=100 * SHARE,
    )


def _columns(parts: list[Passage], head: str, value: str) -> list[tuple[str, float]]:
    table = next(part for part in parts if part.table and part.text.split("|")[1].strip() == head)
    return [(row[head], float(row[value])) for row in rows_of(table)]


def _run(
    hands: Hands, name: str, rows: list[str], curve: list[tuple[str, float]]
) -> Generator[ToolCall, Observation, Seen]:
    """Losses of the assets in a storm with these winds."""
    head = "event,frequency_per_year,latitude,longitude,intensity"
    yield from hands.use("files.write_file", path=f"{name}.csv", content="\n".join([head, *rows, ""]))
    run = yield from hands.use(
        "impact.event_loss",
        hazard=[f"{name}.csv"],
        exposure="assets.csv",
        intensity_unit="m/s",
        curves={"town": {"intensity": [float(wind) for wind, _ in curve], "damage": [share for _, share in curve]}},
        value_unit="million",
        greatest_distance_km=1.0,
        scenario="baseline" if name == "storm" else "counterfactual",
        description=f"the {name}",
    )
    return run


def _plan(hands: Hands) -> Plan:
    start, end, towns = hands.text("start"), hands.text("end"), hands.texts("towns")
    first = date.fromisoformat(start)
    document, parts = yield from _find_account(hands, first)
    values = dict(_columns(parts, "Town", "Insured (million)"))
    curve = _columns(parts, "Wind (m/s)", "Share lost")
    points = yield from resolve_towns(hands, towns)
    places = {town: point for town, (point, _) in points.items()}
    hours = yield from hands.use(
        "archive.reanalysis", variables=["wind_east_10m", "wind_north_10m"], start=start, end=end,
        box=numbers(hands.given, "box"), after=[place for _, place in points.values()],
    )  # fmt: skip
    winds, weak = yield from _read_winds(hands, hours, places)
    assets = "\n".join(f"{town},{places[town][1]},{places[town][0]},{values[town]},town" for town in towns)
    yield from hands.use(
        "files.write_file", path="assets.csv", content=f"id,latitude,longitude,value,curve\n{assets}\n"
    )
    runs = {}
    for name, speeds in (("storm", winds), ("weaker", weak)):
        rows = [f"{name},1,{places[town][1]},{places[town][0]},{speeds[town]:.9g}" for town in towns]
        runs[name] = yield from _run(hands, name, rows, curve)
    losses = {name: run.number("values", "greatest_event_loss", "value") for name, run in runs.items()}
    saved = yield from hands.calculate(f"{losses['storm']} - {losses['weaker']}")
    loss, weaker = _stated_losses(parts, hands.text("weaker"))
    lost_by_town = {}
    for town in towns:
        share = np.interp(winds[town], [float(wind) for wind, _ in curve], [lost for _, lost in curve])
        lost_by_town[town] = values[town] * float(share)
    worst = max(lost_by_town, key=lambda town: lost_by_town[town])
    return {
        "document": document,
        "stated_loss": loss.value,
        "computed_loss": losses["storm"],
        "loss_holds": abs(loss.value - losses["storm"]) <= SHARE * losses["storm"],
        "stated_weaker": weaker.value,
        "saved": saved,
        "weaker_holds": abs(weaker.value - losses["weaker"]) <= SHARE * losses["weaker"],
        "worst_town": worst,
        "worst_wind": winds[worst],
    }


def _find_account(hands: Hands, first: date) -> Generator[ToolCall, Observation, tuple[str, list[Passage]]]:
    """The account of the storm that began on a day: its id, and its parts."""
    document, account = "", []
    hits = yield from hands.use("documents.search", words="storm pool account insured")
    for row in hits.rows("documents"):
        parts = yield from reading(hands, str(row["id"]))
        if any(f"{first.day} {first:%B %Y}" in part.section for part in parts) or str(row["date"]) == str(
            first + timedelta(days=40)
        ):
            document, account = str(row["id"]), parts
    return document, account


def _stated_losses(parts: list[Passage], weaker: str) -> tuple[Said, Said]:
    """The losses of the storm and of the weaker storm by the account."""
    phrases = [
        [phrase.replace("{percent}", weaker).replace("{number}", NUMBER) for phrase in each] for each in (LOSS, WEAKER)
    ]
    loss, loss_weaker = (require_found(stated_number(parts, *each)) for each in phrases)
    return loss, loss_weaker


def _read_winds(
    hands: Hands, hours: Seen, places: dict[str, list[float]]
) -> Generator[ToolCall, Observation, tuple[dict[str, float], dict[str, float]]]:
    """The strongest wind at each town, as it was and in the weaker storm, with charts and a map."""
    speed = yield from hands.use("atmosphere.winds", path=hours.path, u="wind_east_10m", v="wind_north_10m")
    winds, weak = {}, {}
    for town, point in places.items():
        series = yield from hands.use("region.point_series", path=speed.path, variable="wind_speed", point=point)
        winds[town] = series.number("fields", "wind_speed", "max")
        yield from hands.use("chart.series", lines=[{"path": series.path}])
        weak[town] = yield from hands.calculate(f"{winds[town]:.9g} * (1 - {hands.number('weaker')} / 100)")
    year = yield from hands.use(
        "reanalysis.aggregate",
        path=speed.path,
        variable="wind_speed",
        period="year",
        statistic="max",
        least_share=0.001,
    )
    yield from hands.use("map.field", path=year.path)
    return winds, weak


def _recompute(land: Land, given: Given) -> Answers:
    printed, winds = _print(land, given), _winds_of_storm(land, given)
    storm, weaker = _loss(land, given, 1.0), _loss(land, given, 1 - number(given, "weaker") / 100)
    totals = {"loss": sum(storm.values()), "weaker": sum(weaker.values())}
    worst = max(storm, key=lambda town: storm[town])
    holds = {key: abs(printed[key][0] - totals[key]) <= SHARE * totals[key] for key in totals}
    return {
        "document": _sheet(land, given, 0).id,
        "stated_loss": printed["loss"][0],
        "computed_loss": totals["loss"],
        "loss_holds": holds["loss"],
        "stated_weaker": printed["weaker"][0],
        "saved": totals["loss"] - totals["weaker"],
        "weaker_holds": holds["weaker"],
        "worst_town": worst,
        "worst_wind": winds[worst],
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    printed, name = _print(land, given), _sheet(land, given, 0).id
    return (
        Standing(key="stated_loss", document=name, section="Result", stated=printed["loss"][0],
                 measured="computed_loss", mode="approximate", how=printed["loss"][1]),
        Standing(key="stated_weaker", document=name, section="Result", stated=printed["weaker"][0], measured="saved",
                 mode="proxy", how=printed["weaker"][1]),
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
