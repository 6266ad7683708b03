"""Maps of the tracks of cyclones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.drawing.ink import COLOURS, clip_text
from mesocosm.earth.drawing.maps import BAR_TOP, MapSheet, key_columns, map_sheet, page_width_of
from mesocosm.earth.drawing.names import MOST_LETTERS, Name, write_names
from mesocosm.earth.drawing.scales import sample_ramp
from mesocosm.earth.drawing.window import around, window_of_box
from mesocosm.earth.forecasts.cyclone_scales import SCALES, Scale, category
from mesocosm.earth.geo.backdrop import Backdrop
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing.field_maps import panel_data
from mesocosm.suites.terra.drawing.pictures import save_picture
from mesocosm.suites.terra.inputs.arguments import box_of
from mesocosm.suites.terra.inputs.tracks import read_tracks
from mesocosm.suites.terra.replies.lists import first_lines
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    from mesocosm.earth.forecasts.cyclones import Centre

Points = NDArray[np.float64]
DARK = "#333333"
ROOM = 0.2
"""Margin around the tracks for their names, as a share of their extent."""
KEY_ROW = 18
"""Height of a row of the legend, pixels."""
MOST_TRACKS = 200
UNKNOWN = "#bdbdbd"
"""Colour of a point without a known wind."""


def tracks_map(
    workspace: Workspace,
    backdrop: Backdrop,
    path: str,
    scale: Scale,
    averaging_minutes: Literal[1, 10],
    box: list[float] | None,
    title: str | None,
) -> Output:
    """Draw tracks as lines, a few of them in a colour each, with points in the colour of their category."""
    file = read_tracks(workspace, path)
    file.check_averaging(averaging_minutes)
    tracks = file.tracks
    if len(tracks) > MOST_TRACKS:
        raise ToolError(
            f"{path!r} holds {len(tracks):,} tracks; a map shows {MOST_TRACKS} at most: take some out of the archive"
        )
    places = np.array([(centre.longitude, centre.latitude) for each in tracks.values() for centre in each])
    window = around(places[:, 0], places[:, 1], ROOM) if box is None else window_of_box(box_of(box))
    names = [name for name, _ in SCALES[scale][1]]
    colours = dict(zip(names, sample_ramp("plasma_r", len(names) + 1)[1:], strict=True)) | {"wind not told": UNKNOWN}
    title = title or (f"{len(tracks)} cyclone tracks" if len(tracks) > 1 else f"Cyclone track {next(iter(tracks))}")
    days = sorted(centre.time[:10] for each in tracks.values() for centre in each)
    line = f"{days[0]} to {days[-1]}; {scale.replace('_', '-').title()} scale"
    inks = dict(zip(tracks, COLOURS if 1 < len(tracks) <= len(COLOURS) else [DARK] * len(tracks), strict=False))
    keys = [(ink, clip_text(name, MOST_LETTERS)) for name, ink in inks.items() if ink != DARK]
    rows = -(-len(keys) // key_columns(page_width_of(window), [word for _, word in keys])) if keys else 0
    reached: dict[str, str] = {}
    shown_names: set[str] = set()
    with map_sheet(window, backdrop, title, line, more=KEY_ROW * (rows - 1)) as drawn:
        paths = {name: _path(drawn, each) for name, each in tracks.items()}
        for name, each in tracks.items():
            words = [_category(centre, scale, averaging_minutes) for centre in each]
            reached[name] = max(words, key=lambda word: names.index(word) if word in names else -1)
            shown_names |= set(words)
            _track(drawn, paths[name], [colours[word] for word in words], inks[name])
        _name_ends(drawn, paths, inks)
        drawn.key([(colour, name) for name, colour in colours.items() if name in shown_names], marker="o")
        if keys:
            drawn.key(keys, below=BAR_TOP + 2 * KEY_ROW, marker="-")
    lines = [f"track {name}: {len(each)} points, strongest {reached[name]}" for name, each in tracks.items()]
    data: dict[str, JsonValue] = {
        "tracks": len(tracks),
        "strongest": dict(list(reached.items())[:100]),
        "colours": dict(colours),
        **panel_data(drawn),
    }
    return save_picture(
        workspace, "map tracks", drawn.sheet.png, title, first_lines(lines), data=data, inputs={path: file.sha256}
    )


def _category(centre: Centre, scale: Scale, averaging_minutes: Literal[1, 10]) -> str:
    return "wind not told" if centre.wind_m_s is None else category(centre.wind_m_s, scale, averaging_minutes)


def _path(drawn: MapSheet, centres: Sequence[Centre]) -> Points:
    """Return longitudes and latitudes without a jump around the globe where a track crosses the antimeridian."""
    turned = np.unwrap([centre.longitude for centre in centres], period=360.0)
    x = turned + drawn.window.turned(turned[:1])[0] - turned[0]
    return np.column_stack([x, [centre.latitude for centre in centres]])


def _track(drawn: MapSheet, path: Points, colours: Sequence[str], ink: str) -> None:
    """Draw a line through the points."""
    x, y = path.T
    for turn in (-360.0, 0.0, 360.0):
        if (x + turn).max() >= drawn.window.west and (x + turn).min() <= drawn.window.east:
            drawn.axes.plot(x + turn, y, color=ink, lw=1.0 if ink == DARK else 1.8, zorder=4)
            drawn.axes.scatter(x + turn, y, s=30, c=list(colours), edgecolors=DARK, linewidths=0.5, zorder=5)


def _name_ends(drawn: MapSheet, paths: Mapping[str, Points], inks: Mapping[str, str]) -> None:
    """Write the name of each track beside the last of its points that the map shows."""
    from shapely import LineString, MultiPoint

    window, names = drawn.window, []
    for name, path in paths.items():
        inside = (path >= (window.west, window.south)) & (path <= (window.east, window.north))
        seen = path[inside.all(axis=1)]
        if len(seen):
            names.append(Name(float(seen[-1, 0]), float(seen[-1, 1]), name, inks[name]))
    write_names(drawn, names, [MultiPoint(path) if len(path) == 1 else LineString(path) for path in paths.values()])
