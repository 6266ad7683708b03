"""The phreeqc suite: items, options, agents, variants."""

import itertools
import json
import subprocess
import sys

import pytest

from mesocosm import registry
from mesocosm.episode.agent import Case, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.errors import BrokenEpisode, InvalidRecord
from mesocosm.isolation.selection import why_none
from mesocosm.suite import Suite
from mesocosm.suites.phreeqc.catalogue import catalogue
from mesocosm.suites.phreeqc.options import CLOSEST, evaluate
from mesocosm.suites.phreeqc.oracle import forks_of, solve

needs_isolator = pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")
ITEMS = 32


@pytest.fixture(scope="module")
def suite() -> Suite:
    return registry.load("suites", "phreeqc")


@pytest.fixture(scope="module")
def cases(suite):
    return list(suite.cases(7, ITEMS))


def play(suite, item, reference, script, **options):
    with suite.world(item, reference, options=options) as world:
        return run_episode(world, ScriptAgent(script(Case(item, reference, world.tools))))


def test_there_are_scenarios_enough_with_mistakes_enough():
    assert len(catalogue()) >= 24
    for scenario in catalogue().values():
        assert len(scenario.mistakes) >= 3, scenario.name
        assert scenario.low < scenario.high


def test_options_are_four_distinct_and_apart(cases):
    for item, reference in cases:
        values = [float(value) for value in item.data.options.values()]
        assert len(set(item.data.options.values())) == 4
        for one, other in itertools.combinations(values, 2):
            assert abs(one - other) >= CLOSEST * max(abs(one), abs(other)), item.id
        made = catalogue()[item.data.scenario]
        assert made.low <= reference.hidden.value <= made.high
        assert item.data.options[reference.answer] == made.format_value(reference.hidden.value)


def test_letters_do_not_take_turns(cases):
    """By chance, all of eight blocks of four hold each letter once with (4! / 4^4)^8, one case in 170 million."""
    letters = [reference.answer for _, reference in cases]
    assert any(len(set(letters[start : start + 4])) < 4 for start in range(0, ITEMS, 4))
    assert set(letters) == set("ABCD")


def test_scenarios_take_turns(suite):
    names = [suite.case(3, index)[0].data.scenario for index in range(len(catalogue()))]
    assert sorted(names) == sorted(catalogue())


def test_truth_is_what_the_written_input_gives_again(cases):
    """A second run from the input text, in a process of its own, prints the same option."""
    item, reference = cases[0]
    made = catalogue()[item.data.scenario]
    code = (
        "import sys, json; from mesocosm.simulators.phreeqc.engine import run;"
        "print(json.dumps(run(sys.stdin.read(), sys.argv[1]).listing))"
    )
    asked = frozenset(reference.hidden.asked)
    deck = made.deck(reference.hidden.parameters, asked)
    done = subprocess.run(
        [sys.executable, "-c", code, made.database], input=deck, capture_output=True, text=True, check=True
    )
    from mesocosm.simulators.phreeqc.reading import Readings

    value = made.read(Readings(json.loads(done.stdout)), reference.hidden.parameters, asked)
    assert made.format_value(value) == item.data.options[reference.answer]


def test_every_option_is_the_result_of_its_mistakes(cases):
    for item, reference in cases[:8]:
        made = catalogue()[item.data.scenario]
        for letter, wrong in reference.hidden.mistakes.items():
            taken = forks_of(Case(item, reference, None), frozenset(wrong))
            value = evaluate(made, reference.hidden.parameters, taken)
            assert made.format_value(value) == item.data.options[letter]


@needs_isolator
@pytest.mark.parametrize("protocol", ["toc", "raw100k"])
def test_the_oracle_is_always_right(suite, cases, protocol):
    wrong = [
        item.id
        for item, reference in cases[::2]
        if suite.score(item, reference, play(suite, item, reference, suite.oracle, protocol=protocol)).value != 1.0
    ]
    assert wrong == []


