"""Rounds of templates."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import episode

from mesocosm.errors import InvalidRecord
from mesocosm.report.analyses.symmetry import symmetry
from mesocosm.stats.summary import deviation


def rounds(*right: str, templates: str = "abc", seed: int = 0):
    """Return a round for each text: + right, - wrong, x broken; the templates come in the same order every time."""
    signs = [(place, sign) for own in right for place, sign in enumerate(own)]
    return [
        episode(f"lab-s{seed}-{item:04d}", {"+": True, "-": False, "x": None}[sign], cluster=templates[place])
        for item, (place, sign) in enumerate(signs)
    ]


def test_by_hand():
    # 2/3 and 1/3: the deviation of two is their distance over √2. One template of three differs.
    found = symmetry(rounds("++-", "+--"))
    assert {name: one.right for name, one in found.accuracy.items()} == {"lab-s0, round 1": 2, "lab-s0, round 2": 1}
    assert found.deviation == pytest.approx(1 / 3 / math.sqrt(2))
    # Its own deviation is 1/√2, in a mean over three.
    assert found.by_chance == pytest.approx(1 / math.sqrt(2) / 3)
    assert [(one.template, one.mean, one.spread) for one in found.templates] == [
        ("b", 0.5, 1),
        ("a", 1, 0),
        ("c", 0, 0),
    ]


def test_a_round_broken_off_is_left_out_where_two_are_whole():
    assert symmetry(rounds("++-", "+--", "-")) == symmetry(rounds("++-", "+--"))


def test_else_the_common_templates_are_compared():
    found = symmetry(rounds("++-", "-"))
    assert [(one.right, one.n) for one in found.accuracy.values()] == [(1, 1), (0, 1)]
    assert [one.template for one in found.templates] == ["a"]


def test_a_template_that_broke_is_left_out_of_every_round():
    found = symmetry(rounds("++-", "+x-", "+--"))
    assert [one.n for one in found.accuracy.values()] == [2, 2, 2]


def test_seeds_are_rounds_too():
    assert list(symmetry([*rounds("++-"), *rounds("+--", seed=12)]).accuracy) == ["lab-s0, round 1", "lab-s12, round 1"]


def test_rounds_stand_in_order():
    found = symmetry(rounds(*["+"] * 11, templates="a"))
    assert list(found.accuracy)[-3:] == ["lab-s0, round 9", "lab-s0, round 10", "lab-s0, round 11"]


def test_one_round_has_no_deviation():
    found = symmetry(rounds("++-"))
    assert (len(found.accuracy), math.isnan(found.deviation), math.isnan(found.by_chance)) == (1, True, True)
    assert symmetry([]).accuracy == {}


def test_an_item_without_a_number_has_no_round():
    with pytest.raises(InvalidRecord, match="must end in its number to tell its round, got 'x'"):
        symmetry([episode("x")])


signs = st.text(alphabet="+-", min_size=3, max_size=3)


@given(st.lists(signs, min_size=2, max_size=3))
def test_chance_is_every_order_of_the_rounds_of_each_template(own):
    columns = [[float(one[place] == "+") for one in own] for place in range(3)]
    orders = itertools.product(*(itertools.permutations(column) for column in columns))
    squares = [deviation(sum(row) / 3 for row in zip(*order, strict=True)) ** 2 for order in orders]
    assert symmetry(rounds(*own)).by_chance == pytest.approx(math.sqrt(sum(squares) / len(squares)), abs=1e-12)
