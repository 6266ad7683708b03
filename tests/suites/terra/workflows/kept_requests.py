"""Drawn parameters of one request for each workflow, so that tests need not search the planet for them.

    python -m tests.suites.terra.workflows.kept_requests hot_days wet_spells

draws and solves these workflows anew, and keeps what their plans solve.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from mesocosm.episode.agent import Case, Script, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.seeding import generator
from mesocosm.suites.terra import items, suite
from mesocosm.suites.terra.making.execution import Executed, reference_path
from mesocosm.suites.terra.oracle import hand_in
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.region_snapshot import SIZE, Land, planet_of
from mesocosm.suites.terra.workflows.tool_runner import Hands
from mesocosm.suites.terra.workflows.workflow import Given, Unsound, Unsuited
from mesocosm.testing.item_hashes import hash_of
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Reference, Score

FILE = Path(__file__).with_name("requests.json")
PLANET = 0


@dataclass(frozen=True)
class KeptRequest:
    """Where, when and with which parameters a workflow asks, with a hash of its words and true answers."""

    workflow: str
    region: str
    now: str
    given: Given
    hash: str = ""
    seconds: int = 0
    """CPU seconds of the plan and the second way together, in a process of their own."""

    @property
    def land(self) -> Land:
        return Land(planet_of(PLANET), self.region, datetime.fromisoformat(self.now))


@dataclass(frozen=True)
class Solved:
    """An item made of a request, its trace by the workflow's plan, and a hash of its words and true answers."""

    item: Item[Data]
    reference: Reference[Truth]
    trace: Trace
    hash: str

    @property
    def score(self) -> Score:
        return suite.score(self.item, self.reference, self.trace)


def kept_requests() -> dict[str, KeptRequest]:
    rows = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    return {row["workflow"]: KeptRequest(**row) for row in rows}


def solve(request: KeptRequest) -> Solved:
    """Carry out the plan in the suite's world; the truth is that of the second way, which meets every guard.

    The reference path is made of this run's own steps: its score shows that a path of them can be written and scored,
    and nothing about whether the steps are the right ones, which the answers show.
    """
    chosen, land = workflow(request.workflow), request.land
    worded = chosen.ask(land, request.given, generator("terra", "words", request.workflow))
    second = dict(chosen.recompute(land, request.given))
    executed = Executed(second, reference_path(()), (), ())
    items.check_soundness(chosen, worded, land, request.given, second)
    truth = items._truth(chosen, land, request.given, worded, executed, second, items.Skipped(1, (), ()), None)
    item, reference = items._item(PLANET, 0, land.now, worded), items._reference(PLANET, 0, truth, executed)
    hands: list[Hands] = []

    def planned(case: Case[Data, Truth]) -> Script:
        hands.append(Hands(case.tools, truth.given))
        answers = yield from chosen.plan(hands[0])
        yield hand_in(case, answers)

    with suite.world(item, reference) as world:
        trace = run_episode(world, ScriptAgent(planned(Case(item, reference, world.tools, options=world.options))))
    walked = truth.model_copy(update={"path": reference_path(hands[0].done)})
    words = item.data.model_dump(mode="json")
    return Solved(item, reference.model_copy(update={"hidden": walked}), trace, hash_of([words, second]))


def draw_request(name: str) -> KeptRequest:
    """Return the first request that a region of the planet suits."""
    chosen = workflow(name)
    for number in range(4 * SIZE.regions):
        now = chosen.now(generator("terra", "kept", "now", number))
        region = planet_of(PLANET).regions[number % SIZE.regions].key
        try:
            land = Land(planet_of(PLANET), region, now)
            given = chosen.draw(land, generator("terra", "kept", name, number))
            worded = chosen.ask(land, given, generator("terra", "words", name))
            items.check_soundness(chosen, worded, land, given, chosen.recompute(land, given))
        except (Unsuited, Unsound):
            continue
        return KeptRequest(name, region, now.isoformat(), given)
    raise SystemExit(f"no region suits {name}")


def keep(name: str) -> None:
    request = draw_request(name)
    began = time.process_time()
    solved = solve(request)
    seconds = round(time.process_time() - began)
    print(f"{name}: {solved.score.value} in {seconds} s: {solved.score.explanation}", flush=True)
    if solved.score.value == 1.0:
        rows = kept_requests() | {name: replace(request, hash=solved.hash, seconds=seconds)}
        lines = [json.dumps(vars(rows[each]), ensure_ascii=False) for each in sorted(rows)]
        FILE.write_text("[\n " + ",\n ".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        keep(name)
