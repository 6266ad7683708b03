"""The red team must be able to fail: suites with a planted flaw are caught, sound ones are not accused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from mesocosm import registry
from mesocosm.cli.main import mesocosm_command
from mesocosm.episode.task import Task
from mesocosm.redteam.attack import Attacked, attack, cheap_attack
from mesocosm.redteam.exploit import FLAWS, NotApplicable, choose, every_exploit, exploit
from mesocosm.redteam.reach import paths, submission
from mesocosm.redteam.standards import replay
from mesocosm.redteam.tally import LEVEL, binomial_tail
from mesocosm.redteam.target import Target
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
from mesocosm.episode.world import Setting
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
    given = trace.answer.value if trace.answer.status == "valid" else None
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
    told = "\n\ndef tell(given, reference):\n    if given == reference.answer:\n        return given\n"
    world = Path(str(leaky.folder)) / "world.py"
    world.write_text(world.read_text() + told + '    raise ToolError(f"wrong, expected = {reference.answer}")\n')
    (tally,) = run(leaky, "truth_in_refusals").tallies
    assert tally.pays


def test_a_scorer_that_lets_infinity_pass_is_found(make_suite: MakeSuite) -> None:
    """Tools refuse a number that is not finite, so it comes as text to a desk that takes text."""
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

    from mesocosm.redteam.exploit import Exploit

    (tally,) = attack(Target(suite, 1), [Exploit("spy", "exposure", spy)]).tallies
    assert tally.outside == ("read a secret", "changed a file outside")


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
    done = CliRunner().invoke(mesocosm_command, ["attack", "toy", "--n", "3", *chosen, "--json"])
    assert done.exit_code == 0, done.output
    tallies = json.loads(done.stdout)
    assert [tally["exploit"] for tally in tallies] == list(names)
    assert all(tally["pays"] is False for tally in tallies)


def test_a_misspelt_exploit_is_answered_with_the_nearest() -> None:
    with pytest.raises(Exception, match="did you mean overflow"):
        choose(["overflw"])


def test_exploits_are_listed_like_everything_else() -> None:
    assert "guesses" in registry.names("exploits")
