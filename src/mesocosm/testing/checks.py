"""Checks of the contracts. Each raises `AssertionError` with what is wrong and how to repair it."""

from __future__ import annotations

import json
import math
import pickle
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from mesocosm import registry, seeding
from mesocosm.episode.agent import Case, ScriptAgent, withhold
from mesocosm.episode.loop import run_episode
from mesocosm.episode.reference_agents import needs_reference
from mesocosm.errors import InvalidArguments, InvalidRecord, MissingExtra, ToolError, ToolUnavailable, UnknownName
from mesocosm.redteam.attack import cheap_attack
from mesocosm.registry import Kind
from mesocosm.report.log_metadata import BLOCKS, LARGEST_VIEW
from mesocosm.simulators.simulator import RunLimits, Simulator
from mesocosm.sources.live import LiveSource
from mesocosm.sources.source import Source, deliver, sha256_of
from mesocosm.suite import Split, Suite, split_of_id, split_seed
from mesocosm.suite.facts import HELD_OUT
from mesocosm.testing.output_checks import check_analysis, check_command, check_page
from mesocosm.testing.require import require
from mesocosm.tools.arguments import short_json
from mesocosm.tools.sampling import sample
from mesocosm.tools.schema import COMMON
from mesocosm.tools.tool import Tool
from mesocosm.tools.tool import load as load_tool
from mesocosm.trace.schema import Answered, Trace
from mesocosm.types import CANARY, Item, Reference, canonical_json
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

WORD = re.compile(r"[a-z][a-z0-9_]*")
ITEMS_CHECKED = 3
"""Items of each seed that are checked."""
SHORTEST_TELLING = 4
SLACK = 1e-9
"""Rounding error allowed in a score."""
SEEDS_CHECKED = (0, 1)
SPLITS_CHECKED: tuple[Split, ...] = ("train", "validation")
"""Splits beside the test split of which one item is checked."""
GARBAGE: tuple[JsonValue, ...] = ("", "\x00", "no answer", {}, [], None, -1, "9" * 400)
"""Answers that no task asks for; if a desk accepts one of them, it counts as an answer."""


def check_tool(tool: Tool) -> None:
    """Check that a tool describes itself and every argument, and that its schema is complete."""
    for part in tool.id.split("."):
        require(WORD.fullmatch(part), f"{tool.id}: ids are lower case words joined by dots, got {part!r}")
    require(len(tool.description) >= 20, f"{tool.id}: the docstring is read by a model; say what the tool does")
    for name, schema in tool.schema["properties"].items():
        require(schema.get("description"), f"{tool.id}: `{name}` has no description; add it under Args:")
    _check_keywords(tool.schema, tool.id)
    require(json.loads(tool.schema_bytes) == tool.schema, f"{tool.id}: the schema does not survive JSON")
    draw = seeding.generator("check", tool.id)
    for _ in range(20):
        tool.check(sample(tool, draw))
    _refuses(tool, {**sample(tool, draw), "no_such_argument": 1}, "an argument it does not have")
    for name in tool.schema["required"]:
        _refuses(
            tool, {key: value for key, value in sample(tool, draw).items() if key != name}, f"a call without `{name}`"
        )


def _check_keywords(schema: Mapping[str, Any], name: str) -> None:
    unknown = schema.keys() - COMMON
    require(not unknown, f"{name}: schema keywords {sorted(unknown)} are not shown on every surface")
    for inner in schema.get("properties", {}).values():
        _check_keywords(inner, name)
    if isinstance(schema.get("items"), dict):
        _check_keywords(schema["items"], name)


def _refuses(tool: Tool, arguments: Any, what: str) -> None:
    try:
        tool.check(arguments)
    except InvalidArguments as error:
        require(tool.id in str(error), f"{tool.id}: the refusal of {what} does not name the tool: {error}")
        return
    raise AssertionError(f"{tool.id}: accepts {what}")


def check_simulator(simulator: Simulator) -> None:
    """Check that an engine runs its example, names itself, repeats its result, and refuses nonsense clearly."""
    engine = simulator.engine
    require(engine.name and engine.version, "a simulator names its engine and the engine's version")
    simulator.validate(simulator.example)
    first, second = (
        simulator.run(simulator.example, seed=1, limits=RunLimits()).model_copy(update={"runtime_s": 0.0})
        for _ in range(2)
    )
    require(not first.errors, f"{engine.name}: the example fails: {'; '.join(first.errors)}")
    require(first == second, f"{engine.name}: one seed gave two results")
    require(first.engine == engine, f"{engine.name}: the result says another engine made it: {first.engine}")
    require(first.values, f"{engine.name}: the example gives no value")
    for name, value in first.values.items():
        require(value.unit, f"{engine.name}: {name} has no unit; write '1' for a pure number")
    for broken in ({}, {**simulator.example, "no_such_input": 1}):
        try:
            simulator.validate(broken)
        except InvalidRecord:
            continue
        raise AssertionError(f"{engine.name}: validate accepts {broken}")


