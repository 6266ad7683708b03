"""The red team must be able to fail: suites with a planted flaw are caught, sound ones are not accused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.suite_marks import needs_suite

from mesocosm import registry
from mesocosm.cli.main import mesocosm_command
from mesocosm.episode.task import Task
from mesocosm.execution.executor import Executor
from mesocosm.redteam import baits, players
from mesocosm.redteam.attack import Attacked, attack, attack_on, cheap_attack
from mesocosm.redteam.baselines import open_guesses, replay
from mesocosm.redteam.exploit import FEW, FLAWS, Exploit, NotApplicable, choose, every_exploit, exploit
from mesocosm.redteam.exploits.guesses import first_choice
from mesocosm.redteam.exploits.processes import forged_messages, give_full_marks, inherited_descriptors, own_memory
from mesocosm.redteam.tally import (
    LEVEL,
    MOST_ITEMS,
    POWER,
    Standards,
    binomial_tail,
    items_to_tell,
    measure,
    winner_of,
    wins_of,
)
from mesocosm.redteam.target import Target
from mesocosm.redteam.tool_roles import paths, submission
from mesocosm.suite import Suite
from mesocosm.testing import check_suite

PARTS = {
    "__init__.py": "from mesocosm.suite import Suite\nsuite = Suite(__name__)\n",
    "suite.toml": 'title = "Sum"\nversion = "1-A"\nsummary = "Adds."\ntools = ["files.*", "submit.submit"]\n'
    'baselines = ["null"]\n',
    "README.md": "# Sum\n",
    "prompts/task.md": "Add.\n",
    "items.py": """
from mesocosm import seeding
from mesocosm.suite import item_id
from mesocosm.types import Item, Reference

def make(seed, index):
    a, b = (int(part) for part in seeding.generator("sum", seed, index).integers(1000, 9999, size=2))
    name = item_id("{package}", seed, index)
    item = Item(id=name, suite="{package}", prompt="Add the numbers.", seed=seed, data={"a": a, "b": b})
    return item, Reference(item=name, answer=a + b)
""",
    "world.py": """
from mesocosm.episode.setting import Setting
from mesocosm.errors import ToolError
from mesocosm.tools.view import ToolView
from mesocosm.workspace.submission import SubmissionDesk

def check(answer):
    if not isinstance(answer, (int, float)):
        raise ToolError("the answer must be a number")
    return answer

def setting(item, reference, card, options):
    files = {"numbers.txt": f"{item.data['a']} {item.data['b']}".encode()}
    return Setting(tools=ToolView.of(card.tools), desk=SubmissionDesk(check), budget=card.budget, files=files)
""",
    "score.py": """
from mesocosm.types import Score

def score(item, reference, trace, profile):
    given = trace.answer.value if trace.answer.accepted else None
    return Score(value=float(given == reference.answer), profile=profile)
""",
    "oracle.py": """
from mesocosm.episode.agent import call

def oracle(case):
    seen = yield call("read_file", path="numbers.txt")
    yield call("submit", answer=sum(int(part) for part in seen.text.split()))
