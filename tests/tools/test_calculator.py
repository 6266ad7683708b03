from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.errors import ToolError
from mesocosm.tools.calculator import DEEPEST, calculate


def value(expression: str, unit: str = "") -> float:
    data = calculate(expression, unit).data
    assert isinstance(data, dict)
    found = data["value"]
    assert isinstance(found, int | float)
    return found


# ------------------------------------------------------------ arithmetic

NUMBERS = st.one_of(st.integers(0, 999), st.floats(0.001, 999, allow_nan=False).map(lambda x: round(x, 3)))
EXPRESSIONS = st.recursive(
    NUMBERS.map(repr),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        inner.map(lambda x: f"(-{x})"),
        st.tuples(inner, st.sampled_from(["2", "3", "-1"])).map(lambda t: f"({t[0]} ** {t[1]})"),
    ),
    max_leaves=8,
)


@given(EXPRESSIONS)
@settings(max_examples=100, deadline=None)
def test_random_arithmetic_agrees_with_python(expression: str) -> None:
    try:
        expected = eval(expression)
    except ArithmeticError:
        with pytest.raises(ToolError):
            calculate(expression)
        return
    if len(expression) <= 500 and abs(expected) < 1e200:
        assert value(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1 + 2*3", 7),
        ("2^10", 1024),
        ("-2**2", -4),  # the power binds first, as in mathematics
        ("7 // 2 + 7 % 2", 4),
        ("sqrt(2)*3", 4.242640687119286),
        ("sin(30*degree)", 0.5),
        ("cos(pi)", -1),
        ("log(e)", 1),
        ("log10(1000)", 3),
        ("log(8, 2)", 3),
        ("atan2(1, 1)*4", math.pi),
        ("max(1, 3, 2) - min(4, 5)", -1),
        ("round(2.567, 1)", 2.6),
        ("floor(-1.5) + ceil(1.2)", 0),
        ("abs(-3)", 3),
        ("1_000 + 0x10", 1016),
        ("tau/pi", 2),
    ],
)
def test_worked_by_hand(expression: str, expected: float) -> None:
    assert value(expression) == pytest.approx(expected, rel=1e-15, abs=1e-15)  # the last bit of one operation


# ------------------------------------------------------------ units


@pytest.mark.parametrize(
    ("expression", "unit", "expected"),
    [
        ("36*km/hour", "m/s", 10),
        ("0.5 * 1.2*kg/m**3 * (12*m/s)**2", "Pa", 86.4),  # half of 1.2 times 144
        ("10*m/s * 3*hour", "km", 108),
        ("1*m + 50*cm", "m", 1.5),
        ("20*degC", "K", 293.15),
        ("25*degC - 10*degC", "delta_degC", 15),
        ("1013.25*hPa", "atm", 1),
        ("(1*km)**2", "hectare", 100),
        ("5*m / (2*m)", "", 2.5),
        ("9.81*m/s**2", "Gal", 981),
        ("30*degree", "radian", math.pi / 6),
        ("4186*J/(kg*degC)", "J/kg/K", 4186),  # pint takes a degree for 274.15 K
        ("4186*J/kg/degC * 2*kg * 5*K", "J", 41860),
        ("0.1*W/(m**2*degF)", "W/m**2/K", 0.18),
        ("6.5*delta_degC/km", "K/km", 6.5),
        ("287*J/kg/K * (20*degC)", "J/kg", 287 * 293.15),  # beside a unit of temperature it is one
        ("(20*degC) / (273.15*K)", "", 293.15 / 273.15),
        ("1/(20*degC)", "1/K", 1 / 293.15),
    ],
)
def test_units_are_carried(expression: str, unit: str, expected: float) -> None:
    assert value(expression, unit) == pytest.approx(expected, rel=1e-12)  # a few multiplications


def test_the_result_names_its_unit() -> None:
    assert calculate("3*km", "m").text == "3000.0 m"
    assert calculate("6*m/(2*s)").data == {"value": 3.0, "unit": "m/s"}


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("1*m + 1*s", "units do not fit: meter and second"),
        ("1*m + 1", "units do not fit"),
        ("log(3*m)", "log needs a number without a unit, got one in meter"),
        ("sin(3*m)", "an angle is needed, got a value in meter"),
        ("2**(1*m)", r"\*\* needs a number without a unit"),
        ("max(1*m, 1*s)", "cannot evaluate"),
        ("max(1*m, 2)", "max compares values of one kind: give each of them a unit, or none"),
        ("20 degC", r"is not arithmetic: '20 degC'; numbers and units are joined by operators, as in 20\*degC"),
        ("round(2.5*m)", "round needs a number without a unit"),
        ("3*furlongz", "'furlongz' is neither a constant, a function nor a unit$"),
        ("3*kilometr/s", r"'kilometr' is neither .* nor a unit; did you mean kilometer"),
    ],
)
def test_units_that_do_not_fit_are_named(expression: str, message: str) -> None:
    with pytest.raises(ToolError, match=message):
        calculate(expression)


@pytest.mark.parametrize(
    ("expression", "scale"),
    [
        ("20*degC + 3", "degC"),
        ("20*degC + 3*degC", "degC"),
        ("20*degC + 3*K", "degC"),
        ("20*degF / 2", "degF"),
        ("20*degC % 3", "degC"),
    ],
)
def test_arithmetic_on_a_temperature_scale_is_answered_with_what_to_write(expression: str, scale: str) -> None:
    with pytest.raises(
        ToolError, match=f"write a difference as delta_{scale}, as in 20.{scale} \\+ 3.delta_{scale}, "
    ) as caught:
        calculate(expression)
    assert "http" not in str(caught.value)
    assert calculate(f"20*{scale} + 3*delta_{scale}").data["value"] == pytest.approx(23.0, rel=1e-12)


