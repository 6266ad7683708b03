"""Running exploits over the items of a suite, beside agents that need no skill."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from mesocosm import registry
from mesocosm.episode.agent import Case, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.episode.task import Task, play
from mesocosm.episode.world import World
from mesocosm.redteam.exploit import GUESS, NOTHING, PLAIN, Exploit, NotApplicable, every_exploit
from mesocosm.redteam.reach import plain, submission
from mesocosm.redteam.tally import ByProfile, Standards, Tally, mean, measure
from mesocosm.redteam.watch import Watch, watching
from mesocosm.suite import Suite
from mesocosm.trace.schema import Trace
from mesocosm.types import ToolCall

BORROWED_FROM = 3
"""Other items whose answers are tried on each item, where there is no list to choose from."""
KNOWING = frozenset({"oracle"})
"""Agents among a suite's baselines that are told the truth."""


@dataclass
class Target:
    """A suite under attack: which items, in which variant of its world."""

    suite: Suite
    n: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    baselines: Sequence[str] | None = None
    """Agents that need no skill; the suite's own, where none are named."""

    def world(self, index: int, agent: str) -> World:
        """A fresh world of one of the items."""
        return self.suite.world(*self.suite.case(self.seed, index), options=self.options, agent=agent)

    def scores(self, index: int, trace: Trace) -> dict[str, float]:
        """The score under every profile; what the agent broke counts 0."""
        if trace.faults:
            return dict.fromkeys(self.suite.card.profiles, 0.0)
        case = self.suite.case(self.seed, index)
        return {profile: self.suite.score(*case, trace, profile).value for profile in self.suite.card.profiles}

    def every_score(self, traces: Sequence[Trace]) -> ByProfile:
        """The scores of one trace an item, by profile."""
        scored = [self.scores(index, trace) for index, trace in enumerate(traces)]
        return {profile: [scores[profile] for scores in scored] for profile in self.suite.card.profiles}


@dataclass(frozen=True)
class Attacked:
    """The outcome: what exploits are measured against, and each of them."""

    standards: Standards
    tallies: list[Tally]

    @property
    def harmful(self) -> list[Tally]:
        """The exploits that pay, break an episode or reach outside."""
        return [tally for tally in self.tallies if tally.harms]


def attack(target: Target, exploits: Sequence[Exploit]) -> Attacked:
    """Let every exploit play every item, after the agents that need no skill."""
    with watching() as watch:
        standards = set_standards(target, exploits)
        return Attacked(standards, [_attempt(target, exploit, standards, watch) for exploit in exploits])


def _twins(suite: Suite, exploits: Sequence[Exploit]) -> list[str]:
    """The agents that exploits are measured against; those of another suite cannot play this one."""
    named = {exploit.twin for exploit in exploits} - {GUESS, PLAIN, NOTHING}
    return sorted(name for name in named if name.partition(".")[0] == suite.name or "." not in name)


def _attempt(target: Target, exploit: Exploit, standards: Standards, watch: Watch) -> Tally:
    watch.set_out()
    started = time.perf_counter()
    traces = []
    for index in range(target.n):
        try:
            traces.append(_play(target, index, exploit.name, exploit.act))
        except NotApplicable as reason:
            return Tally(
                exploit=exploit.name, flaw=exploit.flaw, about=exploit.about, twin=exploit.twin, items=0,
                reason=str(reason),
            )  # fmt: skip
    seconds = time.perf_counter() - started
    return measure(exploit, target.every_score(traces), standards).model_copy(
        update={
            "seconds": seconds,
            "breaks": tuple(trace.faults[0].message for trace in traces if trace.faults),
            "files_left": len(watch.left()),
            "outside": tuple(watch.effects(traces)),
        }
    )


def _play(target: Target, index: int, name: str, act: Callable[[Task], object]) -> Trace:
    with target.world(index, name) as world:
        return play(world, act)


# ---------------------------------------------------------------- what exploits are measured against