@needs_isolator
def test_a_careless_agent_lands_on_its_own_mistake(suite, cases):
    """Each single mistake that an item offers, made by an agent that works through the tools."""
    landed = []
    for item, reference in cases[:10]:
        offered = {names[0]: letter for letter, names in reference.hidden.mistakes.items() if len(names) == 1}
        for mistake, letter in offered.items():
            trace = play(suite, item, reference, lambda case, m=mistake: solve(case, frozenset({m})))
            landed.append(trace.answer.value == letter)
    assert len(landed) >= 20
    assert sum(landed) >= 0.95 * len(landed)


@needs_isolator
def test_the_answer_can_be_a_file_as_published(suite, cases):
    item, reference = cases[0]
    trace = play(suite, item, reference, suite.oracle, answer="file")
    assert trace.end.reason == "submitted"
    assert trace.answer.value == reference.answer


@needs_isolator
def test_a_file_that_is_no_letter_is_refused_with_what_is_wrong(suite, cases):
    item, reference = cases[0]
    with suite.world(item, reference, options={"answer": "file"}) as world:
        seen = world.call("write_file", {"path": "answer.txt", "content": "maybe B"})
        assert "must be one of the letters A, B, C, D, got 'maybe B'" in seen.error.message
        assert world.call("write_file", {"path": "answer.txt", "content": " b\n"}).done
        assert world.desk.answer.value == "B"


@pytest.mark.parametrize("condition", ["direct", "cot"])
def test_without_an_engine_there_is_only_the_desk(suite, cases, condition):
    with suite.world(*cases[0], options={"condition": condition}) as world:
        assert list(world.tools) == ["submit"]
        assert world.system == suite.prompt(condition)


@pytest.mark.parametrize("options", [{"condition": "text"}, {"condition": "cot", "answer": "text"}])
def test_without_tools_the_one_reply_is_the_answer(suite, cases, options):
    item, reference = cases[0]
    trace = play(suite, item, reference, suite.oracle, **options)
    assert trace.start.tools == {}
    assert (trace.end.reason, suite.score(item, reference, trace).value) == ("submitted", 1.0)


def test_an_agent_with_an_engine_does_not_answer_in_one_reply(suite, cases):
    with pytest.raises(InvalidRecord, match="condition must be direct, cot or text, got 'agent'"):
        suite.world(*cases[0], options={"answer": "text"})


@needs_isolator
def test_the_table_of_contents_leads_to_the_section(suite, cases):
    item, reference = cases[0]
    made = catalogue()[item.data.scenario]
    with suite.world(item, reference) as world:
        world.call("write_file", {"path": "input.pqi", "content": made.deck(reference.hidden.parameters, frozenset())})
        seen = world.call("execute_phreeqc", {})
        row = next(line.split(maxsplit=2) for line in seen.text.splitlines() if line.endswith("Solution composition"))
        page = world.call("read_file", {"path": "output.out", "start_line": int(row[0]), "end_line": int(row[1])})
    assert page.text.startswith("-----")
    assert "Solution composition" in page.text.splitlines()[0]
    assert "Molality" in page.text


def test_an_input_file_that_is_missing_is_answered_with_those_there_are(suite, cases):
    with suite.world(*cases[0]) as world:
        assert "it has no files" in world.call("execute_phreeqc", {}).text
        world.call("write_file", {"path": "calcite.pqi", "content": "END"})
        assert (
            "'input.pqi' does not exist in the workspace; its files: calcite.pqi"
            in world.call("execute_phreeqc", {}).text
        )


def test_an_unknown_variant_is_refused(suite, cases):
    with pytest.raises(InvalidRecord, match="option protocol must be one of toc, .* got 'raw1m'"):
        suite.world(*cases[0], options={"protocol": "raw1m"})
    with pytest.raises(InvalidRecord, match="protocol must be toc or rawNk with a whole number N, got 'rawtenk'"):
        suite.world(*cases[0], options={"protocol": "rawtenk"})


