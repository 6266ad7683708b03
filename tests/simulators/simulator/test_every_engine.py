"""What holds for each engine of the house."""

import copy

import pytest

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MissingExtra
from mesocosm.registry import submodules

ENGINES = sorted(name for name in submodules("mesocosm.simulators") if name != registry.SINGULAR["simulators"])


def engine(name):
    try:
        return registry.load("simulators", name)
    except MissingExtra as missing:
        pytest.skip(str(missing))


def numbers(value, place=()):
    """Where the numbers of an input stand; of a list the first alone."""
    if isinstance(value, dict):
        return [found for name, inner in value.items() for found in numbers(inner, (*place, name))]
    if isinstance(value, list | tuple):
        return numbers(value[0], (*place, 0)) if value else []
    return [place] if isinstance(value, int | float) and not isinstance(value, bool) else []


def replaced(inputs, place, value):
    changed = copy.deepcopy(dict(inputs))
    inner = changed
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = value
    return changed


@pytest.mark.parametrize("name", ENGINES)
def test_a_truth_value_is_no_number(name):
    simulator = engine(name)
    for place in numbers(simulator.example):
        with pytest.raises(InvalidRecord, match=str(place[-1]) if isinstance(place[-1], str) else str(place[0])):
            simulator.validate(replaced(simulator.example, place, True))