def set_standards(target: Target, exploits: Sequence[Exploit]) -> Standards:
    """Doing nothing, the plain answer, every constant choice, the suite's own baselines, and guessing."""
    named = target.suite.card.baselines if target.baselines is None else target.baselines
    trivial = dict.fromkeys([NOTHING, *_twins(target.suite, exploits), *named])
    baselines = {name: _baseline(target, name) for name in trivial if name not in KNOWING}
    baselines[PLAIN] = target.every_score([_play(target, index, PLAIN, _plain) for index in range(target.n)])
    if all(exploit.twin != GUESS for exploit in exploits):
        nothing = {profile: mean(scores) for profile, scores in baselines[NOTHING].items()}
        return Standards(baselines=baselines, guess_rate=0.0, guess_worth=nothing)
    offered = _choices(target)
    if not offered:
        return _borrowed(target, baselines)
    baselines |= {f"always {choice}": target.every_score(_constant(target, choice)) for choice in offered}
    worth = dict.fromkeys(target.suite.card.profiles, 1 / len(offered))
    return Standards(baselines=baselines, guess_rate=1 / len(offered), guess_worth=worth)


def _plain(task: Task) -> None:
    try:
        plain(task)
    except NotApplicable:
        return


def _choices(target: Target) -> tuple[JsonValue, ...]:
    with target.world(0, "nobody") as world:
        try:
            return submission(Task(world)).choices
        except NotApplicable:
            return ()


def _constant(target: Target, choice: JsonValue) -> list[Trace]:
    def act(task: Task) -> None:
        desk = submission(task)
        task.call(desk.tool, **{desk.argument: choice})

    return [_play(target, index, f"always {choice}", act) for index in range(target.n)]


def _baseline(target: Target, name: str) -> ByProfile:
    return target.every_score([_reference_agent(target, index, name) for index in range(target.n)])


def _reference_agent(target: Target, index: int, name: str) -> Trace:
    build: Callable[[Case[Any, Any]], Any] = _builder(target.suite, name)
    with target.world(index, name) as world:
        item, reference = target.suite.case(target.seed, index)
        return run_episode(world, build(Case(item, reference, world.tools, options=world.options)))


def _builder(suite: Suite, name: str) -> Callable[[Case[Any, Any]], Any]:
    """An agent by name; the oracle of a suite that is not registered is its own."""
    if name == "oracle":
        return lambda case: ScriptAgent(suite.oracle(case))
    build: Callable[[Case[Any, Any]], Any] = registry.load("agents", name)
    return build


def _borrowed(target: Target, baselines: dict[str, ByProfile]) -> Standards:
    """The worth of a guess where answers are open: the right answers of other items, tried on this one.

    The rate is (wins + 1) / (tries + 2), Laplace's rule of succession, since the tries are few.
    """
    wins, tried = 0, []
    answers = [_last_call(target, index) for index in range(target.n + BORROWED_FROM)]
    for index in range(target.n):
        for other in range(1, BORROWED_FROM + 1):
            scores = target.scores(index, _play(target, index, GUESS, _repeat(answers[index + other])))
            tried.append(scores)
            wins += scores["default"] > baselines[NOTHING]["default"][index]
    worth = {profile: mean([scores[profile] for scores in tried]) for profile in target.suite.card.profiles}
    return Standards(baselines=baselines, guess_rate=(wins + 1) / (len(tried) + 2), guess_worth=worth)


def _last_call(target: Target, index: int) -> ToolCall:
    """How the suite's own solver hands in its answer."""
    return [call for call, _ in _reference_agent(target, index, "oracle").calls()][-1]


def _repeat(call: ToolCall) -> Callable[[Task], object]:
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    return lambda task: task.call(call.tool, **arguments)


def cheap_attack(suite: Suite) -> Attacked:
    """The exploits that cost milliseconds and need no statistics, on the first item."""
    quick = [exploit for exploit in every_exploit() if exploit.cheap and exploit.twin in (NOTHING, PLAIN)]
    return attack(Target(suite, n=1, baselines=()), quick)


def replay(target: Target) -> Exploit:
    """The right answer of the next item, handed in for this one."""

    def act(task: Task) -> None:
        """The right answer of another item."""
        index = int(task.item.rpartition("-")[2])
        _repeat(_last_call(target, index + 1))(task)

    return Exploit("replay", "leak", act, twin=GUESS)
