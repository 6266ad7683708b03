"""What a report shows of an episode: a map of the outlook over the reports and the truth, and how far they agree."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from pydantic import JsonValue

from mesocosm.earth.geo.geojson import feature, feature_collection
from mesocosm.earth.geo.shapes import make_valid_shapes
from mesocosm.errors import MesocosmError
from mesocosm.suite.blocks import AnswerBlock, AnswerField, Block, MapBlock, MapLayer, TableBlock, TextBlock
from mesocosm.suite.second_way import once_per_item
from mesocosm.suites.tornado.outlooks.levels import LEVEL_COLOURS, LEVELS
from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Outlook
from mesocosm.suites.tornado.outlooks.reading import read_outlook
from mesocosm.suites.tornado.records import Data, Truth
from mesocosm.suites.tornado.score import submitted_outlook, true_outlook, untaken
from mesocosm.suites.tornado.second import second
from mesocosm.suites.tornado.verification.tornadobench import bands_of, score_day, score_outlook
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference

TOLERANCES_DEG = (0.02, 0.05, 0.1, 0.2, 0.5)
"""Tolerances of a shown outline, in degrees: the first that leaves few enough points is used."""
MOST_POINTS = 1_500
"""Most points of all outlines of one side: some 25 kB of text."""
TRUE = {2: "#9ecae1", 5: "#6baed6", 10: "#4292c6", 15: "#2171b5", 30: "#08519c", 45: "#08306b", 60: "#041d42"}
"""Levels, each with the colour of its true area, darker for the higher; forecasts have the colours of their levels."""
REPORTED = "#1b2a33"
Reported = Sequence[tuple[float, float]]
"""Longitude and latitude of reports, in degrees east and north."""
VERIFICATION = (
    "The map that a day is judged by is made of the reports alone: the chance of one within 40 km of a point, as areas "
    "of 2 % or more and of the levels above."
)


class Areas(NamedTuple):
    """An outlook in two numbers, as text."""

    highest: str
    land: str


NOT_DRAWN = Areas("none was taken", "none was taken")


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[Block, ...]:
    """Return map and table; if no outlook was accepted, the reason and the map of reports and truth."""
    truth, reading, reports = true_outlook(reference), submitted_outlook(trace, "strict"), reference.hidden.reports
    beside = _answers(reading.outlook, truth, reports, second_areas(item, truth))
    if reading.outlook is None:
        return TextBlock(title="No outlook was taken", text=untaken(reading)), beside, _map(EMPTY, truth, reports)
    how = TextBlock(title="How the score comes about", text=score_words(reading.outlook, truth))
    return beside, how, _map(reading.outlook, truth, reports), *_tables(reading.outlook, truth)


def _answers(forecast: Outlook | None, truth: Outlook, reports: Reported, second: Areas) -> AnswerBlock:
    """Return an outlook's numbers beside the truth's; a quiet day has a truth too."""
    ours = NOT_DRAWN if forecast is None else areas_of(forecast)
    true = areas_of(truth)
    level = AnswerField(
        name="highest level",
        about="Of all areas; the day is solved where it is the truth's.",
        answer=ours.highest,
        truth=true.highest if truth.shapes else f"{true.highest}: no area, since nothing was reported",
        verdict="right" if forecast is not None and forecast.highest == truth.highest else "wrong",
        second=second.highest,
    )
    area = AnswerField(
        name="land at 2 % or more",
        about=VERIFICATION,
        answer=ours.land,
        truth=true.land if truth.shapes else f"{true.land}: the map that the day is judged by is empty",
        second=second.land,
    )
    count = AnswerField(
        name="tornado reports",
        about="From 12 UTC of the day to 12 UTC of the next.",
        answer="",
        truth=str(len(reports)) if reports else "none: no tornado was reported",
    )
    return AnswerBlock(title="Outlook and truth in numbers", fields=(level, area, count))


def score_words(forecast: Outlook, truth: Outlook) -> str:
    """Return the rule of the default profile, worked through for this day."""
    day = score_outlook(forecast, truth, "default")
    weight = f"In the mean over days this one weighs {day.weight}, by its highest true level; a quiet day weighs 2."
    if not truth.shapes:
        rule = "No tornado was reported: an empty outlook scores 1, and the score falls with the area and level drawn."
        return f"{rule} That gives {day.tb:.3f}. {weight}"
    levels = [level for level in LEVELS if level <= max(day.forecast_highest, day.truth_highest)]
    terms = " + ".join(f"{day.iou[level]:.3f}" for level in levels)
    rule = (
        "For each level that either map has, the overlap is the land that both cover, divided by the land that at "
        "least one covers. The score is the mean of the overlaps"
    )
    return f"{rule}: ({terms}) / {len(levels)} = {day.tb:.3f}. {weight}"


def areas_of(outlook: Outlook) -> Areas:
    """Return the highest level and the land under any risk, as the default profile measures it."""
    land = bands_of(outlook, "default").nested.get(LEVELS[0])
    return Areas(f"{outlook.highest} %", f"{_square_km(land)} km²")


@once_per_item
def second_areas(item: Item[Data], truth: Outlook) -> Areas:
    """Return the same by the second way, with the score of its areas; if it fails, the reason."""
    try:
        outlook = read_outlook(second(item), "strict").outlook or EMPTY
    except MesocosmError as error:
        return Areas(f"not worked out where this episode was scored: {error}", "")
    found = areas_of(outlook)
    return Areas(found.highest, f"{found.land}; all its areas score {score_outlook(outlook, truth, 'default').tb:.4f}")


def _map(forecast: Outlook, truth: Outlook, reports: Reported) -> MapBlock:
    drawn = f"Forecast up to {forecast.highest} %" if forecast.shapes else "Nothing forecast"
    count = f"{len(reports)} tornado report{'s' * (len(reports) != 1)}"
    quiet = "no tornado was reported, so that there is no true area"
    happened = f"{count} and true areas up to {truth.highest} %" if reports else quiet
    return MapBlock(
        title="Outlook and truth",
        layers=(*_forecast_layers(forecast), *_truth_layers(truth), *_report_layers(reports)),
        alt=f"{drawn}; {happened}.",
    )


def _forecast_layers(forecast: Outlook) -> Iterator[MapLayer]:
    for level, shapes in simplify_outlook(forecast).shapes.items():
        name = f"forecast {level} %"
        yield MapLayer(name=name, colour=LEVEL_COLOURS[level], shapes=_geojson(shapes, name), is_answer=True)


def _truth_layers(truth: Outlook) -> Iterator[MapLayer]:
    for level, shapes in simplify_outlook(truth).shapes.items():
        name = f"truth {level} %"
        yield MapLayer(name=name, colour=TRUE[level], shapes=_geojson(shapes, name), filled=False)


def _report_layers(reports: Reported) -> Iterator[MapLayer]:
    if reports:
        places = shapely.MultiPoint(np.round(reports, 2))
        yield MapLayer(name="tornado reports", colour=REPORTED, shapes=_geojson([places], "tornado report"))


def _geojson(shapes: Iterable[shapely.Geometry], label: str) -> JsonValue:
    collection = feature_collection(feature(shape, {"label": label}) for shape in shapes)
    lists: JsonValue = json.loads(json.dumps(collection))  # JSON has no tuples
    return lists


def simplify_outlook(outlook: Outlook) -> Outlook:
    """Reduce an outlook to few points, for display only: it is not scored."""
    for tolerance in TOLERANCES_DEG:
        fewer = Outlook({level: tuple(_coarse(shapes, tolerance)) for level, shapes in outlook.shapes.items()})
        if sum(shapely.get_num_coordinates(shapes).sum() for shapes in fewer.shapes.values()) <= MOST_POINTS:
            break
    return fewer


def _coarse(shapes: Iterable[shapely.Geometry], tolerance: float) -> Iterator[shapely.Geometry]:
    for shape in shapely.simplify(make_valid_shapes(list(shapes)), tolerance):
        if not shape.is_empty:
            yield shapely.transform(shape, lambda points: np.round(points, 2))


def _tables(forecast: Outlook, truth: Outlook) -> Iterator[TableBlock]:
    """Yield the tables; none if a quiet day was forecast to be quiet."""
    ours, theirs = (bands_of(side, "default") for side in (forecast, truth))
    overlap = score_day(ours, theirs, "default").iou
    highest = max(ours.highest, theirs.highest)
    rows = tuple(
        (f"{level} %", *(_square_km(side.nested.get(level)) for side in (ours, theirs)), f"{overlap[level]:.2f}")
        for level in LEVELS
        if level <= highest
    )
    if rows:
        headings = ("level", "forecast, km²", "truth, km²", "overlap")
        yield TableBlock(title="Land under each level or a higher one", headings=headings, rows=rows)


def _square_km(area: shapely.Geometry | None) -> str:
    return f"{area.area / 1e6:,.0f}" if area is not None else "0"
