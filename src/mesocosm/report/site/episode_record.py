"""One episode as its page shows it: the outcome, and every call with its result, in the order of events."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from mesocosm.report.logged_episodes import StoredEpisode
from mesocosm.report.number_format import NO_DATA, number
from mesocosm.report.site import summary
from mesocosm.report.site.answers import value_text
from mesocosm.report.site.maps import map_record
from mesocosm.report.site.sanitising import Ration, sanitise, short
from mesocosm.report.site.writer import PNG, Shelf
from mesocosm.suite.blocks import AnswerBlock, AnswerField, Block, MapBlock, PictureBlock, TableBlock
from mesocosm.trace.schema import Answered, Blob, Broke, Called, Observed, Said, Trace
from mesocosm.types import Artifact

Shown = dict[str, object]
ENGINES = {"real": "the engine itself", "reduced_order": "a reduced-order model", "table": "a table"}
NUMBER = re.compile(r"[+-]?[\d,]*\.?\d+")
MOST_ROWS = 500
"""Most rows of a table that a suite shows."""
MOST_FILES = 200
LEGIBLE_PX = 11
"""Smallest letters that a page shows, in pixels of the page."""


def episode_record(
    episode: StoredEpisode, blocks: Sequence[Block], agent: str, shelf: Shelf, words: Mapping[str, str]
) -> Shown:
    """Return what happened in an episode, every text made safe to show; `words` describe the metrics."""
    ration = Ration()
    answer = episode.trace.answer
    return {
        "sentence": sanitise(summary.sentence(episode, blocks, agent), 2_000),
        "prompt": sanitise(episode.prompt),
        "explanation": sanitise(summary.why(episode), 2_000),
        "error": sanitise(episode.row.error, 2_000),
        "answer": ration.value(answer.value) if answer.value is not None else "",
        "end": summary.end(episode),
        "problem": sanitise(answer.problem, 2_000),
        "numbers": summary.outcome(episode),
        "measured": summary.suite_measures(episode, words),
        "setup": summary.setup(episode),
        "view": [block_record(block, shelf) for block in blocks],
        "steps": _steps(episode.trace, episode.pictures, ration, shelf),
        "files": _files(episode.trace.artifacts()),
    }


def _steps(trace: Trace, pictures: Mapping[str, bytes], ration: Ration, shelf: Shelf) -> list[Shown]:
    seen = {event.call: event for event in trace.events if isinstance(event, Observed)}
    steps: list[Shown] = []
    calls = itertools.count(1)
    for event in trace.events:
        if isinstance(event, Called):
            back = seen.get(event.call)
            shown_pictures = () if back is None else _pictures(back.images, pictures, shelf)
            number = {} if summary.hands_in(event.tool) else {"call": next(calls)}
            steps.append(_call(event, back, shown_pictures, ration) | number)
        elif isinstance(event, Said):
            steps.append(_say(event, _pictures(event.images, pictures, shelf), ration))
        elif isinstance(event, Answered):
            steps.append(_answered(event, ration))
        elif isinstance(event, Broke):
            steps.append(_broke(event))
    return steps


def _call(event: Called, back: Observed | None, pictures: Sequence[Shown], ration: Ration) -> Shown:
    step: Shown = {
        "kind": "call",
        "title": short(event.tool),
        "hint": _hint(event),
        "brief": _brief(event.arguments),
        "gave": _gave(back),
        "arguments": ration.value(event.arguments),
        "text": "" if back is None else ration.text(back.text),
        "pictures": pictures,
    }
    if back is None:
        return step | {"error": "nothing came back: the episode ended during this call"}
    fault = back.error
    return step | {
        "error": "" if fault is None else sanitise(f"{fault.kind.replace('_', ' ')}: {fault.message}", 2_000),
        "cause": sanitise(back.cause, 2_000),
        "files": _files(back.artifacts),
        "data": "" if back.data is None else ration.value(back.data),
        "seconds": number(back.runtime_s, 2),
    }


def _brief(arguments: JsonValue) -> str:
    """Describe the arguments in one line; shapes are counted."""
    if not isinstance(arguments, dict):
        return value_text(arguments) if arguments is not None else ""
    return short(", ".join(f"{name}: {short(value_text(value), 60)}" for name, value in arguments.items()), 240)


def _gave(back: Observed | None) -> str:
    """Describe the result in a few words."""
    if back is None:
        return "nothing came back"
    if back.error is not None:
        return short(f"refused: {back.error.message}", 90)
    pictures = len(back.images)
    shown_pictures = f"{pictures} picture{'s' * (pictures != 1)}" if pictures else ""
    return short(back.text, 90) or shown_pictures


def _hint(event: Called) -> str:
    """Return the first words among the arguments, which distinguish calls in a list."""
    values = list(event.arguments.values()) if isinstance(event.arguments, dict) else [event.arguments]
    return next((short(value, 30) for value in values if isinstance(value, str) and value.strip()), "")


def _say(event: Said, pictures: Sequence[Shown], ration: Ration) -> Shown:
    title = short(f"{event.role} says" + (f" (stopped: {event.stop})" if event.stop else ""))
    return {"kind": "said", "title": title, "text": ration.text(event.text), "pictures": pictures}


def _answered(event: Answered, ration: Ration) -> Shown:
    answer = event.answer
    taken = "The answer was accepted" if answer.accepted else "The answer was not accepted"
    title = f"{taken} ({answer.status}, attempt {answer.attempts})"
    return {
        "kind": "answer",
        "title": title,
        "brief": value_text(answer.value),
        "arguments": ration.value(answer.value),
        "text": "",
        "error": sanitise(answer.problem, 2_000),
    }


def _broke(event: Broke) -> Shown:
    return {
        "kind": "broke",
        "title": short(f"broken on our side: {event.boundary}"),
        "text": "",
        "error": sanitise(event.message, 2_000),
    }


def _files(artifacts: Sequence[Artifact]) -> list[tuple[str, str, str, str]]:
    """Return path, size, maker and hash of each file."""
    return [
        (short(file.path), f"{file.bytes:,}", _engine(file), short(file.sha256[:12])) for file in artifacts[:MOST_FILES]
    ]


def _engine(file: Artifact) -> str:
    made = file.provenance
    if made is None:
        return "given"
    return short(f"{made.tool}: {made.engine} {made.engine_version} ({ENGINES[made.engine_kind]})")


def _pictures(blobs: Sequence[Blob], pictures: Mapping[str, bytes], shelf: Shelf) -> list[Shown]:
    found: list[Shown] = []
    for blob in blobs:
        png = pictures.get(blob.sha256, b"")
        place = shelf.picture(png) if png else ""
        found.append({"src": place, "alt": short(blob.caption or "picture shown to the agent", 400)})
    return found


def block_record(block: Block, shelf: Shelf) -> Shown:
    """Return a block of a suite as the page shows it."""
    if isinstance(block, MapBlock):
        return map_record(block)
    about: Shown = {"kind": block.kind, "title": short(block.title), "section": block.section}
    if isinstance(block, PictureBlock):
        wide = least_width_px(block.png, block.text_px)
        return about | {"src": shelf.picture(block.png), "alt": short(block.alt, 400), "leastWidth": wide}
    if isinstance(block, TableBlock):
        return about | _table(block)
    if isinstance(block, AnswerBlock):
        return about | {"fields": [_field(field) for field in block.fields[:MOST_ROWS]]}
    return about | {"text": sanitise(block.text)}


def _field(field: AnswerField) -> Shown:
    return {name: sanitise(value, 1_000) for name, value in field.model_dump().items()}


def least_width_px(png: bytes, text_px: float) -> int:
    """Return the width at which a picture's smallest letters are legible; 0 if it has none."""
    width = int.from_bytes(png[16:20], "big") if png.startswith(PNG) and len(png) >= 24 else 0
    return math.ceil(width * LEGIBLE_PX / text_px) if text_px else 0


def _table(block: TableBlock) -> Shown:
    rows = [[sanitise(cell, 500) for cell in row[: len(block.headings)]] for row in block.rows[:MOST_ROWS]]
    columns = itertools.zip_longest(*rows, fillvalue="") if rows else [()] * len(block.headings)
    kinds = ["number" if place and all(map(_is_number, cells)) else "words" for place, cells in enumerate(columns)]
    return {"headings": [short(name) for name in block.headings], "rows": rows, "kinds": kinds}


def _is_number(cell: str) -> bool:
    return cell in ("", NO_DATA) or NUMBER.match(cell) is not None
