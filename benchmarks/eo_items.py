"""Play many eo items with every reference agent: scores by task and type, tools that were used, and what could be read.

    python benchmarks/eo_items.py [--seed 3] [-n 1500] [--jobs 2] [-o eo-items.jsonl]

An interrupted run continues: items in the file are not played again. Prints

    the mean score of each agent by task, and of each question type; the oracle with other names of the tools, and with
    the detector's results in place of the truth
    which of the thirty-five tools the oracle never used
    leaks: keys and names of places, dates if no tool gives dates, sentences of the truth, and anything but pixels in
    a picture, searched in every byte that the oracle and the random agent were shown

Ends with status 1 if a promise is not kept. Sites that are not in the lake are made on the way.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import struct
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from pydantic import Field

if str(Path(__file__).parent) in sys.path:  # files beside this one would be imported for libraries
    sys.path.remove(str(Path(__file__).parent))

from mesocosm import registry
from mesocosm.episode.agent import Action, Agent, Case, withhold
from mesocosm.episode.briefing import brief
from mesocosm.episode.loop import run_episode
from mesocosm.episode.reference_agents import needs_reference
from mesocosm.execution.executor import Executor
from mesocosm.execution.spread import spread
from mesocosm.suites.eo import suite
from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.lake.sites import planet, site_of
from mesocosm.suites.eo.questions.selection import BLOCK
from mesocosm.suites.eo.records import Data, Truth
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.types import Item, Observation, Record, Reference

COLUMNS: dict[str, tuple[str, dict[str, str]]] = {
    "oracle": ("oracle", {}),
    "renamed": ("oracle", {"names": "renamed"}),
    "unverified": ("oracle", {"response": "unverified"}),
    "perception": ("eo.perception", {}),
    "prior": ("eo.prior", {}),
    "random": ("random", {}),
    "null": ("null", {}),
}
"""Agents and the options under which they play."""
WATCHED = ("oracle", "random")
"""Columns whose every observation is searched."""
DATED = frozenset(name for name, tool in suite.tools().items() if "date" in tool.description.lower())
"""Tools whose descriptions say that they give dates."""
FAR = ("temporal", "navigation")
PIXELS_ALONE = (b"IHDR", b"IDAT", b"IEND")
PRIOR_AT_MOST = 0.30


class Played(Record):
    """One item and the score of every agent."""

    index: int
    task: str = ""
    kind: str = ""
    site: str = ""
    scores: dict[str, float] = Field(default_factory=dict)
    tools: tuple[str, ...] = ()
    """Tools that the oracle used with success."""
    leaks: tuple[str, ...] = ()
    seconds: float = 0.0


class Watcher:
    """Agent whose observations are kept, with the tool that gave each."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._tool = "the briefing"
        self.seen: list[tuple[str, Observation]] = []

    def act(self, seen: Observation) -> Action:
        self.seen.append((self._tool, seen))
        action = self._agent.act(seen)
        self._tool = getattr(action, "tool", "words")
        return action


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("-n", type=int, default=1500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-o", "--out", type=Path, default=Path("eo-items.jsonl"))
    chosen = parser.parse_args()
    started = time.monotonic()
    every = play_missing(chosen.seed, chosen.n, chosen.jobs, chosen.out)
    print(f"{len(every)} items of seed {chosen.seed}, {time.monotonic() - started:.0f} s here")
    print_scores(every)
    return 0 if all([print_tools(every), print_leaks(every), keeps_promises(every)]) else 1


def _key(block: list[Played]) -> str:
    return f"block of item {block[0].index}"


def play_missing(seed: int, count: int, jobs: int, out: Path) -> list[Played]:
    """Play all items that the file lacks; blocks of a town go to one process together."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    done = {played.index: played for played in map(Played.model_validate_json, lines)}
    left = [done.get(index, Played(index=index)) for index in range(count)]
    left = [played for played in left if set(COLUMNS) - set(played.scores)]
    blocks = [list(block) for _, block in itertools.groupby(left, lambda played: played.index // BLOCK)]
    with out.open("a", encoding="utf-8") as file, click.progressbar(
        spread(functools.partial(play_block, seed), blocks, key=_key, on=Executor(workers=jobs)),
        length=len(blocks),
        label="blocks",
        file=sys.stderr,
    ) as bar:  # fmt: skip
        for played in (one for block in bar for one in block):
            done[played.index] = played
            file.write(played.model_dump_json() + "\n")
            file.flush()
    return [done[index] for index in range(count)]


def play_block(seed: int, block: Sequence[Played]) -> list[Played]:
    return [play_item(seed, begun) for begun in block]


def play_item(seed: int, begun: Played) -> Played:
    """Play the columns that an item lacked."""
    started = time.monotonic()
    item, reference = suite.case(seed, begun.index)
    scores, leaks, tools = dict(begun.scores), list(begun.leaks), set(begun.tools)
    for column in (column for column in COLUMNS if column not in begun.scores):
        name, options = COLUMNS[column]
        with suite.world(item, reference, options=options) as world:
            known = reference if needs_reference(name) else withhold(item.id)
            agent = Watcher(registry.load("agents", name)(Case(item, known, world.tools, options=world.options)))
            shown = brief(world)
            trace = run_episode(world, agent)
        scores[column] = suite.score(item, reference, trace).value
        if column == "oracle":
            tools = {published_name(call.tool) for call, seen in trace.calls() if seen is not None and not seen.error}
        if column in WATCHED:
            leaks += leaks_in(item, reference, [("the tools", Observation(text=json.dumps(shown.tools))), *agent.seen])
    return Played(
        index=begun.index, task=item.data.task, kind=item.data.question_type, site=reference.hidden.site,
        scores=scores, tools=tuple(sorted(tools)), leaks=tuple(sorted(set(leaks))),
        seconds=round(begun.seconds + time.monotonic() - started, 2),
    )  # fmt: skip


def leaks_in(item: Item[Data], reference: Reference[Truth], seen: Sequence[tuple[str, Observation]]) -> Iterator[str]:
    """Yield what an agent was shown that it must not read."""
    places, days = secrets(reference)
    for tool, shown in seen:
        words = "\n".join([shown.text, json.dumps(shown.data), *(image.caption for image in shown.images)])
        allowed = item.prompt if tool == "the briefing" else ""  # the question itself may name a day
        dated = tool in DATED and shown.error is None
        for secret in (*places, *(() if dated else days)):
            if secret in words and secret not in allowed:
                yield f"{item.id}: {tool} tells {secret}"
        for image in shown.images:
            if odd := [chunk for chunk in chunks(image.png) if chunk not in PIXELS_ALONE]:
                yield f"{item.id}: a picture of {tool} holds {odd}"


def secrets(reference: Reference[Truth]) -> tuple[set[str], set[str]]:
    """Return words that reveal the place or the truth, and days on which the place's pictures were taken."""
    truth = reference.hidden
    site = site_of(truth.site)
    words = {site.key, site.place, planet().region(site.region).crs, name_of(site.place), truth.sentence}
    return words - {""}, {frame.day for frame in lake().frames(site.key)}


@functools.cache
def name_of(place: str) -> str:
    return planet().place(place).name


def chunks(png: bytes) -> Iterator[bytes]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8]
        at += 12 + length