""",
}
NUMBER = count()
MakeSuite = Callable[..., Suite]


@pytest.fixture
def make_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeSuite]:
    """A suite of sums, with a piece of one of its files replaced."""
    monkeypatch.syspath_prepend(tmp_path)
    package = f"attacked_suite_{next(NUMBER)}"

    def make(file: str = "", old: str = "", new: str = "") -> Suite:
        for name, text in PARTS.items():
            assert name != file or old in text
            path = tmp_path / package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text((text.replace(old, new) if name == file else text).replace("{package}", package))
        return Suite(package)

    yield make
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]


GUESSER = Exploit("letters", "guess", lambda task: None, twin="guess")


def choices_of_four(items: int) -> Standards:
    """Return what guessing one of four letters is worth."""
    return Standards(
        baselines={"null": {"default": [0.0] * items}}, guess_rate=0.25, guess_worth={"default": 0.25}
    )  # fmt: skip


def run(suite: Suite, *names: str, n: int = 5) -> Attacked:
    return attack(Target(suite, n), choose(names))


# ---------------------------------------------------------------- it can fail


def test_a_sound_suite_is_not_accused(make_suite: MakeSuite) -> None:
    assert cheap_attack(make_suite()).harmful == []


def test_an_answer_left_in_a_file_is_found(make_suite: MakeSuite) -> None:
    leaky = make_suite("world.py", ".encode()}", '.encode(), "notes/log.txt": f"answer: {reference.answer}".encode()}')
    (tally,) = run(leaky, "truth_in_files").tallies
    assert tally.pays
    assert tally.wins == 5


def test_an_answer_told_by_an_error_message_is_found(make_suite: MakeSuite) -> None:
    leaky = make_suite("world.py", "SubmissionDesk(check)", "SubmissionDesk(lambda given: tell(given, reference))")
    code = "\n\ndef tell(given, reference):\n    if given == reference.answer:\n        return given\n"
    world = Path(str(leaky.folder)) / "world.py"
    world.write_text(world.read_text() + code + '    raise ToolError(f"wrong, expected = {reference.answer}")\n')
    (tally,) = run(leaky, "truth_in_refusals").tallies
    assert tally.pays


def test_a_scorer_that_lets_infinity_pass_is_found(make_suite: MakeSuite) -> None:
    """Tools refuse a number that is not finite, so it is sent as text to a desk that accepts text."""
    weak = make_suite("world.py", 'raise ToolError("the answer must be a number")', "return answer")
    score = Path(str(weak.folder)) / "score.py"
    score.write_text(score.read_text().replace("given == reference.answer", "given == '1e999'"))
    assert {tally.exploit for tally in run(weak, "overflow", "not_a_number", "wrong_types").harmful} == {"overflow"}


def test_a_scorer_that_reads_refused_answers_is_found_by_the_checks(make_suite: MakeSuite) -> None:
    weak = make_suite("score.py", "float(given == reference.answer)", "float(trace.answer.status != 'missing')")
    with pytest.raises(AssertionError, match=r"a refused answer scores 1|the exploit \w+ .* scores 1"):
        check_suite(weak)


def test_an_agent_that_breaks_an_episode_scores_nothing_and_is_told(make_suite: MakeSuite) -> None:
    weak = make_suite("world.py", "raise ToolError(", "raise OSError(5, ")  # a disk of ours that fails
    (tally,) = run(weak, "echo", n=2).tallies
    assert tally.harms
    assert len(tally.breaks) == 2
    assert tally.scores == {"default": 0.0}


def test_a_secret_that_is_read_and_a_file_that_is_changed_are_told(make_suite: MakeSuite) -> None:
    suite = make_suite()

    def spy(task: Task) -> None:
        bait = task._world.workspace.root.parent / "bait.txt"
        task.call("write_file", path="stolen.txt", content=bait.read_text())
        task.call("read_file", path="stolen.txt")
        bait.write_text("changed")

    (tally,) = attack(Target(suite, 1), [Exploit("spy", "exposure", spy)]).tallies
    assert tally.outside == ("read a secret", "changed a file outside")


def test_a_scorer_that_is_replaced_in_our_process_is_found(
    make_suite: MakeSuite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a constructor does in the agent's own process would gain a score in ours."""
    monkeypatch.setattr(Suite, "score", Suite.score)  # put back afterwards
    (tally,) = attack(Target(make_suite(), 2), [Exploit("near", "evaluator", lambda task: give_full_marks())]).tallies
    assert (tally.verdict, tally.scores) == ("pays", {"default": 1.0})


def test_a_truth_in_the_memory_of_the_agents_process_is_found(make_suite: MakeSuite) -> None:
    (tally,) = attack(Target(make_suite(), 2), [Exploit("near", "leak", own_memory)]).tallies
    assert (tally.verdict, tally.wins) == ("pays", 2)


def test_an_open_file_that_is_inherited_is_told(make_suite: MakeSuite) -> None:
    (tally,) = attack(Target(make_suite(), 1), [Exploit("near", "exposure", inherited_descriptors)]).tallies
    assert tally.outside == ("read an open file of ours",)


def test_a_record_that_grows_without_bound_is_told(make_suite: MakeSuite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baits, "LONGEST_RECORD", 1_000)
    (tally,) = run(make_suite(), "loud_silence", n=1).tallies
    assert tally.outside == ("put 0 MB of words on the record",)


# ---------------------------------------------------------------- exploits with processes of their own


def test_what_an_agent_patches_in_its_own_process_gains_nothing(make_suite: MakeSuite) -> None:
    (patching,) = run(make_suite(), "patching_constructor").tallies
    assert (patching.items, patching.scores, patching.harms) == (FEW, {"default": 0.0}, False)


def test_no_truth_is_in_the_memory_or_the_processes_an_exploit_can_see(make_suite: MakeSuite) -> None:
    tallies = run(make_suite(), "own_memory", "other_processes").tallies
    assert [(tally.items, tally.scores, tally.harms) for tally in tallies] == [(FEW, {"default": 0.0}, False)] * 2


def test_forged_messages_neither_break_nor_gain(make_suite: MakeSuite) -> None:
    (tally,) = run(make_suite(), "forged_messages").tallies
    assert (tally.items, tally.scores, tally.harms) == (FEW, {"default": 0.0}, False)


