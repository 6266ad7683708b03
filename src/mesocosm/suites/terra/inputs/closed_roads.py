"""Roads that a hazard closes or slows down, passed from one tool to another."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.earth.places.roads import Mode, Roads, read_roads
from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.sumo.documents import way_ids
from mesocosm.simulators.sumo.inputs import Closure, Slowdown
from mesocosm.suites.terra.inputs.geodata import agent_errors, opened_features, read_plain, refuse_pbf
from mesocosm.suites.terra.untrusted.decoded_files import decoded_once
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import shapely

ROAD_BYTES = 1500
"""Approximate bytes in memory for each piece of road."""


class Hindered(Record):
    """Closed roads and slow roads, by the ids of a map's ways."""

    closures: tuple[Closure, ...] = ()
    slowdowns: tuple[Slowdown, ...] = ()


@dataclass(frozen=True)
class Passage:
    """Roads of a map without the closed ones, the hashes of the files, and a text on what is closed, if anything."""

    roads: Roads
    inputs: dict[str, str]
    note: str = ""


def read_closures(workspace: Workspace, path: str) -> dict[str, list[JsonValue]]:
    """Read the lists `closures` and `slowdowns` of a file, in the form of the traffic engine."""
    try:
        document = json.loads(workspace.read_bytes(path))
    except ValueError as error:
        raise ToolError(f"`closures` {path!r} is no JSON: {error}") from None
    keys = ("closures", "slowdowns")
    if not isinstance(document, dict) or not all(isinstance(document.get(key, []), list) for key in keys):
        raise ToolError(f"`closures` {path!r} must be an object with the lists closures and slowdowns")
    return {key: document.get(key, []) for key in keys}


def open_roads(
    workspace: Workspace, path: str, mode: Mode, closures: str | None = None, zones: str | None = None
) -> Passage:
    """Return the open roads of a map; closures count as permanent, and only cars are slowed down."""
    data, sha256 = read_plain(workspace, path)
    refuse_pbf(data, repr(path))
    with agent_errors():
        whole = decoded_once(
            workspace,
            ("roads", mode, sha256),
            lambda: read_roads(data, mode, repr(path)),
            lambda roads: ROAD_BYTES * roads.graph.number_of_edges(),
        )
    inputs = {path: sha256}
    if closures is None and zones is None:
        return Passage(whole, inputs)
    hindered = Hindered() if closures is None else _hinder(workspace, closures, whole, data)
    if closures is not None:
        inputs[closures] = hashlib.sha256(workspace.read_bytes(closures)).hexdigest()
    zone, more = read_zone(workspace, zones)
    left = whole.without((way for shut in hindered.closures for way in shut.ways), zone)
    if mode == "drive":
        left = left.slower({way: slow.speed_km_h for slow in hindered.slowdowns for way in slow.ways})
    length = whole.length_km
    note = f"{length - left.length_km:.3f} of {length:.3f} km of roads are closed"
    slow = {way for stretch in hindered.slowdowns for way in stretch.ways} & left.ways
    return Passage(left, inputs | more, note + (f", {len(slow)} ways are slow" if slow and mode == "drive" else ""))


def _hinder(workspace: Workspace, path: str, roads: Roads, document: bytes) -> Hindered:
    hindered = read_inputs(Hindered, dict(read_closures(workspace, path)))
    stretches = [*hindered.closures, *hindered.slowdowns]
    edges = next((edge for stretch in stretches for edge in stretch.edges), None)
    if edges is not None:
        raise ToolError(
            f"`closures` {path!r} names the edge {edges!r} of a traffic network; ways of the map are needed"
        )
    unknown = {way for stretch in stretches for way in stretch.ways} - roads.ways
    missing = sorted(unknown - way_ids(document)) if unknown else []
    if missing:
        raise ToolError(f"`closures` {path!r} names the way {missing[0]!r}, which the map does not have")
    return hindered


def read_zone(workspace: Workspace, path: str | None) -> tuple[shapely.Geometry | None, dict[str, str]]:
    """Return the union of the shapes of a file, and its hash by its name."""
    import shapely

    if path is None:
        return None, {}
    held, inputs = opened_features(workspace, path)
    return shapely.union_all([each.shape for each in held]), inputs