def check_source(source: Source, *, reach: bool = False) -> None:
    """Check that every entry of a source is as promised, licensed and with its recipe, and unknown names are refused.

    Args:
        source: Source to check.
        reach: Whether to ask a live service for its example. Otherwise nothing leaves this machine, and only what works
            offline is checked: that the service refuses unknown names, and tells an error page from its data.
    """
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}check-", dir=work_folder()) as folder:
        target = Path(folder, "file")
        _check_unknown_name(source, target)
        if isinstance(source, LiveSource):
            _check_apology(source, target)
        if reach or not isinstance(source, LiveSource):
            _check_entries(source, target)


def _check_unknown_name(source: Source, target: Path) -> None:
    try:
        source.fetch("no/such/entry", target)
    except UnknownName:
        return
    raise AssertionError("the source gives bytes for an entry it does not list")


def _check_apology(source: LiveSource, target: Path) -> None:
    target.write_bytes(b"<html>Down for maintenance</html>")
    require(source.fault(source.example, target), f"{source.example}: an error page is taken for data")
    target.unlink()


def _check_entries(source: Source, target: Path) -> None:
    entries = source.entries(source.example if isinstance(source, LiveSource) else "")
    require(entries, "the source has no entry")
    names = [entry.name for entry in entries]
    require(names == sorted(names), "entries are not sorted by name")
    listed = [entry.name for entry in source.entries(names[-1])]
    require(names[-1] in listed and all(name.startswith(names[-1]) for name in listed), "a prefix finds other names")
    for entry in entries:
        receipt = deliver(source, entry, target)
        kept = (receipt.sha256, receipt.bytes) == (sha256_of(target), target.stat().st_size)
        require(kept, f"{entry.name}: the receipt does not fit the file")


def check_agent(build: Callable[[Case], Any], suite: Suite) -> None:
    """Check that an agent finishes an item and does the same again with the same seed."""
    item, reference = suite.case(SEEDS_CHECKED[0], 0)
    first, second = (_play(suite, item, reference, build) for _ in range(2))
    require(first.end is not None, "the episode has no end")
    require(not first.faults, f"the episode broke: {[fault.message for fault in first.faults]}")
    require(first.digest() == second.digest(), "one seed gave two traces")


def check_registered_agent(name: str) -> None:
    """Check a registered agent on the first suite that it plays, knowing as much as it does in a run."""
    suite = _suite_for(name)
    suite.check_agent(name)
    knows = needs_reference(name)

    def build(case: Case) -> Any:
        return registry.load("agents", name)(case if knows else replace(case, reference=withhold(case.item.id)))

    check_agent(build, suite)


def _suite_for(agent: str) -> Suite:
    """Return the first suite that an agent plays; those of its own package come first."""
    agents, suites = registry.homes("agents"), registry.homes("suites")
    own = agents[agent].package if agent in agents else ""
    names = sorted(registry.names("suites"), key=lambda name: name not in suites or suites[name].package != own)
    every: Iterator[Suite] = (registry.load("suites", name) for name in names)
    return next(suite for suite in every if agent in suite.agents())


def check_suite(suite: Suite) -> None:
    """Check a suite by the cheapest proofs that a score means something; see each assertion."""
    check_one_way(suite)
    if suite.has_second_way:
        confirm_truths(suite, range(ITEMS_CHECKED))


def check_one_way(suite: Suite) -> None:
    """Check everything about a suite except that its two ways agree."""
    card = suite.card
    require((suite.folder / "README.md").is_file(), f"{card.name}: has no README.md")
    null, oracle = registry.load("agents", "null"), _oracle_of(suite)
    for seed in SEEDS_CHECKED:
        for index in range(ITEMS_CHECKED):
            item, reference = suite.case(seed, index)
            _check_item(suite, seed, index, item, reference)
            _check_hidden(suite, item, reference)
            best, none = (_play(suite, item, reference, build) for build in (oracle, null))
            _check_scores(suite, item, reference, best, none)
            _check_refused(suite, item, reference, best, none)
            _check_view(suite, item, reference, best, none)
    check_agent(oracle, suite)
    _check_splits(suite)
    _check_exploits(suite)


def _oracle_of(suite: Suite) -> Callable[[Case], ScriptAgent]:
    return lambda case: ScriptAgent(suite.oracle(case))


