from __future__ import annotations

import math
import re
from typing import Annotated

import pytest
from pydantic import TypeAdapter, ValidationError

from mesocosm import units
from mesocosm.units import In

# Expected values are definitions: 1 mile = 1609.344 m, 0 °C = 273.15 K, 1 atm = 101325 Pa, 1 Gal = 1 cm s-2,
# 1 knot = 1852 m/h.


@pytest.mark.parametrize(
    ("value", "given", "wanted", "expected"),
    [
        (1, "mile", "m", 1609.344),
        (36, "km/hour", "m/s", 10.0),
        (0, "degC", "K", 273.15),
        (-40, "degC", "degF", -40.0),
        (1, "atm", "hPa", 1013.25),
        (1, "microgal", "m/s**2", 1e-8),
        (1, "µGal", "Gal", 1e-6),
        (1, "μGal", "microgal", 1.0),  # Greek mu, as a model types it
        (1, "knot", "km/hour", 1.852),
        (2, "acre_foot", "m**3", 2 * 43560 * 0.3048**3),
    ],
)
def test_convert_by_definition(value: float, given: str, wanted: str, expected: float) -> None:
    # US survey feet differ from international ones by 2e-6; pint's acre is the survey acre.
    assert units.convert(value, given, wanted) == pytest.approx(expected, rel=1e-5, abs=1e-12)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("m3/s", "m**3/s"), ("m3 s-1", "m**3/s"), ("µg/m3", "µg/m**3"), ("W m-2", "W/m**2"), ("km2", "km**2"),
        ("m**3/s", "m**3/s"), ("m^2", "m**2"),
    ],
)  # fmt: skip
def test_powers_may_be_glued_to_their_unit(written: str, plain: str) -> None:
    assert units.quantity(2.0, written) == units.registry().Quantity(2.0, plain)


@pytest.mark.parametrize("written", ["m3.5", "m33", "2m", "m2x"])
def test_other_digits_in_a_unit_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match="unit"):
        units.quantity(1.0, written)


def test_convert_refuses_another_dimension() -> None:
    with pytest.raises(TypeError, match="Cannot convert from 'meter'"):
        units.convert(1, "m", "second")


def test_there_is_one_registry() -> None:
    assert units.registry() is units.registry()


@pytest.mark.parametrize(
    ("given", "metres"), [(350, 350), (350.5, 350.5), ("350", 350), ("350 m", 350), ("0.35 km", 350), ("-1e3cm", -10)]
)
def test_a_length_may_come_as_number_or_text(given: object, metres: float) -> None:
    assert In("m").read(given) == pytest.approx(metres, rel=1e-12)  # one multiplication


def test_a_lapse_rate_in_degrees_per_length_is_a_difference() -> None:
    assert In("K/km").read("6.5 degC/km") == pytest.approx(6.5, rel=1e-12)


def test_a_temperature_in_celsius_is_no_difference() -> None:
    assert In("K").read("20 degC") == pytest.approx(293.15, rel=1e-12)


def test_a_wrong_dimension_names_the_unit_wanted_and_the_text_given() -> None:
    with pytest.raises(ValueError, match="must be in a unit like m, got '3 kg'"):
        In("m").read("3 kg")


def test_an_unknown_unit_is_named() -> None:
    with pytest.raises(ValueError, match="'3 furlongz' has no known unit: 'furlongz'"):
        In("m").read("3 furlongz")


@pytest.mark.parametrize("given", ["deep", "", "m 3", "nan m", "--3 m", "3" * 300])
def test_a_text_that_is_no_quantity_says_how_to_write_one(given: str) -> None:
    with pytest.raises(ValueError, match="write a number and a unit, such as '1.5 m'"):
        In("m").read(given)


@pytest.mark.parametrize("given", [True, None, [1], {"m": 1}])
def test_what_is_neither_number_nor_text_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="must be a number in m or a text such as"):
        In("m").read(given)


@pytest.mark.parametrize(("given", "amount"), [(1001, "1001"), ("1.1 km", "1100"), (-1001.5, "-1001.5")])
def test_a_range_is_checked_after_conversion(given: object, amount: str) -> None:
    with pytest.raises(ValueError, match=rf"must lie in \[-1000, 1000\] m, got {amount}"):
        In("m", ge=-1000, le=1000).read(given)


def test_an_open_range_is_spelled_with_infinity() -> None:
    with pytest.raises(ValueError, match=r"must lie in \[0, inf\] kg, got -1"):
        In("kg", ge=0).read(-1)


def test_a_whole_number_beyond_floats_is_refused_and_does_not_crash() -> None:
    with pytest.raises(ValueError, match="too large"):
        In("m").read(10**400)


@pytest.mark.parametrize("given", [math.inf, math.nan, "1e999 m"])
def test_a_field_is_finite(given: object) -> None:
    with pytest.raises(ValidationError, match="finite number"):
        TypeAdapter(Annotated[float, In("m")]).validate_python(given)


@pytest.mark.parametrize(
    "unit", ["(", "m)", "m/0", "{}", "#", "'a'", "\\", "9.0**999**9", "m**", "m**m", "m**1e400", "[m]", "$", "m\x00"]
)
def test_unit_text_that_trips_the_parser_is_refused_as_no_unit(unit: str) -> None:
    with pytest.raises(ValueError, match="has no known unit"):
        units.parse(f"1 {unit}")


def test_a_tower_of_powers_in_a_unit_is_refused_at_once() -> None:
    # Evaluated, it would hold the process for ever: 9**9**9 has 369 million digits.
    with pytest.raises(ValueError, match="has no known unit"):
        units.parse("1 9**9**9**9")


def test_a_long_name_that_is_none_is_refused_at_once() -> None:
    # Read letter by letter in every way, it would take longer than the universe is old.
    with pytest.raises(ValueError, match="is not a unit"):
        units.quantity(1.0, "a" * 150 + "!")


def test_the_example_of_a_schema_lies_in_the_range() -> None:
    schema = TypeAdapter(Annotated[float, In("hPa", ge=100, le=1100)]).json_schema()
    number, text = schema["anyOf"]
    assert (number["minimum"], number["maximum"]) == (100, 1100)
    assert In("hPa", ge=100, le=1100).read(text["examples"][0]) >= 100


@pytest.mark.parametrize(
    ("given", "wanted", "meant"),
    [
        ("3 hpa", "Pa", "hPa"),
        ("3 kmh", "m/s", "km/h"),
        ("3 degc", "K", "degC"),
        ("3 mgal", "m/s**2", "mGal"),
        ("3 mb", "hPa", "mbar"),
        ("3 C", "degC", "degC"),
    ],
)
def test_a_unit_in_another_spelling_is_answered_with_the_usual_one(given: str, wanted: str, meant: str) -> None:
    with pytest.raises(ValueError, match=f"did you mean {re.escape(meant)}"):
        In(wanted).read(given)


@pytest.mark.parametrize("given", ["3 mm", "3 hpa", "3 degC"])
def test_no_unit_is_asked_about_that_would_not_fit(given: str) -> None:
    with pytest.raises(ValueError, match=r"^(?!.*did you mean (mm|degC))"):
        In("m/s").read(given)
