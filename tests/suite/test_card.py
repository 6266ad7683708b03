"""What a card says of its splits and of its scores."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from mesocosm import registry
from mesocosm.suite.card import Card

OWN = ("atmos", "eo", "phreeqc", "terra", "tornado")


def card(**fields: object) -> Card:
    return Card.model_validate({"name": "lab", "title": "Lab", "version": "1-A", "summary": "", "tools": (), **fields})


def test_seeds_are_always_apart() -> None:
    assert card().apart == ("seeds",)
    assert card(apart=("seeds", "places")).apart == ("seeds", "places")


def test_a_card_cannot_say_that_seeds_are_shared() -> None:
    with pytest.raises(ValidationError, match="apart must name seeds"):
        card(apart=("places",))


@pytest.mark.parametrize("name", OWN)
def test_every_suite_of_ours_says_in_a_sentence_when_an_item_is_solved(name: str) -> None:
    assert registry.load("suites", name).card.solved.endswith(".")
