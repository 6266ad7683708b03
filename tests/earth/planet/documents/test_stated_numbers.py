"""Wrong numbers are wrong in the ways and by the amounts that are recorded."""

from datetime import UTC, datetime
from time import strptime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.planet.documents.facts import Fact
from mesocosm.earth.planet.documents.stated_numbers import (
    SLIPS,
    WRONG,
    Precision,
    in_steps,
    print_number,
    rounding_steps,
)
from mesocosm.earth.planet.documents.text_renderer import MONTHS, NUMERALS
from mesocosm.seeding import generator
from mesocosm.types import TimeInterval

SPAN = TimeInterval(start=datetime(2031, 1, 1, tzinfo=UTC), end=datetime(2031, 1, 2, tzinfo=UTC))


def _fact(value, unit, step):
    return Fact(id="a", what="b", place="c", span=SPAN, value=value, unit=unit, step=step)


def _read(text, unit):
    """Read a number from the text as a reader does, without the program's own printing."""
    if unit == "day of year":
        return _read_day(text)
    if text.lower() in NUMERALS:
        return NUMERALS.index(text.lower())
    return float(text.replace(",", ""))


def _read_day(text):
    for form in ("%Y-%m-%d", "%d %B %Y", "%B %d %Y", "%d %b %Y"):
        try:
            return strptime(text if "-" in text else f"{text} 2031", form).tm_yday
        except ValueError:
            continue
    raise AssertionError(text)


def test_every_text_says_what_is_recorded(documents):
    for document in documents:
        for number in document.reported:
            assert _read(number.text, number.unit) == pytest.approx(number.stated, abs=1e-9), (document.id, number)
            assert number.stated - number.truth == pytest.approx(number.by, abs=1e-6)


def test_true_numbers_agree_within_their_rounding(documents):
    for number in (number for document in documents for number in document.reported):
        if number.how == "exact":
            assert number.stated == number.truth
        elif number.how == "rounded":
            assert abs(number.by) <= number.step / 2 + 1e-9


def test_wrong_numbers_are_wrong_by_their_rule(documents, all_facts):
    by_id = {fact.id: fact for facts in all_facts for fact in facts.by_key.values()}
    ways = set()
    for number in (number for document in documents for number in document.reported):
        ways.add(number.how)
        if number.how == "off by a day":
            assert abs(number.by) == 1
        elif number.how == "unit slip":
            assert number.stated == pytest.approx(number.truth * SLIPS[number.unit][1], abs=number.step / 2 + 1e-9)
        elif number.how == "stale":
            assert number.stated == pytest.approx(by_id[number.fact].earlier, abs=number.step / 2 + 1e-9)
        elif number.how == "wrong place":
            other = by_id[number.note]
            assert other.what == number.what
            assert other.place != number.place
            assert number.stated == pytest.approx(other.value, abs=number.step / 2 + 1e-9)
        elif number.how == "transposed digits":
            right = in_steps(number.truth, number.step)
            assert sorted(f"{number.stated:.6f}") == sorted(f"{right:.6f}")
            assert number.stated != right
    assert {"off by a day", "unit slip", "stale", "wrong place", "transposed digits"} <= ways


def test_one_in_ten_of_what_can_go_wrong_does(documents, all_facts):
    """Errors are drawn for each fact: the share of n facts lies within three standard deviations."""
    by_id = {fact.id: (fact, facts) for facts in all_facts for fact in facts.by_key.values()}
    can = {
        name: any(way(*pair, Precision(False, 0.0), generator("test", name)) for way in WRONG)
        for name, pair in by_id.items()
    }
    said = {(document.id, number.fact): number.how for document in documents for number in document.reported}
    open_to_error = [how for (_, fact), how in said.items() if can[fact]]
    wrong = sum(how not in ("exact", "rounded") for how in open_to_error)
    deviation = (0.1 * 0.9 / len(open_to_error)) ** 0.5
    assert wrong / len(open_to_error) == pytest.approx(0.1, abs=3 * deviation)


def test_of_what_is_true_two_in_nine_are_exact(documents, all_facts):
    """Exact numbers are 20 % beside 70 % rounded ones.

    Precision is drawn for a document and a unit, so pairs of these are counted: the share of n lies within three
    deviations.
    """
    by_id = {fact.id: fact for facts in all_facts for fact in facts.by_key.values()}
    pairs = {
        (document.id, number.unit): number.how
        for document in documents
        for number in document.reported
        if number.how in ("exact", "rounded") and rounding_steps(by_id[number.fact])
    }
    share = 2 / 9
    deviation = (share * (1 - share) / len(pairs)) ** 0.5
    exact = sum(how == "exact" for how in pairs.values())
    assert exact / len(pairs) == pytest.approx(share, abs=3 * deviation)


def test_no_number_is_given_away_by_its_decimals(documents, all_facts):
    """A wrong number has the decimals that the true one would have; discharge has significant digits instead."""
    by_id = {fact.id: fact for facts in all_facts for fact in facts.by_key.values()}
    for document in documents:
        steps = {number.step for number in document.reported if number.unit == "°C"}
        assert len(steps) <= 1, document.id
        wind = {number.step for number in document.reported if number.unit == "m/s" and by_id[number.fact].value >= 1}
        assert len(wind) <= 1, document.id


def test_dates_and_counts_are_never_rounded():
    assert rounding_steps(_fact(73.0, "day of year", 1.0)) == ()
    assert rounding_steps(_fact(61.0, "days", 1.0)) == ()


def test_discharge_is_rounded_to_significant_digits():
    # 116.207 m³/s is stated as 120 or 116; 5.301 as 5.3
    assert rounding_steps(_fact(116.207, "m³/s", 0.001)) == (10.0, 1.0)
    assert rounding_steps(_fact(5.301, "m³/s", 0.001)) == (0.1,)


@given(st.integers(-(10**6), 10**6), st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0]))
def test_printing_loses_nothing(count, step):
    value = in_steps(count * step, step)
    assert float(print_number(value, step, ",").replace(",", "")) == value


def test_months_are_those_of_the_calendar():
    assert [datetime(2031, at, 1, tzinfo=UTC).strftime("%B") for at in range(1, 13)] == list(MONTHS)
