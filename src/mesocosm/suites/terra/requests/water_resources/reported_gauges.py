"""The highest flows in hydrological bulletins, checked against the gauges."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.earth.planet.documents.document import Document
from mesocosm.suites.terra.requests.documents import (
    Said,
    clear,
    facts_of,
    month_and_year,
    month_days,
    paper,
    passages_of,
    read_after_month,
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

SHARE = 0.06
NUMBERS = 30
KIND = "hydrological bulletin"
Figures = dict[tuple[str, str], Said]
"""Figures by month and gauge."""


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(2, 9)), 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    known = gauges(land)
    if len(known) < 2:
        raise Unsuited("fewer than two gauges")
    begin, absent = int(chance.integers(1, 10)), bool(chance.random() < 0.25)
    months = [f"2031-{begin + step:02d}" for step in range(4)]
    given: Given = {
        "months": [*months], "gauges": [place.name for _, place in known], "rivers": [river for river, _ in known],
        "absent": absent,
    }  # fmt: skip
    crests = _crests(land, given)
    wanted, month = bool(chance.random() < 0.5), months[int(chance.integers(3))]
    library = [_pick(land, chance, each, given, crests, each != month or wanted) for each in months]
    holds = _holding(_figures(land, given, [library[months.index(month)]]), crests)
    keys = sorted(gauge for (_, gauge), figure_holds in holds.items() if figure_holds == wanted)
    if not keys:
        raise Unsuited("no figure of the wanted kind")
    gauge = keys[int(chance.integers(len(keys)))]
    by_month = sorted((crests[each, gauge] for each in months), reverse=True)
    if by_month[0] < 1.02 * by_month[1] or by_month[0] < 3:
        raise Unsuited("two months are equally high, or the river is a brook")
    others = [f"{each}/{kind}/2" for each, kind in zip(months, ("weather bulletin", "newspaper brief"), strict=False)]
    bulletins = library[:3] if absent else library
    return {**given, "month": month, "gauge": gauge, "library": [*bulletins, *others]}


def _pick(
    land: Land, chance: Chance, month: str, given: Given, crests: dict[tuple[str, str], float], some: bool
) -> str:
    """Choose a bulletin on a month that gives all crests, none of them close to the limit; with `some` all may hold."""
    for each in shuffle_numbers(chance, NUMBERS):
        key = f"{month}/{KIND}/{each}"
        figures = _figures(land, given, [key])
        clearly = all(clear(figure.value - crests[at], SHARE * crests[at]) for at, figure in figures.items())
        fits = some or not all(_holding(figures, crests).values())
        if len(figures) == len(texts(given, "gauges")) and clearly and fits and _as_noted(land, key, figures):
            return key
    raise Unsuited("no bulletin gives all crests")


def _as_noted(land: Land, key: str, figures: Figures) -> bool:
    """Return whether all figures that are read from a bulletin are those that its author meant."""
    return all(figure.value == _note(land, key, month, gauge)[0] for (month, gauge), figure in figures.items())


def _note(land: Land, key: str, month: str, gauge: str) -> tuple[float, str]:
    """Return the crest that the author of a bulletin meant to state, and the kind of its error."""
    place = next(place for _, place in gauges(land) if place.name == gauge)
    entry = reported_fact(paper(land, key), facts_of(land.planet, land.region, month).get("peak", place.id).id)
    return (entry.stated, str(entry.how)) if entry is not None else (np.nan, "")


def _figures(land: Land, given: Given, library: list[str]) -> Figures:
    """Read the crests in the bulletins of a library."""
    figures = {}
    for key in library:
        parts = passages_of(paper(land, key))
        for river, gauge in zip(texts(given, "rivers"), texts(given, "gauges"), strict=True):
            if (figure := crest_said(parts, river, gauge)) is not None:
                figures[key[:7], gauge] = figure
    return figures


def _crests(land: Land, given: Given) -> dict[tuple[str, str], float]:
    """Return the highest daily discharge by month and gauge."""
    return {
        (month, gauge): float(flow(land, gauge, month_days(month))[1].max())
        for month in texts(given, "months")
        for gauge in texts(given, "gauges")
    }


def _holding(figures: Figures, crests: dict[tuple[str, str], float]) -> dict[tuple[str, str], bool]:
    """Return which figures hold."""
    return {at: abs(figure.value - crests[at]) <= SHARE * crests[at] for at, figure in figures.items()}


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    return tuple(paper(land, key) for key in texts(given, "library"))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    words, months = read_request_text(__name__), [month_and_year(month) for month in texts(given, "months")]
    gauges_of_rivers = zip(texts(given, "gauges"), texts(given, "rivers"), strict=True)
    return words.fill(
        words.choose_opening(chance),
        gauges=join_words([words.phrase("gauge", town=town, river=river) for town, river in gauges_of_rivers]),
        gauge=given["gauge"],
        months=join_words(months),
        first_months=join_words(months[:3]),
        last_month=months[3],
        month=month_and_year(text(given, "month")),
        percent=100 * SHARE,
    )


def _plan(hands: Hands) -> Plan:
    months, towns, rivers = hands.texts("months"), hands.texts("gauges"), hands.texts("rivers")
    month, gauge = hands.text("month"), hands.text("gauge")
    points = yield from resolve_towns(hands, towns)
    figures: Figures = {}
    sources: dict[str, str] = {}
    crests: dict[tuple[str, str], float] = {}
    for each in months:
        start, end = month_days(each)
        for document, parts in (yield from read_after_month(hands, each, gauge, KIND)):
            sources[each] = document
            for river, town in zip(rivers, towns, strict=True):
                if (figure := crest_said(parts, river, town)) is not None:
                    figures[each, town] = figure
        for town, (point, place) in points.items():
            record = yield from hands.use(
                "archive.discharge", start=str(start), end=str(end), point=point, gauges=[town], after=[place]
            )
            daily = yield from hands.use("reanalysis.read", path=record.path)
            crests[each, town] = daily.number("max")
            if town == gauge:
                yield from hands.use("chart.hydrograph", discharge={"path": record.path})
    gaps = {}
    for at, figure in figures.items():
        if at[0] != months[3]:
            gaps[at] = yield from hands.calculate(f"{figure.value} - {crests[at]:.9g}")
    last = figures.get((months[3], gauge))
    return {
        "document": sources[month],
        "stated": figures[month, gauge].value,
        "measured": crests[month, gauge],
        "difference": gaps[month, gauge],
        "holds": abs(gaps[month, gauge]) <= SHARE * crests[month, gauge],
        "figures_holding": sum(abs(gap) <= SHARE * crests[at] for at, gap in gaps.items()),
        "last_stated": last.value if last else None,
        "last_measured": crests[months[3], gauge],
        "highest_month": max(months, key=lambda each: crests[each, gauge]),
    }


def _bulletin(given: Given, month: str) -> str:
    """Return the key of the bulletin on a month."""
    return next(key for key in texts(given, "library") if key.startswith(f"{month}/{KIND}"))


def _recompute(land: Land, given: Given) -> Answers:
    months, towns = texts(given, "months"), texts(given, "gauges")
    month, gauge = text(given, "month"), text(given, "gauge")
    crests = _crests(land, given)
    stated = {(each, town): _note(land, _bulletin(given, each), each, town)[0] for each in months[:3] for town in towns}
    gap = stated[month, gauge] - crests[month, gauge]
    last = None if given["absent"] else _note(land, _bulletin(given, months[3]), months[3], gauge)[0]
    return {
        "document": paper(land, _bulletin(given, month)).id,
        "stated": stated[month, gauge],
        "measured": crests[month, gauge],
        "difference": gap,
        "holds": abs(gap) <= SHARE * crests[month, gauge],
        "figures_holding": sum(abs(value - crests[at]) <= SHARE * crests[at] for at, value in stated.items()),
        "last_stated": last,
        "last_measured": crests[months[3], gauge],
        "highest_month": max(months, key=lambda each: crests[each, gauge]),
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    month, gauge = text(given, "month"), text(given, "gauge")
    key = _bulletin(given, month)
    value, how = _note(land, key, month, gauge)
    figure = _figures(land, given, [key])[month, gauge]
    return (
        Standing(key="stated", document=paper(land, key).id, section=figure.section, stated=value, measured="measured",
                 mode="exact", how=how),
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
    trait=lambda given: "absent" if given["absent"] else "plain",
)
