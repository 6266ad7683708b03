"""Untrusted text: no control characters, no unlimited length, no end of its script."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.report.site.sanitising import EPISODE, LONGEST, SHORTEST, Ration, sanitise, script, short
from mesocosm.screen.untrusted_text import UNSAFE


def test_control_characters_are_spelled_out():
    assert sanitise("\x1b[31mred\x07\u202e") == r"\x1b[31mred\x07\u202e"
    assert sanitise("a\tb\nc") == "a\tb\nc"


def test_a_long_text_is_cut_and_tells_its_length():
    text = sanitise("x" * 10_000_000)
    assert text.startswith("x" * LONGEST)
    assert text.endswith("cut: 20,000 of 10,000,000 characters are shown")


def test_short_is_one_line():
    assert short("a\n b\x00") == r"a b\x00"
    assert short("ab " * 100, 10) == "ab ab ab …"


@given(st.text())
def test_nothing_unsafe_is_left(text):
    assert not UNSAFE.search(sanitise(text))
    assert not UNSAFE.search(short(text))


def test_all_texts_of_an_episode_together_are_bounded():
    ration = Ration()
    lengths = [len(ration.text("y" * LONGEST)) for _ in range(200)]
    assert lengths[0] == LONGEST
    assert lengths[-1] < SHORTEST + 80
    assert sum(lengths) < EPISODE + 200 * (SHORTEST + 80)


@given(st.recursive(st.text() | st.integers() | st.none(), st.lists), st.sampled_from(["index", "e/0/1"]))
def test_a_data_file_is_ascii_without_marks_and_says_the_same(value, key):
    text = script(key, value)
    assert text.isascii()
    assert not set("<>&") & set(text)
    assert json.loads(text.removeprefix(f'mesocosm.receive("{key}",').removesuffix(");\n")) == value


def test_a_data_file_refuses_what_is_no_json():
    with pytest.raises(ValueError, match="not JSON compliant"):
        script("index", float("nan"))
