"""Everything registered keeps its contract, and every checker can fail: each bad thing is refused by its message."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner

from mesocosm import registry
from mesocosm.agents import scripted
from mesocosm.cli.check import FEWEST_ITEMS
from mesocosm.cli.main import mesocosm_command
from mesocosm.episode.agent import Withheld, call
from mesocosm.errors import BrokenEpisode, InvalidRecord, UnknownName
from mesocosm.isolation.selection import why_none
from mesocosm.registry import Kind
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Value
from mesocosm.sources.source import Entry, Receipt, receipt_of
from mesocosm.suite import Suite
from mesocosm.testing import (
    check,
    check_agent,
    check_analysis,
    check_command,
    check_page,
    check_simulator,
    check_source,
    check_suite,
    check_tool,
    checks,
)
from mesocosm.testing.checks import CHECKS, NOT_HERE, check_second, confirm_truths
from mesocosm.tools.tool import load, make
from mesocosm.types import Record
from mesocosm_toy import surveyor

REGISTERED: list[tuple[Kind, str]] = [(kind, name) for kind in CHECKS for name in registry.names(kind)]


AT_LENGTH = frozenset({"tornado"})
"""Suites whose items are large."""
ONE_SEED = frozenset({"eo", "terra"})
"""Suites that paint or work out a planet for every seed: one item is checked, of the seed that other tests use too.