def _check_splits(suite: Suite) -> None:
    """Check that training and validation items differ from test items, and lie in other places if the card says so."""
    tested = suite.case(SEEDS_CHECKED[0], 0)
    place = suite.facts(*tested).place
    require(place or "places" not in suite.card.apart, f"{suite.name}: places are apart, and its facts name none")
    for split in SPLITS_CHECKED:
        number = split_seed(split, SEEDS_CHECKED[0])
        item, reference = suite.case(number, 0)
        _check_item(suite, number, 0, item, reference)
        facts = suite.facts(item, reference)
        require(split_of_id(item.id, suite.name) == split, f"{item.id}: made for {split}, its id does not say so")
        require(_content(item, reference) != _content(*tested), f"{item.id}: is {tested[0].id} under another name")
        require(not place or facts.place != place, f"{item.id}: lies in {place}, as {tested[0].id} does")
        require(HELD_OUT not in facts.strata.values(), f"{item.id}: is made of what is held out of training")


def _content(item: Item, reference: Reference) -> bytes:
    """Return everything of an item and its truth except the item's name."""
    content = item.model_dump(mode="json", exclude={"id", "seed"})
    return canonical_json([content, reference.model_dump(mode="json", exclude={"item"})])


def _check_exploits(suite: Suite) -> None:
    """Check that the cheap exploits of the red team gain nothing, break nothing and reach nothing outside."""
    for tally in cheap_attack(suite, SEEDS_CHECKED[0]).harmful:
        description = f"the exploit {tally.exploit} ({tally.about.rstrip('.').lower()})"
        require(not tally.breaks, f"{suite.name}: {description} breaks an episode: {tally.breaks}")
        require(not tally.outside, f"{suite.name}: {description} {', '.join(tally.outside)}")
        require(not tally.pays, f"{suite.name}: {description} scores {tally.scores['default']:g}")


def _check_item(suite: Suite, seed: int, index: int, item: Item, reference: Reference) -> None:
    again = Suite(suite.package).case(seed, index)  # a suite caches what it made: use one that has made nothing
    require(again == (item, reference), f"{item.id}: made twice, it differs")
    require(suite.find(item.id) == again, f"{item.id}: the id does not lead back to the item")
    require(item.id == reference.item and item.suite == suite.name, f"{item.id}: item and reference do not match")
    require(item.canary == reference.canary == CANARY, f"{item.id}: carries no canary")
    require(_travelled(item) == item, f"{item.id}: arrives as another item in an agent's own process")


def _travelled(item: Item) -> Item:
    """Return the item as it arrives in the process of another package's agent."""
    try:
        arrived: Item = pickle.loads(pickle.dumps(item))
    except Exception as error:  # error of a record of the suite when it is pickled
        raise AssertionError(f"{item.id}: cannot go to an agent's own process: {error}") from error
    return arrived


def _check_hidden(suite: Suite, item: Item, reference: Reference) -> None:
    """Check that no file of the workspace and no fact of the item spells the answer out."""
    answer = canonical_json(reference.answer)
    if len(answer) < SHORTEST_TELLING:
        return  # a single letter or digit occurs everywhere and proves nothing
    with suite.world(item, reference) as world:
        texts = [world.workspace.read_bytes(file.path).replace(b" ", b"") for file in world.workspace.files()]
    require(answer not in canonical_json(item.model_dump(mode="json")), f"{item.id}: the item spells its answer out")
    require(all(answer not in text for text in texts), f"{item.id}: a workspace file spells the answer out")


def _check_scores(suite: Suite, item: Item, reference: Reference, solved: Trace, empty: Trace) -> None:
    for profile in suite.card.profiles:
        best, none = (suite.score(item, reference, trace, profile) for trace in (solved, empty))
        require(
            math.isclose(best.value, 1.0), f"{item.id} ({profile}): the oracle scores {best.value}: {best.explanation}"
        )
        require(none.value < best.value, f"{item.id} ({profile}): doing nothing scores {none.value}")


def _check_view(suite: Suite, item: Item, reference: Reference, *traces: Trace) -> None:
    """Check that what a report shows of an episode can be stored; a run would say so only on a page that nobody looks
    at.
    """
    for trace in traces:
        try:
            text = BLOCKS.dump_json(BLOCKS.validate_python(tuple(suite.view(item, reference, trace))))
        except Exception as error:  # a view is code of others, and whatever it raises is the problem
            raise AssertionError(f"{item.id}: its view fails: {type(error).__name__}: {error}") from error
        require(len(text) <= LARGEST_VIEW, f"{item.id}: its view takes {len(text):,} bytes of {LARGEST_VIEW:,}")


def check_second(suite: Suite, item: Item, reference: Reference, solved: Trace) -> None:
    """Check that the answer of the second way, submitted like the oracle's, is right within the suite's tolerance."""
    answer = suite.second(item)
    given = suite.score(item, reference, _with_answer(solved, {"value": answer}))
    require(
        given.value >= suite.least_second_score - SLACK,
        f"{item.id}: the two ways do not agree: the second gives {short_json(answer)}, the reference "
        f"{short_json(reference.answer)}, and so the second scores {given.value:.3g}"
        + (f": {given.explanation}" if given.explanation else ""),
    )


