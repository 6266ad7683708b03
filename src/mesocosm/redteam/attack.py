"""Run exploits (cheating agents) over the items of a suite, beside agents that need no skill."""

from __future__ import annotations

import functools
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from mesocosm.execution.executor import Executor
from mesocosm.execution.spread import spread
from mesocosm.redteam.baits import Watch, watching
from mesocosm.redteam.baselines import REPLAY, Tell, replay, set_standards
from mesocosm.redteam.exploit import NOTHING, PLAIN, Exploit, NotApplicable, choose, every_exploit
from mesocosm.redteam.players import Outcome, Player, player
from mesocosm.redteam.tally import Standards, Tally, measure
from mesocosm.redteam.target import Target, TargetSetup
from mesocosm.suite import Suite


@dataclass(frozen=True)
class Attacked:
    """Result of an attack: what exploits are compared with, and the tally of each exploit."""

    standards: Standards
    tallies: list[Tally]

    @property
    def harmful(self) -> list[Tally]:
        """The exploits that pay, break an episode or reach outside."""
        return [tally for tally in self.tallies if tally.harms]

    @property
    def undecided(self) -> list[Tally]:
        """The exploits that played too few items to tell a gain from luck."""
        return [tally for tally in self.tallies if tally.verdict == "too few items"]


def attack(target: Target, exploits: Sequence[Exploit], tell: Tell = lambda what: None) -> Attacked:
    """Let every exploit play every item, after the agents that need no skill."""
    with watching() as watch, ExitStack() as stack:
        target.suite.forget()  # an exploit's process may be a copy of this one, which must contain no truth
        players = [stack.enter_context(player(target, exploit)) for exploit in exploits]
        for index in range(target.limit):
            tell(f"item {index + 1} of {target.limit}")
            target.suite.case(target.seed, index)
        standards = set_standards(target, exploits, tell)
        tallies = []
        for number, (exploit, ready) in enumerate(zip(exploits, players, strict=True), start=1):
            tell(f"exploit {number} of {len(exploits)}, {exploit.name}")
            tallies.append(_attempt(target, exploit, ready, standards, watch))
        return Attacked(standards, tallies)


def attack_on(target: Target, exploits: Sequence[Exploit], on: Executor, tell: Tell = lambda what: None) -> Attacked:
    """Let every exploit play every item, each in a worker with a temporary folder of its own.

    Exploits must be registered under their names, except `replay`.
    """
    with watching():
        standards = set_standards(target, exploits, tell)
    work = functools.partial(_attack_alone, target.setup(), standards)
    tallies: dict[str, Tally] = {}
    for tally in spread(work, [exploit.name for exploit in exploits], key="exploit {}".format, on=on):
        tallies[tally.exploit] = tally
        tell(f"exploit {len(tallies)} of {len(exploits)}, {tally.exploit}")
    return Attacked(standards, [tallies[exploit.name] for exploit in exploits])


def _attack_alone(setup: TargetSetup, standards: Standards, name: str) -> Tally:
    """Let one exploit play every item; what other workers leave in their temporary folders is not its doing."""
    target = setup.target()
    exploit = replay(target) if name == REPLAY else choose([name])[0]
    with _own_temporary_folder(), watching() as watch:
        target.suite.forget()  # the exploit's process may be a copy of this one, which must contain no truth
        with player(target, exploit) as ready:
            return _attempt(target, exploit, ready, standards, watch)


@contextmanager
def _own_temporary_folder() -> Iterator[None]:
    before, variable = tempfile.tempdir, os.environ.get("TMPDIR")
    with tempfile.TemporaryDirectory(prefix="ma-") as folder:  # short: sockets in it have paths of 107 bytes at most
        tempfile.tempdir = os.environ["TMPDIR"] = folder
        try:
            yield
        finally:
            tempfile.tempdir = before
            os.environ.pop("TMPDIR")
            if variable is not None:
                os.environ["TMPDIR"] = variable


def _attempt(target: Target, exploit: Exploit, ready: Player, standards: Standards, watch: Watch) -> Tally:
    ready.begin()
    watch.set_out()
    started = time.perf_counter()
    items = target.limit if exploit.most is None else min(target.limit, exploit.most)
    try:
        outcomes = [ready.play(index) for index in range(items)]
    except NotApplicable as reason:
        return Tally(
            exploit=exploit.name, flaw=exploit.flaw, about=exploit.about, twin=exploit.twin, items=0,
            reason=str(reason),
        )  # fmt: skip
    return measure(exploit, target.by_profile([outcome.scores for outcome in outcomes]), standards).model_copy(
        update={
            "seconds": time.perf_counter() - started,
            "breaks": _breaks(outcomes),
            "files_left": len(watch.left()),
            "outside": tuple(watch.effects([outcome.trace for outcome in outcomes if outcome.trace is not None])),
        }
    )


def _breaks(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    return tuple(outcome.broke for outcome in outcomes if outcome.broke)


def cheap_attack(suite: Suite, seed: int = 0) -> Attacked:
    """Run the exploits that cost milliseconds and need no statistics, on the first item of a seed."""
    quick = [exploit for exploit in every_exploit() if exploit.cheap and exploit.twin in (NOTHING, PLAIN)]
    return attack(Target(suite, seed=seed, limit=1, baselines=()), quick)
