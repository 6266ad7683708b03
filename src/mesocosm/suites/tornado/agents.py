"""Forecasters to compare with: three that ignore the day, one that reads its maps, one that knows its hazard."""

from __future__ import annotations

import json
from datetime import date

from mesocosm.episode.agent import Case, Script, call
from mesocosm.suites.tornado.ingredients import Maps, draw_outlook, wanted_maps
from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Outlook, outlook_of
from mesocosm.suites.tornado.records import Data, Truth
from mesocosm.types import ToolCall

NEEDS_REFERENCE = ("hazard",)

EAST_OF_THE_ROCKIES = {2: (-103, 29, -80, 44), 5: (-101, 31, -83, 41), 10: (-99, 32, -86, 39)}
"""Level to west, south, east, north of a box that is drawn every day."""


def empty(case: Case[Data, Truth]) -> Script:
    """Never draws any risk."""
    yield _submit(EMPTY)


def overforecaster(case: Case[Data, Truth]) -> Script:
    """Draws the same large areas up to 10 % every day."""
    import shapely

    yield _submit(outlook_of((level, shapely.box(*edges)) for level, edges in EAST_OF_THE_ROCKIES.items()))


def climatology(case: Case[Data, Truth]) -> Script:
    """Draws what past tornadoes make likely on that day of the year."""
    from mesocosm.suites.tornado.verification.climatology import climatology_outlook

    yield _submit(climatology_outlook(date.fromisoformat(case.item.data.date)))


def hazard(case: Case[Data, Truth]) -> Script:
    """Knows the hazard of a synthetic day but not where chance put the reports: as good as a forecast can be."""
    yield call("submit_tornado_prediction", prediction_geojson=json.dumps(case.reference.hidden.hazard))


def ingredients(case: Case[Data, Truth]) -> Script:
    """Reads instability, moisture, shear and storms off the maps and draws by fixed thresholds; sees no truth."""
    maps = Maps()
    for name, hour in wanted_maps():
        seen = yield call("tabulate_map", map_type_directory=name, forecast_hour=hour, **Maps.BOX)
        maps.add(name, hour, seen.data)
    yield _submit(draw_outlook(maps))


def _submit(outlook: Outlook) -> ToolCall:
    return call("submit_tornado_prediction", prediction_geojson=json.dumps(outlook.geojson()))
