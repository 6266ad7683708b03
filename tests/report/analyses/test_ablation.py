"""Effects of options on an agent."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stats.making import episode

from mesocosm.report.analyses.ablation import ablations
from mesocosm.stats.runs import split_runs

ORDER = {"tools": ("none", "calculator", "python"), "knowledge": ("withheld", "given")}


def run(right: str, *, kinds: str = "", agent: str = "one", **options: str):
    """Return an episode for each letter: + right, - wrong, x broken, a space for no episode; k and r are kinds."""
    names = {"k": "knowledge", "r": "reasoning"}
    return [
        episode(
            item, {"+": True, "-": False, "x": None}[sign], agent=agent, options=options,
            kind=names.get(kinds[item : item + 1], ""), cluster=f"c{item}",
        )
        for item, sign in enumerate(right)
        if sign != " "
    ]  # fmt: skip


def ablations_of(*runs, order=ORDER):
    return ablations(split_runs([one for own in runs for one in own]), order)


def test_by_hand():
    """The fourth item broke under Python: the three others are compared."""
    none, calculator, python = ablations_of(
        run("+--+", kinds="kkrr", tools="none"),
        run("++-+", kinds="kkrr", tools="calculator"),
        run("+++x", kinds="kkrr", tools="python"),
    )
    assert [one.value for one in (none, calculator, python)] == ["none", "calculator", "python"]
    assert {one.reference for one in (none, calculator, python)} == {"none"}
    every, knowledge, reasoning = calculator.parts
    assert (every.part, every.accuracy.right, every.accuracy.n) == ("all", 2, 3)
    assert (every.change.kept, every.change.gained, every.change.lost, every.change.both_wrong) == (1, 1, 0, 1)
    assert every.difference.item_mean == pytest.approx(1 / 3)
    assert (knowledge.accuracy.n, knowledge.change.gained, knowledge.difference.item_mean) == (2, 1, 0.5)
    assert (reasoning.accuracy.n, reasoning.change.gained) == (1, 0)
    # Two gained, none lost: both ends of four equally likely cells, 2 · 1/4.
    assert (python.parts[0].change.gained, python.parts[0].change.p_value) == (2, 0.5)
    assert none.parts[0].change.difference == 0
    assert none.run == none.reference_run


def test_the_other_options_stay_the_same():
    rows = ablations_of(
        run("+-", tools="none", knowledge="withheld"),
        run("++", tools="python", knowledge="withheld"),
        run("--", tools="none", knowledge="given"),
        run("++", tools="none", knowledge="withheld", agent="two"),
    )
    assert [(one.option, one.run, one.reference_run) for one in rows] == [
        ("knowledge", "one [withheld tools=none]", "one [withheld tools=none]"),
        ("knowledge", "one [given tools=none]", "one [withheld tools=none]"),
        ("tools", "one [withheld tools=none]", "one [withheld tools=none]"),
        ("tools", "one [withheld python]", "one [withheld tools=none]"),
    ]


def test_runs_that_differ_in_two_options_are_not_compared():
    assert ablations_of(run("+", tools="none", knowledge="given"), run("+", tools="python", knowledge="withheld")) == ()
    assert ablations_of(run("+", tools="none"), run("+", tools="python", agent="two")) == ()
    assert ablations_of() == ()


def test_without_the_default_the_next_value_of_the_card_is_the_reference():
    rows = ablations_of(run("+", tools="python"), run("-", tools="calculator"))
    assert [(one.value, one.reference) for one in rows] == [("calculator", "calculator"), ("python", "calculator")]


def test_values_of_a_pattern_and_unknown_ones_stand_behind():
    order = {"protocol": ("toc", "raw500k", "raw*k")}
    rows = ablations_of(*(run("+", protocol=one) for one in ("raw20k", "own", "raw500k", "toc")), order=order)
    assert [one.value for one in rows] == ["toc", "raw500k", "raw20k", "own"]


def test_items_without_a_kind_have_one_part():
    for one in ablations_of(run("+-", tools="none"), run("-+", tools="python")):
        assert [part.part for part in one.parts] == ["all"]


signs = st.text(alphabet="+-x ", min_size=6, max_size=6)


@settings(deadline=None, max_examples=30)  # every example resamples several times
@given(signs, signs, signs)
def test_all_values_are_judged_on_the_same_items(one, two, three):
    runs = [run(own, tools=tool) for own, tool in zip((one, two, three), ORDER["tools"], strict=True)]
    rows = ablations_of(*(own for own in runs if own))
    sizes = {row.parts[0].accuracy.n for row in rows} | {row.parts[0].change.n for row in rows}
    assert len(sizes) <= 1
