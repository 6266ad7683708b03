"""Reasons why episodes went unanswered, in a line for each model: the commonest form, and what often helps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from mesocosm.report.log_metadata import kept_form
from mesocosm.report.logs import read_samples
from mesocosm.report.results import ResultRow
from mesocosm.scoring.form import FormClass

CURES: dict[FormClass, str] = {
    "prose": "words, and no answer handed in: mesocosm analyse form has the classes, trace show the words",
    "call_as_text": "calls come as text: give the server a parser of tool calls, or run with --emulate-tools",
    "malformed_json": "calls cannot be read: try --emulate-tools",
    "cut_off": "replies are cut off: give a larger --max-tokens",
    "context": "the conversation outgrew the model: let the server give it a longer context",
    "images": "the model takes no pictures: where the suite has it, try --option pictures=no",
    "loop": "the same turn came again and again",
    "empty": "replies are empty: see mesocosm doctor --model",
}


def unanswered_lines(rows: Iterable[ResultRow]) -> list[str]:
    """Return a line for each run of a model that left episodes unanswered."""
    return [line for row in rows if row.unanswered and not row.model.startswith("mesocosm/") for line in _line(row)]


def _line(row: ResultRow) -> Iterator[str]:
    forms = Counter(form for sample in read_samples(Path(row.log)) if (form := kept_form(sample.about)) in CURES)
    for form, times in forms.most_common(1):
        yield f"{row.agent}: {row.unanswered} of {row.episodes} unanswered, {times} of them {form}: {CURES[form]}"