Every workflow of terra and every question type of eo is solved and compared with the second way in their own tests.
"""
CHECKED = [
    pytest.param(
        *thing,
        id="-".join(thing),
        marks=[pytest.mark.exhaustive] if thing[0] == "suites" and thing[1] in AT_LENGTH else [],
    )
    for thing in REGISTERED
]


@pytest.mark.parametrize(("kind", "name"), CHECKED)
def test_everything_registered_keeps_its_contract(
    kind: Kind, name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "phreeqc" and (reason := why_none()) is not None:
        pytest.skip(f"the engine runs shut away, and no isolator works here: {reason}")
    if name in ONE_SEED and request.config.option.markexpr == "not exhaustive":
        monkeypatch.setattr(checks, "SEEDS_CHECKED", (0,))
        monkeypatch.setattr(checks, "SPLITS_CHECKED", ())
        monkeypatch.setattr(checks, "ITEMS_CHECKED", 1)
    problem = check(kind, name)
    if kind == "simulators" and problem.startswith(NOT_HERE):
        pytest.skip(problem)
    assert problem == ""


@pytest.mark.parametrize("name", ["null", "oracle", "scripted", "surveyor"])
def test_an_agent_that_can_play_the_toy_finishes_and_repeats_itself(name: str, toy: Suite) -> None:
    check_agent(registry.load("agents", name), toy)


def test_there_is_something_of_every_kind_to_check() -> None:
    held = {"suites", "tools", "simulators", "sources", "analyses", "pages", "commands"}
    assert {kind for kind, _ in REGISTERED} == held


def test_what_is_wrong_is_given_back_and_not_raised() -> None:
    registry.add("sources", "hollow", Grids({}))
    try:
        assert check("sources", "hollow") == "the source has no entry"
    finally:
        registry.discard("sources", "hollow")


# ------------------------------------------------------------ bad tools


def mute(depth: int) -> str:
    return ""


def vague(depth: int) -> str:
    """Dig a hole in the ground and look.

    Args:
        width: Of something else.
    """
    return ""


def dig(depth: int) -> str:
    """Dig a hole in the ground and look.

    Args:
        depth: In metres.
    """
    return ""


class Accepting:
    """Arguments that a careless author validates by hand: everything goes."""

    model_fields: Mapping[str, Any] = {}

    @staticmethod
    def model_validate_json(text: str, strict: bool) -> object:
        return object()


def altered(tool, **made):
    """Return a copy of a tool with another value of what is made of its function."""
    copy = replace(tool)
    vars(copy).update(made)
    return copy


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        (make("lab.mute", mute), "lab.mute: the docstring is read by a model; say what the tool does"),
        (make("lab.vague", vague), "lab.vague: `depth` has no description; add it under Args:"),
        (make("Lab.dig", dig), "Lab.dig: ids are lower case words joined by dots, got 'Lab'"),
        (make("lab.dig-up", dig), "got 'dig-up'"),
        (
            altered(load("calculator.calculate"), schema={**load("calculator.calculate").schema, "$defs": {}}),
            "schema keywords ['$defs'] are not shown on every surface",
        ),
        (
            altered(make("lab.dig", dig), schema={**make("lab.dig", dig).schema, "required": ("depth",)}),
            "lab.dig: the schema does not survive JSON",
        ),
        (altered(make("lab.dig", dig), arguments=Accepting, schema=make("lab.dig", dig).schema), "lab.dig: accepts"),
    ],
)
def test_a_bad_tool_is_refused(tool: Any, message: str) -> None:
    if isinstance(tool.arguments, type) and tool.arguments is Accepting:
        vars(tool)["full_schema"] = {"properties": {"depth": {"type": "integer"}}, "required": ["depth"]}
    with pytest.raises(AssertionError) as caught:
        check_tool(tool)
    assert message in str(caught.value)


def test_a_good_tool_of_someone_else_passes() -> None:
    check_tool(make("lab.dig", dig))


# ------------------------------------------------------------ bad simulators


class Spring:
    """A good simulator: the extension of a spring."""

    engine = Engine(name="spring", version="1", kind="real")
    example: Mapping[str, Any] = {"force_n": 10.0}

    def validate(self, inputs: Mapping[str, Any]) -> None:
        if inputs.keys() != {"force_n"}:
            raise InvalidRecord(f"force_n is the only input, got {', '.join(inputs) or 'none'}")

    def run(self, inputs: Mapping[str, Any], *, seed: int, limits: RunLimits) -> Result:
        self.validate(inputs)
        return Result(
            engine=self.engine, values={"extension": Value(magnitude=inputs["force_n"] / 2, unit="m")}, seed=seed
        )


class Nameless(Spring):
    engine = Engine(name="spring", version="", kind="real")


class Impostor(Spring):
    def run(self, inputs: Mapping[str, Any], *, seed: int, limits: RunLimits) -> Result:
        result = super().run(inputs, seed=seed, limits=limits)
        return result.model_copy(update={"engine": Engine(name="phreeqc", version="3", kind="real")})


class Fickle(Spring):
    counter = count()

    def run(self, inputs: Mapping[str, Any], *, seed: int, limits: RunLimits) -> Result:
        values = {"extension": Value(magnitude=next(self.counter), unit="m")}
        return Result(engine=self.engine, values=values)


class Unitless(Spring):
    def run(self, inputs: Mapping[str, Any], *, seed: int, limits: RunLimits) -> Result:
        return Result(engine=self.engine, values={"extension": Value(magnitude=5, unit="")})


class Empty(Spring):
    def run(self, inputs: Mapping[str, Any], *, seed: int, limits: RunLimits) -> Result:
        return Result(engine=self.engine, values={})


class Gullible(Spring):
    def validate(self, inputs: Mapping[str, Any]) -> None:
        """Accepts anything."""


class Ignoring(Spring):
    def validate(self, inputs: Mapping[str, Any]) -> None:
        if "force_n" not in inputs:
            raise InvalidRecord("force_n is missing")


class FalseExample(Spring):
    example: Mapping[str, Any] = {"weight": 1.0}


@pytest.mark.parametrize(
    ("simulator", "message"),
    [
        (Nameless(), "a simulator names its engine and the engine's version"),
        (Impostor(), "spring: the result says another engine made it"),
        (Fickle(), "spring: one seed gave two results"),
        (Unitless(), "spring: extension has no unit; write '1' for a pure number"),
        (Empty(), "spring: the example gives no value"),
        (Gullible(), "spring: validate accepts {}"),
        (Ignoring(), "spring: validate accepts {'force_n': 10.0, 'no_such_input': 1}"),
        (FalseExample(), "force_n is the only input, got weight"),
    ],
)
def test_a_bad_simulator_is_refused(simulator: Spring, message: str) -> None:
    with pytest.raises((AssertionError, InvalidRecord)) as caught:
        check_simulator(simulator)
    assert message in str(caught.value)


def test_a_good_simulator_of_someone_else_passes() -> None:
    check_simulator(Spring())


# ------------------------------------------------------------ bad sources


class Grids:
    """A source of a few bytes, without a fault by default."""

    def __init__(self, data: dict[str, bytes], **lies: Any) -> None:
        self.data = data
        self.lies = lies

    def entries(self, prefix: str = "") -> list[Entry]:
        made = [
            Entry(
                name=name, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data), licence="CC0-1.0", recipe="by hand"
            )
            for name, data in self.data.items()
            if name.startswith(prefix)
        ]
        return [
            entry.model_copy(update={key: value for key, value in self.lies.items() if key != "open"}) for entry in made
        ]

    def fetch(self, name: str, into: Path) -> Receipt:
        if name not in self.data and not self.lies.get("open"):
            raise UnknownName("grid", name, self.data)
        into.write_bytes(self.data.get(name, b""))
        return receipt_of(into, "by hand")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (Grids({}), "the source has no entry"),
        (Grids({"b": b"", "a": b""}), "entries are not sorted by name"),
        (Grids({"a": b"x"}, bytes=7), "source: a holds 1 bytes, expected 7"),
        (Grids({"a": b"x"}, sha256="0" * 64), "source: a has SHA-256 2d711642b726…, expected 000000000000…"),
        (Grids({"a": b"x"}, open=True), "the source gives bytes for an entry it does not list"),
    ],
)
def test_a_bad_source_is_refused(source: Grids, message: str) -> None:
    with pytest.raises((AssertionError, BrokenEpisode)) as caught:
        check_source(source)
    assert message in str(caught.value)


def test_a_good_source_of_someone_else_passes() -> None:
    check_source(Grids({"a": b"x", "b": b""}))


# ------------------------------------------------------------ bad suites and agents

PARTS = {
    "suite.toml": 'title = "Sum"\nversion = "1-A"\nsummary = "Add."\ntools = ["files.*", "submit.submit"]\n',
    "README.md": "# sum\n",
    "__init__.py": "",
    "prompts/task.md": "Add the two numbers in numbers.txt.\n",
    "items.py": """
