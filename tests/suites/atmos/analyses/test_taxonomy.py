"""Kinds of mistakes."""

import math
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report import checks
from tests.report.checks import computed, text_of
from tests.stats.making import OFFERED, answers, episode

from mesocosm.questions.forks import ErrorKind
from mesocosm.suites.atmos.analyses.taxonomy import KINDS, MISTAKE_KINDS, taxonomy

BOTH = {"wrong_unit": "calculation", "ideal_gas": "knowledge"}


def chosen(*letters: str, kinds: dict[str, str] = BOTH):
    return [
        episode(item, letter == "A", label="A", predicted=letter, meaning=OFFERED, kinds=kinds)
        for item, letter in enumerate(letters)
    ]


def counts(found) -> dict[str, float]:
    return {one.kind: one.share.right for one in found.kinds if one.share.right}


def test_by_hand():
    # Wrong: B shows a slip of calculation, D that and missing knowledge, one has no answer.
    found = taxonomy(chosen("A", "B", "D", ""))
    assert (found.wrong, found.two_kinds) == (3, 1)
    assert counts(found) == {"calculation": 2, "knowledge": 1, "no answer": 1}
    rows = {one.kind: one for one in found.kinds}
    assert rows["calculation"].share.share == pytest.approx(2 / 3)
    # Each kind is in two of three wrong options, and two of three wrong episodes chose one: 2 · 2/3 / 3.
    assert rows["calculation"].by_chance == rows["knowledge"].by_chance == pytest.approx(4 / 9)
    assert rows["reasoning"].by_chance == 0
    assert math.isnan(rows["no answer"].by_chance)


def test_two_mistakes_of_one_kind_count_once():
    found = taxonomy(chosen("D", kinds={"wrong_unit": "reasoning", "ideal_gas": "reasoning"}))
    assert (found.two_kinds, counts(found)) == (0, {"reasoning": 1})


def test_a_mistake_without_a_known_kind_is_unclassified():
    found = taxonomy(chosen("C", "D", kinds={"wrong_unit": "calculation", "ideal_gas": "bad luck"}))
    assert (found.two_kinds, counts(found)) == (1, {"calculation": 1, "unclassified": 2})


def test_an_option_that_names_no_mistake_is_unclassified():
    one = episode(0, False, label="A", predicted="C", meaning={"A": (), "B": ("wrong_unit",), "C": ()}, kinds=BOTH)
    [unclassified] = [row for row in taxonomy([one]).kinds if row.share.right]
    assert (unclassified.kind, unclassified.by_chance) == ("unclassified", 0.5)


def test_items_that_name_no_mistakes_and_what_broke_count_nowhere():
    found = taxonomy([*answers(True, False), episode("x", None, meaning=OFFERED)])
    assert found.wrong == 0
    assert all(math.isnan(one.share.share) and math.isnan(one.by_chance) for one in found.kinds)


def test_the_kinds_are_those_of_forks():
    assert set(get_args(ErrorKind)) == set(MISTAKE_KINDS)


@given(
    st.lists(st.sampled_from(["A", "B", "C", "D", ""])),
    st.dictionaries(st.sampled_from(["wrong_unit", "ideal_gas"]), st.sampled_from(MISTAKE_KINDS)),
)
def test_counts_add_up(letters, kinds):
    found = taxonomy(chosen(*letters, kinds=kinds))
    assert tuple(one.kind for one in found.kinds) == KINDS
    # No option here shows more than two kinds.
    assert sum(counts(found).values()) == found.wrong + found.two_kinds
    assert found.wrong == sum(letter != "A" for letter in letters)


def test_it_keeps_the_contract(tmp_path):
    checks.check_telling("taxonomy")
    checks.check_order("taxonomy")
    checks.check_figure("taxonomy", tmp_path)
    checks.check_nothing_counted("taxonomy", tmp_path, missing="no item of these logs names the mistakes")


def test_known_mistakes_that_nothing_scored_show_dashes(tmp_path):
    checks.check_nothing_counted("taxonomy", tmp_path, meaning=OFFERED, kinds=BOTH)


def test_a_note_says_that_a_mistake_of_two_kinds_counts_in_two_rows():
    wrong = episode(0, False, label="A", predicted="D", meaning=OFFERED, kinds=BOTH)
    found, result = computed("taxonomy", [wrong])
    text = text_of(found.table(result))
    assert "counts in both rows" in text
    assert "one: 1 wrong, 1 of them in two rows" in text