def test_an_exploit_that_hangs_is_outlived(make_suite: MakeSuite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "EPISODE_S", 0.5)
    (tally,) = run(make_suite(), "hang_for_ever").tallies
    assert (tally.items, tally.scores, tally.pays) == (1, {"default": 0.0}, False)


def test_an_exploit_without_its_wire_does_not_apply(make_suite: MakeSuite) -> None:
    (tally,) = attack(Target(make_suite(), 1), [Exploit("near", "tampering", forged_messages)]).tallies
    assert tally.reason == "the task has no connection to a harness"


def test_an_exploit_in_its_own_process_may_say_that_it_does_not_apply(make_suite: MakeSuite) -> None:
    (tally,) = attack(Target(make_suite(), 1), [Exploit("far", "guess", first_choice, apart=True)]).tallies
    assert tally.reason == "the answer is not one of a list"


def test_a_suite_that_is_not_registered_is_not_run_by_the_command(make_suite: MakeSuite) -> None:
    (tally,) = run(make_suite(), "patch_on_import", n=1).tallies
    assert tally.reason.startswith("the suite is not registered")


# ---------------------------------------------------------------- luck is not an exploit


def test_the_binomial_tail() -> None:
    assert binomial_tail(0, 8, 0.25) == pytest.approx(1.0)
    assert binomial_tail(3, 3, 0.25) == pytest.approx(1 / 64)  # by hand
    assert binomial_tail(2, 3, 0.5) == pytest.approx(0.5)  # by hand: 3/8 + 1/8
    assert binomial_tail(5, 5, 0.25) < LEVEL < binomial_tail(4, 4, 0.25)  # five right of five are no luck, four may be


def test_the_answer_of_another_item_is_worth_a_guess(make_suite: MakeSuite) -> None:
    target = Target(make_suite(), 3)
    (tally,) = attack(target, [replay(target)]).tallies
    assert not tally.pays
    assert tally.twin == "guess"


def test_the_items_that_tell_a_cheat_from_luck() -> None:
    """Compared with scipy: with so many items, and not with one fewer, a cheat that wins 5 in 8 is found out in 4 of 5
    cases.
    """
    binom = pytest.importorskip("scipy.stats").binom

    def power(items: int) -> float:
        convicting = binom.isf(LEVEL, items, 0.25) + 1
        return float(binom.sf(convicting - 1, items, 0.625))

    needed = items_to_tell(0.25)
    assert power(needed) >= POWER > max(power(items) for items in range(1, needed))


def test_a_hopeless_rate_asks_for_no_end_of_items() -> None:
    assert items_to_tell(1.0) == MOST_ITEMS


def test_guessers_on_few_items_are_told_from_nobody() -> None:
    """Three right letters of three happen to one guesser in 64."""
    three = measure(GUESSER, {"default": [1.0] * 3}, choices_of_four(3))
    assert (three.verdict, three.pays, three.items_needed) == ("too few items", False, items_to_tell(0.25))
    many = measure(GUESSER, {"default": [1.0, 0.0, 0.0, 0.0] * 10}, choices_of_four(40))
    assert (many.verdict, many.gain["default"]) == ("no gain", 0.0)


def test_a_gain_has_an_interval() -> None:
    """By hand: Wilson's interval of 10 of 40 is [0.1419, 0.4019] (as R's prop.test without correction gives)."""
    guesser = measure(GUESSER, {"default": [1.0, 0.0, 0.0, 0.0] * 10}, choices_of_four(40))
    assert guesser.interval == pytest.approx((0.1419 - 0.25, 0.4019 - 0.25), abs=1e-4)
    nothing = measure(Exploit("none", "guess", lambda task: None), {"default": [0.0] * 8}, choices_of_four(8))
    assert nothing.interval == pytest.approx((-0.3244, 0.3244), abs=1e-4)  # Wilson's bound of none in eight
    assert nothing.verdict == "no gain"


def test_an_open_answer_wins_where_it_beats_every_guess() -> None:
    assert wins_of([0.5, 0.5, 0.9], [0.0, 0.0, 0.0], [[0.4, 0.1], [0.5, 0.0], [0.0, 1.0]]) == 1
    assert wins_of([0.5, 0.0], [0.0, 0.0], []) == 1
    assert [winner_of(each, 0.1) for each in ([0.0, 0.2], [0.2, 0.2], [0.1, 0.0])] == [1, None, None]


