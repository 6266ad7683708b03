"""Numbers go wrong in the ways and by the amounts that are recorded."""

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
    """What a reader takes from the text, found out without the program's own printing."""
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
        for told in document.reported:
            assert _read(told.text, told.unit) == pytest.approx(told.stated, abs=1e-9), (document.id, told)
            assert told.stated - told.truth == pytest.approx(told.by, abs=1e-6)


def test_true_numbers_agree_within_their_rounding(documents):
    for told in (told for document in documents for told in document.reported):
        if told.how == "exact":
            assert told.stated == told.truth
        elif told.how == "rounded":
            assert abs(told.by) <= told.step / 2 + 1e-9


def test_wrong_numbers_are_wrong_by_their_rule(documents, all_facts):
    by_id = {fact.id: fact for facts in all_facts for fact in facts.by_key.values()}
    ways = set()
    for told in (told for document in documents for told in document.reported):
        ways.add(told.how)
        if told.how == "off by a day":
            assert abs(told.by) == 1
        elif told.how == "unit slip":
            assert told.stated == pytest.approx(told.truth * SLIPS[told.unit][1], abs=told.step / 2 + 1e-9)
        elif told.how == "stale":
            assert told.stated == pytest.approx(by_id[told.fact].earlier, abs=told.step / 2 + 1e-9)
        elif told.how == "wrong place":
            other = by_id[told.note]
            assert other.what == told.what
            assert other.place != told.place
            assert told.stated == pytest.approx(other.value, abs=told.step / 2 + 1e-9)
        elif told.how == "transposed digits":
            right = in_steps(told.truth, told.step)
            assert sorted(f"{told.stated:.6f}") == sorted(f"{right:.6f}")
            assert told.stated != right
    assert {"off by a day", "unit slip", "stale", "wrong place", "transposed digits"} <= ways


def test_one_in_ten_of_what_can_go_wrong_does(documents, all_facts):
    """Drawn fact by fact: of n, within three standard deviations."""
    by_id = {fact.id: (fact, facts) for facts in all_facts for fact in facts.by_key.values()}
    can = {
        name: any(way(*told, Precision(False, 0.0), generator("test", name)) for way in WRONG)
        for name, told in by_id.items()
    }
    said = {(document.id, told.fact): told.how for document in documents for told in document.reported}
    open_to_error = [how for (_, fact), how in said.items() if can[fact]]
    wrong = sum(how not in ("exact", "rounded") for how in open_to_error)
    deviation = (0.1 * 0.9 / len(open_to_error)) ** 0.5
    assert wrong / len(open_to_error) == pytest.approx(0.1, abs=3 * deviation)


def test_of_what_is_true_two_in_nine_are_exact(documents, all_facts):
    """20 % beside 70 %. Drawn for a document and a unit, so that pairs are counted: of n, three deviations."""
    by_id = {fact.id: fact for facts in all_facts for fact in facts.by_key.values()}
    pairs = {
        (document.id, told.unit): told.how
        for document in documents
        for told in document.reported
        if told.how in ("exact", "rounded") and rounding_steps(by_id[told.fact])
    }
    share = 2 / 9
    deviation = (share * (1 - share) / len(pairs)) ** 0.5
    exact = sum(how == "exact" for how in pairs.values())
    assert exact / len(pairs) == pytest.approx(share, abs=3 * deviation)


def test_no_number_is_given_away_by_its_decimals(documents, all_facts):
    """A wrong one has the decimals that the true one would have; discharge has significant digits instead."""
    by_id = {fact.id: fact for facts in all_facts for fact in facts.by_key.values()}
    for document in documents:
        steps = {told.step for told in document.reported if told.unit == "°C"}
        assert len(steps) <= 1, document.id
        wind = {told.step for told in document.reported if told.unit == "m/s" and by_id[told.fact].value >= 1}
        assert len(wind) <= 1, document.id


def test_dates_and_counts_are_never_rounded():
    assert rounding_steps(_fact(73.0, "day of year", 1.0)) == ()
    assert rounding_steps(_fact(61.0, "days", 1.0)) == ()


def test_discharge_is_rounded_to_significant_digits():
    # 116.207 m³/s is told as 120 or 116; 5.301 as 5.3
    assert rounding_steps(_fact(116.207, "m³/s", 0.001)) == (10.0, 1.0)
    assert rounding_steps(_fact(5.301, "m³/s", 0.001)) == (0.1,)


@given(st.integers(-(10**6), 10**6), st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0]))
def test_printing_loses_nothing(count, step):
    value = in_steps(count * step, step)
    assert float(print_number(value, step, ",").replace(",", "")) == value


def test_months_are_those_of_the_calendar():
    assert [datetime(2031, at, 1, tzinfo=UTC).strftime("%B") for at in range(1, 13)] == list(MONTHS)
