"""Items and episodes of a site: a small file for each, and one index of all for the search."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm.errors import InvalidRecord
from mesocosm.report.logged_episodes import StoredEpisode, stored_episodes
from mesocosm.report.number_format import number, whole
from mesocosm.report.results import SampleRow
from mesocosm.report.site.answers import blocks_of
from mesocosm.report.site.episode_record import episode_record
from mesocosm.report.site.episode_store import Gathered
from mesocosm.report.site.geojson import collection_of, in_words
from mesocosm.report.site.item_blocks import item_blocks
from mesocosm.report.site.request import request_of
from mesocosm.report.site.sanitising import sanitise, short
from mesocosm.report.site.suites import OUTCOMES, Run, SuiteRuns, outcome_of
from mesocosm.report.site.summary import why
from mesocosm.report.site.writer import Shelf
from mesocosm.suite.facts import Facts
from mesocosm.trace.schema import Trace

NO_ANSWER = "nothing was handed in"
SEARCHED = 600
"""Characters of a question that can be searched."""


@dataclass(frozen=True)
class Entry:
    """An episode as lists show it."""

    run: Run
    place: int
    sample: SampleRow
    answer: str
    letter: str
    """Option that was chosen; empty if there is none."""
    explanation: str

    @property
    def key(self) -> str:
        """Name of its data file."""
        return f"e/{self.run.number}/{self.place}"


@dataclass
class ItemNote:
    """An item and its episodes, collected while logs are read."""

    suite: SuiteRuns
    place: int
    id: str
    prompt: str
    facts: Facts
    entries: list[Entry] = field(default_factory=list)
    blocks: list[dict[str, object]] = field(default_factory=list)
    """Pictures, maps and the truth, as the page shows them."""

    @property
    def key(self) -> str:
        """Name of its data file."""
        return f"i/{self.place}"


class Contents:
    """Writer of episodes as they are read, then of the items, then of the index."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.items: dict[tuple[int, str], ItemNote] = {}
        self._gathered: dict[int, Gathered] = {}
        self.problems: list[str] = []

    def read(self, suite: SuiteRuns) -> Iterator[Run]:
        """Write the episodes of a suite's runs and yield each run when it is done; a log that cannot be read is
        reported.
        """
        for run in suite.runs:
            try:
                if run.row.log:
                    self._read_run(suite, run, Path(run.row.log))
            except InvalidRecord as error:
                self.problems.append(f"{run.title}: its episodes are not shown: {error}")
            yield run

    def _read_run(self, suite: SuiteRuns, run: Run, log: Path) -> None:
        folder = os.path.relpath(log.parent.resolve(), self.shelf.folder.resolve())
        played = []
        for place, episode in enumerate(stored_episodes(log)):
            self._add(suite, run, place, episode, folder)
            played.append(episode.played)
        self.gathered(suite).add(log, played, knows_reference=run.row.knows_reference)

    def gathered(self, suite: SuiteRuns) -> Gathered:
        """Return what was read of a suite, for its analyses."""
        return self._gathered.setdefault(suite.number, Gathered(suite))

    def _add(self, suite: SuiteRuns, run: Run, place: int, episode: StoredEpisode, log_folder: str) -> None:
        item = self._item(suite, episode)
        entry = Entry(
            run=run,
            place=place,
            sample=episode.row,
            answer=short(_answer(episode.trace), 60),
            letter=_letter(episode.trace, episode.facts),
            explanation=short(why(episode), 160),
        )
        item.entries.append(entry)
        blocks = blocks_of(episode)
        if not item.blocks:
            item.blocks = item_blocks(blocks, self.shelf)
        record = episode_record(episode, blocks, run.title, self.shelf, suite.metric_words)
        self.shelf.data(entry.key, _heading(suite, item, entry, log_folder) | record)

    def _item(self, suite: SuiteRuns, episode: StoredEpisode) -> ItemNote:
        key = (suite.number, episode.row.item)
        if key not in self.items:
            self.items[key] = ItemNote(suite, len(self.items), episode.row.item, episode.prompt, episode.facts)
        return self.items[key]

    def of(self, suite: SuiteRuns) -> list[ItemNote]:
        """Return the items of a suite, in the order in which they came."""
        return [note for note in self.items.values() if note.suite is suite]

    def chance(self, suite: SuiteRuns) -> float:
        """Return the expected score of a blind choice; NaN if items do not ask for a letter that is right or wrong."""
        notes = self.of(suite)
        graded = any(
            entry.sample.score not in (0.0, 1.0) for note in notes for entry in note.entries if _is_scored(entry)
        )
        if not notes or graded or not all(note.facts.options for note in notes):
            return math.nan
        return math.fsum(1 / len(note.facts.options) for note in notes) / len(notes)

    def write(self, suites: Sequence[SuiteRuns]) -> None:
        """Write every item, and the index."""
        for suite in suites:
            notes = self.of(suite)
            for place, note in enumerate(notes):
                self.shelf.data(note.key, _item_record(note, _around(notes, place)))
        self.shelf.data("index", _index(suites, list(self.items.values())))


