"""What a user needs from `import mesocosm`: suites, worlds, runs of one's own agent, results.

Everything here is a name of the package itself: `mesocosm.run`, `mesocosm.load_suite`, ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm import registry
from mesocosm.episode.apart import AgentApart
from mesocosm.episode.task import OwnAgent, Task, agent_title, check_agent, play
from mesocosm.episode.world import World
from mesocosm.errors import InvalidRecord
from mesocosm.report.results import ResultRow, SampleRow, make_row, read_results, sample_of
from mesocosm.suite import Suite
from mesocosm.trace.schema import Trace
from mesocosm.types import Item, Score

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Played:
    """One episode: the item, what happened, and its score."""

    item: str
    epoch: int
    trace: Trace
    score: Score


@dataclass(frozen=True)
class Results:
    """The episodes of one agent on one suite, in order."""

    suite: str
    version: str
    profile: str
    agent: str
    episodes: tuple[Played, ...]

    @property
    def row(self) -> ResultRow:
        """The run as one row of a results table, with the confidence intervals of its score and of its success."""
        weight = load_suite(self.suite).card.weight
        samples = [
            sample_of(episode.item, episode.epoch, episode.trace, episode.score, weight) for episode in self.episodes
        ]
        return make_row(samples, suite=self.suite, version=self.version, profile=self.profile, agent=self.agent)


Source = Results | Path | str | Iterable[Results | Path | str]
"""Runs of one's own, or folders of Inspect logs."""


def suite_names() -> list[str]:
    """Every suite that is installed."""
    return registry.names("suites")


def load_suite(name: str) -> Suite:
    """A suite by name, or an error that suggests the nearest."""
    suite: Suite = registry.load("suites", name)
    return suite


def items(suite: str, *, seed: int = 0, n: int | None = None) -> list[Item]:
    """The first items of a seed, as an agent may see them; the suite's own number of them if `n` is left out."""
    return [item for item, _ in load_suite(suite).cases(seed, n)]


@contextmanager
def open_task(item: str, *, options: Mapping[str, str] | None = None) -> Iterator[Task]:
    """The world of an item by its id, such as `toy-s7-0003`, to look around in by hand."""
    suite = load_suite(item.partition("-")[0])
    with suite.world(*suite.find(item), options=options, agent="by hand") as world:
        yield Task(world)


def run(
    suite: str,
    agent: OwnAgent,
    *,
    n: int | None = None,
    seed: int = 0,
    epochs: int = 1,
    profile: str = "default",
    options: Mapping[str, str] | None = None,
    name: str | None = None,
    traces: Path | str | None = None,
    isolated: bool = True,
) -> Results:
    """Let an agent of one's own play the first `n` items of a seed, and score it.

    Args:
        suite: The suite's name.
        agent: A function that is handed a `Task`, an object with a method `act`, or a class of such objects.
        n: How many items; the suite's own number if left out.
        seed: Seed of the items.
        epochs: Runs per item.
        profile: Scoring definition, one of the suite's.
        options: Variants of the suite's world.
        name: What the agent is called in tables; its own name if left out.
        traces: A folder that gets the trace of every episode, for `mesocosm score` and `mesocosm trace`.
        isolated: Whether the agent runs in a process of its own, so that it cannot come by a reference: a fresh
            interpreter where the agent can be pickled, else a copy of this process, made before the run's items are.
            What it changes in memory then stays there, and in a fresh interpreter modules are as they are imported:
            give False for an agent whose own state you read afterwards, that leans on what was set elsewhere in this
            process, or that holds what another process cannot use, such as an open file or a model on a GPU.
    """
    check_agent(agent)
    chosen, title = load_suite(suite), name or agent_title(agent)
    episodes = []
    with _player(chosen, agent, isolated) as play_one:
        for item, reference in chosen.cases(seed, n):
            for epoch in range(1, epochs + 1):
                file = _file(traces, item, epoch)
                with chosen.world(item, reference, options=options, agent=title, trace=file) as world:
                    trace = play_one(world)
                score = chosen.score(item, reference, trace, profile)
                episodes.append(Played(item.id, epoch, trace, score))
    return Results(chosen.name, chosen.card.version, profile, title, tuple(episodes))


@contextmanager
def _player(suite: Suite, agent: OwnAgent, isolated: bool) -> Iterator[Callable[[World], Trace]]:
    """What plays one episode after the other: the agent beside us, or in a process of its own."""
    if not isolated:
        yield lambda world: play(world, agent)
        return
    suite.forget()
    with closing(AgentApart(agent)) as apart:
        yield apart.play


def frame(source: Source) -> pd.DataFrame:
    """One line an episode, of runs of one's own or of Inspect logs."""
    pandas = registry.require("pandas")
    about = ("suite", "version", "profile", "agent", "knows_reference")
    lines = [
        {**row.model_dump(include=set(about)), **sample.model_dump()} for row in rows(source) for sample in row.samples
    ]
    data: pd.DataFrame = pandas.DataFrame(lines, columns=[*about, *SampleRow.model_fields])
    return data


def write_report(source: Source, folder: Path | str, *, title: str = "Results") -> Path:
    """Write a report about runs of one's own or about Inspect logs into a folder; the file to open."""
    from mesocosm.report.site import write_site

    return write_site(rows(source), Path(folder), title=title)


def rows(source: Source) -> list[ResultRow]:
    """The rows of a results table, one a run."""
    if isinstance(source, Results):
        return [source.row]
    if isinstance(source, Path | str):
        return read_results(Path(source))
    if not isinstance(source, Iterable):
        raise InvalidRecord(f"results come from mesocosm.run or folders of logs, got {type(source).__name__}")
    return [row for part in source for row in rows(part)]


def _file(folder: Path | str | None, item: Item, epoch: int) -> Path | None:
    if folder is None:
        return None
    Path(folder).mkdir(parents=True, exist_ok=True)
    return Path(folder) / f"{item.id}-{epoch}.jsonl"
