"""The crest of one flood in reports, papers and bulletins, checked against the gauge."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests.documents import (
    Said,
    clear,
    district,
    facts_of,
    library_documents,
    number,
    numbers,
    paper,
    passages_of,
    reading,
    reported_fact,
    resolve_towns,
    shuffle_numbers,
    text,
)
from mesocosm.suites.terra.requests.peak_flow_reports import crest_said, flow, gauges
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow

KINDS = ("situation report", "newspaper brief", "hydrological bulletin", "study section", "situation report")
WET = ("storm", "cyclone", "deluge")
SHARE = 0.06
"""Share of the gauge's value by which a figure that holds may differ."""
AFTER_DAYS = 6
NUMBERS = 25


def _now(chance: Chance) -> datetime:
    return datetime(2033, int(chance.integers(3, 10)), 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    events = [event for event in land.planet.events(land.region, 2031) if event.kind in WET]
    if not events or not gauges(land):
        raise Unsuited("no gauge, or no storm")
    for at in chance.permutation(len(events)):
        try:
            return _draw_storm(land, chance, events[int(at)].id)
        except Unsuited as unsuited:
            why = unsuited
    raise why


def _draw_storm(land: Land, chance: Chance, event: str) -> Given:
    """A request about one storm; raises `Unsuited` where the storm allows none."""
    river, place = gauges(land)[0]
    facts = facts_of(land.planet, land.region, event)
    start, end = facts.period.first, facts.period.last + timedelta(days=AFTER_DAYS + 1)
    if end > date(2031, 12, 31) or facts.get("peak", place.id).value < 3:
        raise Unsuited("the storm ends with the year, or the river is a brook")
    values = flow(land, place.name, (start, end))[1]
    if np.sort(values)[-1] - np.sort(values)[-2] < 0.09:
        raise Unsuited("two days are as high")
    library = _choose(land, chance, event, facts.get("peak", place.id).id, (river, place.name), float(values.max()))
    figures = [_crest_of(land, each, river, place.name) for each in library]
    quoted, wrong = figures[int(chance.integers(len(figures)))], bool(chance.random() < 1 / 3)
    if wrong:
        quoted = round(quoted * float(chance.choice([0.83, 1.17, 1.28])), 0 if quoted > 20 else 1)
    if wrong and quoted in figures:
        raise Unsuited("the wrong quotation is a true one")
    rest = [f"2031-{(start.month + 5) % 12 + 1:02d}/{kind}/{step + 1}" for step, kind in enumerate(KINDS[:3])]
    return {
        "event": event, "start": str(start), "end": str(end), "river": river, "gauge": place.name,
        "library": [*library, *rest], "quoted": float(quoted), "towns": [each.name for each in land.places],
        "box": [*district(land)], "wrongly": wrong,
    }  # fmt: skip


def _choose(land: Land, chance: Chance, event: str, fact: str, gauge: tuple[str, str], crest: float) -> list[str]:
    """A document of each kind that gives the crest; the first of them is wrong, some of the others right."""
    picked: list[str] = []
    gaps: list[float] = []
    for kind in KINDS:
        wanted = len(picked) == 0 or (len(picked) > 1 and chance.random() < 0.35)
        for each in shuffle_numbers(chance, NUMBERS):
            name = f"{event}/{kind}/{each}"
            figure, entry = _read_crest(land, name, *gauge), reported_fact(paper(land, name), fact)
            if name in picked or figure is None or entry is None or figure.value != entry.stated:
                continue
            gap = figure.value - crest
            apart = all(abs(abs(gap) - other) > 0.1 + 0.012 * crest for other in gaps)
            if clear(gap, SHARE * crest) and (abs(gap) > SHARE * crest) == wanted and (apart or not wanted):
                picked.append(name)
                gaps.append(abs(gap))
                break
    if len(picked) < 4:
        raise Unsuited("too few documents give the crest")
    return picked


def _read_crest(land: Land, name: str, river: str, gauge: str) -> Said | None:
    return crest_said(passages_of(paper(land, name)), river, gauge)


def _crest_of(land: Land, name: str, river: str, gauge: str) -> float:
    figure = _read_crest(land, name, river, gauge)
    assert figure is not None
    return figure.value


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    request, end = read_request_text(__name__), date.fromisoformat(text(given, "end"))
    return request.fill(
        request.choose_opening(chance),
        start=date.fromisoformat(text(given, "start")),
        last=end - timedelta(days=AFTER_DAYS + 1),
        until=end - timedelta(days=1),
        river=given["river"],
        gauge=given["gauge"],
        quoted=given["quoted"],
        percent=100 * SHARE,
        towns=join_words(texts(given, "towns")),
        box=given["box"],
    )


def _plan(hands: Hands) -> Plan:
    river, gauge = hands.text("river"), hands.text("gauge")
    start, end = hands.text("start"), hands.text("end")
    last = date.fromisoformat(end) - timedelta(days=AFTER_DAYS)
    dates: dict[str, str] = {}
    for words, until in ((river, str(last + timedelta(days=14))), (gauge, None)):
        hits = yield from hands.use("documents.search", words=words, since=start, until=until, most=30)
        dates |= {str(row["id"]): str(row["date"]) for row in hits.rows("documents")}
    figures: dict[str, Said] = {}
    for name in sorted(dates):
        parts = yield from reading(hands, name)
        figure = crest_said(parts, river, gauge)
        if figure is not None and name.startswith(hands.text("event")):
            figures[name] = figure
    place = yield from hands.use("gis.resolve_place", name=gauge)
    record = yield from hands.use(
        "archive.discharge", start=start, end=end, point=place.numbers("place", "point"), gauges=[gauge], after=[place]
    )
    daily = yield from hands.use("reanalysis.read", path=record.path, most=200)
    values, times = daily.numbers("values"), daily.get("times")
    crest = max(values)
    yield from hands.use("chart.hydrograph", discharge={"path": record.path})
    gaps: dict[str, float] = {}
    for name, figure in figures.items():
        gaps[name] = yield from hands.calculate(f"{figure.value} - {crest:.9g}")
    furthest = max(gaps, key=lambda name: abs(gaps[name]))
    points = yield from resolve_towns(hands, hands.texts("towns"))
    rain = yield from hands.use(
        "archive.reanalysis", variables=["precipitation"], start=start, end=end, box=numbers(hands.given, "box"),
        step="day", after=[place for _, place in points.values()],
    )  # fmt: skip
    fallen = {}
    for town, (point, _) in points.items():
        series = yield from hands.use("region.point_series", path=rain.path, point=point)
        sums = " + ".join(f"{value:.9g}" for value in series.numbers("values", "precipitation"))
        fallen[town] = yield from hands.calculate(sums)
    wettest = max(fallen, key=lambda town: fallen[town])
    quoted = sorted(name for name, figure in figures.items() if figure.value == hands.number("quoted"))
    return {
        "crest": crest,
        "crest_day": str(times[values.index(crest)])[:10] if isinstance(times, list) else None,
        "documents": len(figures),
        "holding": sum(abs(gap) <= SHARE * crest for gap in gaps.values()),
        "furthest": furthest,
        "furthest_stated": figures[furthest].value,
        "furthest_gap": gaps[furthest],
        "quoted_in": quoted[0] if quoted else None,
        "wettest_town": wettest,
        "wettest_mm": fallen[wettest],
    }


def _entries(land: Land, given: Given) -> dict[str, tuple[float, str]]:
    """The crest in each document of the storm, and how the number came about."""
    facts = facts_of(land.planet, land.region, text(given, "event"))
    place = next(place for river, place in gauges(land) if place.name == given["gauge"])
    entries = {}
    for name in texts(given, "library"):
        entry = reported_fact(paper(land, name), facts.get("peak", place.id).id)
        if entry is not None:
            entries[paper(land, name).id] = entry.stated, str(entry.how)
    return entries


def _recompute(land: Land, given: Given) -> Answers:
    start, end = (date.fromisoformat(text(given, key)) for key in ("start", "end"))
    days, values = flow(land, text(given, "gauge"), (start, end))
    figures = {name: value for name, (value, _) in _entries(land, given).items()}
    gaps = {name: value - float(values.max()) for name, value in figures.items()}
    furthest = max(gaps, key=lambda name: abs(gaps[name]))
    fields = land.fetch(["precipitation"], (start, end), numbers(given, "box"), "hour").precipitation
    fallen = {
        town: float(fields.sel(longitude=land.place(town).longitude, latitude=land.place(town).latitude,
                               method="nearest").values.astype(float).sum())
        for town in texts(given, "towns")
    }  # fmt: skip
    wettest = max(fallen, key=lambda town: fallen[town])
    quoted = sorted(name for name, value in figures.items() if value == number(given, "quoted"))
    answer: dict[str, JsonValue] = {
        "crest": float(values.max()),
        "crest_day": days[int(values.argmax())],
        "documents": len(figures),
        "holding": sum(abs(gap) <= SHARE * float(values.max()) for gap in gaps.values()),
        "furthest": furthest,
        "furthest_stated": figures[furthest],
        "furthest_gap": gaps[furthest],
        "quoted_in": quoted[0] if quoted else None,
        "wettest_town": wettest,
        "wettest_mm": fallen[wettest],
    }
    return answer


def _derive(land: Land, given: Given) -> Answers:
    """Return the area of the basin above the gauge."""
    place = next(place for _, place in gauges(land) if place.name == given["gauge"])
    return {"basin_km2": float(land.planet.ground(land.region).upstream_km2.flat[place.river_cell])}


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    figures, answer = _entries(land, given), _recompute(land, given)
    name = str(answer["furthest"])
    return (
        Standing(key="furthest_stated", document=name, stated=figures[name][0], measured="crest", mode="exact",
                 how=figures[name][1]),
        Standing(key="holding", document=", ".join(sorted(figures)), stated=len(figures), measured="crest",
                 mode="structural", how="several"),
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
    trait=lambda given: "false premise" if given["wrongly"] else "plain",
)
