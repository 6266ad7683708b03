"""The results of runs from Python: episodes, rows, data frames and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, JsonValue

from mesocosm import registry
from mesocosm.arguments import explain_mistakes, string
from mesocosm.arguments import folder as as_folder
from mesocosm.errors import InvalidRecord, did_you_mean, where_attribute_is
from mesocosm.extras import needs
from mesocosm.report.identity import about_run
from mesocosm.report.results import ResultRow, SampleRow, make_row, read_results, sample_of
from mesocosm.suite import split_of
from mesocosm.trace.schema import Trace
from mesocosm.types import Score

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Played:
    """One episode: the item, what happened, and its score."""

    item: str
    """The item's id."""
    epoch: int
    """Which run of the item, counted from 1."""
    trace: Trace
    """Everything that happened."""
    score: Score
    """The score of the episode."""

    if not TYPE_CHECKING:  # a type checker would accept every name

        def __getattr__(self, name: str) -> object:
            if name.startswith("_"):
                return object.__getattribute__(self, name)  # raises the usual error
            elsewhere = {"answer": "the answer is `trace.answer.value`"}
            elsewhere |= {field: f"did you mean score.{field}?" for field in Score.model_fields}
            raise AttributeError(where_attribute_is("Played", name, self.__dataclass_fields__, elsewhere))


@dataclass(frozen=True)
class Results:
    """The episodes of one agent on one suite, in order."""

    suite: str
    """The suite's name."""
    version: str
    """The suite's version."""
    profile: str
    """The scoring definition."""
    agent: str
    """The agent's name in tables."""
    episodes: tuple[Played, ...]
    """The episodes that were played to their end."""
    stopped: str = ""
    """Why the run ended before its last episode; empty if it did not."""

    @property
    def row(self) -> ResultRow:
        """The run as one row of a results table, with the confidence intervals of its score and of its success."""
        suite = registry.load("suites", self.suite)
        samples = [
            sample_of(episode.item, episode.epoch, episode.trace, episode.score, suite.card.weight)
            for episode in self.episodes
        ]
        starts = [episode.trace.start for episode in self.episodes if episode.trace.start is not None]
        split, seed = split_of(starts[0].seed) if starts else ("test", None)
        return make_row(
            samples,
            suite=self.suite,
            version=self.version,
            profile=self.profile,
            agent=self.agent,
            knows_reference=any(start.knows_reference for start in starts),
            model=f"mesocosm/{self.agent}",
            options=starts[0].options if starts else {},
            about=about_run(
                split=split,
                seed=seed,
                items=len({episode.item for episode in self.episodes}),
                epochs=max((episode.epoch for episode in self.episodes), default=1),
                prompts=suite.prompt_hashes(),
            ),
        )

    if not TYPE_CHECKING:  # a type checker would accept every name

        def __getattr__(self, name: str) -> object:
            if name.startswith("_") or hasattr(type(self), name):
                return object.__getattribute__(self, name)  # raises the usual error
            parts = ("suite", "version", "profile", "agent", "episodes", "stopped", "row")
            if name in ("frame", "to_frame", "to_pandas", "df"):
                hint = "write mesocosm.frame(results)"
            elif name in ResultRow.model_fields:
                hint = f"did you mean row.{name}?"
            else:
                hint = did_you_mean(name, parts) or f"they have {', '.join(parts)}, and mesocosm.frame makes a table"
            raise AttributeError(f"results have no attribute {name!r}; {hint}")

        def __getitem__(self, index: object) -> object:
            raise TypeError("results are no list; their episodes are results.episodes, and results.row sums them up")


Source = Results | Path | str | Iterable[Results | Path | str]
"""Results of runs from Python, or folders of Inspect logs."""


WORDS = ("submitted", "truth", "explanation")
"""Columns of a frame with the submitted answer, the truth, and the scorer's explanation."""


