"""What a report shows of an episode: the outlook over what happened on a map, and how far the two agree."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import shapely
from pydantic import JsonValue

from mesocosm.earth.geo.geojson import feature, feature_collection
from mesocosm.earth.geo.shapes import mended
from mesocosm.suite.blocks import Block, MapBlock, MapLayer, TableBlock, TextBlock
from mesocosm.suites.tornado.outlooks.levels import LEVEL_COLOURS, LEVELS
from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Outlook
from mesocosm.suites.tornado.records import Data, Truth
from mesocosm.suites.tornado.score import submitted, true_outlook
from mesocosm.suites.tornado.verification.tornadobench import bands_of, score_day
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference

TOLERANCES_DEG = (0.02, 0.05, 0.1, 0.2, 0.5)
"""How far a shown outline may stray: the first that leaves few enough points."""
MOST_POINTS = 1_500
"""Of all outlines of one side: some 25 kB of text."""
TRUE = {2: "#9ecae1", 5: "#6baed6", 10: "#4292c6", 15: "#2171b5", 30: "#08519c", 45: "#08306b", 60: "#041d42"}
"""Level to the colour of its true area, darker for the higher; forecasts have the colours of their levels."""
REPORTED = "#1b2a33"
Reported = Sequence[tuple[float, float]]
"""Degrees east and north."""


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[Block, ...]:
    """Map and table; where no outlook was taken, the reason and the map of what happened."""
    truth, reading, reports = true_outlook(reference), submitted(trace, "strict"), reference.hidden.reports
    if reading.outlook is None:
        return TextBlock(title="No outlook was taken", text=str(reading)), _map(EMPTY, truth, reports)
    return _map(reading.outlook, truth, reports), *_tables(reading.outlook, truth)


def _map(forecast: Outlook, truth: Outlook, reports: Reported) -> MapBlock:
    drawn = f"Forecast up to {forecast.highest} %" if forecast.shapes else "Nothing forecast"
    happened = f"{len(reports)} tornado reports and true areas up to {truth.highest} %"
    return MapBlock(
        title="Outlook and truth",
        layers=(*_forecast_layers(forecast), *_truth_layers(truth), *_report_layers(reports)),
        alt=f"{drawn}; {happened}.",
    )


def _forecast_layers(forecast: Outlook) -> Iterator[MapLayer]:
    for level, shapes in simplified(forecast).shapes.items():
        name = f"forecast {level} %"
        yield MapLayer(name=name, colour=LEVEL_COLOURS[level], shapes=_geojson(shapes, name), is_answer=True)


def _truth_layers(truth: Outlook) -> Iterator[MapLayer]:
    for level, shapes in simplified(truth).shapes.items():
        name = f"truth {level} %"
        yield MapLayer(name=name, colour=TRUE[level], shapes=_geojson(shapes, name), filled=False)


def _report_layers(reports: Reported) -> Iterator[MapLayer]:
    if reports:
        places = shapely.MultiPoint(np.round(reports, 2))
        yield MapLayer(name="tornado reports", colour=REPORTED, shapes=_geojson([places], "tornado report"))


def _geojson(shapes: Iterable[shapely.Geometry], label: str) -> JsonValue:
    collection = feature_collection(feature(shape, {"label": label}) for shape in shapes)
    lists: JsonValue = json.loads(json.dumps(collection))  # tuples are no JSON
    return lists


def simplified(outlook: Outlook) -> Outlook:
    """An outlook of few points, for the eye: nothing is scored by it."""
    for tolerance in TOLERANCES_DEG:
        fewer = Outlook({level: tuple(_coarse(shapes, tolerance)) for level, shapes in outlook.shapes.items()})
        if sum(shapely.get_num_coordinates(shapes).sum() for shapes in fewer.shapes.values()) <= MOST_POINTS:
            break
    return fewer


def _coarse(shapes: Iterable[shapely.Geometry], tolerance: float) -> Iterator[shapely.Geometry]:
    for shape in shapely.simplify(mended(list(shapes)), tolerance):
        if not shape.is_empty:
            yield shapely.transform(shape, lambda points: np.round(points, 2))


def _tables(forecast: Outlook, truth: Outlook) -> Iterator[TableBlock]:
    """Nothing where a quiet day was forecast to be quiet."""
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
