from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.seeding import generator, seed_of

PART = st.one_of(st.text(max_size=8), st.integers(-(2**70), 2**70))


def test_one_path_gives_one_stream() -> None:
    assert np.array_equal(generator("toy", 7).random(50), generator("toy", 7).random(50))


def test_what_was_drawn_before_does_not_matter() -> None:
    alone = generator("toy", 7, "b").random(5)
    first = generator("toy", 7, "a")
    first.random(1000)
    assert np.array_equal(generator("toy", 7, "b").random(5), alone)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1,), ("1",)),
        (("a", "b"), ("b", "a")),
        (("a", "b"), ("ab",)),
        (("a", "", "b"), ("a", "b")),
        (('a","b',), ("a", "b")),
        (("é",), ("e\u0301",)),
        ((0,), ("",)),
        ((1,), (-1,)),
    ],
)
def test_paths_that_look_alike_differ(one: tuple[str | int, ...], other: tuple[str | int, ...]) -> None:
    assert seed_of(*one) != seed_of(*other)


@given(st.lists(PART, min_size=1, max_size=4), st.lists(PART, min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_seeds_are_equal_exactly_where_paths_are(one: list[str | int], other: list[str | int]) -> None:
    same = [(type(part), part) for part in one] == [(type(part), part) for part in other]
    assert (seed_of(*one) == seed_of(*other)) is same


def test_a_seed_has_128_bits() -> None:
    seeds = [seed_of("x", n) for n in range(200)]
    assert max(seeds) < 2**128
    assert max(seeds) > 2**120  # 200 draws all below 2**120 have a chance of 2**-1600


def test_neighbouring_paths_give_unrelated_streams() -> None:
    streams = [generator("toy", n).standard_normal(4000) for n in range(6)]
    for one, other in itertools.combinations(streams, 2):
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.08  # five standard deviations of 1/sqrt(4000)


def test_another_process_with_another_hash_seed_draws_the_same() -> None:
    code = "from mesocosm.seeding import seed_of; print(seed_of('toy', 7, 'é'))"
    run = subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": "17"}, capture_output=True, check=True)
    assert int(run.stdout) == seed_of("toy", 7, "é")


@pytest.mark.parametrize("part", [True, 1.0, None, b"x", np.int64(3)])
def test_a_part_of_another_type_is_refused_with_its_type(part: object) -> None:
    with pytest.raises(TypeError, match=f"of type {type(part).__name__}"):
        seed_of("toy", part)  # type: ignore[arg-type]


def test_an_empty_path_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one part"):
        seed_of()
