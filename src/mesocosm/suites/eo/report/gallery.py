"""A contact sheet for each question type, and scores by part of the questions; from logs alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm.errors import UserError
from mesocosm.files import write_whole
from mesocosm.report import analysis
from mesocosm.report.episodes import read_episodes
from mesocosm.report.identity import agent_of, settings_of
from mesocosm.report.logged_episodes import StoredEpisode, stored_episodes
from mesocosm.report.logs import read_log
from mesocosm.report.page import OVERVIEW
from mesocosm.report.results import knows_reference, title_of
from mesocosm.report.site.tables import PlainTable, tables_in
from mesocosm.report.templating import render
from mesocosm.stats.runs import run_names
from mesocosm.suite.blocks import AnswerBlock, AnswerField, PictureBlock
from mesocosm.suites.eo.view import NO_ANSWER, NOT_LOOKED

PAGE = "questions.html"
MOST_ITEMS = 8
"""Most items of one question type on its contact sheet."""
TYPE = "question type"
"""The stratum that divides the sheets."""
SHOWN = ("passk", "strata", "consumed", "gathering", "ablation")
"""Analyses whose tables are shown above the sheets, as far as the logs hold their data."""
LONGEST_QUESTION, LONGEST_ANSWER = 420, 90


@dataclass(frozen=True)
class Try:
    """The result of one run on an item."""

    run: str
    answer: str
    verdict: str
    calls: int


@dataclass
class Card:
    """One item of a contact sheet."""

    item: str
    question: str
    truth: str
    picture: str = ""
    alt: str = ""
    tries: list[Try] = field(default_factory=list)


Sheets = dict[str, dict[str, Card]]
"""Question types, each with its items."""


def write_gallery(logs: Sequence[Path], folder: Path) -> Path:
    """Write the page and its pictures; return the page."""
    sheets = read_sheets(logs, folder)
    page = render(
        "gallery.html",
        package="mesocosm.suites.eo.report",
        title="Questions about pictures of places",
        notes=[
            f"Up to {MOST_ITEMS} questions of each type. The picture shows where the first run looked: windows carry "
            "the number of the call, ? came with the question; green are boxes, blue are masks."
        ],
        tables=_tables(logs),
        sheets=[(name, list(cards.values())) for name, cards in sorted(sheets.items())],
        overview=OVERVIEW,
    )
    write_whole(folder / PAGE, page)
    return folder / PAGE


def read_sheets(logs: Sequence[Path], folder: Path) -> Sheets:
    """Read the first items of each question type with the results of every run; write pictures into the folder."""
    headers = [read_log(log, header_only=True) for log in logs]
    names = run_names([(agent_of(log), log.about.get("options") or {}, settings_of(log)) for log in headers])
    runs = [title_of(name, knows_reference(header)) for name, header in zip(names, headers, strict=True)]
    played = ((run, episode) for log, run in zip(logs, runs, strict=True) for episode in stored_episodes(log))
    return sheets_of(played, folder)


def sheets_of(played: Iterable[tuple[str, StoredEpisode]], folder: Path) -> Sheets:
    """Make the same sheets from episodes with the names of their runs; of several epochs the first counts."""
    sheets: Sheets = {}
    for run, episode in played:
        if episode.row.epoch == 1:
            _add(sheets, episode, run, folder)
    return sheets


def _add(sheets: Sheets, episode: StoredEpisode, run: str, folder: Path) -> None:
    answer_field = _describe(episode.view)
    kind = episode.facts.strata.get(TYPE) or episode.facts.category or "questions"
    sheet = sheets.setdefault(kind.replace("_", " "), {})
    if episode.row.item not in sheet:
        if len(sheet) >= MOST_ITEMS:
            return
        sheet[episode.row.item] = _card(episode, answer_field, folder)
    calls = sum(call.tool != "submit" for call, _ in episode.trace.calls())
    answer = answer_field.answer if answer_field is not None else NO_ANSWER
    answer = answer if answer == NO_ANSWER else f"“{_short(answer, LONGEST_ANSWER)}”"
    sheet[episode.row.item].tries.append(Try(run, answer, _verdict(answer_field), calls))


def _verdict(answer: AnswerField | None) -> str:
    if answer is None:
        return "not judged"
    return f"{answer.verdict}; {NOT_LOOKED}" if answer.note.startswith(NOT_LOOKED) else answer.verdict


def _card(episode: StoredEpisode, answer: AnswerField | None, folder: Path) -> Card:
    truth = answer.truth if answer is not None else ""
    card = Card(episode.row.item, _short(_question(episode.prompt), LONGEST_QUESTION), truth)
    for block in episode.view:
        if isinstance(block, PictureBlock):
            card.picture = f"{hashlib.sha256(block.png).hexdigest()[:24]}.png"
            card.alt = block.alt
            (folder / card.picture).write_bytes(block.png)
    return card


def _describe(view: Iterable[object]) -> AnswerField | None:
    """Return answer, truth and verdict from the episode's view; None if the log keeps no such view."""
    return next((field for block in view if isinstance(block, AnswerBlock) for field in block.fields), None)


def _question(prompt: str) -> str:
    """Return the question itself: the first paragraph with a question mark, else all of it."""
    asked = [part for part in prompt.split("\n\n") if "?" in part]
    return asked[0] if asked else prompt


def _tables(logs: Sequence[Path]) -> list[PlainTable]:
    try:
        episodes = read_episodes(logs)
    except UserError:
        return []
    found: list[PlainTable] = []
    for name in SHOWN:
        wanted = analysis.load(name)
        try:
            found += tables_in(wanted.table(wanted.analyse(episodes)))
        except UserError:  # these logs do not hold the data of this analysis
            continue
    return [table for table in found if table.rows]


def _short(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[:longest]}…"
