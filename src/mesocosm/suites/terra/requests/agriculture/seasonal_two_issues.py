"""The skill of two issues of a seasonal forecast, for warm and cool seasons over several years."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.forecast_records import (
    Floats,
    Shared,
    at,
    box_of,
    box_words,
    cell_weights,
    locate_towns,
    month_words,
    record,
    whole,
)
from mesocosm.suites.terra.requests.seasonal_scores import ranked_skill, season_means, season_outlooks, tercile_chances
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

if TYPE_CHECKING:
    import xarray as xr

YEARS = 10
EARLY, LATE = 3, 2
"""Lead months of the first month of the season."""
LEAST, CLOSE = 0.02, 0.12
"""Least difference between the skills of the two issues, and the difference below which they are close."""
INITIALS = "JFMAMJJASONDJFMAMJ"
BY_START = """import numpy as np, xarray as xr
months = xr.open_dataset({path!r}, engine="h5netcdf")["temperature_2m"].load()
days = months.time.dt.days_in_month
years = np.unique(months.time.dt.year.values)
parts = []
for year in years:
    part = months.isel(time=months.time.dt.year.values == year)
    weight = days.isel(time=months.time.dt.year.values == year)
    parts.append((part.astype("float64") * weight).sum("time") / weight.sum())
for month, name in {starts!r}:
    issued = np.array([f"{{year}}-{{month:02d}}-01" for year in years], "datetime64[ns]")
    made = xr.concat(parts, "issued").assign_coords(issued=issued)
    made.attrs["units"] = "degC"
    made.to_dataset(name="temperature").to_netcdf(name, engine="h5netcdf")
print("written for", len(parts), "years")
"""
REDATED = """import xarray as xr
early, late = (xr.open_dataset(path, engine="h5netcdf").load() for path in {paths!r})
early.assign_coords(issued=late.issued).to_netcdf("early_issue_redated.nc", engine="h5netcdf")
print("written")
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2046, 2056)), 12, 5, 10, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    place = land.places[int(chance.integers(len(land.places)))]
    first = int(chance.integers(4, 8))
    given: Given = {"town": place.name, "box": [*box_about(place, 0.16)], "first": first, "last_year": land.now.year}
    late, early = (_score(land, given, tercile_chances(_outlooks(land, given, lead))) for lead in (LATE, EARLY))
    if abs(late - early) < LEAST:
        raise Unsuited("both issues are equally good")
    grid = _grid(land, given).isel(time=0)
    years = np.array([float(at(grid.copy(data=values), place)) for values in _seasons(land, given)])
    if np.sort(years)[-1] - np.sort(years)[-2] < 0.05:
        raise Unsuited("two seasons are equally warm")
    return {**given, "close": bool(abs(late - early) < CLOSE)}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, (first, last) = read_request_text(__name__), whole(given, "first", "last_year")
    return text.fill(
        text.choose_opening(chance),
        town=given["town"],
        box=box_words(box_of(given)),
        begin=month_words(first),
        end=month_words(first + 2),
        early=month_words(first - EARLY + 1),
        late=month_words(first - LATE + 1),
        years=YEARS,
        first=last - YEARS + 1,
        last=last,
    )


def _plan(hands: Hands) -> Plan:
    first, last = int(hands.number("first")), int(hands.number("last_year"))
    box, season, begin = hands.given["box"], INITIALS[first - 1 : first + 2], last - YEARS + 1
    starts = [(first - lead + 1, f"season_by_start_{lead}.nc") for lead in (EARLY, LATE)]
    written = yield from _write_seasons(hands, starts)
    skills, chances = {}, {}
    for lead, (month, truth) in zip((EARLY, LATE), starts, strict=True):
        issues = yield from hands.use(
            "archive.seasonal",
            variables=["temperature"],
            start_month=month,
            first_year=begin,
            last_year=last,
            lead_months=[lead, lead + 1, lead + 2],
            box=box,
        )
        of_season = yield from hands.use("seasonal.season", path=issues.path, season=season, reduction="mean")
        bounds = yield from hands.use("seasonal.tercile_boundaries", path=of_season.path)
        chances[lead] = yield from hands.use("seasonal.probabilities", path=of_season.path, terciles_path=bounds.path)
        thirds = yield from hands.use("seasonal.tercile_boundaries", path=truth, after=[written])
        skills[lead] = yield from hands.use(
            "seasonal.skill",
            probability_path=chances[lead].path,
            truth_path=truth,
            terciles_path=thirds.path,
        )
    blend = yield from _blend(hands, chances[EARLY], chances[LATE])
    both = yield from hands.use(
        "seasonal.skill", probability_path=blend.path, truth_path=truth, terciles_path=thirds.path, after=[written]
    )
    fit = yield from hands.use(
        "seasonal.fit_correction", hindcast_path=of_season.path, observed_path=truth, after=[written]
    )
    unbiased = yield from hands.use("seasonal.correct", path=of_season.path, correction_path=fit.path, method="mean")
    centre = yield from hands.use("ensemble.mean", paths=[unbiased.path])
    yield from hands.use(
        "map.tercile",
        path=chances[LATE].path,
        quantity="temperature",
        at={"issued": f"{last}-{starts[1][0]:02d}"},
    )
    points, _ = yield from locate_towns(hands, [hands.text("town")])
    there: Shared = {"point": points[hands.text("town")], "most": 3 * YEARS}
    means = (yield from hands.use("reanalysis.read", path=truth, after=[written], **there)).numbers("values")
    corrected = (yield from hands.use("reanalysis.read", path=centre.path, **there)).numbers("values")
    shares = (yield from hands.use("reanalysis.read", path=chances[LATE].path, **there)).numbers("values")
    error = yield from hands.calculate(f"{corrected[-1]} - {means[-1]}")
    values = {lead: skills[lead].number("rpss") for lead in (EARLY, LATE)}
    better = max(values, key=lambda lead: values[lead])
    return {
        "better_issue": first - better + 1,
        "skill_early": values[EARLY],
        "skill_late": values[LATE],
        "skill_both": both.number("rpss"),
        "corrected_c": corrected[-1],
        "corrected_error_c": error,
        "warm_percent": (yield from hands.calculate(f"100 * {shares[-1]}")),
        "warmest_year": begin + means.index(max(means)),
    }


