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
        variable: Variable; default: the only one.
        time: Time, UTC.
        at: Values of other axes.
        box: West, south, east, north in degrees; default: the whole field.
        label: Property of the features to write beside them, such as name.
        title: Title.
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
        box: West, south, east, north in degrees; default: all features.
        units: Unit of the value.
        title: Title.
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
        path: Table with track, time, latitude, longitude, wind_m_s; HURDAT2 or IBTrACS.
        scale: Scale of the categories.
        averaging_minutes: Averaging time of the winds; they are converted to the scale's.
        box: West, south, east, north in degrees; default: all tracks.
        title: Title.
    """
    return track_maps.tracks_map(workspace, backdrop, path, scale, averaging_minutes, box, title)


FAMILY = "visualization"
PUBLISHED: dict[str, str] = {}
"""Published names to ours: none, since no published tool draws features on a map of its own."""
