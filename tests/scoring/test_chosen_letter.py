"""Letters read from responses; every response here is made up."""

import pytest

from mesocosm.scoring.chosen_letter import LONGEST_RESPONSE, extract

SETTLED = {
    "a box": (r"The answer is \boxed{C}.", "C"),
    "the last box": (r"First \boxed{A}, on second thoughts \boxed{D}", "D"),
    "a box beats a claim": (r"\boxed{B} (the answer C would need a sign)", "B"),
    "double braces": (r"**Final Answer**: \[ \boxed{{A}} \]", "A"),
    "a dressed letter": (r"$\boxed{\text{B}}$", "B"),
    "a letter with its text": (r"\boxed{\text{C. } 12.5\ \text{hPa}}", "C"),
    "an option in a box": (r"\boxed{\text{Option D}}", "D"),
    "a box without backslash": ("**Final Answer**: [boxed C]", "C"),
    "a box with round brackets": ("so boxed(B)", "B"),
    "a small letter": (r"\boxed{d}", "D"),
    "a heading and a line": ("**Final Answer:**\nAnswer: D", "D"),
    "bold": ("**Answer:** **B**", "B"),
    "brackets": ("Answer: [C]", "C"),
    "a sentence": ("Hence the correct answer is option A (12 m/s).", "A"),
    "a filled placeholder": ("Answer: [Correct Option(B)]", "B"),
    "the last claim": ("The answer is A. No: the answer is B.", "B"),
    "a small letter at the end": ("answer: b", "B"),
    "nothing but a letter": ("C", "C"),
    "a last line": ("Long reasoning about the drag.\n\n**D.**\n", "D"),
    "one line": ("B. 3.4 m/s", "B"),
    "a styled letter": ("**Final Answer**: [ \U0001d436 ]", "C"),
    "a styled letter in a box": ("\\boxed{\U0001d400}", "A"),
    "a choice": ("So the correct answer choice is (D).", "D"),
    "a bold letter": (r"The answer seems to be $\mathbf{B}$.", "B"),
    "a number in a later box": (r"Answer: \boxed{A} since $v=\boxed{3.4}$", "A"),
}

UNSETTLED = {
    "nothing": "",
    "no letter": "I do not know.",
    "none of the above": "Answer: None of the above",
    "none after a letter": "The closest answer is A. Answer: None of the options is right",
    "none in a box": r"The closest answer is A, yet \boxed{\text{None}}",
    "no option in a box": r"The answer A is near, but \boxed{{No\ Suitable\ Option}}",
    "a word that begins with a letter": "The answer based on the data, an answer choice, the answer depends.",
    "a copied placeholder": "Answer: [Correct Option(A/B/C/D)]",
    "several letters in a box": r"\boxed{A, B}",
    "two letters": "The answer is A or B",
    "a symbol in a box": r"\boxed{C_p = 1004}",
    "a variable": r"\boxed{A = 12}",
    "an unclosed box": r"\boxed{A",
    "an article": "A parcel of air rises.",
    "a list of options": "A. 1 m\nB. 2 m\nC. 3 m\nD. 4 m",
}


@pytest.mark.parametrize(("response", "letter"), SETTLED.values(), ids=SETTLED.keys())
def test_the_letter_a_person_would_see(response, letter):
    assert extract(response) == letter


@pytest.mark.parametrize("response", UNSETTLED.values(), ids=UNSETTLED.keys())
def test_no_letter(response):
    assert extract(response) is None


def test_no_response_is_no_answer():
    assert extract(None) is None
    assert extract(None, "published") is None


@pytest.mark.parametrize(
    ("response", "letter"),
    [
        # the second word "Answer" is read as its first letter
        ("**Final Answer:**\nAnswer: D", "A"),
        ("the answer based on the data", "B"),
        ("among the answer choices", "C"),
        ("Answer: None. None of the options are right", "A"),
        # a claim outranks a box
        (r"answer B, that is \boxed{C}", "B"),
        (r"so \boxed{C}", "C"),
        (r"so \boxed{{c}}", "C"),
        # the loose box captures its backslash, which ends the search without a letter
        (r"option A, so \boxed{ C }", None),
        ("**Final Answer**: [ C ]", "C"),
        ("**Final Answer**: [boxed{D}]", "D"),
        ("nothing to see", None),
    ],
)
def test_the_letter_the_released_evaluator_reads(response, letter):
    assert extract(response, "published") == letter


BOMBS = {
    "megabytes of a claim": "Answer: A\n" * 200_000,
    "megabytes of boxes": r"\boxed{A}" * 200_000,
    "nested boxes": r"\boxed{" * 100_000 + "A" + "}" * 100_000,
    "open boxes": r"\boxed{" * 100_000 + "A",
    "open braces": r"\boxed{" + "{" * 500_000 + "A" + "}" * 500_001,
    "blanks": "answer" + " " * 900_000 + "A",
    "broken blanks": ("answer" + " " * 900) * 1_000,
    "markup": "answer" + "*" * 900_000,
    "look-alikes": "Answer: \u0410 \\boxed{\u0410} \\boxed{\uff21}",
    "a hidden mark": "Answer: \u200b\u202eA",
    "a letter that grows": "\u0130" * 1000 + "nothing",
}
"""Each would be right were it read as A."""


@pytest.mark.parametrize("profile", ["default", "published"])
@pytest.mark.parametrize("response", BOMBS.values(), ids=BOMBS.keys())
def test_hostile_responses_neither_hang_nor_score(response, profile):
    """A reading in quadratic time would not come back; `published` may read a letter, as released."""
    letter = extract(response, profile)
    if profile == "default":
        assert letter is None


def test_a_response_beyond_the_limit_is_not_read():
    assert extract("Answer: A".ljust(LONGEST_RESPONSE), "published") == "A"
    assert extract("Answer: A".ljust(LONGEST_RESPONSE + 1), "published") is None


def test_a_letter_after_one_whose_lower_case_is_longer():
    assert extract("\u0130stanbul's answer is B.") == "B"
