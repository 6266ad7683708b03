"""Sites from above: ports with cranes and containers, airfields, tank farms, solar fields, stations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Part, Site
from mesocosm.earth.planet.sensors.photo.aircraft import draw_plane
from mesocosm.earth.planet.sensors.photo.rings import frame_of, ring_of
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import Colour, box, disc, lay_corners, part, tint
from mesocosm.earth.planet.sensors.photo.ships import draw_ship
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.vehicles import CONTAINERS
from mesocosm.earth.planet.sensors.window import Floats

CRANES: tuple[Colour, ...] = ((46, 110, 176), (214, 72, 44), (226, 178, 48), (208, 214, 218), (56, 132, 96))
DrawsPart = Callable[[Sketch, Part, Generator], None]


def draw_site(sketch: Sketch, site: Site, middle_of_town: Floats, draw: Generator) -> None:
    """Draw the ground of a site and all its parts."""
    ring = ring_of(site.outline)
    ground = {
        "port": (150, 148, 142),
        "airfield": (112, 138, 78),
        "tank_farm": (158, 150, 132),
        "solar_field": (116, 132, 80),
        "rail_station": (138, 132, 124),
    }[site.kind]
    sketch.face(ring, ground, Layer.WAY, 16)
    quays = [ring_of(piece.outline).mean(axis=0) for piece in site.parts if piece.kind == "quay"]
    for piece in site.parts:
        if piece.kind == "crane":
            _crane(sketch, piece, quays[0], draw)
        else:
            PARTS[piece.kind](sketch, piece, draw)
    if site.kind == "airfield":
        _planes(sketch, site, draw)


def _plain(colour: Colour, layer: Layer = Layer.WAY) -> DrawsPart:
    """Return a function that draws a part in one colour."""

    def drawn(sketch: Sketch, piece: Part, draw: Generator) -> None:
        sketch.face(ring_of(piece.outline), colour, layer, 10)

    return drawn


def _runway(sketch: Sketch, piece: Part, draw: Generator) -> None:
    """Draw dark asphalt with thresholds, a dashed middle line and touchdown marks."""
    middle, along, length, breadth = frame_of(ring_of(piece.outline))
    sketch.face(ring_of(piece.outline), (84, 84, 88), Layer.WAY, 8)
    for k in range(int(length / 50.0)):
        spot = middle + along * (k * 50.0 - length / 2 + 40.0)
        sketch.face(lay_corners(box(30.0, 0.9), spot, along), (232, 232, 228), Layer.PAINT, 4)
    for end in (-1.0, 1.0):
        for k in range(8):
            shift = (k - 3.5) * breadth / 9.0
            spot = lay_corners(part([(end * (length / 2 - 21.0), shift)]), middle, along)[0]
            sketch.face(lay_corners(box(30.0, 1.7), spot, along), (232, 232, 228), Layer.PAINT, 4)
        for side in (-1.0, 1.0):
            spot = lay_corners(part([(end * (length / 2 - 180.0), side * 5.5)]), middle, along)[0]
            sketch.face(lay_corners(box(45.0, 3.5), spot, along), (232, 232, 228), Layer.PAINT, 4)
            edge = lay_corners(part([(0.0, side * (breadth / 2 - 0.8))]), middle, along)[0]
            if end > 0:
                sketch.face(lay_corners(box(length, 0.5), edge, along), (220, 220, 216), Layer.PAINT, 4)


def _planes(sketch: Sketch, site: Site, draw: Generator) -> None:
    """Draw airliners along each apron, nose towards the buildings."""
    for piece in site.parts:
        if piece.kind != "apron":
            continue
        middle, along, length, breadth = frame_of(ring_of(piece.outline))
        left = np.array([-along[1], along[0]])
        centre = ring_of(site.outline).mean(axis=0)
        nose = left if (middle - centre) @ left > 0 else -left
        stands = int(length // 46.0)
        for k in range(stands):
            spot = middle + along * ((k + 0.5) / stands - 0.5) * length
            sketch.face(lay_corners(box(breadth * 0.8, 0.4), spot, nose), (222, 190, 70), Layer.PAINT, 3)
            if draw.uniform() < 0.72:
                way = nose if draw.uniform() < 0.85 else -nose
                shift = nose * (4.0 + float(draw.uniform(-3.0, 3.0)))
                draw_plane(sketch, f"{piece.id}-p{k}", spot + shift, way, draw)


def _tank(sketch: Sketch, piece: Part, draw: Generator) -> None:
    """Draw a cylinder: bright wall towards the rim, a floating roof with the rim's own shadow, a stair."""
    ring = ring_of(piece.outline)
    middle = ring.mean(axis=0)
    radius = float(np.sqrt(((ring - middle) ** 2).sum(axis=1)).max())
    thing = sketch.thing(piece.id, "storage_tank", disc(middle, radius, 32), piece.height_m, radius_m=round(radius, 1))
    sketch.shadow(disc(middle, radius, 32), piece.height_m)
    sketch.face(disc(middle, radius, 32), (238, 238, 234), Layer.ROOF, 3, owner=thing)
    floating = draw.uniform() < 0.5
    inner = radius - 0.9
    if floating:
        sketch.face(disc(middle, inner, 32), (104, 106, 108), Layer.ROOF, 6, owner=thing)
        sketch.face(
            disc(middle + np.array([-0.16, 0.2]) * inner * 0.5, inner * 0.9, 32),
            (198, 200, 198),
            Layer.ROOF_TOP,
            6,
            owner=thing,
        )
    else:
        sketch.face(disc(middle, inner, 32), (216, 216, 212), Layer.ROOF, 5, owner=thing)
        for k in range(12):
            spoke = disc(middle, inner, 24)[2 * k]
            along = (spoke - middle) / inner
            light = 0.9 + 0.1 * float(along @ np.array([0.6, -0.8]))
            tone = int(214 * light)
            wedge = np.stack(
                [
                    middle,
                    disc(middle, inner, 24)[2 * k],
                    disc(middle, inner, 24)[2 * k + 1],
                    disc(middle, inner, 24)[(2 * k + 2) % 24],
                ]
            )
            sketch.face(wedge, (tone, tone, tone - 3), Layer.ROOF_TOP, 4, owner=thing)
        sketch.face(disc(middle, 1.0, 12), (150, 150, 150), Layer.ROOF_TOP, 3, owner=thing)
    stair = np.array([0.8, 0.6])
    sketch.face(
        lay_corners(box(2.2, 1.4), middle + stair * (radius - 0.8), stair), (150, 130, 90), Layer.HIGH, 3, owner=thing
    )


