"""The weights that ship: whole, as their card says, and able to see."""

import hashlib
from importlib.resources import files

import numpy as np
import pytest

from mesocosm.errors import InvalidRecord
from mesocosm.suites.eo.detector import network
from mesocosm.suites.eo.detector.network import load_network

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


def test_a_blue_square_with_a_rim_in_a_lawn_is_a_pool():
    lawn = np.full((160, 160, 3), (88, 110, 62), np.uint8)
    noise = np.random.default_rng(1).integers(-9, 10, (160, 160, 1))
    lawn = np.clip(lawn + noise, 0, 255).astype(np.uint8)
    lawn[72:90, 70:96] = (214, 210, 200)
    lawn[75:87, 73:93] = (70, 170, 205)
    assert "swimming_pool" in {hit.label for hit in load_network().detect(lawn)}
