"""Errors about inputs name the field, the value and what is allowed."""

import pytest
from pydantic import Field

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.types import Record


class Layer(Record):
    thickness_m: float = Field(gt=0)


class Column(Record):
    depth_m: float = Field(ge=0, le=100)
    layers: tuple[Layer, ...] = ()


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        ({}, "depth_m is missing"),
        ({"depth_m": 101}, "depth_m: Input should be less than or equal to 100, got 101"),
        ({"depth_m": "deep"}, "depth_m: Input should be a valid number.*, got 'deep'"),
        ({"depth_m": 1, "depht_m": 2}, "depht_m is not an input; did you mean depth_m\\?.*allowed: depth_m, layers"),
        ({"depth_m": 1, "layers": [{"thickness_m": -1}]}, r"layers\.0\.thickness_m: .* greater than 0, got -1"),
        ({"depth_m": 1, "layers": "x" * 100}, r"layers: .*\.\.\.$"),
    ],
)
def test_what_is_wrong_is_told(inputs, told):
    with pytest.raises(InvalidRecord, match=told):
        read_inputs(Column, inputs)


def test_many_problems_are_counted():
    with pytest.raises(InvalidRecord, match="; and 5 more$"):
        read_inputs(Column, {"depth_m": 1, "layers": [{"thickness_m": 0}] * 10})


def test_good_inputs_become_the_record():
    assert read_inputs(Column, {"depth_m": 1}).depth_m == 1.0
