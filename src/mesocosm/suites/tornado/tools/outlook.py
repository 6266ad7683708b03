"""The submission of a tornado outlook."""

from __future__ import annotations

from mesocosm.tools.submit import submit
from mesocosm.tools.tool import Output, tool
from mesocosm.workspace.submission import SubmissionDesk


@tool()
def submit_tornado_prediction(desk: SubmissionDesk, /, prediction_geojson: str) -> Output:
    """Hand in the tornado outlook of the day. This ends the task once the outlook is well formed.

    If something is wrong with it you are told what, and may hand in once more.

    Args:
        prediction_geojson: A GeoJSON FeatureCollection as text. Each feature is a Polygon or MultiPolygon in degrees
            east and north with closed rings and a property risk_level: 2%, 5%, 10%, 15%, 30%, 45% or 60%. An area of a
            higher level lies inside every area of a lower one. No features at all means less than 2 % everywhere.
    """
    return submit(desk, prediction_geojson)