from mesocosm import seeding
from mesocosm.suite import item_id
from mesocosm.types import Item, Reference

def make(seed, index):
    a, b = (int(n) for n in seeding.generator("sum", seed, index).integers(10**8, 10**9, 2))
    name = item_id("{package}", seed, index)
    item = Item(id=name, suite="{package}", prompt="Add.", seed=seed, data={"a": a, "b": b})
    return item, Reference(item=name, answer=a + b)
""",
    "world.py": """
from mesocosm.episode.setting import Setting
from mesocosm.errors import ToolError
from mesocosm.tools.view import ToolView
from mesocosm.workspace.submission import SubmissionDesk

def demand_a_number(value):
    if not isinstance(value, int):
        raise ToolError("the answer must be a number")
    return value

def setting(item, reference, card, options):
    files = {"numbers.txt": f"{item.data['a']} {item.data['b']}".encode()}
    return Setting(tools=ToolView.of(card.tools), desk=SubmissionDesk(lambda value: value), files=files)
""",
    "score.py": """
from mesocosm.types import Score

def score(item, reference, trace, profile):
    return Score(value=float(trace.answer.accepted and trace.answer.value == reference.answer))
""",
    "oracle.py": """
from mesocosm.episode.agent import Withheld, call

def oracle(case):
    seen = yield call("read_file", path="numbers.txt")
    yield call("submit", answer=sum(int(part) for part in seen.text.split()))