def _is_scored(entry: Entry) -> bool:
    return outcome_of(entry.sample) not in ("broken", "waiting")


def _heading(suite: SuiteRuns, item: ItemNote, entry: Entry, log_folder: str) -> dict[str, object]:
    """Return where an episode belongs, and how to see it in Inspect."""
    count = len(entry.run.row.samples)
    around = [
        f"e/{entry.run.number}/{place}" if 0 <= place < count else "" for place in (entry.place - 1, entry.place + 1)
    ]
    return {
        "suite": suite.title,
        "suitePage": suite.page,
        "agent": entry.run.title,
        "about": sanitise(entry.run.about, 300),
        "role": entry.run.role,
        "item": short(item.id),
        "itemKey": item.key,
        "epoch": entry.sample.epoch,
        "outcome": outcome_of(entry.sample),
        "outcomeWords": OUTCOMES[outcome_of(entry.sample)],
        "solved": suite.solved,
        "around": around,
        "inspect": f"inspect view --log-dir {short(log_folder, 500)}",
        "log": short(os.path.basename(entry.run.row.log), 200),
    }


def _item_record(note: ItemNote, around: list[str]) -> dict[str, object]:
    facts = note.facts
    fields = [
        ("Field:", facts.category),
        ("Scenario it is made from:", facts.cluster.replace("_", " ")),
        ("Asks above all for", facts.kind),
        ("Right answer:", facts.label),
    ]
    return {
        "suite": note.suite.title,
        "suitePage": note.suite.page,
        "item": short(note.id),
        "prompt": sanitise(note.prompt),
        "solved": note.suite.solved,
        "blocks": note.blocks,
        "facts": [(name, short(value)) for name, value in fields if value],
        "options": [_option(letter, note) for letter in facts.options],
        "episodes": [_episode_row(entry) for entry in note.entries],
        "around": around,
    }


def _option(letter: str, note: ItemNote) -> dict[str, object]:
    facts = note.facts
    known = {name: mistake.sentence for name, mistake in facts.mistakes.items() if mistake.sentence}
    sentences = [known.get(name) or name.replace("_", " ") for name in facts.options[letter]]
    chosen = list(dict.fromkeys(entry.run.title for entry in note.entries if entry.letter == letter))
    return {
        "letter": letter,
        "printed": short(facts.printed.get(letter, "")),
        "right": letter == facts.label,
        "mistakes": sentences,
        "chosen": chosen,
    }


def _episode_row(entry: Entry) -> dict[str, object]:
    sample = entry.sample
    return {
        "key": entry.key,
        "agent": entry.run.title,
        "about": sanitise(entry.run.about, 300),
        "role": entry.run.role,
        "epoch": sample.epoch,
        "outcome": outcome_of(sample),
        "score": number(sample.score),
        "answer": entry.answer,
        "explanation": entry.explanation,
        "steps": number(sample.steps, 0),
        "tokens": whole(sample.tokens),
    }


def _around(notes: Sequence[ItemNote], place: int) -> list[str]:
    """Return the keys of the items before and after."""
    return [notes[other].key if 0 <= other < len(notes) else "" for other in (place - 1, place + 1)]


def _index(suites: Sequence[SuiteRuns], items: Sequence[ItemNote]) -> dict[str, object]:
    return {
        "outcomes": list(OUTCOMES),
        "suites": [suite.title for suite in suites],
        "runs": {
            run.number: [run.title, suite.number, run.role, run.row.agent] for suite in suites for run in suite.runs
        },
        "items": [
            [
                note.suite.number,
                short(note.id),
                short(note.prompt, SEARCHED),
                short(note.facts.category),
                request_of(note.prompt),
            ]
            for note in items
        ],
        "episodes": list(_index_rows(items)),
    }


def _index_rows(items: Iterable[ItemNote]) -> Iterator[list[object]]:
    outcomes = list(OUTCOMES)
    for place, note in enumerate(items):
        for entry in note.entries:
            sample = entry.sample
            yield [
                place,
                entry.run.number,
                entry.place,
                sample.epoch,
                outcomes.index(outcome_of(sample)),
                number(sample.score),
                entry.answer,
                number(sample.steps, 0),
                whole(sample.tokens),
                entry.explanation,
            ]


def _answer(trace: Trace) -> object:
    answer = trace.answer
    shapes = collection_of(answer.value)
    if shapes is not None:
        return in_words(shapes).replace("drawn on the map", "see its map")
    if isinstance(answer.value, dict):
        return ", ".join(f"{name}: {'left empty' if value is None else value}" for name, value in answer.value.items())
    return NO_ANSWER if answer.value is None else answer.value


def _letter(trace: Trace, facts: Facts) -> str:
    value = trace.answer.value
    letter = value.strip().upper() if trace.answer.accepted and isinstance(value, str) else ""
    return letter if letter in facts.options else ""
