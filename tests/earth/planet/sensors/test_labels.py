"""The classes of things: one per label, with the sizes that are drawn."""

from typing import get_args

import numpy as np
from shapely.geometry import Polygon

from mesocosm.earth.planet.sensors.photo.aircraft import draw_plane
from mesocosm.earth.planet.sensors.photo.labels import SIZES_M, Label
from mesocosm.earth.planet.sensors.photo.ships import draw_boat, draw_ship
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.vehicles import draw_bus, draw_cars, draw_train, draw_truck


def test_every_label_has_its_sizes():
    assert sorted(SIZES_M) == sorted(get_args(Label))


def test_what_moves_is_drawn_in_the_sizes_of_its_class():
    sketch, draw = Sketch(), np.random.default_rng(3)
    at, along = np.zeros(2), np.array([0.6, 0.8])
    draw_cars(sketch, [f"c{k}" for k in range(40)], np.zeros((40, 2)), np.tile(along, (40, 1)), draw, False)
    for k in range(20):
        draw_truck(sketch, f"t{k}", at, along, draw)
        draw_bus(sketch, f"b{k}", at, along, draw)
        draw_plane(sketch, f"p{k}", at, along, draw)
        draw_boat(sketch, f"o{k}", at, along, 7.0 + k / 2, draw, False)
        draw_ship(sketch, f"s{k}", at, along, 60.0 + 10.0 * k, draw, True)
    draw_train(sketch, "train", np.array([[0.0, 0.0], [25.0, 0.0], [50.0, 0.0]]), draw)
    for thing in sketch.things:
        box = np.asarray(Polygon(thing.outline).minimum_rotated_rectangle.exterior.coords)
        longest = float(np.sqrt((np.diff(box, axis=0) ** 2).sum(axis=1)).max())
        least, most = SIZES_M[thing.label]
        assert least <= longest <= most, (thing.label, longest)
