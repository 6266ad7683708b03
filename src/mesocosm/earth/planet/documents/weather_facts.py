"""Facts about the air: rain, wind, temperature and their effects on people, at the stations of the towns."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np

from mesocosm.earth.planet.causal_graph import Story
from mesocosm.earth.planet.consequences.heat import GREAT_DISCOMFORT, demand_mw, humidex
from mesocosm.earth.planet.documents.facts import Facts, Notebook, Watch, period_of
from mesocosm.earth.planet.documents.water_facts import note_floods, note_journeys, note_rivers, note_roads
from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.events import SkyEvent
from mesocosm.errors import UserError
from mesocosm.types import TimeInterval

STATIONS = 6
"""Number of towns with a weather station, the largest first."""
WET_DAY_MM = 1.0
MM, DEGREES, DAYS, HOURS, WIND, MEGAWATTS = (
    ("mm", 0.1),
    ("°C", 0.1),
    ("days", 1.0),
    ("hours", 1.0),
    ("m/s", 0.1),
    ("MW", 0.1),
)

LOGGED = (
    ("day rain", "precipitation", "rain", MM),
    ("day high", "temperature_max", "highest temperature", DEGREES),
    ("day low", "temperature_min", "lowest temperature", DEGREES),
)
LOGGED_DAYS = 31


def gather(story: Story, about: SkyEvent | TimeInterval) -> Facts:
    """Collect everything that could be reported about an event, or about a month."""
    if not story.settlement.places:
        raise UserError(f"region {story.ground.region.key} has no towns, so no documents can be written about it")
    period = period_of(story, about)
    watch, book = Watch(story, period), Notebook(period)
    first = watch.first_day
    book.day(("begin", ""), "first day", "", first)
    book.day(("end", ""), "last day", "", first + period.days - 1)
    for place in story.settlement.places[:STATIONS]:
        _note_rain(watch, book, place)
        _note_warmth(watch, book, place)
        _note_hours(watch, book, place)
    _note_log(watch, book, story.settlement.places[0])
    _note_region(watch, book)
    note_rivers(watch, book)
    note_floods(watch, book)
    note_roads(watch, book)
    note_journeys(watch, book)
    return book.close()


def _note_rain(watch: Watch, book: Notebook, place: Place) -> None:
    rain = watch.daily["precipitation"].reshape(watch.period.days, -1)[:, place.cell]
    total, wettest = float(rain.sum()), int(rain.argmax())
    book.note(("rain", place.id), "rain in all", place.name, total, MM, _before_last(rain))
    book.note(("wet days", place.id), "days with rain", place.name, float((rain >= WET_DAY_MM).sum()), DAYS)
    if rain[wettest] >= WET_DAY_MM:
        book.note(("wettest", place.id), "most rain in a day", place.name, float(rain[wettest]), MM)
        book.day(("wettest day", place.id), "wettest day", place.name, watch.first_day + wettest)
    normal = _normal(watch, watch.story.ground.rain_mm, place) * watch.period.days / 30.44
    book.note(("normal rain", place.id), "normal rain of such a period", place.name, normal, MM)
    if normal >= 1:
        book.note(("rain share", place.id), "rain against the normal", place.name, 100 * total / normal, ("%", 1.0))
    dry = max((len(run) for run in "".join("d" if day < WET_DAY_MM else " " for day in rain).split()), default=0)
    book.note(("dry spell", place.id), "longest run of dry days", place.name, float(dry), DAYS)


def _note_warmth(watch: Watch, book: Notebook, place: Place) -> None:
    mean, low, high = (
        watch.daily[f"temperature_{name}"].reshape(watch.period.days, -1)[:, place.cell]
        for name in ("mean", "min", "max")
    )
    book.note(("mean", place.id), "mean temperature", place.name, float(mean.mean()), DEGREES)
    book.note(("highest", place.id), "highest temperature", place.name, float(high.max()), DEGREES, _so_far(high))
    book.day(("highest day", place.id), "hottest day", place.name, watch.first_day + int(high.argmax()))
    book.note(("lowest", place.id), "lowest temperature", place.name, float(low.min()), DEGREES, -_so_far(-low))
    book.day(("lowest day", place.id), "coldest day", place.name, watch.first_day + int(low.argmin()))
    normal = _normal(watch, watch.story.ground.temperature_c, place)
    book.note(("normal mean", place.id), "normal temperature of the month", place.name, normal, DEGREES)
    book.note(("frost days", place.id), "days with frost", place.name, float((low < 0).sum()), DAYS)


def _note_log(watch: Watch, book: Notebook, place: Place) -> None:
    """Record the days of one station, as its observer logs them."""
    for day in range(min(watch.period.days, LOGGED_DAYS)):
        date_ = watch.period.first + timedelta(days=day)
        line = book.on(date_)
        for key, name, what, scale in LOGGED:
            value = watch.daily[name][day].flat[place.cell]
            line.note((key, f"{place.id}.{day}"), f"{what} on {date_.isoformat()}", place.name, float(value), scale)


def _note_hours(watch: Watch, book: Notebook, place: Place) -> None:
    at = watch.node(place)
    hours = watch.hourly
    felt = humidex(hours["temperature_2m"][:, at], hours["dew_point_2m"][:, at])
    trying = felt >= GREAT_DISCOMFORT
    book.note(
        ("discomfort", place.id),
        "hours of great discomfort",
        place.name,
        float(trying.sum()),
        HOURS,
        float(trying[:-24].sum()),
    )
    book.note(("humidex", place.id), "highest humidex", place.name, float(felt.max()), ("", 0.1))
    wind = round_to_step(np.hypot(hours["wind_east_10m"][:, at], hours["wind_north_10m"][:, at]), WIND[1])
    book.note(("wind", place.id), "strongest hourly wind", place.name, float(wind.max()), WIND)
    book.day(("wind day", place.id), "windiest day", place.name, watch.first_day + int(wind.argmax()) // 24)
    pressure = hours["pressure_msl"][:, at]
    book.note(("pressure", place.id), "lowest pressure", place.name, float(pressure.min()), ("hPa", 0.1))


def _note_region(watch: Watch, book: Notebook) -> None:
    story = watch.story
    land = ~story.ground.sea
    rain = watch.daily["precipitation"][:, land].mean(axis=1)
    book.note(("rain", ""), "mean rain over the land", "", float(rain.sum()), MM, _before_last(rain))
    population = sum(place.population for place in story.settlement.places)
    demand = demand_mw(watch.hourly["temperature_2m"].mean(axis=1), population)
    peak = int(demand.argmax())
    before = float(demand[: peak - peak % 24].max(initial=demand[0]))
    book.note(("demand", ""), "peak demand for power", "", float(demand[peak]), MEGAWATTS, before)
    book.day(("demand day", ""), "day of the peak demand", "", watch.first_day + peak // 24)
    wet = story.water.soil_wetness[watch.wet_days][: watch.period.days][:, land].mean(axis=1, dtype=np.float64)
    book.note(("soil", ""), "soil water at the end", "", 100 * float(wet[-1]), ("%", 1.0), 100 * float(wet[0]))


def _normal(watch: Watch, normals: Floats, place: Place) -> float:
    """Return the mean of the monthly normals over the days of the period."""
    months = [(watch.period.first.month - 1 + step) % 12 for step in range(12)]
    begin, end = watch.period.first, watch.period.last
    days = [
        sum(1 for day in range(begin.toordinal(), end.toordinal() + 1) if _month(day) == number) for number in months
    ]
    at = normals.reshape(12, -1)[months, place.cell]
    return float((at * days).sum() / sum(days))


def _month(ordinal: int) -> int:
    """Return the month of a day, counted from 0."""
    return date.fromordinal(ordinal).month - 1


def _before_last(rain: Floats) -> float:
    """Return the rain up to the beginning of the last wet day."""
    wet = np.flatnonzero(rain >= WET_DAY_MM)
    return float(rain[: wet[-1]].sum()) if wet.size else 0.0


def _so_far(values: Floats) -> float:
    """Return the highest value before the day of the maximum; if the maximum is on the first day, that day's value."""
    return float(values[: max(int(values.argmax()), 1)].max())
