"""The cascade of graders, and answers made to break it."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.scoring.open_answers import Verdict
from mesocosm.suites.atmos.published import (
    boxes_published,
    expression_published,
    grade_published,
    quantity_published,
    split_published,
)

LIMIT_S = 20.0
"""Limit of processor time in seconds, far beyond what is needed: a malicious answer takes minutes, or does not end."""


@pytest.mark.parametrize(
    "text", ["3.21 m/s", "0.512", "17", "$\\frac{1}{2} \\rho v^{2}$", "$9 \\mathrm{~m} \\mathrm{~s}^{-1}$", "larger"]
)
def test_a_key_is_its_own_answer(text):
    assert grade_published(text, text).value is True


@pytest.mark.parametrize(
    ("key", "answer", "verdict"),
    [
        ("2 km", "2 km", Verdict(True, "quantity", "base_units")),
        ("\\quad 40 \\mathrm{ft}$", "41 \\, \\text{ft}", Verdict(True, "expression", "number_unit")),
        ("4 m", "9 kg", Verdict(False, "expression", "formula")),
        ("max. 4 m", "7 m", Verdict(None, "none", "no_number")),
        ("4 m.", "-", Verdict(False, "expression", "symbol_overlap")),
        ("subcritical", "steep", Verdict(None, "none", "no_expression")),
        ("4 m", None, Verdict(False, "none", "no_answer")),
        ("4 m", " \n", Verdict(False, "none", "no_answer")),
        ("4 m", "4 m" + " " * 20_000, Verdict(None, "none", "too_much_to_read")),
    ],
)
def test_cascade_ends_at_the_first_true(key, answer, verdict):
    assert grade_published(key, answer) == verdict


def test_quantity_stands_where_expression_is_silent():
    # the key's first point is that of "no.", so that no number is read from it
    assert grade_published("no. $=4$ m", "5 m") == Verdict(False, "quantity", "base_units")


def test_stages_are_silent_on_long_and_empty_texts():
    for answer in ("", " ", "5" * 20_001):
        assert quantity_published("5 m", answer) is None
        assert expression_published("5 m", answer) is None


REPEATED = [
    "9", "9.", "0.5 ", "1 ", "-1", "a-1 ", "{", "}", "(", "(a) ", "|", "\\", "\\ ", "$", "~", "=5", "m ", "kg/", "٥",
    "²", "\\text{", "\\text{a}", "\\frac{", "\\sqrt{", "\\boxed{", "\\mu m", "5 \\mu", "5^\\circ C", "5 \\%", "part a ",
    "10^{", "1*10^{9", "1\\times10^{999} ", "m^{999999999} ", "e^{", "9^{9^{9}}", "\u202e",
]  # fmt: skip
BOMBS = [
    "1e999 pi",
    r"(1+\sqrt{-1})*10^{60}*10^{60}*10^{60}*10^{60}*10^{60}*1.7*10^{8}",
    *((piece * 20_000)[:20_000] for piece in REPEATED),
    "1" + " " * 19_000 + "m",
    "9" * 5_000_000,
    "9^{9^{9}}",
    "5 m^{999999999}",
    "1e999999999",
    "10^{99} MW",
    "\\frac{1}{0} m",
    "\\frac{\\pi}{2}" + "9" * 19_000,
    "5 Qquad^{4} Qquad^{4} Qquad^{4}",
    "5 dB",
    "5 " + " ".join(prefix + unit for prefix in "kMGTPEZYR" for unit in ("m", "g", "s", "Pa", "J", "W")),
    ".",
    "nan",
    "\\",
    "\x00",
]
KEYS = [
    "5 m",
    "0.5",
    "$5 \\%$",
    "$\\sim 5 \\mu \\mathrm{m}$",
    "$x^{2} e^{-x}$",
    "10 MW",
    "$\\frac{\\pi}{2}$ K",
    "larger",
]


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: repr(bomb[:12]))
def test_bomb_ends_soon(bomb):
    grade_published("5 m", "5 km")  # loads the unit library
    for key, answer in [(key, bomb) for key in KEYS] + [(bomb, key) for key in KEYS] + [(bomb, bomb)]:
        start = time.process_time()
        assert grade_published(key, answer).value in (True, False, None)
        assert time.process_time() - start < LIMIT_S


@pytest.mark.parametrize("piece", REPEATED)
def test_long_keys_and_responses_end_soon(piece):
    text = piece * (3_000_000 // len(piece))
    start = time.process_time()
    assert split_published(text)
    assert set(boxes_published(text, "ab")) == {"a", "b"}
    assert time.process_time() - start < LIMIT_S


@settings(max_examples=200, deadline=None)
@given(key=st.text(max_size=60), answer=st.text(max_size=60))
def test_any_text_has_a_verdict(key, answer):
    assert grade_published(key, answer).value in (True, False, None)
    assert set(boxes_published(answer, split_published(key))) == set(split_published(key))


WRITTEN = st.text(alphabet="0123456789.-+*/^_{}()[]\\$%=|~ \nabcegkmstxCJKW°µ", max_size=60)


@settings(max_examples=300, deadline=None)
@given(key=WRITTEN, answer=WRITTEN)
def test_any_mathematics_has_a_verdict(key, answer):
    verdict = grade_published(key, answer)
    assert (verdict.by == "none") == (verdict.value is None or verdict.reason == "no_answer")