@pytest.mark.parametrize(
    "expression", ["6.5*degC/km", "1000*J/(5*degC)", "5*degC*kg", "101325*Pa/(287*J/kg/K * 20*degC)"]
)
def test_what_may_be_a_temperature_or_a_difference_is_refused(expression: str) -> None:
    """6.5 degC/km came out as 279.65 K/km."""
    with pytest.raises(ToolError, match=r"may mean a temperature or a difference; write a difference as delta_degC"):
        calculate(expression)


def test_another_kind_beside_a_temperature_is_not_taken_for_a_difference() -> None:
    with pytest.raises(ToolError, match="units do not fit: degree_Celsius and meter$"):
        calculate("20*degC + 3*m")


def test_a_zero_compares_with_any_unit_and_decibels_come_out_plain() -> None:
    assert calculate("max(0, 3*m)").text == "3.0 m"
    assert not calculate("3*dB + 2").text.startswith("np.")


@pytest.mark.parametrize(
    "unit", ["s", "furlongz", "(", "m/0", "m**", "9**9**9**9", "m**9**9**9", "x" * 300, "__class__"]
)
def test_a_result_in_a_unit_that_does_not_fit_is_refused_at_once(unit: str) -> None:
    with pytest.raises(ToolError, match="the result cannot be given in"):
        calculate("1*m", unit)


@pytest.mark.parametrize("unit", ["degrees F", "deg F", "degree f"])
def test_degrees_of_a_scale_are_taken_for_what_they_were_meant(unit: str) -> None:
    """To the library it is a degree of angle times a farad."""
    with pytest.raises(ToolError, match=r"; did you mean degF\?"):
        calculate("25*degC", unit)


# ------------------------------------------------------------ no way out

ATTEMPTS = [
    "__import__('os').system('id')",
    "().__class__.__bases__",
    "(1).real",
    "m.magnitude",
    "[x for x in (1, 2)]",
    "{1: 2}",
    "(lambda: 1)()",
    "f'{1}'",
    "'a' * 9",
    "b'a'",
    "True",
    "None",
    "...",
    "1j",
    "1 if 1 else 2",
    "1 < 2",
    "not 1",
    "~1",
    "1 << 99999999",
    "1 and 2",
    "max(*[1])",
    "round(1, ndigits=2)",
    "(x := 3)",
    "eval('1')",
    "sqrt",
    "__class__",
    "open('x')",
    "pi.real",
    "1; 2",
    "import os",
    "",
    "   ",
    "(",
    "1 +",
    "1\x002",
    "\ud800",
    "await x",
    "yield",
]


@pytest.mark.parametrize("expression", ATTEMPTS)
def test_what_is_no_arithmetic_is_refused(expression: str) -> None:
    with pytest.raises(ToolError) as caught:
        calculate(expression)
    assert 5 < len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("9**9**9", "is too large"),
        ("10**300 * 10**300", "the result is too large"),
        ("2**-10000", "is too large"),
        ("0.1**-900", "cannot evaluate"),
        ("1e308 * 10", "not a finite number"),
        ("1e999", "not a finite number"),
        ("exp(1000)", "cannot evaluate 'exp\\(1000\\)'"),
        ("1/0", "division by zero in '1 / 0'"),
        ("5 % 0", "division by zero"),
        ("0**-1", "division by zero"),
        ("(-8)**(1/3)", "of a negative number is not real"),
        ("sqrt(-1)", "of a negative number is not real"),
        ("log(0)", "cannot evaluate 'log\\(0\\)'"),
        ("asin(2)", "cannot evaluate"),
        ("atan2(1)", "cannot evaluate"),
        ("round(1, 99)", "there is no function 'round' of 2 arguments"),
        ("sqrt(1, 2)", "there is no function 'sqrt' of 2 arguments"),
        ("min()", "there is no function 'min' of 0 arguments"),
        ("1" * 501, "holds 501 characters; at most 500 are evaluated"),
    ],
)
def test_what_cannot_be_worked_out_says_why(expression: str, message: str) -> None:
    with pytest.raises(ToolError, match=message):
        calculate(expression)


@pytest.mark.parametrize(
    "expression",
    ["-" * 499 + "1", "~" * 499 + "1", "(" * 240 + "1" + ")" * 240, "a" + ".b" * 249, "1" + "+1" * 249]
    + ["sqrt(" * 80 + "4" + ")" * 80, "not " * 120 + "1", "[" * 90 + "]" * 90, "2" + "**1" * 160, "1" + "()" * 240],
)
def test_deep_nesting_is_refused_and_never_crashes(expression: str) -> None:
    with pytest.raises(ToolError):
        calculate(expression)


def test_nesting_within_the_limit_is_worked_out() -> None:
    assert value("-" * (DEEPEST - 1) + "1") == (-1) ** (DEEPEST - 1)


@given(st.text(alphabet="0123456789.+-*/%^() epi,sqrtmaxkg°_'[]", max_size=60))
@settings(max_examples=100, deadline=None)
def test_any_text_gives_a_finite_number_or_a_refusal(text: str) -> None:
    try:
        found = value(text)
    except ToolError:
        return
    assert math.isfinite(found)
