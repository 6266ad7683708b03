"""Options that replies write out; the replies are made up after those of small models."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.scoring.chosen_letter import extract
from mesocosm.scoring.written_option import leading_number, values_of

PRINTED = {"A": "33.85", "B": "57.51", "C": "69.85", "D": "45.70"}
LIST = "A) 33.85 m/s\nB) 57.51 m/s\nC) 69.85 m/s\nD) 45.70 m/s"

SETTLED = {
    "an option": ("A) 33.85 m/s", "A"),
    "an option in bold": ("**D) 45.70**", "D"),
    "a letter in bold": ("**D)** 45.70 m/s", "D"),
    "in brackets": ("(D) 45.70 m/s", "D"),
    "with a colon": ("B: 57.51", "B"),
    "with a full stop": ("B. 57.51 m/s.", "B"),
    "a bullet": ("- C) 69.85 m/s", "C"),
    "a named option": ("Option C: 69.85 m/s", "C"),
    "an option and words": ("D) 45.70\n\nSome words follow.", "D"),
    "an option and rambling": ("B) 57.51 m/s\n\nThe answer to the question is not in the answer that is given.", "B"),
    "an option and its reason": ("D) 45.70 m/s, because friction takes 35 % of it.", "D"),
    "an option and a sentence": ("D) 45.70 m/s. The drag does not matter here.", "D"),
    "words and an option": ("The wind keeps its angular momentum.\n\nD) 45.70 m/s", "D"),
    "a last option among reasons": ("A) 33.85 m/s is wrong because it ignores friction.\n\nD) 45.70 m/s", "D"),
    "an option, then talk of another": ("D) 45.70 m/s\n\nA) would need a start at rest.", "D"),
    "talk of another in the same line": ("D) 45.70 m/s. A) would need a start at rest.", "D"),
    "a list, then a choice": (f"{LIST}\n\nYes, that is it.\n\nA) 33.85 m/s", "A"),
    "a choice, then the list": (f"C) 69.85 m/s\n\nThe options were:\n{LIST}", "C"),
    "a change of mind": ("A) 33.85 m/s\n\nNo, friction was left out.\n\nB) 57.51 m/s", "B"),
    "a claim after an option": ("A) 33.85 m/s\n\nOn reflection the answer is B.", "B"),
    "an option after a claim": ("The answer is A. Let me check that again.\n\nB) 57.51 m/s", "B"),
    "a claim before the list": (f"The answer is A.\n\n{LIST}", "A"),
    "a claim with its option": ("Answer: D) 45.70", "D"),
    "a claim against another": ("The correct answer is indeed A) 33.85 m/s, not D) 45.70 m/s.", "A"),
    "a choice in words": ("I choose D) 45.70 m/s", "D"),
    "a conclusion": ("Long work.\nTherefore, the correct option is C) 69.85 m/s.", "C"),
    "units in words": ("C) 69.85 metres per second", "C"),
    "a compound unit": ("C) 69.85 kg m-2 s-1", "C"),
    "the same one twice": ("A) 33.85 m/s\nA) 33.85 m/s", "A"),
    "a letter, then words": ("B\n\nThe wind is 57.51 m/s.", "B"),
    "a rounded number": ("D) 45.7", "D"),
    "a number of nobody's": ("D) 46 m/s", "D"),
}

UNSETTLED = {
    "the list": LIST,
    "the list with blank lines": LIST.replace("\n", "\n\n"),
    "the list in one line": LIST.replace("\n", "  "),
    "the list and a heading": f"Find the wind.\n\n{LIST}\n",
    "the list and words": f"{LIST}\n\nExactly one option is right.",
    "two options": "A) 33.85 m/s\nB) 57.51 m/s",
    "two options in a line": "A) 33.85 m/s, B) 57.51 m/s",
    "two options with a word between": "A) 33.85 m/s\nor\nB) 57.51 m/s",
    "two options with or": "A) 33.85 m/s or B) 57.51 m/s",
    "all letters": "A\nB\nC\nD",
    "all letters with points": "A. B. C. D.",
    "all letters with brackets": "A)\nB)\nC)\nD)",
    "letters for options": "A) A\nB) B\nC) C\nD) D",
    "two letters": "A. or B.",
    "all letters judged": "A is not right. B is not correct. C is wrong. D is wrong.",
    "a list with remarks": "A) 33.85 (small)\nB) 57.51 (good)\nC) 69.85",
    "a denied option": "A) is wrong because it ignores friction.",
    "a denied value": "A) 33.85 m/s is wrong because it ignores friction.",
    "a denied value after a comma": "A) 33.85 m/s, which is not right.",
    "a question": "A) 33.85 m/s?",
    "a doubt": "A) 33.85 m/s, or perhaps more.",
    "yes and no": "A: no. B: yes.",
    "an option within a sentence": "The value A) 33.85 m/s looks small.",
    "a variable": "We have:\nA = 33.85\nand so on.",
    "a value alone": "The answer is 57.51.",
}

CONTRADICTORY = {
    "an option": "D) 33.85 m/s",
    "in bold": "**D) 33.85**",
    "and words": "D) 33.85 m/s\n\nSome words follow.",
    "a claim": "The answer is D) 33.85 m/s.",
    "a claim with brackets": "The correct answer is option D (33.85 m/s).",
    "a box": r"\boxed{D) 33.85}",
    "after a choice": "A) 33.85 m/s\n\nThat is to say:\n\nD) 33.85 m/s",
}


@pytest.mark.parametrize("printed", [PRINTED, None], ids=["known", "not known"])
@pytest.mark.parametrize(("response", "letter"), SETTLED.values(), ids=SETTLED.keys())
def test_the_option_a_person_would_see(response, letter, printed):
    assert extract(response, printed=printed) == letter


@pytest.mark.parametrize("printed", [PRINTED, None], ids=["known", "not known"])
@pytest.mark.parametrize("response", UNSETTLED.values(), ids=UNSETTLED.keys())
def test_no_option_is_settled_on(response, printed):
    assert extract(response, printed=printed) is None


@pytest.mark.parametrize("response", CONTRADICTORY.values(), ids=CONTRADICTORY.keys())
def test_a_letter_with_the_number_of_another_is_no_answer(response):
    assert extract(response, printed=PRINTED) is None
    assert extract(response) == "D"


def test_an_option_amid_reasoning_counts_where_its_number_is_printed():
    response = "Some work.\nB) 57.51 m/s\nMore words."
    assert extract(response, printed=PRINTED) == "B"
    assert extract(response) is None  # it may be the second of two steps
    assert extract(response.replace("57.51", "12.00"), printed=PRINTED) is None


def test_numbers_in_other_spellings_are_the_same():
    printed = {"A": "4.025e-03", "B": "4.025", "C": "1044", "D": "-2.5"}
    for reply in ("A) 4.025e-3 mol", "A) 4.025 × 10^-3 mol", "A) 4.025 × 10⁻³ mol", r"A) 4.025 \times 10^{-3} mol"):
        assert extract(reply, printed=printed) == "A"
        assert extract(reply.replace("A)", "B)"), printed=printed) is None
    assert extract("C) 1,044 km", printed=printed) == "C"
    assert extract("D) −2.5 K", printed=printed) == "D"


def test_options_that_are_not_numbers_contradict_nothing():
    assert values_of({"A": "rises", "B": "57.51"}) == {}
    assert leading_number("rises") is None
    assert extract("Answer: B) 33.85", printed={"A": "33.85", "B": "rises"}) == "B"


def test_the_released_evaluator_reads_as_before():
    assert extract("D) 45.70", "published", printed=PRINTED) is None
    assert extract("answer: D) 33.85", "published", printed=PRINTED) == "D"


HOSTILE = {
    "a long list": "A) 1\nB) 2\n" * 50_000,
    "long lines": "A) " + "1" * 900_000 + " B) 2",
    "blank lines": "A) 1" + "\n" * 900_000 + "B) 2",
    "blanks": "A)" + " " * 900_000 + "1",
    "brackets": "(" * 900_000 + "A)",
    "words that lead to nothing": "so " * 300_000 + "A) 1 B) 2",
}


@pytest.mark.parametrize("response", HOSTILE.values(), ids=HOSTILE.keys())
def test_long_replies_neither_hang_nor_score(response):
    """A reading in quadratic time would not come back."""
    assert extract(response, printed=PRINTED) is None


@given(st.permutations("ABCD"), st.sampled_from(["\n", "\n\n", "  ", "\nor\n", ", ", " or "]), st.integers(2, 4))
def test_hedging_over_options_is_never_an_answer(letters, between, number):
    reply = between.join(f"{letter}) {PRINTED[letter]} m/s" for letter in letters[:number])
    assert extract(reply, printed=PRINTED) is None
    assert extract(between.join(letters[:number])) is None


@given(st.text(alphabet="ABCD)(.: 12\n*or"), st.booleans())
def test_any_text_is_read(text, known):
    assert extract(text, printed=PRINTED if known else None) in (None, *"ABCD")
