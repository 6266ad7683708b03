"""Items are the same bytes on machines whose mathematical libraries differ in the last bits."""

from __future__ import annotations

import itertools
import math

import pytest

from mesocosm.suites.atmos import items
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.template import Template
from mesocosm.types import canonical_json

STEPS = {"up": (1, 2), "down": (-1, -2), "either way": (2, -1, 1, -2, 0)}


@pytest.fixture(scope="module")
def here():
    """One item of every template, as this machine makes it."""
    return [written(7, index) for index in ROUND]


@pytest.fixture(params=STEPS)
def other_machine(here, request, monkeypatch):
    """Move what a template's solver takes and gives by up to two floating-point neighbours, as another libm would."""
    steps = itertools.cycle(STEPS[request.param])

    def moved(values: dict[str, float]) -> dict[str, float]:
        return {name: _neighbour(value, next(steps)) for name, value in values.items()}

    for method in ("in_si", "values"):
        exact = getattr(Template, method)
        monkeypatch.setattr(Template, method, lambda self, *arguments, exact=exact: moved(exact(self, *arguments)))


def _neighbour(value: float, steps: int) -> float:
    for _ in range(abs(steps)):
        value = math.nextafter(value, math.copysign(math.inf, steps))
    return value


def written(seed: int, index: int) -> bytes:
    return b"\n".join(canonical_json(record.model_dump(mode="json")) for record in items.make(seed, index))


ROUND = range(len(catalogue()))


def test_items_and_references_are_the_same_bytes(here, other_machine):
    assert [index for index in ROUND if written(7, index) != here[index]] == []
