"""Knows the day's truth: looks at a map as anyone would, then hands in the truth's areas, nested."""

from __future__ import annotations

import json

from mesocosm.episode.agent import Case, Script, call
from mesocosm.suites.tornado.records import Data, Truth


def oracle(case: Case[Data, Truth]) -> Script:
    """List the maps, submit the truth."""
    yield call("list_available_map_types")
    yield call("submit_tornado_prediction", prediction_geojson=json.dumps(case.reference.answer))