@needs_isolator
def test_raw_gives_the_listing_itself_cut_to_size(suite, cases):
    item, reference = cases[0]
    made = catalogue()[item.data.scenario]
    deck = made.deck(reference.hidden.parameters, frozenset())
    with suite.world(item, reference, options={"protocol": "raw3k"}) as world:
        world.call("write_file", {"path": "input.pqi", "content": deck})
        seen = world.call("execute_phreeqc", {})
    assert "Reading input data for simulation 1." in seen.text
    assert "characters left out" in seen.text
    assert len(seen.text) < 3_500


@needs_isolator
def test_the_oracle_reads_by_the_table_of_contents(suite, cases):
    """If the table of contents is whole, the oracle reads only the sections it needs."""
    item, reference = cases[0]
    trace = play(suite, item, reference, suite.oracle)
    read = [call.arguments for call, _ in trace.calls() if call.tool == "read_file"]
    [run] = [seen for call, seen in trace.calls() if call.tool == "execute_phreeqc"]
    lines = int(run.text.partition(" lines")[0].rpartition(" ")[2])
    assert read
    assert sum(one["end_line"] - one["start_line"] + 1 for one in read) < lines


def test_random_letters_are_right_a_quarter_of_the_time(suite):
    """Of 400 random agents that have only the desk, 100 are expected to be right; four standard deviations are 35."""
    build = registry.load("agents", "random")
    right = 0
    for index, seed in itertools.product(range(8), range(50)):
        item, reference = suite.case(7, index)
        with suite.world(item, reference, options={"condition": "direct"}) as world:
            trace = run_episode(world, build(Case(item, reference, world.tools, seed=seed)))
        right += trace.answer.value == reference.answer
    assert 65 <= right <= 135


def test_items_are_the_same_bytes_twice():
    command = [
        sys.executable,
        "-c",
        "from mesocosm.cli.main import main; main()",
        "items",
        "phreeqc",
        "--seed",
        "7",
        "--limit",
        "6",
    ]
    first, second = (subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2))
    assert first == second
    assert len(first.splitlines()) == 6
    assert b"reference" not in first


def test_mistakes_behind_letters_are_named(cases):
    for item, reference in cases:
        named = catalogue()[item.data.scenario].mistakes
        for names in reference.hidden.mistakes.values():
            assert set(names) <= set(named)


def test_without_an_isolator_an_episode_is_broken_and_not_lost(suite, cases, monkeypatch):
    monkeypatch.setenv("MESOCOSM_ISOLATOR", "none")
    with pytest.raises(BrokenEpisode, match="sandbox: running code is switched off here"):
        suite.world(*cases[0])
    with suite.world(*cases[0], options={"condition": "direct"}) as world:
        assert list(world.tools) == ["submit"]


def test_what_a_world_is_made_of_is_known_without_an_isolator(suite, cases, monkeypatch):
    monkeypatch.setenv("MESOCOSM_ISOLATOR", "none")
    assert suite.setting(*cases[0]).sandboxed
    assert not suite.setting(*cases[0], {"condition": "direct"}).sandboxed


@needs_isolator
@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("SOLUTION 1\n pH seven\nEND\n", "Concentration data error for ph in solution input."),
        ("SOLUTION 1\nEQUILIBRIUM_PHASES\n Calcitee 0\nEND\n", "Phase not found in database, Calcitee."),
        ("SOLUTION 1\nUSER_PRINT\n 10 PRINT (1\nEND\n", "BASIC"),
        ("SOLUTION 1\n Na 1\n Ca 9e9\nEND\n", "converge"),
    ],
)
def test_an_agent_reads_what_is_wrong(deck, message, tmp_path):
    suite = registry.load("suites", "phreeqc")
    with suite.world(*suite.case(0, 0)) as world:
        world.call("write_file", {"path": "input.pqi", "content": deck})
        seen = world.call("execute_phreeqc", {})
    assert "the run failed" in seen.text
    assert message in seen.text
    assert seen.data["error_count"] > 0
