"""The shipped weights are complete, match their card, and find things."""

import hashlib
from datetime import date
from importlib.resources import files

import numpy as np
import pytest

from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sensors.photo.annotations import annotate
from mesocosm.earth.planet.sensors.photo.photograph import render
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import box, lay_corners
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.vehicles import draw_cars
from mesocosm.earth.planet.sensors.sun import sun_at
from mesocosm.earth.planet.sensors.window import window_about
from mesocosm.errors import InvalidRecord
from mesocosm.suites.eo.detector import network
from mesocosm.suites.eo.detector.network import load_network
from mesocosm.suites.eo.detector.peaks import overlap

WEIGHTS = files("mesocosm.suites.eo.detector") / "weights"


def test_the_card_is_of_these_weights_and_tells_rates_of_places_never_seen():
    card = load_network().card
    assert hashlib.sha256((WEIGHTS / "detector.onnx").read_bytes()).hexdigest() == card.sha256
    assert card.scenes["held out"] > 100
    assert card.precision["car"] > 0.9
    assert set(card.precision) | set(card.recall) <= set(card.labels) == set(card.least)
    assert len((WEIGHTS / "detector.onnx").read_bytes()) < 10_000_000


def test_weights_that_were_altered_are_refused(monkeypatch, tmp_path):
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "detector.onnx").write_bytes(b"altered")
    (tmp_path / "weights" / "card.json").write_text((WEIGHTS / "card.json").read_text())
    monkeypatch.setattr(network, "files", lambda package: tmp_path)
    load_network.cache_clear()
    with pytest.raises(InvalidRecord, match="the file was altered"):
        load_network()
    load_network.cache_clear()


def test_pictures_of_any_size_are_taken_and_bare_ground_holds_nothing():
    ground = np.full((101, 75, 3), (96, 112, 70), np.uint8)
    assert load_network().detect(ground) == []


def test_half_the_cars_on_an_open_yard_are_found_and_nothing_else():
    region = make_region(1, 0, 40)
    middle = np.array([region.grid.x()[20], region.grid.y()[20]], float)
    sketch, east = Sketch(), np.array([1.0, 0.0])
    sketch.face(lay_corners(box(200, 200), middle, east), (92, 92, 94), Layer.WAY, 8)
    spots = middle + [(x, y) for x in (-30.0, -10.0, 10.0, 30.0) for y in (-25.0, 0.0, 25.0)]
    ways = np.stack([east if number % 2 else east[::-1] for number in range(len(spots))])
    draw_cars(sketch, [f"car {number}" for number in range(len(spots))], spots, ways, np.random.default_rng(3), True)
    window = window_about(region, *middle.tolist(), 80.0, 0.5)
    pixels = render(window, (sketch.packed(),), sun_at(region.latitude, date(2031, 7, 1)))
    found = load_network().detect(pixels)
    true = [tuple(note.box) for note in annotate(window, (sketch.packed(),))]
    right = [hit for hit in found if hit.label == "car" and max(overlap(hit.box, box) for box in true) > 0.4]
    assert len(right) == len(found)
    assert len(right) >= len(true) / 2
