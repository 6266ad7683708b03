"""Damage of buildings after a disaster, in the four levels of the Joint Damage Scale (Gupta et al. 2019, xBD).

Minor: roof partly missing, water or scorch marks around the walls. Major: part of the roof or of a wall missing, or
water and mud all around. Destroyed: collapsed, burnt down or swept away. Wind tears roofs off, in an earthquake walls
fall where they stood, a flood leaves silt, a fire leaves ash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Building
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.photo.rings import frame_of, label_of
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, box, disc, lay_corners, lay_each, part, tint
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.window import Floats
from mesocosm.seeding import generator

Damage = Literal["none", "minor", "major", "destroyed"]
LEVELS: tuple[Damage, ...] = ("none", "minor", "major", "destroyed")
Hazard = Literal["wind", "earthquake", "flood", "fire"]
DEBRIS = np.asarray(
    [(150, 138, 124), (120, 108, 96), (176, 166, 152), (94, 84, 76), (140, 92, 74), (196, 190, 180)], np.float64
)
CONCRETE = np.asarray([(186, 180, 170), (164, 158, 150), (206, 202, 194), (142, 136, 128), (122, 116, 110)], np.float64)
CHAR = np.asarray([(34, 32, 32), (52, 48, 46), (78, 72, 68), (24, 23, 24), (150, 146, 142)], np.float64)
TARP: Colour = (44, 92, 168)
INSIDE: Colour = (46, 40, 38)
BATTENS: Colour = (176, 146, 108)
SILT: Colour = (132, 110, 80)
MUDDY: Colour = (118, 104, 80)
SOOT: Colour = (36, 33, 33)
ASH: Colour = (116, 112, 110)


@dataclass(frozen=True)
class Wreck:
    """A damaged building: its box, the number of its thing, and its own random generator."""

    sketch: Sketch
    middle: Floats
    along: Floats
    length: float
    breadth: float
    thing: int
    draw: Generator

    def place(self, u: float, v: float) -> Floats:
        """Return a point by shares of the half length and half breadth."""
        corner = part([(u * self.length / 2, v * self.breadth / 2)])
        return np.asarray(lay_corners(corner, self.middle, self.along)[0])

    def shape(self, corners: list[tuple[float, float]]) -> Floats:
        return lay_corners(
            part([(u * self.length / 2, v * self.breadth / 2) for u, v in corners]), self.middle, self.along
        )

    def over(self, ring: Floats, colour: Colour, grain: int = 8) -> None:
        """Draw on the roof."""
        self.sketch.face(ring, colour, Layer.ROOF_TOP, grain, owner=self.thing)

    def under(self, ring: Floats, colour: Colour, grain: int = 20, layer: Layer = Layer.PAINT) -> None:
        """Draw on the ground around the building, above or below streets by the layer."""
        self.sketch.face(ring, colour, layer, grain)

    def blot(self, reach_m: float, sides: int = 24) -> Floats:
        """Return an irregular round about the building."""
        size = np.array([self.length / 2 + reach_m, self.breadth / 2 + reach_m])
        ragged = self.draw.uniform(0.82, 1.18, (sides, 1))
        # Roughly a round through the corners of the box.
        return lay_corners(disc(np.zeros(2), 1.15, sides) * size * ragged, self.middle, self.along)


def _wreck(sketch: Sketch, building: Building, ring: Floats, thing: int) -> Wreck:
    return Wreck(sketch, *frame_of(ring), thing, generator("planet", "damage", building.id))


def draw_damage(
    sketch: Sketch, building: Building, ring: Floats, thing: int, level: Damage, hazard: Hazard = "wind"
) -> None:
    """Draw minor or major damage on a building that still stands."""
    wreck = _wreck(sketch, building, ring, thing)
    {"wind": _torn, "earthquake": _cracked, "flood": _silt, "fire": _scorch}[hazard](wreck, level == "major")


def _patch(wreck: Wreck, colour: Colour, size: float, spread: float = 0.6) -> None:
    """Draw an irregular hole, or a sheet over a hole."""
    draw = wreck.draw
    spot = wreck.place(float(draw.uniform(-spread, spread)), float(draw.uniform(-spread, spread)) * 0.9)
    shape = box(size * wreck.length, size * 1.3 * wreck.breadth) * draw.uniform(0.7, 1.2, (4, 2))
    wreck.over(lay_corners(shape, spot, wreck.along), colour)


def _torn(wreck: Wreck, major: bool) -> None:
    """Draw wind damage: missing tiles and a tarpaulin; or half the roof off, beams bare, debris around."""
    if not major:
        for _ in range(int(wreck.draw.integers(2, 5))):
            _patch(wreck, BATTENS if wreck.draw.uniform() < 0.4 else INSIDE, float(wreck.draw.uniform(0.12, 0.2)))
        if wreck.draw.uniform() < 0.8:
            _patch(wreck, TARP, 0.3)
        return
    side = 1.0 if wreck.draw.uniform() < 0.5 else -1.0
    gap = [(0.05, -1.0), (1.0, -1.0), (1.0, 1.0), (0.2, 1.0), (0.38, 0.4), (0.02, 0.1), (0.3, -0.4)]
    wreck.over(wreck.shape([(side * u * 0.94, v * 0.94) for u, v in gap]), INSIDE, 20)
    for share in (0.35, 0.6, 0.82):
        beam = lay_corners(box(0.4, wreck.breadth * 0.9), wreck.place(side * share, 0.0), wreck.along)
        wreck.over(beam, BATTENS, 6)
    for _ in range(2):
        _patch(wreck, INSIDE, 0.2)
    _debris(wreck, 1.4, 1.7, 34, Layer.LOW, -1, DEBRIS)


def _cracked(wreck: Wreck, major: bool) -> None:
    """Draw earthquake damage: a fallen gable and slipped tiles; or one end collapsed in a heap."""
    side = 1.0 if wreck.draw.uniform() < 0.5 else -1.0
    if not major:
        for _ in range(int(wreck.draw.integers(3, 6))):
            _patch(wreck, INSIDE if wreck.draw.uniform() < 0.5 else BATTENS, float(wreck.draw.uniform(0.08, 0.14)), 0.8)
        _heap(wreck, wreck.place(side * 1.12, 0.0), wreck.breadth * 0.45, 22, -1)
        return
    gap = [(0.1, -1.0), (1.0, -1.0), (1.0, 1.0), (0.25, 1.0), (0.12, 0.5), (0.34, 0.1), (0.02, -0.3)]
    wreck.over(wreck.shape([(side * u, v) for u, v in gap]), tint((128, 120, 110), 0.9), 40)
    pieces = int(np.clip(wreck.length * wreck.breadth / 4.0, 24, 110))
    _heap(wreck, wreck.place(side * 0.62, 0.0), min(wreck.length, wreck.breadth) * 0.42, pieces, wreck.thing, high=True)
    _heap(wreck, wreck.place(side * 1.15, 0.0), wreck.breadth * 0.5, 30, -1)


def _silt(wreck: Wreck, major: bool) -> None:
    """Draw flood damage: silt around the walls and in the garden; or muddy water all around, and drift."""
    wreck.under(wreck.blot(7.0 if major else 3.0), SILT, 26)
    if major:
        wreck.under(wreck.blot(4.5), MUDDY, 8)
        wreck.under(wreck.blot(2.2), tint(MUDDY, 0.86), 8)
        _debris(wreck, 1.7, 2.0, 18, Layer.LOW, -1, DEBRIS)
    stain = [(-1.0, -1.0), (1.0, -1.0), (1.0, -0.72 if major else -0.86), (-1.0, -0.66 if major else -0.84)]
    wreck.over(wreck.shape(stain), tint(SILT, 0.9), 20)


def _scorch(wreck: Wreck, major: bool) -> None:
    """Draw fire damage: one corner black, the garden burnt; or half of the roof burnt through."""
    side = 1.0 if wreck.draw.uniform() < 0.5 else -1.0
    wreck.under(wreck.blot(5.0 if major else 2.5), tint((74, 66, 52), 0.9), 36, Layer.WATER)
    if not major:
        corner = [(0.45, -1.0), (1.0, -1.0), (1.0, 0.2), (0.82, 0.0), (0.7, -0.5)]
        wreck.over(wreck.shape([(side * u, v) for u, v in corner]), SOOT, 26)
        return
    wreck.over(
        wreck.shape([(side * u, v) for u, v in ((-0.35, -1), (1, -1), (1, 1), (-0.1, 1), (-0.3, 0.2))]), SOOT, 30
    )
    wreck.over(wreck.shape([(side * u, v) for u, v in ((0.1, -0.7), (0.9, -0.8), (0.85, 0.75), (0.2, 0.6))]), ASH, 40)
    for share in (0.3, 0.55, 0.78):
        wreck.over(
            lay_corners(box(0.35, wreck.breadth * 0.8), wreck.place(side * share, 0.0), wreck.along), (26, 24, 24), 4
        )


def draw_ruin(sketch: Sketch, building: Building, ring: Floats, hazard: Hazard = "wind") -> None:
    """Draw the remains of a destroyed building, and annotate it."""
    thing = sketch.thing(
        building.id,
        label_of(building.use),
        ring,
        1.5,
        use=building.use,
        storeys=building.storeys,
        built=building.built,
        damage="destroyed",
    )
    wreck = _wreck(sketch, building, ring, thing)
    {"wind": _blown_down, "earthquake": _collapse, "flood": _swept_away, "fire": _burnt_down}[hazard](wreck, ring)


def _blown_down(wreck: Wreck, ring: Floats) -> None:
    """Draw a heap of timber and tiles on and around the footprint, stumps of walls, no roof."""
    wreck.sketch.face(ring, (112, 100, 90), Layer.LOW, 40, owner=wreck.thing)
    _debris(wreck, 1.7, 1.9, 60, Layer.LOW, -1, DEBRIS)
    _debris(wreck, 1.0, 1.0, _pieces(wreck), Layer.LOW_TOP, wreck.thing, DEBRIS)
    _stumps(wreck, (196, 186, 172))


def _collapse(wreck: Wreck, ring: Floats) -> None:
    """Draw slabs and blocks of wall in a high heap where the building stood, in a halo of pale dust."""
    wreck.under(wreck.blot(2.8), (168, 160, 146), 30)
    wreck.sketch.face(ring, (150, 144, 134), Layer.LOW, 50, owner=wreck.thing)
    wreck.sketch.shadow(ring, 2.2, low=True)
    _debris(wreck, 1.35, 1.45, 40, Layer.LOW, -1, CONCRETE)
    _debris(wreck, 1.05, 1.05, _pieces(wreck), Layer.LOW_TOP, wreck.thing, CONCRETE, largest_m=3.4)


def _swept_away(wreck: Wreck, ring: Floats) -> None:
    """Draw a bare slab under mud, a stump of wall, and drift in a line down the current."""
    wreck.under(wreck.blot(9.0), SILT, 30)
    wreck.sketch.face(ring, (158, 148, 130), Layer.LOW, 30, owner=wreck.thing)
    inner = lay_corners(box(wreck.length * 0.8, wreck.breadth * 0.72), wreck.middle, wreck.along)
    wreck.sketch.face(inner, tint(SILT, 0.95), Layer.LOW, 36, owner=wreck.thing)
    _debris(wreck, 2.4, 1.5, 40, Layer.LOW, -1, DEBRIS)
    _debris(wreck, 0.8, 0.8, 12, Layer.LOW_TOP, wreck.thing, DEBRIS)


def _burnt_down(wreck: Wreck, ring: Floats) -> None:
    """Draw black ground, white ash within the stumps of the walls, a chimney that still stands."""
    wreck.under(wreck.blot(6.0), (54, 48, 42), 40, Layer.WATER)
    wreck.sketch.face(ring, SOOT, Layer.LOW, 20, owner=wreck.thing)
    inner = lay_corners(box(wreck.length * 0.86, wreck.breadth * 0.82), wreck.middle, wreck.along)
    wreck.sketch.face(inner, ASH, Layer.LOW, 60, owner=wreck.thing)
    _debris(wreck, 0.95, 0.95, _pieces(wreck) // 2, Layer.LOW_TOP, wreck.thing, CHAR)
    _stumps(wreck, (150, 144, 138))
    chimney = lay_corners(box(1.3, 1.1), wreck.place(0.3, 0.2), wreck.along)
    wreck.sketch.shadow(chimney, 5.0, low=True)
    wreck.sketch.face(chimney, (150, 96, 80), Layer.LOW_TOP, 4, owner=wreck.thing)


def _pieces(wreck: Wreck) -> int:
    return int(np.clip(wreck.length * wreck.breadth / 2.0, 40, 220))


def _stumps(wreck: Wreck, colour: Colour) -> None:
    for shift, size in ((-0.96, (0.5, wreck.breadth * 0.6)), (0.96, (0.5, wreck.breadth * 0.35))):
        wall = lay_corners(box(*size), wreck.place(shift, 0.0), wreck.along)
        wreck.sketch.face(wall, colour, Layer.LOW_TOP, 6, owner=wreck.thing)
        wreck.sketch.shadow(wall, 1.6, low=True)


def _heap(wreck: Wreck, at: Floats, radius: float, count: int, thing: int, high: bool = False) -> None:
    """Draw rubble in a round heap, on the ground or where the roof was."""
    places = np.clip(wreck.draw.normal(0.0, 0.42, (count, 2)), -1.0, 1.0) * radius + at
    _strewn(wreck, places, 2.0, Layer.ROOF_TOP if high else Layer.LOW, thing, CONCRETE)


def _debris(
    wreck: Wreck,
    along: float,
    across: float,
    count: int,
    layer: Layer,
    thing: int,
    tones: Floats,
    largest_m: float = 1.9,
) -> None:
    """Draw pieces of wall, tile and timber within a box that is so many times the building's length and breadth."""
    spread = np.clip(wreck.draw.normal(0.0, 0.24, (count, 2)), -0.5, 0.5)
    places = lay_corners(spread * [wreck.length * along, wreck.breadth * across], wreck.middle, wreck.along)
    _strewn(wreck, places, largest_m, layer, thing, tones)


def _strewn(wreck: Wreck, places: Floats, largest_m: float, layer: Layer, thing: int, tones: Floats) -> None:
    count, draw = len(places), wreck.draw
    turns, sizes = draw.uniform(0.0, np.pi, count), draw.uniform(0.4, largest_m, (count, 1, 2))
    direction = round_to_step(np.stack([np.cos(turns), np.sin(turns)], axis=-1), 1e-6)
    shapes = box(1.6, 1.0) * sizes
    colours = tones[draw.integers(0, len(tones), count)]
    wreck.sketch.faces(lay_each(shapes, places, direction), colours, layer, 6, owners=thing)