def print_scores(every: Sequence[Played]) -> None:
    print(f"{'':36s} items " + " ".join(f"{column:>10s}" for column in COLUMNS))
    for task in sorted({played.task for played in every}):
        of_task = [played for played in every if played.task == task]
        print_row(task, of_task)
        for kind in sorted({played.kind for played in of_task}):
            print_row(f"  {kind}", [played for played in of_task if played.kind == kind])
    print_row("all", every)


def print_row(name: str, members: Sequence[Played]) -> None:
    print(f"{name:36s} {len(members):5d} " + " ".join(f"{mean(members, column):10.3f}" for column in COLUMNS))


def mean(members: Sequence[Played], column: str) -> float:
    return sum(played.scores[column] for played in members) / len(members)


def print_tools(every: Sequence[Played]) -> bool:
    used = Counter(tool for played in every for tool in played.tools)
    unused = sorted(set(suite.tools()) - set(used))
    print(f"{len(used)} tools used by the oracle; never: {', '.join(unused) or 'none'}")
    return not unused


def print_leaks(every: Sequence[Played]) -> bool:
    leaks = [leak for played in every for leak in played.leaks]
    print(f"{len(leaks)} leaks")
    for leak in leaks[:20]:
        print(f"  {leak}")
    return not leaks


def keeps_promises(every: Sequence[Played]) -> bool:
    """Return whether oracle is 1 with either naming, prior at most 30 %, null 0, and perception lower if pictures must
    be fetched.
    """
    means: Mapping[str, float] = {column: mean(every, column) for column in COLUMNS}
    far = [played for played in every if played.task in FAR or played.kind == "cross_modal_identification"]
    kept = {
        "oracle 1": means["oracle"] == 1.0,
        "renaming changes no score": all(played.scores["oracle"] == played.scores["renamed"] for played in every),
        "prior at most 0.30": means["prior"] <= PRIOR_AT_MOST,
        "null 0": means["null"] == 0.0,
        "perception below 0.5 where pictures must be fetched": mean(far, "perception") < 0.5,
    }
    print(f"perception on temporal, navigation and cross-modal types {mean(far, 'perception'):.3f}")
    for promise, holds in kept.items():
        print(f"{promise}: {'yes' if holds else 'NO'}")
    return all(kept.values())


if __name__ == "__main__":
    sys.exit(main())
