"""One episode as its page shows it: every call with what came back, in the order in which things happened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from mesocosm.report.site import summary
from mesocosm.report.site.maps import map_record
from mesocosm.report.site.shelf import Shelf
from mesocosm.report.site.showing import Ration, short, shown
from mesocosm.report.stored import StoredEpisode
from mesocosm.report.wording import NO_DATA, number
from mesocosm.suite.blocks import Block, MapBlock, PictureBlock, TableBlock
from mesocosm.trace.schema import Answered, Blob, Broke, Called, Observed, Said, Trace
from mesocosm.types import Artifact

Shown = dict[str, object]
ENGINES = {"real": "the engine itself", "reduced_order": "a reduced-order model", "table": "a table"}
NUMBER = re.compile(r"[+-]?[\d,]*\.?\d+")
MOST_ROWS = 500
"""Of a table that a suite shows."""
MOST_FILES = 200


def episode_record(episode: StoredEpisode, shelf: Shelf) -> Shown:
    """What happened in an episode, every text of it made fit to be shown."""
    ration = Ration()
    answer = episode.trace.answer
    return {
        "prompt": shown(episode.prompt),
        "explanation": shown(episode.explanation, 2_000),
        "error": shown(episode.row.error, 2_000),
        "answer": ration.value(answer.value),
        "problem": shown(answer.problem, 2_000),
        "numbers": summary.outcome(episode),
        "measured": summary.measured(episode),
        "setup": summary.setup(episode),
        "view": [_block(block, shelf) for block in episode.view],
        "steps": _steps(episode.trace, episode.pictures, ration, shelf),
        "files": _files(episode.trace.artifacts()),
    }


def _steps(trace: Trace, pictures: Mapping[str, bytes], ration: Ration, shelf: Shelf) -> list[Shown]:
    seen = {event.call: event for event in trace.events if isinstance(event, Observed)}
    steps: list[Shown] = []
    for event in trace.events:
        if isinstance(event, Called):
            back = seen.get(event.call)
            steps.append(_call(event, back, () if back is None else _pictures(back.images, pictures, shelf), ration))
        elif isinstance(event, Said):
            steps.append(_said(event, _pictures(event.images, pictures, shelf), ration))
        elif isinstance(event, Answered):
            steps.append(_answered(event, ration))
        elif isinstance(event, Broke):
            steps.append(_broke(event))
    return steps


def _call(event: Called, back: Observed | None, pictures: Sequence[Shown], ration: Ration) -> Shown:
    told: Shown = {
        "kind": "call",
        "title": short(event.tool),
        "hint": _hint(event),
        "arguments": ration.value(event.arguments),
        "text": "" if back is None else ration.text(back.text),
        "pictures": pictures,
    }
    if back is None:
        return told | {"error": "nothing came back: the episode ended during this call"}
    fault = back.error
    return told | {
        "error": "" if fault is None else shown(f"{fault.kind}: {fault.message}", 2_000),
        "cause": shown(back.cause, 2_000),
        "files": _files(back.artifacts),
        "data": "" if back.data is None else ration.value(back.data),
        "seconds": number(back.runtime_s, 2),
    }


def _hint(event: Called) -> str:
    """The first words among the arguments, by which one call is told from the next in a list."""
    values = list(event.arguments.values()) if isinstance(event.arguments, dict) else [event.arguments]
    return next((short(value, 30) for value in values if isinstance(value, str) and value.strip()), "")


def _said(event: Said, pictures: Sequence[Shown], ration: Ration) -> Shown:
    title = short(f"{event.role} says" + (f" (stopped: {event.stop})" if event.stop else ""))
    return {"kind": "said", "title": title, "text": ration.text(event.text), "pictures": pictures}


def _answered(event: Answered, ration: Ration) -> Shown:
    answer = event.answer
    told = f"{answer.status}, attempt {answer.attempts}"
    problem = shown(answer.problem, 2_000)
    return {"kind": "answer", "title": f"answer {told}", "text": ration.value(answer.value), "error": problem}


def _broke(event: Broke) -> Shown:
    return {
        "kind": "broke",
        "title": short(f"broken on our side: {event.boundary}"),
        "text": "",
        "error": shown(event.message, 2_000),
    }


def _files(artifacts: Sequence[Artifact]) -> list[tuple[str, str, str, str]]:
    """Path, size, who made it and hash."""
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


def _block(block: Block, shelf: Shelf) -> Shown:
    if isinstance(block, MapBlock):
        return map_record(block)
    title = short(block.title)
    if isinstance(block, PictureBlock):
        return {"kind": "picture", "title": title, "src": shelf.picture(block.png), "alt": short(block.alt, 400)}
    if isinstance(block, TableBlock):
        return {"kind": "table", "title": title, **_table(block)}
    return {"kind": "text", "title": title, "text": shown(block.text)}


def _table(block: TableBlock) -> Shown:
    rows = [[shown(cell, 500) for cell in row[: len(block.headings)]] for row in block.rows[:MOST_ROWS]]
    columns = zip_longest(*rows, fillvalue="") if rows else [()] * len(block.headings)
    kinds = ["number" if place and all(map(_is_number, cells)) else "words" for place, cells in enumerate(columns)]
    return {"headings": [short(name) for name in block.headings], "rows": rows, "kinds": kinds}


def _is_number(cell: str) -> bool:
    return cell in ("", NO_DATA) or NUMBER.match(cell) is not None
