"""Knows the day's truth: looks at a map as anyone would, then hands in the truth's areas, nested."""

from __future__ import annotations

import json

from mesocosm.episode.agent import Case, Script, call


def oracle(case: Case) -> Script:
    """List the maps, submit the truth."""
    yield call("list_available_map_types")
    yield call("submit_tornado_prediction", prediction_geojson=json.dumps(case.reference.answer))