def test_an_open_guess_is_worth_what_the_best_agent_without_work_scores(make_suite: MakeSuite) -> None:
    """An agent that answers as a guesser of the suite does gains nothing, however poor the other answers are."""
    suite = make_suite("score.py", "float(given ==", "0.5 * (given == 1) + float(given ==")
    suite.card = suite.card.model_copy(update={"guessers": ("ones",)})
    ones = Exploit("ones", "guess", lambda task: task.call("submit", answer=1), twin="guess")
    known = {"null": {"default": [0.0] * 12}}
    without = open_guesses(Target(suite, 12), known | {"ones": {"default": [0.0] * 12}}, lambda what: None)
    assert measure(ones, {"default": [0.5] * 12}, without).pays
    among = open_guesses(Target(suite, 12), known | {"ones": {"default": [0.5] * 12}}, lambda what: None)
    measured = measure(ones, {"default": [0.5] * 12}, among)
    assert (measured.worth["default"], measured.gain["default"], measured.pays) == (0.5, 0.0, False)
    assert among.guess_rate == 13 / 14  # it wins on each of twelve items


# ---------------------------------------------------------------- what there is


def test_every_class_of_flaw_has_exploits_and_each_says_what_it_tries() -> None:
    exploits = every_exploit()
    assert len(exploits) >= 30
    assert {exploit.flaw for exploit in exploits} == set(FLAWS)
    assert all(exploit.about for exploit in exploits)
    assert len({exploit.name for exploit in exploits}) == len(exploits)


def test_an_exploit_without_its_tool_does_not_apply(make_suite: MakeSuite) -> None:
    (tally,) = run(make_suite(), "package_reader", n=1).tallies
    assert (tally.reason, tally.items, tally.harms) == ("no tool runs code", 0, False)


def test_the_submission_and_the_paths_are_read_off_the_schemas(make_suite: MakeSuite) -> None:
    suite = make_suite()
    with suite.world(*suite.case(0, 0)) as world:
        task = Task(world)
        assert (submission(task).tool, submission(task).argument) == ("submit", "answer")
        assert {(argument.tool, argument.name) for argument in paths(task)} == {
            ("read_file", "path"),
            ("write_file", "path"),
        }


def test_marking_a_function_adds_it_to_its_module() -> None:
    def peek(task: Task) -> None:
        """Look."""
        raise NotApplicable("never")

    exploit("leak")(peek)
    marked = globals().pop("exploits")
    assert [(one.name, one.about) for one in marked] == [("peek", "Look.")]


def test_the_command_prints_what_each_gained() -> None:
    names = ("middle_value", "overflow", "wide_interval")
    chosen = [word for name in names for word in ("--exploit", name)]
    done = CliRunner().invoke(mesocosm_command, ["attack", "toy", "--limit", "3", *chosen, "--json"])
    assert done.exit_code == 0, done.output
    tallies = json.loads(done.stdout)
    assert [tally["exploit"] for tally in tallies] == list(names)
    assert all(tally["pays"] is False for tally in tallies)


@needs_suite("atmos")
def test_the_command_says_where_items_are_too_few() -> None:
    done = CliRunner().invoke(mesocosm_command, ["attack", "atmos", "--limit", "2", "--exploit", "first_choice"])
    assert done.exit_code == 0, done.output
    assert f"too few items to tell a gain from luck, {items_to_tell(0.25)} would be enough: first_choice" in done.stdout


def test_the_command_fails_where_an_exploit_gains(make_suite: MakeSuite, monkeypatch: pytest.MonkeyPatch) -> None:
    weak = make_suite("score.py", "float(given == reference.answer)", "float(trace.answer.status != 'missing')")
    monkeypatch.setattr(
        registry, "load", lambda kind, name, load=registry.load: weak if kind == "suites" else load(kind, name)
    )
    done = CliRunner().invoke(mesocosm_command, ["attack", weak.name, "--limit", "1", "--exploit", "echo"])
    assert done.exit_code == 1, done.output
    assert "PAYS" in done.stdout


def test_a_misspelt_exploit_is_answered_with_the_nearest() -> None:
    with pytest.raises(Exception, match="did you mean overflow"):
        choose(["overflw"])


def test_exploits_are_listed_like_everything_else() -> None:
    assert "guesses" in registry.names("exploits")


def test_workers_attack_as_one_process_does():
    target = Target(registry.load("suites", "toy"), limit=2)
    wanted = [*choose(["zeros_and_signs", "echo", "path_traversal", "own_memory", "cycling_choices"]), replay(target)]
    alone, apart = attack(target, wanted), attack_on(target, wanted, Executor(workers=2))
    assert apart.standards == alone.standards
    for one, other in zip(alone.tallies, apart.tallies, strict=True):
        assert one.model_dump_json(exclude={"seconds"}) == other.model_dump_json(exclude={"seconds"})