@explain_mistakes
def frame(source: Source) -> pd.DataFrame:
    """Return a row for each episode of results or of Inspect logs; `metric_NAME` is a metric of the suite.

    `submitted` is the submitted answer, `truth` the right one and `explanation` the scorer's words. `truth` is None in
    the logs of sealed runs, which do not contain it.
    """
    with needs("mesocosm.frame", "inspect"):
        pandas = registry.require("pandas")
    about = ("suite", "version", "profile", "agent", "options", "settings", "knows_reference")
    if not (runs := list(_episodes(source))):
        raise InvalidRecord("there is nothing to make a table of: no results were given; give those of mesocosm.run")
    found = [(row, sample, words) for row, samples in runs for sample, words in samples]
    lines = [
        {**row.model_dump(include=set(about)), **sample.model_dump(exclude={"metrics"}), **words, **_metrics(sample)}
        for row, sample, words in found
    ]
    fields = [name for name in SampleRow.model_fields if name != "metrics"]
    metrics = dict.fromkeys(name for _, sample, _ in found for name in _metrics(sample))
    data: pd.DataFrame = pandas.DataFrame(lines, columns=[*about, *fields, *WORDS, *metrics])
    return data


Words = dict[str, JsonValue]


def _episodes(source: Source) -> Iterator[tuple[ResultRow, list[tuple[SampleRow, Words]]]]:
    """Yield every run with its episodes, each with the answer, the truth and the explanation."""
    for part in _parts(source):
        for row in rows(part):
            words = _played_words(part) if isinstance(part, Results) else _logged_words(row)
            yield row, list(zip(row.samples, words, strict=True))


def _parts(source: Source) -> list[Results | Path | str]:
    if isinstance(source, Results | Path | str):
        return [source]
    return [part for inner in _check(source) for part in _parts(inner)]


def _check(source: object) -> Iterable[Any]:
    if isinstance(source, Mapping | bytes | BaseModel) or not isinstance(source, Iterable):
        hint = "; give the results that they are of" if isinstance(source, Played) else ""
        raise InvalidRecord(f"results come from mesocosm.run or folders of logs, got {type(source).__name__}{hint}")
    return source


def _played_words(results: Results) -> Iterator[Words]:
    suite = registry.load("suites", results.suite)
    for episode in results.episodes:
        truth = suite.find(episode.item)[1].answer
        yield dict(zip(WORDS, (episode.trace.answer.value, truth, episode.score.explanation), strict=True))


def _logged_words(row: ResultRow) -> Iterator[Words]:
    from mesocosm.report.logged_episodes import stored_episodes

    texts = {
        (episode.row.item, episode.row.epoch): (episode.trace.answer.value, episode.truth, episode.explanation)
        for episode in stored_episodes(Path(row.log))
    }
    for sample in row.samples:
        yield dict(zip(WORDS, texts[sample.item, sample.epoch], strict=True))


def _metrics(sample: SampleRow) -> dict[str, float]:
    """Return a suite's own metrics under names that no other column has."""
    return {f"metric_{name}": value for name, value in sample.metrics.items()}


@explain_mistakes
def write_report(source: Source, folder: Path | str, *, title: str = "Results") -> Path:
    """Write a report about results or Inspect logs into a folder; return the file to open."""
    from mesocosm.report.site import write_site

    if isinstance(folder, Results):
        raise InvalidRecord("results come before the folder: mesocosm.write_report(results, FOLDER)")
    place, heading = as_folder("folder", folder), string("title", title)
    found = rows(source)
    if not found:
        raise InvalidRecord("there is nothing to report: no results were given; give those of mesocosm.run")
    return write_site(found, place, title=heading)


def rows(source: Source) -> list[ResultRow]:
    """Return the rows of a results table, one for each run."""
    if isinstance(source, Results):
        return [source.row]
    if isinstance(source, Path | str):
        return read_results(Path(source))
    return [row for part in _check(source) for row in rows(part)]
