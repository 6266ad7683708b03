"""Alignments worked by hand, and against every valid order tried."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.suites.terra.scoring.making import call, reference, step

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.scoring.alignment import align_steps, credible, fits_of
from mesocosm.suites.terra.scoring.assignment import best_pairing
from mesocosm.suites.terra.scoring.reference import in_order


def pairs(calls, ref, chosen=credible):
    """Return step to call, by id and place."""
    fits = chosen(fits_of(calls, range(len(calls)), ref))
    return {ref.steps[place].id: number for place, number in align_steps(fits, ref).items()}


LINE = reference(step("gis.a"), step("reanalysis.b"), step("region.c"))


@pytest.mark.parametrize(
    ("tools", "expected"),
    [
        (["gis.a", "reanalysis.b", "region.c"], {"gis.a": 0, "reanalysis.b": 1, "region.c": 2}),
        (["pictures.x", "gis.a", "reanalysis.b", "region.c"], {"gis.a": 1, "reanalysis.b": 2, "region.c": 3}),
        (["reanalysis.b", "gis.a", "region.c"], {"reanalysis.b": 0, "region.c": 2}),  # a tie: the earlier call is kept
        (["region.c", "reanalysis.b", "gis.a"], {"region.c": 0}),
        (["gis_a", "reanalysis_b"], {"gis.a": 0, "reanalysis.b": 1}),
        ([], {}),
    ],
)
def test_a_line_of_steps(tools, expected):
    assert pairs([call(tool) for tool in tools], LINE) == expected


def test_the_call_whose_arguments_agree_is_taken():
    ref = reference(step("gis.a", name="Ostrava"))
    assert pairs([call("gis.a", name="Brno"), call("gis.a", name="Ostrava"), call("gis.a", name="Opava")], ref) == {
        "gis.a": 1
    }


def test_a_stand_in_needs_the_steps_arguments():
    ref = reference(step("gis.a", name="Ostrava", limit=5))
    assert pairs([call("gis.other", name="Ostrava")], ref) == {"gis.a": 0}
    assert pairs([call("gis.other", name="Brno")], ref) == {}
    assert pairs([call("gis.other", name="Brno")], ref, dict) == {"gis.a": 0}
    assert pairs([call("region.other", name="Ostrava", limit=5)], ref, dict) == {}


def test_one_exact_call_beats_a_stand_in():
    ref = reference(step("gis.a", name="Ostrava"))
    assert pairs([call("gis.other", name="Ostrava"), call("gis.a", name="Brno")], ref) == {"gis.a": 1}


def test_any_valid_order_is_aligned_whole():
    # Two branches that meet: a1 -> b1, a2 -> b2, then c.
    ref = reference(
        step("gis.a", "a1", [], name="x"), step("gis.b", "b1", ["a1"], name="x"),
        step("gis.a", "a2", [], name="y"), step("gis.b", "b2", ["a2"], name="y"),
        step("gis.c", "c", ["b1", "b2"]),
    )  # fmt: skip
    calls = {
        "a1": call("gis.a", name="x"), "b1": call("gis.b", name="x"), "a2": call("gis.a", name="y"),
        "b2": call("gis.b", name="y"), "c": call("gis.c"),
    }  # fmt: skip
    before = ref.before()
    valid = [line for line in itertools.permutations(calls) if is_valid(line, before)]
    assert len(valid) == 6
    for line in valid:
        assert pairs([calls[name] for name in line], ref) == {name: line.index(name) for name in calls}


def test_an_order_that_is_not_valid_loses_a_step():
    ref = reference(step("gis.a", "a", []), step("gis.b", "b", ["a"]), step("gis.c", "c", []))
    assert len(pairs([call("gis.b"), call("gis.c"), call("gis.a")], ref)) == 2


def test_an_alternative_does_the_step():
    ref = reference(
        {**step("gis.a", name="x"), "alternatives": [{"tool": "region.other", "arguments": {"place": "x"}}]}
    )
    [fit] = fits_of([call("region.other", place="x")], [0], ref).values()
    assert (fit.exact, fit.arguments.share) == (True, 1)


def is_valid(line, before):
    return all(line.index(first) < line.index(later) for later in line for first in before[later])


def most(names, ref):
    """Return the most steps that any valid order has in common with the calls, trying every order."""
    before, ids = ref.before(), [step.id for step in ref.steps]
    return max(common(names, line) for line in itertools.permutations(ids) if is_valid(line, before))


def common(names, line):
    """Return the longest common subsequence, trying every choice of calls."""
    for size in range(len(names), 0, -1):
        for choice in itertools.combinations(names, size):
            rest = iter(line)
            if all(name in rest for name in choice):
                return size
    return 0


GRAPHS = st.lists(st.sets(st.integers(0, 3), max_size=2), min_size=4, max_size=4)


@settings(max_examples=40, deadline=None)
@given(GRAPHS, st.permutations("abcd"), st.integers(0, 4))
def test_never_more_than_the_best_order_allows_and_all_of_a_valid_one(graph, names, size):
    ids = "abcd"
    ref = reference(*(
        step(f"{name}.t", name, [ids[other] for other in sorted(graph[place]) if other < place])
        for place, name in enumerate(ids)
    ))  # fmt: skip
    tools = [f"{name}.t" for name in names[:size]]
    got = len(pairs([call(tool) for tool in tools], ref))
    assert got <= most(names[:size], ref)
    if size == 4 and is_valid(names, ref.before()):
        assert got == 4


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=1, max_size=4))
def test_the_pairing_worth_most_is_found(table):
    worth = {(row, column): float(value) for row, own in enumerate(table) for column, value in enumerate(own) if value}
    pairing = best_pairing(worth, len(table), 3)
    rows, columns = list(range(len(table))), [0, 1, 2]
    short, long = (rows, columns) if len(rows) <= 3 else (columns, rows)
    turned = len(rows) > 3
    best = max(
        sum(worth.get((other, mine) if turned else (mine, other), 0) for mine, other in zip(short, chosen, strict=True))
        for chosen in itertools.permutations(long, len(short))
    )
    assert sum(worth[pair] for pair in pairing.items()) == best
    assert len(set(pairing.values())) == len(pairing)


@pytest.mark.parametrize(
    ("worth", "expected"),
    [
        ({(1, 0): 1.0, (1, 2): 1.0}, {1: 0}),  # two calls do one step equally well: the earlier is taken
        ({(0, 1): 1.0, (2, 1): 1.0}, {0: 1}),  # one call does two steps equally well: it is the earlier's
    ],
)
def test_of_equals_the_earlier_are_paired(worth, expected):
    rows, columns = (max(places) + 1 for places in zip(*worth, strict=True))
    assert best_pairing(worth, rows, columns) == expected


# ---------------------------------------------------------------- references


def test_a_plain_list_is_a_total_order():
    assert LINE.before()["region.c"] == {"gis.a", "reanalysis.b"}


def test_steps_come_in_an_order_they_allow():
    ref = reference(step("t.a", "a", ["b"]), step("t.b", "b", []), step("t.c", "c", []))
    assert [step.id for step in in_order(ref.steps)] == ["b", "a", "c"]
    assert [step.id for step in in_order(ref.steps, {"c": -1})] == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([step("t.a", "a", ["b"]), step("t.b", "b", ["a"])], "steps a, b depend on each other"),
        ([step("t.a", "a", ["z"])], "step 'a': after names 'z', which is no step"),
        ([step("t.a", "a", []), step("t.b", "a", [])], "step 'a' occurs more than once"),
        ([{"id": "a", "tool": ""}], "steps.0.tool"),
        ([{"id": "a", "tool": "t.a", "aftr": []}], "steps.0.aftr"),
    ],
)
def test_a_reference_that_cannot_be_says_why(steps, message):
    with pytest.raises(InvalidRecord) as raised:
        reference(*steps)
    assert message in str(raised.value)
