"""Keys and boxes split as published."""

import pytest

from mesocosm.suites.atmos.published import boxes_published, split_published


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("(a) 4 m, (b) 7 s.", {"a": "4 m", "b": "7 s"}),
        ("see table (b) 12 K (d) 3", {"b": "12 K", "d": "3"}),
        ("Part a: 4 m Part b: 7 s", {"a": "4 m", "b": "7 s"}),
        ("  $u=4$ .", {"a": "$u=4$ ."}),
        ("", {"a": ""}),
    ],
)
def test_key_is_cut_at_its_labels(key, parts):
    assert split_published(key) == parts


def test_argument_of_a_function_cuts_the_key():
    assert split_published("$u(z)=3 z$") == {"z": "=3 z$"}


def test_bold_label_does_not_cut():
    assert split_published("(a) 4 m $(\\mathbf{b}) 5$ m") == {"a": "4 m $(\\mathbf{b}) 5$ m"}


def test_equal_parts_are_one():
    assert split_published("(a) 4 m (b) 4 m (c) 5 m") == {"a": "4 m", "c": "5 m"}


@pytest.mark.parametrize(
    ("response", "boxes"),
    [
        ("\\boxed{1} \\boxed{2}", {"a": "1", "b": "2"}),
        ("\\boxed{\\frac{1}{2}} then \\boxed{ 3 }", {"a": "\\frac{1}{2}", "b": "3"}),
        ("(b) \\boxed{1} (a): \\boxed{2}", {"a": "2", "b": "1"}),
        ("\\boxed{1} and (b) \\boxed{2}", {"a": None, "b": "1"}),
        ("(c) \\boxed{1}", {"a": "1", "b": None}),
        ("\\boxed{1} \\boxed{2} \\boxed{3}", {"a": "1", "b": "2"}),
        ("\\boxed{1} \\boxed{\\boxed{2} \\boxed{3", {"a": "1", "b": None}),
        ("no box", {"a": None, "b": None}),
        ("", {"a": "", "b": None}),
    ],
)
def test_boxes_go_to_labels(response, boxes):
    assert boxes_published(response, ["a", "b"]) == boxes


def test_leftover_boxes_fill_in_order():
    assert boxes_published("\\boxed{1} \\boxed{2} \\boxed{3}", ["b", "x", "y", "z"]) == {
        "b": "2", "x": "1", "y": "3", "z": None,
    }  # fmt: skip
