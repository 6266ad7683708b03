"""A drawing that is being made: faces, things and what casts shadows, added singly or many at once, until packed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.photo.index import boxes_about
from mesocosm.earth.planet.sensors.photo.labels import Label
from mesocosm.earth.planet.sensors.photo.scenery import Layer, Scenery, Thing, gather_rings
from mesocosm.earth.planet.sensors.photo.shapes import Colour
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats, Ints

UP = (0.0, 0.0, 1.0)
STEP_M = 0.001
"""Step to which corners are rounded: far above the last bits in which machines differ."""


@dataclass(frozen=True)
class Pack:
    """Faces in the order in which they were added: the corners of a ring follow those of the ring before."""

    corners: Floats
    sizes: Ints
    colours: Codes
    normals: Floats
    layers: Codes
    owners: Ints
    rows: Floats


@dataclass
class Sketch:
    """A collection of what is to be drawn, one by one or many of a kind at once."""

    points: list[Sequence[float]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    colours: list[tuple[int, int, int, int]] = field(default_factory=list)
    normals: list[tuple[float, float, float]] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    rows: list[tuple[float, float, float]] = field(default_factory=list)
    packs: list[Pack] = field(default_factory=list)
    casters: list[Floats] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    lows: list[bool] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)

    def face(
        self,
        ring: Floats | Sequence[tuple[float, float]],
        colour: Colour,
        layer: Layer,
        grain: int = 10,
        normal: tuple[float, float, float] = UP,
        owner: int = -1,
        rows: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        """Add a polygon of one colour; holes are painted over by what lies in them."""
        if len(ring) < 3:
            return
        self.points.extend(ring.tolist() if isinstance(ring, np.ndarray) else ring)
        self.sizes.append(len(ring))
        self.colours.append((*colour, grain))
        self.normals.append(normal)
        self.layers.append(int(layer))
        self.owners.append(owner)
        self.rows.append(rows)

    def faces(
        self,
        rings: Floats,
        colours: Floats | Colour,
        layer: Layer,
        grain: int = 10,
        normals: Floats | tuple[float, float, float] = UP,
        owners: Ints | int = -1,
    ) -> None:
        """Add polygons of equally many corners, (faces, corners, 2); colour and owner are one for all or one each."""
        self._pack()
        count, corners, _ = rings.shape
        if count == 0:
            return
        paint = np.full((count, 4), grain, np.uint8)
        paint[:, :3] = np.asarray(colours)
        self.packs.append(
            Pack(
                rings.reshape(-1, 2),
                np.full(count, corners),
                paint,
                np.broadcast_to(np.asarray(normals, np.float64), (count, 3)),
                np.full(count, layer, np.uint8),
                np.broadcast_to(np.asarray(owners, np.int64), (count,)),
                np.zeros((count, 3)),
            )
        )

    def _pack(self) -> None:
        """Pack the faces that were added one by one."""
        if not self.sizes:
            return
        self.packs.append(
            Pack(
                np.asarray(self.points, np.float64),
                np.asarray(self.sizes, np.int64),
                np.asarray(self.colours, np.uint8),
                np.asarray(self.normals, np.float64),
                np.asarray(self.layers, np.uint8),
                np.asarray(self.owners, np.int64),
                np.asarray(self.rows, np.float64),
            )
        )
        self.points, self.sizes = [], []
        self.colours, self.normals, self.layers, self.owners, self.rows = [], [], [], [], []

    def shadow(self, ring: Floats, height_m: float, low: bool = False) -> None:
        """Add the shadow of a ring from the ground up to a height; that of a low thing falls on the ground alone."""
        if len(ring) >= 3 and height_m > 0.0:
            self.casters.append(ring)
            self.heights.append(height_m)
            self.lows.append(low)

    def shadows(self, rings: Floats, heights_m: Floats | float, low: bool = False) -> None:
        """Do the same as `shadow` for many rings of equally many corners."""
        self.casters.extend(rings)
        self.heights.extend(np.broadcast_to(np.asarray(heights_m, np.float64), (len(rings),)).tolist())
        self.lows.extend([low] * len(rings))

    def thing(
        self, id: str, label: Label, outline: Floats, height_m: float = 0.0, **attributes: str | int | float
    ) -> int:
        """Add a thing and return the number that its faces carry."""
        self.things.append(Thing(id, label, outline, height_m, attributes))
        return len(self.things) - 1

    def packed(self) -> Scenery:
        """Return the scenery, its faces by layer and within a layer in the order in which they were added."""
        self._pack()
        corners, starts, looks = _in_layers(self.packs)
        casters, caster_starts = _join(self.casters)
        casters, convex = _turn(casters, caster_starts)
        outlines, outline_starts = _join([thing.outline for thing in self.things])
        return Scenery(
            corners,
            starts,
            *looks,
            boxes_about(corners, starts),
            casters,
            caster_starts,
            np.asarray(self.heights, np.float64),
            np.asarray(self.lows, np.bool_),
            convex,
            boxes_about(casters, caster_starts),
            tuple(self.things),
            outlines,
            outline_starts,
            boxes_about(outlines, outline_starts),
        )


def _in_layers(packs: list[Pack]) -> tuple[Floats, Ints, tuple[Codes, Floats, Codes, Ints, Floats]]:
    """Return the faces of all packs by layer: corners, starts, and colours, normals, layers, owners and rows."""
    packs = packs or [Pack(np.zeros((0, 2)), np.zeros(0, np.int64), np.zeros((0, 4), np.uint8), np.zeros((0, 3)),
                           np.zeros(0, np.uint8), np.zeros(0, np.int64), np.zeros((0, 3)))]  # fmt: skip
    layers = np.concatenate([pack.layers for pack in packs])
    order = np.argsort(layers, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.concatenate([pack.sizes for pack in packs]))]).astype(np.int64)
    corners, starts = gather_rings(np.concatenate([pack.corners for pack in packs]), starts, order)
    looks = (
        np.concatenate([pack.colours for pack in packs])[order],
        np.concatenate([pack.normals for pack in packs])[order],
        layers[order],
        np.concatenate([pack.owners for pack in packs])[order],
        np.concatenate([pack.rows for pack in packs])[order],
    )
    return round_to_step(corners, STEP_M), starts, looks


def _join(rings: Sequence[Floats]) -> tuple[Floats, Ints]:
    sizes = np.asarray([len(ring) for ring in rings], np.int64)
    corners = np.concatenate(rings) if rings else np.zeros((0, 2))
    return round_to_step(corners, STEP_M), np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _turn(corners: Floats, starts: Ints) -> tuple[Floats, Bools]:
    """Make rings anticlockwise, and return whether each is convex."""
    if starts.size < 2:
        return corners, np.zeros(0, np.bool_)
    sizes = np.diff(starts)
    ring = np.repeat(np.arange(sizes.size), sizes)
    after, before = np.arange(1, starts[-1] + 1), np.arange(-1, starts[-1] - 1)
    after[starts[1:] - 1], before[starts[:-1]] = starts[:-1], starts[1:] - 1
    local = corners - corners[starts[:-1]][ring]
    cross = local[:, 0] * local[after, 1] - local[after, 0] * local[:, 1]
    clockwise = np.add.reduceat(cross, starts[:-1]) < 0.0
    came, goes = corners - corners[before], corners[after] - corners
    turn = (came[:, 0] * goes[:, 1] - came[:, 1] * goes[:, 0]) * np.where(clockwise, -1.0, 1.0)[ring]
    inner = np.arange(starts[-1]) - starts[:-1][ring]
    place = np.where(clockwise[ring], starts[1:][ring] - 1 - inner, np.arange(starts[-1]))
    return corners[place], np.minimum.reduceat(turn, starts[:-1]) > -1e-5
