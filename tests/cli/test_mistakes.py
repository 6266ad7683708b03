"""Mistakes of newcomers: each is answered with what is wrong, what is allowed, and what was probably meant."""

import pytest

SUITE = {
    "in capitals": ("TOY", "no suite is called 'TOY'; did you mean toy?"),
    "two": ("toy,toy", "name one suite at a time: toy or toy"),
    "an item": ("toy-s0-0001", "it looks like an item of the suite toy: write toy"),
}
SHOW = {
    "an id without its number": (["toy-s0"], "'toy-s0' is not an item of toy; ids look like toy-s7-0012"),
    "an id in capitals": (["TOY-s0-0001"], "did you mean toy-s0-0001?"),
    "an id with a zero too few": (["toy-s0-1"], "did you mean toy-s0-0001?"),
    "an id with a zero too many": (["toy-train-s07-0001"], "did you mean toy-train-s7-0001?"),
    "an id in other digits": (["toy-s٣-0001"], "did you mean toy-s3-0001?"),
    "an id of many digits": ([f"toy-s{'9' * 5000}-0001"], "ids look like toy-s7-0012 and toy-train-s7-0012"),
    "a suite with its reference": (["toy", "--reference"], "--reference goes with an item, such as toy-s0-0001"),
}
LIST = {
    "a tool as a family": (["tools", "--family", "calculator"], "calculator.calculate is of the family execution"),
    "an unknown family": (["tools", "--family", "zzz"], "Known: "),
    "a part of a family": (["tools", "--family", "executio"], "did you mean execution?"),
}


@pytest.mark.parametrize("verb", ["run", "items", "attack"])
@pytest.mark.parametrize(("name", "told"), SUITE.values(), ids=SUITE.keys())
def test_something_else_for_a_suite(start, verb, name, told):
    status, message = start(verb, name)
    assert (status, told in message) == (2, True), message


@pytest.mark.parametrize(("words", "told"), SHOW.values(), ids=SHOW.keys())
def test_show(start, words, told):
    status, message = start("show", *words)
    assert (status, told in message) == (2, True), message


@pytest.mark.parametrize(("words", "told"), LIST.values(), ids=LIST.keys())
def test_list(start, words, told):
    status, message = start("list", *words)
    assert (status, told in message) == (2, True), message
