"""The part of a question in a list: never only its beginning."""

import pytest

from mesocosm.report.site.request import LONGEST, request_of

STATED = "The belt is wide. " * 30


@pytest.mark.parametrize(
    ("prompt", "shown"),
    [
        ("How deep is it?\n\nA) 1 m\nB) 2 m\n\nHand in a letter.", "How deep is it?"),
        (f"{STATED}Find the torque, in N m.\n\nA) 1 N m\n\nHand in a letter.", "… Find the torque, in N m."),
        (f"{STATED}What is its pH? It is cold.\n\nData: {STATED}\n\nA) 7", "… What is its pH?"),
        (
            f"{STATED}\n\nFill in the month. Draw a chart.\n\nHand in:\n- `days`: a number",
            "… Fill in the month. Draw a chart.",
        ),
        ("", ""),
    ],
)
def test_the_part_that_asks_is_shown(prompt, shown):
    assert request_of(prompt) == shown


def test_no_text_is_shown_at_length():
    assert len(request_of("x" * 100_000)) <= LONGEST + 2
