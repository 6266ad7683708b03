"""A log's view of a tornado episode: outlook and truth on a map, small enough for a log of a thousand episodes."""

import json

import numpy as np
import shapely

from mesocosm.report.log_metadata import BLOCKS
from mesocosm.suites.tornado import suite
from mesocosm.suites.tornado.outlooks.outlook import Outlook
from mesocosm.suites.tornado.records import Data, Truth
from mesocosm.suites.tornado.second import LEAST_SCORE
from mesocosm.suites.tornado.view import MOST_POINTS, simplify_outlook, view
from mesocosm.trace.schema import Answered, Trace
from mesocosm.types import Answer, Item, Reference

ITEM = Item[Data](id="tornado-s0-0000", suite="tornado", prompt="?", seed=0, data=Data(date="2025-03-14"))
SQUARE, INNER = shapely.box(-98, 34, -94, 38), shapely.box(-97, 35, -95, 37)
MOST_BYTES = 60_000


def wiggly(points: int) -> shapely.Polygon:
    """Return a circle of 3 degrees whose rim moves in and out by a tenth of a degree."""
    turn = np.linspace(0, 2 * np.pi, points)
    radius = 3 + 0.1 * np.sin(97 * turn)
    return shapely.Polygon(np.column_stack([-96 + radius * np.cos(turn), 36 + radius * np.sin(turn)]))


def view_blocks(forecast: Outlook | None, truth: Outlook, reports=((-96.123, 36.456),)):
    answer = Answer(value=json.dumps(forecast.geojson()), status="valid") if forecast is not None else Answer()
    geojson = json.loads(json.dumps(truth.geojson()))
    reference = Reference[Truth](item=ITEM.id, answer=geojson, hidden=Truth(reports=reports))
    return view(ITEM, reference, Trace(events=(Answered(answer=answer),)))


def test_every_level_is_a_layer_and_the_truth_lies_beside_it():
    _, how, chart, table = view_blocks(Outlook({2: (SQUARE,), 5: (INNER,)}), Outlook({2: (SQUARE,)}))
    assert [layer.name for layer in chart.layers] == ["forecast 2 %", "forecast 5 %", "truth 2 %", "tornado reports"]
    assert [layer.filled for layer in chart.layers] == [True, True, False, True]
    assert [layer.is_answer for layer in chart.layers] == [True, True, False, False]
    [report] = chart.layers[-1].shapes["features"]
    assert report["geometry"] == {"type": "MultiPoint", "coordinates": [[-96.12, 36.46]]}
    assert chart.alt == "Forecast up to 5 %; 1 tornado report and true areas up to 2 %."
    assert [(row[0], row[3]) for row in table.rows] == [("2 %", "1.00"), ("5 %", "0.00")]
    assert "(1.000 + 0.000) / 2 = 0.500" in how.text
    assert (table.rows[0][1], table.rows[1][2]) == (table.rows[0][2], "0")


def test_without_an_outlook_the_map_shows_what_happened():
    words, beside, chart = view_blocks(None, Outlook({2: (SQUARE,)}))
    assert (words.title, words.text) == ("No outlook was taken", "no outlook was handed in")
    assert (beside.fields[0].answer, beside.fields[0].truth) == ("none was taken", "2 %")
    assert [layer.name for layer in chart.layers] == ["truth 2 %", "tornado reports"]


def test_a_quiet_day_forecast_to_be_quiet_has_no_table():
    _, how, chart = view_blocks(Outlook(), Outlook(), reports=())
    assert "That gives 1.000." in how.text
    sentence = "Nothing forecast; no tornado was reported, so that there is no true area."
    assert (chart.layers, chart.alt) == ((), sentence)


def test_a_quiet_day_has_a_truth_in_words():
    beside, *_ = view_blocks(Outlook({2: (SQUARE,)}), Outlook(), reports=())
    level, land, count = beside.fields
    assert (level.answer, level.truth, level.verdict) == ("2 %", "0 %: no area, since nothing was reported", "wrong")
    assert land.truth == "0 km²: the map that the day is judged by is empty"
    assert count.truth == "none: no tornado was reported"


def test_the_highest_level_is_what_solves_a_day():
    """A square in the wrong state has the right level, and almost nothing else."""
    beside, *_ = view_blocks(Outlook({5: (shapely.box(-84, 31, -83, 32),)}), Outlook({5: (SQUARE,)}))
    assert [field.verdict for field in beside.fields] == ["right", "", ""]


def test_the_second_way_stands_beside_the_truth():
    item, reference = suite.case(7, 0)
    _, beside, _ = view(item, reference, Trace(events=()))
    level, land, _ = beside.fields
    assert level.second == level.truth
    assert float(land.second.rpartition(" ")[2]) >= LEAST_SCORE


def test_an_outline_strays_by_no_more_than_the_tolerance():
    rim = wiggly(400)
    [fewer] = simplify_outlook(Outlook({2: (rim,)})).shapes[2]
    assert len(fewer.exterior.coords) < 400
    assert shapely.hausdorff_distance(fewer.exterior, rim.exterior) < 0.02 + 0.01  # tolerance, and rounding to 0.01


def test_a_day_of_many_points_stays_small():
    busy = Outlook({level: (wiggly(1_900),) for level in (2, 5, 10, 15, 30)})
    blocks = view_blocks(busy, busy, reports=tuple((-96.0 - n / 100, 36.0) for n in range(300)))
    assert len(BLOCKS.dump_json(blocks)) < MOST_BYTES
    assert sum(len(shape.exterior.coords) for [shape] in simplify_outlook(busy).shapes.values()) <= MOST_POINTS