""",
}
SCORED = "float(trace.answer.accepted and trace.answer.value == reference.answer)"
MakeSuite = Callable[[Mapping[str, tuple[str, str]]], Suite]
NUMBER = count()


@pytest.fixture
def make_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeSuite]:
    """The adding suite, with a piece of one of its files replaced."""
    monkeypatch.syspath_prepend(tmp_path)
    package = f"sum_suite_{next(NUMBER)}"

    def make_it(changes: Mapping[str, tuple[str, str]]) -> Suite:
        for name, text in PARTS.items():
            old, new = changes.get(name, ("", ""))
            assert old in text
            path = tmp_path / package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            changed = text.replace(old, new) if old else text
            path.write_text(changed.replace("{package}", package))
        return Suite(package)

    yield make_it
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]


def test_a_good_suite_of_someone_else_passes(make_suite: MakeSuite) -> None:
    check_suite(make_suite({}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"oracle.py": ("sum(int(part) for part in seen.text.split())", "0")}, "the oracle scores 0.0"),
        ({"oracle.py": ('"submit"', '"submitt"')}, "the oracle scores 0.0"),
        ({"score.py": (SCORED, "1.0")}, "doing nothing scores 1.0"),
        ({"score.py": (SCORED, "float('nan')")}, "the oracle scores nan"),
        ({"score.py": ("trace.answer.accepted and ", "")}, "a refused answer scores 1.0, doing nothing 0.0"),
        (
            {
                "score.py": (SCORED, "float(trace.answer.value in ('', reference.answer))"),
                "world.py": ("lambda value: value", "demand_a_number"),
            },
            "a refused answer scores 1.0, doing nothing 0.0",
        ),
        (
            {"items.py": ('data={"a": a, "b": b}', 'data={"a": a, "b": b, "sum": a + b}')},
            "the item spells its answer out",
        ),
        (
            {"world.py": (".encode()}", ".encode(), 'key.txt': str(reference.answer).encode()}")},
            "a workspace file spells",
        ),
        (
            {"items.py": ('seeding.generator("sum", seed, index)', "__import__('numpy').random.default_rng()")},
            "it differs",
        ),
        ({"items.py": ("Reference(item=name", "Reference(item='other'")}, "item and reference do not match"),
        ({"items.py": ('prompt="Add."', 'prompt="Add.", canary=""')}, "carries no canary"),
        ({"items.py": ("name = item_id(", "name = 'x' + item_id(")}, "is not an item of"),
        ({"suite.toml": ('version = "1-A"', 'version = "1"')}, "version: String should match pattern"),
    ],
)
def test_a_bad_suite_is_refused(make_suite: MakeSuite, changes: dict[str, tuple[str, str]], message: str) -> None:
    suite = make_suite(changes)
    with pytest.raises((AssertionError, InvalidRecord)) as caught:
        check_suite(suite)
    assert message in str(caught.value)


def test_a_suite_without_a_card_for_people_is_refused(make_suite: MakeSuite, tmp_path: Path) -> None:
    suite = make_suite({})
    (tmp_path / suite.package / "README.md").unlink()
    with pytest.raises(AssertionError, match="has no README.md"):
        check_suite(suite)


SECOND = """
def second(item):
    return item.data["a"] - -item.data["b"]
