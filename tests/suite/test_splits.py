"""Splits are ranges of a suite's seed: which number belongs to which, and what ids say of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.errors import InvalidRecord
from mesocosm.suite import SPLITS, item_id, read_id, split_of, split_of_id, split_seed


@pytest.mark.parametrize(
    ("split", "seed", "number"),
    [("test", 7, 7), ("train", 7, 1_000_007), ("validation", 7, 2_000_007), ("train", 999_999, 1_999_999)],
)
def test_a_split_is_a_range_of_the_seed(split: str, seed: int, number: int) -> None:
    assert split_seed(split, seed) == number
    assert split_of(number) == (split, seed)


@pytest.mark.parametrize("number", [0, 999_999, -1, -(2**120), 3_000_000, 20_250_314])
def test_sealed_seeds_and_dates_are_of_the_test_split(number: int) -> None:
    assert split_of(number) == ("test", number)


@given(st.sampled_from(SPLITS), st.integers(0, 999_999))
def test_no_two_splits_share_a_number(split: str, seed: int) -> None:
    assert split_of(split_seed(split, seed)) == (split, seed)


@pytest.mark.parametrize("seed", [-1, 1_000_000, 20_250_314])
def test_a_seed_to_train_on_lies_below_a_million(seed: int) -> None:
    with pytest.raises(InvalidRecord, match=f"seed must lie in 0 to 999,999 for the split train, got {seed}"):
        split_seed("train", seed)


def test_a_number_of_another_split_is_no_seed_of_the_test() -> None:
    with pytest.raises(InvalidRecord, match="1000007 is not of the split test.*split 'train' and seed 7"):
        split_seed("test", 1_000_007)


def test_a_number_to_tune_on_is_named_as_such() -> None:
    message = (
        "numbers from 2,000,000 to 2,999,999 make items of the split validation; ask for split 'validation' and seed 7"
    )
    with pytest.raises(InvalidRecord, match=message):
        split_seed("test", 2_000_007)


def test_an_unknown_split_lists_those_there_are() -> None:
    with pytest.raises(InvalidRecord, match="split must be one of train, validation, test, got 'dev'"):
        split_seed("dev", 0)


@pytest.mark.parametrize(
    ("number", "name"),
    [(7, "toy-s7-0012"), (1_000_007, "toy-train-s7-0012"), (2_000_007, "toy-validation-s7-0012")],
)
def test_an_id_says_its_split(number: int, name: str) -> None:
    assert item_id("toy", number, 12) == name
    assert read_id(name, "toy") == (number, 12)
    assert split_of_id(name, "toy") == split_of(number)[0]


SECOND_SPELLINGS = ["toy-train-s07-0001", "toy-s00-0001", "toy-s-0-0001", "toy-s7-12", "toy-s7-00012", "toy-s٣-0001",
                    "toy-s7-٠٠١٢"]  # fmt: skip


@pytest.mark.parametrize("name", SECOND_SPELLINGS)
def test_an_id_has_one_spelling(name: str) -> None:
    with pytest.raises(InvalidRecord, match="is not an item of toy; ids look like toy-s7-0012 .*; did you mean toy-"):
        read_id(name, "toy")


@given(st.integers(-(2**128), 2**40), st.integers(0, 10**6))
def test_every_id_is_read_back(number: int, index: int) -> None:
    assert read_id(item_id("toy", number, index), "toy") == (number, index)


@pytest.mark.parametrize("name", ["toy-s1000007-0012", "toy-train-s1000007-0012", "toy-train-s-1-0000"])
def test_no_item_has_two_ids(name: str) -> None:
    with pytest.raises(InvalidRecord, match="is not an item of toy: .*ids look like toy-s7-0012 and toy-train-s7-0012"):
        read_id(name, "toy")


def test_test_is_no_word_of_an_id() -> None:
    with pytest.raises(InvalidRecord, match="ids look like toy-s7-0012"):
        read_id("toy-test-s7-0012", "toy")