def confirm_truths(suite: Suite, indices: Iterable[int]) -> None:
    """Check the truths of items of every seed by the second way; the error names all that differ."""
    problems = [problem for problem in compare_truths(suite, indices) if problem]
    require(not problems, "\n".join(problems))


def compare_truths(suite: Suite, indices: Iterable[int]) -> Iterator[str]:
    """Yield how the two ways differ for each item of every seed; empty if they agree."""
    for index in indices:
        for seed in SEEDS_CHECKED:
            item, reference = suite.case(seed, index)
            solved = _play(suite, item, reference, _oracle_of(suite))
            try:
                check_second(suite, item, reference, solved)
            except AssertionError as error:
                yield str(error)
            else:
                yield ""


def _check_refused(suite: Suite, item: Item, reference: Reference, solved: Trace, empty: Trace) -> None:
    """Check that a refused answer earns no more than no answer under the first profile, even if it is the truth."""
    none = suite.score(item, reference, empty)
    refused = [_refused_garbage(suite, item, reference, garbage) for garbage in GARBAGE]
    truth = _as_refused(solved)
    for trace in [*(trace for trace in refused if not trace.answer.accepted), truth]:
        given = suite.score(item, reference, trace)
        require(
            given.value <= none.value,
            f"{item.id}: a refused answer scores {given.value}, doing nothing {none.value}; a scorer reads an answer "
            f"only where `trace.answer.accepted`, got {canonical_json(trace.answer.value)[:60]!r}",
        )


def _refused_garbage(suite: Suite, item: Item, reference: Reference, garbage: JsonValue) -> Trace:
    """Play an episode that submits the same garbage until the desk closes."""
    with suite.world(item, reference) as world:
        while not world.desk.closed:
            with suppress(ToolError):
                world.desk.submit(garbage)
        return world.finish("submitted")


def _as_refused(trace: Trace) -> Trace:
    """Return the same episode as if the desk had refused its answer."""
    return _with_answer(trace, {"status": "rejected", "problem": "refused to see what it is worth"})


def _with_answer(trace: Trace, changes: dict[str, Any]) -> Trace:
    """Return the same episode with another answer at its end."""
    answer = trace.answer.model_copy(update=changes)
    events = [event.model_copy(update={"answer": answer}) if isinstance(event, Answered) else event
              for event in trace.events]  # fmt: skip
    return trace.model_copy(update={"events": tuple(events)})


def _play(suite: Suite, item: Item, reference: Reference, build: Any) -> Trace:
    with suite.world(item, reference) as world:
        return run_episode(world, build(Case(item, reference, world.tools, options=world.options)))


NO_SECOND_WAY = "no second way"
"""Message for a suite that keeps its contract otherwise, but whose truths nothing has confirmed."""
NOT_HERE = "cannot run here: "
"""Beginning of the message for a thing whose library or machine is missing; the thing itself may be sound."""
CHECKS: dict[Kind, Callable[[str], None]] = {
    "suites": lambda name: check_suite(registry.load("suites", name)),
    "tools": lambda name: check_tool(load_tool(name)),
    "simulators": lambda name: check_simulator(registry.load("simulators", name)),
    "sources": lambda name: check_source(registry.load("sources", name)),
    "analyses": lambda name: check_analysis(name, sys.modules[registry.load("analyses", name).__module__]),
    "pages": lambda name: check_page(registry.load("pages", name)),
    "commands": lambda name: check_command(name, registry.load("commands", name)),
}
"""Checks of every kind that is checked if no name is given."""
NAMED_CHECKS: dict[Kind, Callable[[str], None]] = {**CHECKS, "agents": check_registered_agent}
"""Checks of every kind that may be named; an agent may need a setting, or play for long."""


def check(kind: Kind, name: str) -> str:
    """Return what is wrong with a registered thing; empty if its contract holds and, for a suite, two ways agree."""
    problem = problem_of(lambda: NAMED_CHECKS[kind](name))
    if not problem and kind == "suites" and not registry.load("suites", name).has_second_way:
        return NO_SECOND_WAY
    return problem


def problem_of(checked: Callable[[], None]) -> str:
    """Return the error that a check raises as text; empty if it raises none."""
    try:
        checked()
    except AssertionError as error:
        return str(error)
    except (MissingExtra, ToolUnavailable) as error:
        return f"{NOT_HERE}{error}"
    except Exception as error:  # code of others: a crash must not hide problems of other things
        return f"{type(error).__name__}: {error}".rstrip(": ")  # some errors have no message
    return ""