def _bund(sketch: Sketch, piece: Part, draw: Generator) -> None:
    ring = ring_of(piece.outline)
    middle, along, length, breadth = frame_of(ring)
    sketch.face(ring, (176, 168, 146), Layer.WAY, 10)
    sketch.face(lay_corners(box(length - 2.0, breadth - 2.0), middle, along), (96, 92, 84), Layer.PAINT, 8)
    sketch.face(lay_corners(box(length - 3.0, breadth - 3.0), middle, along), (148, 140, 124), Layer.PAINT, 12)


def _container(sketch: Sketch, piece: Part, draw: Generator) -> None:
    """Draw the topmost container of a stack, ribbed, with a darker door end."""
    ring = ring_of(piece.outline)
    colour = CONTAINERS[int(draw.integers(len(CONTAINERS)))]
    thing = sketch.thing(piece.id, "container_stack", ring, piece.height_m, tiers=max(1, round(piece.height_m / 2.59)))
    middle, along, length, breadth = frame_of(ring)
    sketch.shadow(ring, piece.height_m)
    sketch.face(ring, tint(colour, 0.62), Layer.ROOF, 4, owner=thing)
    sketch.face(lay_corners(box(length - 0.3, breadth - 0.3), middle, along), colour, Layer.ROOF, 5, owner=thing)


