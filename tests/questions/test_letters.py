"""Where the truth's letter stands. Bounds are those of the binomial distribution, five standard deviations wide."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from mesocosm.questions.letters import LETTERS, matching_letter, place_letters, score_letter
from mesocosm.questions.truth import LetteredTruth
from mesocosm.trace.schema import Answered, Trace
from mesocosm.types import Answer, Reference

ASKED = frozenset({"first"})
OFFERED = [frozenset(), ASKED, frozenset({"second"}), frozenset({"first", "second"})]
ITEMS = 4_000


@pytest.fixture(scope="module")
def letters() -> list[str]:
    """The true letters of one seed."""
    return [true_letter("somewhere", 7, index) for index in range(ITEMS)]


def true_letter(suite: str, seed: int, index: int) -> str:
    placed = place_letters(suite, seed, index, OFFERED, ASKED)
    return next(letter for letter, taken in placed.items() if taken == ASKED)


def test_every_value_stands_behind_one_letter() -> None:
    for index in range(50):
        placed = place_letters("somewhere", 7, index, OFFERED, ASKED)
        assert tuple(placed) == LETTERS
        assert set(placed.values()) == set(OFFERED)


def test_every_letter_is_as_likely(letters: list[str]) -> None:
    """4,000 items: 1,000 each, standard deviation sqrt(4000 x 1/4 x 3/4) = 27.4."""
    assert all(863 <= Counter(letters)[letter] <= 1137 for letter in LETTERS)


def test_a_letter_does_not_depend_on_the_one_before(letters: list[str]) -> None:
    """Sixteen pairs over 3,999 neighbours: 250 each, standard deviation about sqrt(3999 x 1/16 x 15/16) = 15.3."""
    pairs = Counter(itertools.pairwise(letters))
    assert all(173 <= pairs[pair] <= 327 for pair in itertools.product(LETTERS, repeat=2))


def test_whoever_keeps_count_of_letters_gains_nothing(letters: list[str]) -> None:
    """Guessing a letter that is not among the last three: right in a quarter of cases, 1,000 ± 27.4 of 4,000."""
    right = 0
    for index, letter in enumerate(letters):
        block = letters[index - index % 4 : index]
        right += letter == next(other for other in LETTERS if other not in block)
    assert 863 <= right <= 1137


def test_an_item_has_one_letter_whatever_was_made_before_it() -> None:
    alone = true_letter("somewhere", 7, 123)
    assert [true_letter("somewhere", 7, index) for index in range(124)][-1] == alone


def test_suites_and_seeds_have_letters_of_their_own() -> None:
    drawn = {
        tuple(true_letter(suite, seed, index) for index in range(40))
        for suite, seed in itertools.product(["here", "there"], [0, 1])
    }
    assert len(drawn) == 4


def test_a_value_matches_the_letter_that_prints_it_or_none() -> None:
    options = {"A": "1.50", "B": "3.00", "C": "4.50", "D": "6.00"}
    assert matching_letter(3.004, options, 0.01) == "B"
    assert matching_letter(2.0, options, 0.01) == ""


@pytest.mark.parametrize(
    ("answer", "explanation"),
    [
        (Answer(value="B", status="valid"), "answered B, right is B"),
        (Answer(), "no letter was handed in, right is B"),
        (Answer(value="E", status="rejected"), "what was handed in is no accepted letter, right is B"),
    ],
)
def test_what_was_answered_is_described_in_words(answer: Answer, explanation: str) -> None:
    hidden = LetteredTruth(asked=(), mistakes={"A": ("cold",), "B": ()}, value=2.0)
    reference = Reference[LetteredTruth](item="somewhere-s0-0000", answer="B", hidden=hidden)
    assert score_letter(reference, Trace(events=(Answered(answer=answer),)), "default").explanation == explanation