def _write_seasons(hands: Hands, starts: list[tuple[int, str]]) -> Generator[ToolCall, Observation, Seen]:
    """Write the seasons of the reanalysis to files, each with the dates of an issue."""
    first, last = int(hands.number("first")), int(hands.number("last_year"))
    files = []
    for year in range(last - YEARS + 1, last + 1):
        season = yield from hands.use(
            "archive.reanalysis",
            variables=["temperature_2m"],
            start=f"{year}-{first:02d}-01",
            end=f"{year}-{first + 3:02d}-01",
            box=hands.given["box"],
            step="month",
        )
        files.append(season)
    months = yield from hands.use("reanalysis.join", paths=[file.path for file in files])
    code = BY_START.format(path=months.path, starts=starts)
    written = yield from hands.use("execution.python", code=code, after=[months])
    return written


def _blend(hands: Hands, early: Seen, late: Seen) -> Generator[ToolCall, Observation, Seen]:
    """Average the probabilities of both issues."""
    code = REDATED.format(paths=[early.path, late.path])
    redated = yield from hands.use("execution.python", code=code, after=[early, late])
    blend = yield from hands.use("seasonal.blend", paths=["early_issue_redated.nc", late.path], after=[redated])
    return blend


def _seasons(land: Land, given: Given) -> Floats:
    first, last = whole(given, "first", "last_year")
    return season_means(land, range(last - YEARS + 1, last + 1), first, box_of(given))


def _outlooks(land: Land, given: Given, lead: int) -> Floats:
    first, last = whole(given, "first", "last_year")
    return season_outlooks(land, range(last - YEARS + 1, last + 1), first, lead, box_of(given))


def _grid(land: Land, given: Given) -> xr.DataArray:
    first, last = whole(given, "first", "last_year")
    span = datetime(last, first, 1, tzinfo=UTC), datetime(last, first + 3, 1, tzinfo=UTC)
    return record(land, ["temperature_2m"], span, box_of(given), "month")["temperature_2m"]


def _score(land: Land, given: Given, chances: Floats) -> float:
    return ranked_skill(chances, _seasons(land, given), cell_weights(_grid(land, given)))


def _recompute(land: Land, given: Given) -> Answers:
    first, last = whole(given, "first", "last_year")
    chances = {lead: tercile_chances(_outlooks(land, given, lead)) for lead in (EARLY, LATE)}
    skills = {lead: _score(land, given, chances[lead]) for lead in chances}
    place, grid = land.place(str(given["town"])), _grid(land, given).isel(time=0)
    members, came = _outlooks(land, given, LATE), _seasons(land, given)
    corrected_field = members[-1].mean(axis=0) + came.mean(axis=0) - members.mean(axis=(0, 1))
    corrected, warm = (float(at(grid.copy(data=values), place)) for values in (corrected_field, chances[LATE][-1, 1]))
    seasons = [float(at(grid.copy(data=values), place)) for values in came]
    return {
        "better_issue": first - max(skills, key=lambda lead: skills[lead]) + 1,
        "skill_early": skills[EARLY],
        "skill_late": skills[LATE],
        "skill_both": _score(land, given, (chances[EARLY] + chances[LATE]) / 2),
        "corrected_c": corrected,
        "corrected_error_c": corrected - seasons[-1],
        "warm_percent": 100 * warm,
        "warmest_year": last - YEARS + 1 + int(np.argmax(seasons)),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=lambda given: "close" if given["close"] else "plain",
)
