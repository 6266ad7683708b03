"""The atmos suite: items, options, agents, sets, variants."""

import itertools
import json
import subprocess
import sys
from collections import Counter

import pytest

from mesocosm import registry
from mesocosm.episode.agent import Case, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.errors import InvalidRecord
from mesocosm.isolation.selection import why_none
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.options import CLOSEST, FARTHEST
from mesocosm.suites.atmos.oracle import solve
from mesocosm.suites.atmos.release.sets import SETS, records

ITEMS = 400


@pytest.fixture(scope="module")
def suite():
    return registry.load("suites", "atmos")


@pytest.fixture(scope="module")
def cases(suite):
    return list(suite.cases(7, ITEMS))


def test_options_are_four_apart_of_one_sign_and_the_key_is_among_them(cases):
    for item, reference in cases:
        values = [float(value) for value in item.data.options.values()]
        assert len(set(item.data.options.values())) == 4
        assert min(values) > 0 or max(values) < 0
        for one, other in itertools.combinations(map(abs, values), 2):
            assert CLOSEST <= abs(one - other) / max(one, other) < 1 - 1 / FARTHEST
        template = catalogue()[item.data.template]
        part = template.parts[reference.hidden.symbol]
        assert item.data.options[reference.answer] == part.format_value(reference.hidden.value)


def test_every_letter_is_as_likely(cases):
    """100 expected of each; five standard deviations are 43."""
    letters = Counter(reference.answer for _, reference in cases)
    assert all(57 <= letters[letter] <= 143 for letter in "ABCD")


def test_templates_take_turns(suite):
    names = [suite.case(3, index)[0].data.template for index in range(len(catalogue()))]
    assert sorted(names) == sorted(catalogue())


def test_the_truth_stands_anywhere_among_sorted_options(cases):
    """100 expected at each place; five standard deviations are 43."""
    places = Counter()
    for item, reference in cases:
        values = sorted(float(value) for value in item.data.options.values())
        places[values.index(float(item.data.options[reference.answer]))] += 1
    assert all(57 <= places[place] <= 143 for place in range(4))


@pytest.mark.parametrize("profile", ["default", "published"])
def test_the_oracle_is_always_right(suite, cases, profile):
    for item, reference in cases[:100]:
        with suite.world(item, reference) as world:
            trace = run_episode(world, ScriptAgent(suite.oracle(Case(item, reference, world.tools))))
        assert suite.score(item, reference, trace, profile).value == 1.0


def test_each_mistake_lands_on_its_own_option(cases):
    for item, reference in cases:
        case = Case(item, reference, None)
        for letter, names in reference.hidden.mistakes.items():
            assert solve(case, frozenset(names)) == letter


def test_the_guesser_does_not_know_better_than_chance(suite, cases):
    """Of 400, 100 expected; five standard deviations are 43."""
    build = registry.load("agents", "atmos.guesser")
    right = 0
    for item, reference in cases:
        with suite.world(item, reference) as world:
            trace = run_episode(world, build(Case(item, reference, world.tools)))
        right += trace.answer.value == reference.answer
    assert 57 <= right <= 143


def test_tools_and_knowledge_are_variants(suite, cases):
    item, reference = cases[0]
    with suite.world(item, reference) as world:
        assert list(world.tools) == ["submit"]
        assert "What you need to know" not in world.system
    with suite.world(item, reference, options={"tools": "calculator", "knowledge": "given"}) as world:
        assert list(world.tools) == ["calculate", "submit"]
        assert catalogue()[item.data.template].background in world.system


@pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")
def test_python_can_be_given(suite, cases):
    with suite.world(*cases[0], options={"tools": "python"}) as world:
        assert world.call("python", {"code": "print(6 * 7)"}).text.strip().startswith("42")


@pytest.mark.parametrize(("name", "collection"), [("mcq10", "main"), ("mcq10-ext", "extra")])
def test_sets_have_ten_instances_of_every_template(name, collection):
    found = list(records(name, 0))
    wanted = [topic for topic, template in catalogue().items() if template.collection == collection]
    assert len(found) == len(wanted) * SETS[name][1]
    assert len({record["id"] for record in found}) == len(found)
    for record in found:
        assert record["options"]["ABCD".index(record["correct_option"])] == record["answer"]


def test_sets_are_the_same_bytes_twice(tmp_path):
    command = [sys.executable, "-c", "from mesocosm.cli.main import main; main()", "atmos", "generate"]
    for name in ("one", "two"):
        rest = ["--set", "mcq10-ext", "--seed", "5", "-o", str(tmp_path / name)]
        subprocess.run([*command, *rest], check=True, capture_output=True)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    first = json.loads((tmp_path / "one").read_text().splitlines()[0])
    assert set(first) == {"id", "problem", "answer", "options", "correct_option", "type", "canary"}


def test_without_tools_the_one_reply_is_the_answer(suite, cases):
    item, reference = cases[0]
    with suite.world(item, reference, options={"condition": "text"}) as world:
        case = Case(item, reference, world.tools, options=world.options)
        trace = run_episode(world, ScriptAgent(suite.oracle(case)))
        assert list(world.tools) == []
        assert "The answer is X" in world.system
    assert (trace.answer.value, suite.score(item, reference, trace).value) == (reference.answer, 1.0)


def test_one_reply_has_no_tools(suite, cases):
    with pytest.raises(
        InvalidRecord, match="condition=text has no tools, so the option tools must be none, got 'calculator'"
    ):
        suite.world(*cases[0], options={"condition": "text", "tools": "calculator"})
