"""Errors about inputs name the field, the value and the allowed values."""

import pytest
from pydantic import Field, JsonValue, field_validator

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.types import Record


class Layer(Record):
    thickness_m: float = Field(gt=0)


class Column(Record):
    depth_m: float = Field(ge=0, le=100)
    layers: tuple[Layer, ...] = ()
    shares: tuple[float, ...] = ()
    cores: tuple[Layer, ...] = Field(default=(Layer(thickness_m=1),), min_length=1)
    names: tuple[str, ...] = ()
    wet: bool = False
    site: JsonValue = None

    @field_validator("names")
    @classmethod
    def _known(cls, names):
        for name in names:
            if name != "loam":
                raise ValueError(f"name must be known, got {name!r}; known: {', '.join(['loam'] * 30)}")
        return names


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, "depth_m is missing"),
        ({"depht_m": 1}, "^depht_m is not an input; did you mean depth_m.*; depth_m is missing$"),
        ({"depth_m": 101}, "depth_m: Input should be less than or equal to 100, got 101"),
        ({"depth_m": "deep"}, "depth_m: Input should be a valid number.*, got 'deep'"),
        (
            {"depth_m": 1, "depht_m": 2},
            "depht_m is not an input; did you mean depth_m\\?.*allowed: depth_m, layers, shares, cores, names",
        ),
        ({"depth_m": 1, "layers": [{"thickness_m": -1}]}, r"layers\.0\.thickness_m: .* greater than 0, got -1"),
        ({"depth_m": 1, "layers": "x" * 100}, r"layers: .*\.\.\.$"),
        ({"depth_m": 1, "cores": []}, "^cores: Tuple should have at least 1 item"),
    ],
)
def test_bad_inputs_are_refused_with_their_field(inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        read_inputs(Column, inputs)


def test_a_list_is_not_called_too_short_for_what_is_wrong_in_it():
    with pytest.raises(InvalidRecord, match=r"^cores\.0\.thickness_m: .* greater than 0, got -1$"):
        read_inputs(Column, {"depth_m": 1, "cores": [{"thickness_m": -1}]})


def test_many_problems_are_counted():
    with pytest.raises(InvalidRecord, match="; and 5 more$"):
        read_inputs(Column, {"depth_m": 1, "layers": [{"thickness_m": 0}] * 10})


def test_good_inputs_become_the_record():
    assert read_inputs(Column, {"depth_m": 1}).depth_m == 1.0


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"depth_m": True}, "^depth_m must be a number, got True$"),
        ({"depth_m": "5"}, "^depth_m must be a number, got '5'$"),
        ({"depth_m": 1, "layers": [{"thickness_m": 1}, {"thickness_m": True}]}, r"^layers\.1\.thickness_m must be"),
        ({"depth_m": 1, "shares": [0.5, False]}, r"^shares\.1 must be a number, got False$"),
    ],
)
def test_truth_values_and_texts_are_no_numbers(inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        read_inputs(Column, inputs)


def test_truth_values_stay_where_they_belong():
    read = read_inputs(Column, {"depth_m": 1, "wet": True, "names": ["loam"], "site": {"flat": True, "ids": ["1", 2]}})
    assert (read.depth_m, read.wet, read.site) == (1.0, True, {"flat": True, "ids": ["1", 2]})


@pytest.mark.parametrize("name", ["x" * 100_000, "a word " * 10_000, "it's " * 10_000])
def test_long_values_are_cut(name):
    with pytest.raises(InvalidRecord) as caught:
        read_inputs(Column, {"depth_m": 1, "names": [name], name: 3})
    assert len(str(caught.value)) < 1500
    assert "known: loam, loam" in str(caught.value)
