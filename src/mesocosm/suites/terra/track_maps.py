"""Maps of the tracks of cyclones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import JsonValue

from mesocosm.earth.drawing.ink import clipped, plain
from mesocosm.earth.drawing.maps import MapSheet, map_sheet
from mesocosm.earth.drawing.scales import sampled
from mesocosm.earth.drawing.window import around, window_of_box
from mesocosm.earth.forecasts.cyclone_scales import SCALES, Scale, category
from mesocosm.earth.geo.backdrop import Backdrop
from mesocosm.suites.terra.arguments import box_of
from mesocosm.suites.terra.mapping import panel_data
from mesocosm.suites.terra.shown import shown
from mesocosm.suites.terra.tracks import LARGEST_TABLE, read_tracks
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    from mesocosm.earth.forecasts.cyclones import Centre

UNKNOWN = "#bdbdbd"
"""Of a point whose wind is not told."""


def tracks_map(
    workspace: Workspace,
    backdrop: Backdrop,
    path: str,
    scale: Scale,
    averaging_minutes: Literal[1, 10],
    box: list[float] | None,
) -> Output:
    """Tracks as lines, each point in the colour of its category."""
    tracks = read_tracks(workspace, path)
    places = np.array([(centre.longitude, centre.latitude) for each in tracks.values() for centre in each])
    window = around(places[:, 0], places[:, 1]) if box is None else window_of_box(box_of(box))
    names = [name for name, _ in SCALES[scale][1]]
    colours = dict(zip(names, sampled("plasma_r", len(names) + 1)[1:], strict=True)) | {"wind not told": UNKNOWN}
    title = f"Tracks of {len(tracks)} cyclone{'s' if len(tracks) > 1 else ''}"
    times = sorted(centre.time for each in tracks.values() for centre in each)
    reached: dict[str, str] = {}
    shown_names: set[str] = set()
    with map_sheet(
        window, backdrop, title, f"{times[0]} to {times[-1]}; {scale.replace('_', '-').title()} scale", more=12
    ) as drawn:
        for name, each in tracks.items():
            words = [_category(centre, scale, averaging_minutes) for centre in each]
            reached[name] = max(words, key=lambda word: names.index(word) if word in names else -1)
            shown_names |= set(words)
            _track(drawn, each, [colours[word] for word in words], name)
        drawn.key([(colour, name) for name, colour in colours.items() if name in shown_names], marker="o")
    lines = [
        title,
        *(f"track {name}: {len(each)} points, strongest {reached[name]}" for name, each in list(tracks.items())[:4]),
    ]
    data: dict[str, JsonValue] = {
        "tracks": len(tracks),
        "strongest": dict(list(reached.items())[:100]),
        "colours": dict(colours),
        **panel_data(drawn),
    }
    digest = hashlib.sha256(workspace.read_bytes(path, LARGEST_TABLE)).hexdigest()
    return shown(workspace, "map tracks", drawn.sheet.png, *lines, data=data, inputs={path: digest})


def _category(centre: Centre, scale: Scale, averaging_minutes: Literal[1, 10]) -> str:
    return "wind not told" if centre.wind_m_s is None else category(centre.wind_m_s, scale, averaging_minutes)


def _track(drawn: MapSheet, centres: Sequence[Centre], colours: Sequence[str], name: str) -> None:
    """A line through the points, which does not go around the globe where a track crosses the antimeridian."""
    turned = np.unwrap([centre.longitude for centre in centres], period=360.0)
    x = turned + drawn.window.turned(turned[:1])[0] - turned[0]
    y = np.array([centre.latitude for centre in centres])
    for turn in (-360.0, 0.0, 360.0):
        if (x + turn).max() >= drawn.window.west and (x + turn).min() <= drawn.window.east:
            drawn.axes.plot(x + turn, y, color="#333333", lw=1.0, zorder=4)
            drawn.axes.scatter(x + turn, y, s=30, c=list(colours), edgecolors="#333333", linewidths=0.5, zorder=5)
    drawn.axes.annotate(
        plain(clipped(name, 16)),
        (x[0], y[0]),
        (5, 5),
        textcoords="offset points",
        size=8.5,
        zorder=6,
        annotation_clip=True,
    )