def _crane(sketch: Sketch, piece: Part, quay: Floats, draw: Generator) -> None:
    """Draw a ship-to-shore gantry: two girders over the water, cross beams, portal legs on rails, machine house.

    Some booms are raised, so that they reach less far over the quay's edge.
    """
    ring = ring_of(piece.outline)
    middle, along, length, breadth = frame_of(ring)
    along = along if (quay - middle) @ along > 0 else -along
    paint = CRANES[int(draw.integers(len(CRANES)))]
    up = draw.uniform() < 0.35
    reach = length * float(draw.uniform(0.62, 0.7) if up else draw.uniform(0.92, 1.0))
    gauge, bracing = float(draw.uniform(2.4, 3.4)), float(draw.uniform(4.0, 6.5))
    middle = middle + along * (length - reach) / 2 + np.array([-along[1], along[0]]) * float(draw.uniform(-2.5, 2.5))
    thing = sketch.thing(piece.id, "crane", lay_corners(box(reach, breadth), middle, along), piece.height_m)
    at = (middle, along)
    for side in (-1.0, 1.0):
        girder = lay_corners(box(reach, 1.5, at=(0.0, side * gauge)), *at)
        sketch.face(girder, paint, Layer.HIGH, 4, owner=thing)
        sketch.shadow(girder, piece.height_m * 0.62)
    for k in range(int(reach // bracing)):
        x = -reach / 2 + bracing * (k + 0.5)
        lean = bracing / 2 if k % 2 else -bracing / 2
        brace = part([(x, -gauge), (x + 0.7, -gauge), (x + lean + 0.3, gauge), (x + lean - 0.4, gauge)])
        sketch.face(lay_corners(brace, *at), tint(paint, 0.8), Layer.HIGH, 3, owner=thing)
    for back in (0.4, 0.08):
        place = reach / 2 - back * length
        beam = lay_corners(box(1.8, breadth, at=(place, 0.0)), *at)
        sketch.face(beam, paint, Layer.HIGH, 4, owner=thing)
        sketch.shadow(beam, piece.height_m * 0.6)
        for side in (-1.0, 1.0):
            leg = lay_corners(box(3.2, 1.8, at=(place, side * (breadth / 2 - 0.9))), *at)
            sketch.face(leg, tint(paint, 0.7), Layer.HIGH, 3, owner=thing)
            sketch.shadow(leg, piece.height_m * 0.6)
    house = lay_corners(box(float(draw.uniform(6.0, 9.0)), 5.4, at=(reach / 2 - 0.2 * length, 0.0)), *at)
    sketch.face(house, (236, 236, 232), Layer.HIGH_TOP, 4, owner=thing)
    trolley = lay_corners(box(3.6, 4.2, at=(reach * float(draw.uniform(-0.4, 0.2)), 0.0)), *at)
    sketch.face(trolley, (88, 92, 98), Layer.HIGH_TOP, 4, owner=thing)


def _solar(sketch: Sketch, piece: Part, draw: Generator) -> None:
    """Draw a row of panels: dark blue cells with pale frames every few metres, a shadow on the grass behind."""
    ring = ring_of(piece.outline)
    middle, along, length, breadth = frame_of(ring)
    thing = sketch.thing(piece.id, "solar_array", ring, piece.height_m)
    sketch.shadow(ring, piece.height_m)
    sketch.face(ring, (168, 176, 186), Layer.ROOF, 3, owner=thing)
    for side in (-1.0, 1.0):
        sketch.face(
            lay_corners(box(length - 0.2, breadth / 2 - 0.3, at=(0.0, side * breadth / 4)), middle, along),
            (34, 46, 88),
            Layer.ROOF,
            6,
            owner=thing,
        )
    for k in range(1, int(length // 6.0)):
        sketch.face(
            lay_corners(box(0.35, breadth, at=(k * 6.0 - length / 2, 0.0)), middle, along),
            (128, 138, 156),
            Layer.ROOF_TOP,
            3,
            owner=thing,
        )


PARTS = {
    "quay": _plain((176, 172, 164)),
    "container": _container,
    "runway": _runway,
    "taxiway": _plain((104, 104, 106)),
    "apron": _plain((166, 164, 158)),
    "tank": _tank,
    "bund": _bund,
    "solar_row": _solar,
    "platform": _plain((176, 172, 166), Layer.LOW),
    "track": _plain((124, 116, 108)),
}


def draw_moored(sketch: Sketch, site: Site, draw: Generator) -> None:
    """Draw ships along the quay of a port, a few metres off."""
    for piece in site.parts:
        if piece.kind != "quay":
            continue
        middle, along, length, breadth = frame_of(ring_of(piece.outline))
        left = np.array([-along[1], along[0]])
        centre = ring_of(site.outline).mean(axis=0)
        out = left if (middle - centre) @ left > 0 else -left
        place = -length / 2 + 10.0
        number = 0
        while True:
            size = float(draw.uniform(110.0, 190.0))
            if place + size > length / 2 - 5.0:
                break
            spot = middle + along * (place + size / 2) + out * (breadth / 2 + size * 0.0775 + 2.0)
            draw_ship(
                sketch,
                f"{site.id}-ship{number}",
                spot,
                along * (1.0 if draw.uniform() < 0.5 else -1.0),
                size,
                draw,
                False,
            )
            place += size + float(draw.uniform(15.0, 45.0))
            number += 1
