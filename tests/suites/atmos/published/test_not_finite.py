"""A value that is not finite is never right, with any truth and in any unit."""

from __future__ import annotations

import itertools

import pytest

from mesocosm.scoring.open_answers import grade, grade_value
from mesocosm.suites.atmos.published import expression_published, grade_published, quantity_published

NINES = "9" * 400
ENDLESS = [
    "1e999", "-1e999", "1e999 m/s", "1 * 10^999", "1 \\times 10^{999} m/s", "10^{999}", "5 = 1e999", "x*1e999",
    "exp(1e999)",
    "1e999+1e999i", "1e999 - 1e999", "0*1e999", "1e999 %", f"10^{NINES}", "inf", "-Infinity", "nan", NINES,
    f"{NINES} m/s", f"{NINES} %", f"{NINES} °C", f"{NINES} K", f"{NINES} µm", f"{NINES} MW", f"{NINES} W/m^2",
    f"{NINES}.5",
    f"{NINES} J/kg/K", f"{NINES}^\\circ", "\\frac{\\pi}{3}" + "9" * 19_000, "9^{9999}",
]  # fmt: skip
KEYS = [
    "9.7 m/s", "0.45", "20 %", "15 °C", "280 K", "3.2 µm", "5 MW", "\\frac{\\pi}{4}", "30^\\circ", "\\sim 10 m",
    "240 W/m^2", "1004 J/kg/K", "g h / 2", "\\sqrt{g h}", "e^{-z/H}", "1.2 \\times 10^{5} Pa", "0", "-3 K", "1e5", "7",
]  # fmt: skip
LEFT_OUT = "5 = 1e999"
"""Our own grader passes over a number that it cannot read, and takes the five."""


@pytest.mark.parametrize("answer", ENDLESS, ids=lambda text: text[:16])
def test_an_endless_answer_meets_no_key(answer: str) -> None:
    for key in KEYS:
        assert grade_published(key, answer).value is not True, key
        assert not quantity_published(key, answer)
        assert not expression_published(key, answer)
        if answer != LEFT_OUT:
            assert grade("Find it.", key, answer).value is not True, key


@pytest.mark.parametrize("answer", ENDLESS, ids=lambda text: text[:16])
def test_an_endless_answer_meets_no_value(answer: str) -> None:
    for unit, value in itertools.product(["", "m/s", "K"], (7.0, 0.0, -280.0, 1e300)):
        assert grade_value(answer, value, unit, tolerance=0.05).value is not True


def test_published_endless_answers_do_not_hide_finite_ones() -> None:
    assert grade_published("\\sim 10 m", "12 m").value is True
    assert grade_published("1.7 \\times 10^{308} m", "1.7 \\times 10^{308} m").value is True
    assert grade_published("2^{1000}", "2^{1000}").value is True  # 1.07e301, so within the floats
