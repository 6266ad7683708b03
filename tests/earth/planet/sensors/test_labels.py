"""The classes of things: one for each label, found by their super-classes and synonyms, of the sizes drawn."""

from typing import get_args

import numpy as np
import pytest
from shapely.geometry import Polygon

from mesocosm.earth.planet.sensors.photo.labels import CLASSES, Label, is_a, label_class, labels_of
from mesocosm.earth.planet.sensors.photo.planes import draw_plane
from mesocosm.earth.planet.sensors.photo.ships import draw_boat, draw_ship
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.vehicles import draw_bus, draw_cars, draw_train, draw_truck


def test_every_label_has_one_class():
    assert sorted(each.label for each in CLASSES) == sorted(get_args(Label))


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("vehicle", {"car", "truck", "bus", "train"}),
        ("road vehicle", {"car", "truck", "bus"}),
        ("vessel", {"ship", "boat"}),
        ("aircraft", {"plane"}),
        ("Lorry", {"truck"}),
        ("storage_tank", {"storage_tank"}),
        ("unicorn", set()),
    ],
)
def test_a_name_stands_for_its_labels(name, labels):
    assert set(labels_of(name)) == labels


def test_a_truck_is_a_vehicle_and_a_ship_is_none():
    assert is_a("truck", "vehicle")
    assert not is_a("ship", "vehicle")


def test_a_synonym_stands_for_one_class():
    names = [name for each in CLASSES for name in (each.label, *each.synonyms)]
    assert len(names) == len(set(names))


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
        least, most = label_class(thing.label).size_m
        assert least <= longest <= most, (thing.label, longest)
