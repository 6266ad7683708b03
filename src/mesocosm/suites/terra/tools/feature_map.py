"""Maps of places, areas and tracks, alone or over a field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mesocosm.earth.geo.backdrop import Backdrop
from mesocosm.suites.terra.drawing import feature_maps, track_maps
from mesocosm.suites.terra.drawing.field_slices import At, plane_of
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.tools.chart import Title
from mesocosm.suites.terra.tools.reanalysis import Moment
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Unit = Annotated[str, Field(min_length=1, max_length=40)]


@tool()
def overlay(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    zones: Path,
    variable: Name | None = None,
    time: Moment | None = None,
    at: At = {},
    box: Box | None = None,
    label: Name | None = None,
    title: Title | None = None,
) -> Output:
    """Map a field with features over it: outlines of areas, lines, points with their names.

    Args:
        path: A NetCDF, GRIB or GeoTIFF file.
        zones: The features, a GeoJSON or OpenStreetMap XML file.
        variable: Its name; may be left out where there is one only.
        time: Which time, UTC.
        at: Values of other axes.
        box: West, south, east, north in degrees; left out, all of the field.
        label: Property of the features to write beside them, such as name.
        title: Above the map; left out, what the field is of.
    """
    plane = plane_of(workspace, path, variable, time=time, at=at)
    return feature_maps.overlay_map(workspace, backdrop, plane, zones, box, label, title)


@tool()
def places(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    zones: Path,
    value: Name | None = None,
    label: Name | None = None,
    box: Box | None = None,
    units: Unit | None = None,
    title: Title | None = None,
) -> Output:
    """Map features: places, lines and areas, in one colour or coloured by a number each has.

    Args:
        zones: The features, a GeoJSON or OpenStreetMap XML file.
        value: Property whose number gives the colour.
        label: Property to write beside them, such as name.
        box: West, south, east, north in degrees; left out, all features.
        units: Of the value.
        title: Above the map; left out, how many features there are.
    """
    return feature_maps.places_map(workspace, backdrop, zones, value, label, box, units or "", title)


@tool()
def tracks(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    scale: Literal["saffir_simpson", "australian"],
    averaging_minutes: Literal[1, 10],
    box: Box | None = None,
    title: Title | None = None,
) -> Output:
    """Map tracks of cyclones, each point in the colour of its category.

    Args:
        path: A table of tracks (.csv) with track, time, latitude, longitude and wind_m_s.
        scale: Of the categories.
        averaging_minutes: Of the winds in the table; they are converted to the scale's.
        box: West, south, east, north in degrees; left out, all tracks.
        title: Above the map; left out, how many tracks there are.
    """
    return track_maps.tracks_map(workspace, backdrop, path, scale, averaging_minutes, box, title)


FAMILY = "visualization"
PUBLISHED: dict[str, str] = {}
"""No published tool draws features on a map of its own."""