"""


def with_second_way(suite: Suite, tmp_path: Path, text: str = SECOND) -> Suite:
    (tmp_path / suite.package / "second.py").write_text(text)
    return suite


def test_a_suite_whose_two_ways_agree_passes(make_suite: MakeSuite, tmp_path: Path) -> None:
    check_suite(with_second_way(make_suite({}), tmp_path))


def test_truths_multiplied_by_one_and_a_half_are_not_sound(make_suite: MakeSuite, tmp_path: Path) -> None:
    changes = {
        "items.py": ("answer=a + b", "answer=(a + b) * 3 // 2"),
        "oracle.py": (
            "sum(int(part) for part in seen.text.split())",
            "sum(int(part) for part in seen.text.split()) * 3 // 2",
        ),
    }
    suite = make_suite(changes)
    check_suite(suite)  # the oracle believes the wrong truth, so that nothing else sees it
    with pytest.raises(AssertionError, match="the two ways do not agree: the second gives "):
        check_suite(with_second_way(suite, tmp_path))


def test_the_toys_truths_multiplied_by_one_and_a_half_are_not_sound(toy: Suite) -> None:
    item, reference = toy.case(0, 0)
    truth = {name: 1.5 * value for name, value in reference.answer.items()}
    wrong = reference.model_copy(update={"answer": truth})
    with toy.world(item, wrong) as world:
        world.call("submit", {"answer": truth})
        solved = world.finish()
    assert toy.score(item, wrong, solved).value == 1.0
    with pytest.raises(AssertionError, match="toy-s0-0000: the two ways do not agree"):
        check_second(toy, item, wrong, solved)


def test_the_command_counts_the_items_that_a_check_looks_at() -> None:
    assert FEWEST_ITEMS == checks.ITEMS_CHECKED


def test_a_wrong_truth_beyond_the_first_items_is_found_where_more_are_asked_for(
    make_suite: MakeSuite, tmp_path: Path
) -> None:
    off = SECOND.replace('item.data["b"]', 'item.data["b"] + (item.id.endswith("5"))')
    suite = with_second_way(make_suite({}), tmp_path, off)
    check_suite(suite)
    confirm_truths(suite, range(3, 5))
    with pytest.raises(AssertionError) as raised:
        confirm_truths(suite, range(3, 7))
    lines = str(raised.value).splitlines()
    assert [line.partition(": the two ways do not agree")[0][-7:] for line in lines] == ["s0-0005", "s1-0005"]


def test_the_command_names_every_item_whose_two_ways_disagree(make_suite: MakeSuite, tmp_path: Path) -> None:
    off = SECOND.replace('item.data["b"]', 'item.data["b"] + 1')
    suite = with_second_way(make_suite({}), tmp_path, off)
    registry.add("suites", suite.name, suite)
    try:
        every = CliRunner().invoke(mesocosm_command, ["check", suite.name, "--limit", "4", "--json"])
        table = CliRunner().invoke(mesocosm_command, ["check", suite.name, "--limit", "4"])
    finally:
        registry.discard("suites", suite.name)
    [result] = json.loads(every.stdout)
    items = [f"{suite.name}-s{seed}-000{index}" for index in range(4) for seed in (0, 1)]
    assert [line.partition(":")[0] for line in result["problem"].splitlines()] == items
    assert all(line.endswith("and so the second scores 0") for line in result["problem"].splitlines())
    assert result["truths_compared"] == 8
    assert f"truths of {suite.name}: 8 of 8, finished after" in every.stderr  # the same number as in the table
    assert [item in table.stdout for item in items] == [True] * 5 + [False] * 3
    assert "and 3 more, all of which --json names" in table.stdout
    assert every.exit_code == table.exit_code == 1


def test_a_second_way_that_may_differ_says_by_how_much(make_suite: MakeSuite, tmp_path: Path) -> None:
    off = SECOND.replace('item.data["b"]', 'item.data["b"] + 1')
    suite = with_second_way(make_suite({}), tmp_path, f"LEAST_SCORE = 0.0\n{off}")
    check_suite(suite)


def test_a_suite_without_a_second_way_is_reported_as_such(make_suite: MakeSuite, tmp_path: Path) -> None:
    suite = make_suite({})
    registry.add("suites", suite.name, suite)
    try:
        assert check("suites", suite.name) == "no second way"
        result = CliRunner().invoke(mesocosm_command, ["check", suite.name, "--json"])
        assert check("suites", with_second_way(suite, tmp_path).name) == ""
    finally:
        registry.discard("suites", suite.name)
    assert result.exit_code == 0
    assert f"{suite.name} has no second way (second.py): its truths are confirmed by one way only.\n" in result.stderr
    assert json.loads(result.stdout)[0] == {
        "kind": "suites", "name": suite.name, "sound": False, "problem": "no second way", "truths_compared": 0,
    }  # fmt: skip


def test_asking_a_suite_for_the_second_way_it_lacks_says_so(make_suite: MakeSuite) -> None:
    suite = make_suite({})
    with pytest.raises(InvalidRecord, match="has no second way: it has no second.py"):
        suite.second(suite.case(0, 0)[0])


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise KeyError('no such thing')", "its view fails: KeyError: 'no such thing'"),
        ("return ('a picture',)", "its view fails: ValidationError"),
    ],
)
def test_a_view_that_cannot_be_shown_is_refused(make_suite: MakeSuite, tmp_path: Path, body: str, message: str) -> None:
    suite = make_suite({})
    (tmp_path / suite.package / "view.py").write_text(f"def view(item, reference, trace):\n    {body}\n")
    with pytest.raises(AssertionError) as caught:
        check_suite(suite)
    assert message in str(caught.value)


def test_an_agent_that_does_something_else_each_time_is_refused(toy: Suite) -> None:
    turns = count()
    with pytest.raises(AssertionError, match="one seed gave two traces"):
        check_agent(lambda case: scripted.of([call("read_meter", x_m=next(turns), y_m=0)]), toy)


def test_a_registered_agent_is_checked_where_it_is_named() -> None:
    turns = count()
    registry.add("agents", "fickle", lambda case: scripted.of([call("submit", answer=str(next(turns)))]))
    try:
        done = CliRunner().invoke(mesocosm_command, ["check", "null", "fickle", "--json"])
    finally:
        registry.discard("agents", "fickle")
    problems = {row["name"]: row["problem"] for row in json.loads(done.stdout)}
    assert (problems, done.exit_code) == ({"null": "", "fickle": "one seed gave two traces"}, 1)


def test_an_agent_of_another_package_is_checked_without_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(surveyor, "agent", lambda case: seen.append(case) or scripted.of([]))
    assert check("agents", "surveyor") == ""
    assert {(type(case.reference), case.item.suite) for case in seen} == {(Withheld, "toy")}  # the suite of its package


class Outcome(Record):
    """What an analysis gives."""

    runs: int = 2


def analysis(**parts: object) -> ModuleType:
    """A module of an analysis, sound but for what is given."""
    module = ModuleType("short", "What every run has come to.")
    vars(module).update({"analyse": lambda episodes: Outcome(), "table": lambda result: "x"} | parts)
    return module


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"__doc__": "Short."}, "says in one line what it shows"),
        ({"analyse": lambda episodes: {}}, "must give a Record"),
        ({"table": lambda result: ""}, "the table is empty"),
        ({"figure": lambda result: "a picture"}, "must give matplotlib's Figure"),
    ],
)
def test_a_bad_analysis_is_refused(parts, message):
    check_analysis("short", analysis())
    with pytest.raises(AssertionError, match=message):
        check_analysis("short", analysis(**parts))


class Elsewhere:
    """A page that writes beside its folder."""

    title = "Elsewhere"
    suite = "toy"

    def write(self, logs: list[Path], folder: Path) -> Path:
        file = folder.parent / "page.html"
        file.write_text("x")
        return file


def test_a_bad_page_is_refused():
    with pytest.raises(AssertionError, match="must lie in the page's folder"):
        check_page(Elsewhere())
    with pytest.raises(AssertionError, match="a page has a title, a suite and a method"):
        check_page(object())


@pytest.mark.parametrize(
    ("name", "command", "message"),
    [
        ("mine", lambda: None, "must be a command of click"),
        ("run", click.Command("run", help="Run something else."), "has a verb of this name itself"),
        ("mine", click.Group("mine", {"go": click.Command("go")}, help="A group of verbs."), "mine go: the docstring"),
    ],
)
def test_a_bad_command_is_refused(name, command, message):
    with pytest.raises(AssertionError, match=message):
        check_command(name, command)
