"""Our own keys: a value, not a text."""

import pytest

from mesocosm.scoring.open_answers import grade_value


def value(answer, truth, unit, **options):
    return grade_value(answer, truth, unit, **{"tolerance": 0.02, "digits": None, "sign": True} | options).value


def test_tolerance_is_relative_to_the_key():
    assert value("10.2 m/s", 10.0, "m/s") is True
    assert value("10.3 m/s", 10.0, "m/s") is False


def test_half_of_the_last_asked_digit_is_allowed():
    assert value("0.14", 0.1, "", tolerance=0.0, digits=1) is False  # 0.05 is capped at a tenth of the key
    assert value("7.4", 7.0, "", tolerance=0.0, digits=0) is True


def test_unit_is_converted():
    assert value("36 km/h", 10.0, "m/s") is True
    assert value("10 m", 10.0, "m/s") is False


def test_sign_counts_only_where_the_key_says_so():
    assert value("-10 m", 10.0, "m") is False
    assert value("-10 m", 10.0, "m", sign=False) is True


def test_count_is_exact():
    assert value("20", 20.0, "", kind="count") is True
    assert value("20.1", 20.0, "", kind="count") is False


def test_temperatures():
    assert value(r"293.15 \text{ K}", 20.0, "°C") is True
    assert value(r"200\,^\circ\text{C}", 200.0, "K", kind="difference") is True
    assert value(r"200\,^\circ\text{C}", 200.0, "K") is False
    assert value(r"36\,^\circ\text{F}", 20.0, "K", kind="difference") is True


def test_unit_of_ours_must_be_readable():
    with pytest.raises(ValueError, match="unit must be one the grader reads.*'wibble'"):
        value("1", 1.0, "wibble")
