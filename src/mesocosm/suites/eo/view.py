"""What a report shows of an episode: the answer beside the truth, the path of the view, and the result of each call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from mesocosm.earth.planet.sensors.window import Window
from mesocosm.errors import UserError
from mesocosm.suite.blocks import AnswerBlock, AnswerField, Block, FieldVerdict, PictureBlock, TableBlock
from mesocosm.suites.eo.judge import as_text
from mesocosm.suites.eo.judge.verdict import Verdict
from mesocosm.suites.eo.lake.frame import Pixels
from mesocosm.suites.eo.path_sketch import MOST_PANELS, TEXT_PX, sketch
from mesocosm.suites.eo.picture_view import LONGEST as LONGEST_SIDE
from mesocosm.suites.eo.picture_view import Sight, edges_of
from mesocosm.suites.eo.records import Data, NumberAnswer, Truth
from mesocosm.suites.eo.rollout import FOREIGN_HANDLE, SUBMIT, is_illegal, steps, view_of
from mesocosm.suites.eo.score import judge_answer, judgement_words, without_evidence
from mesocosm.suites.eo.view_path import WHOLE, Look, Path, Shares, path_of
from mesocosm.trace.schema import Observed, Trace
from mesocosm.types import Item, Reference, ToolCall

NOT_LOOKED = "it fails, since nothing was looked at"
NO_ANSWER = "nothing was handed in"
"""Text for a missing answer; `none` is the right answer to some questions."""
SENSORS = {"rgb": "photograph", "sar": "radar", "sentinel-2": "Sentinel-2", "landsat": "Landsat"}
KINDS = {"choice": "one of the answers that the question names"}
WORDS: dict[bool | None, FieldVerdict] = {True: "right", False: "wrong", None: "undecided"}
LONGEST, LONGEST_RULE = 90, 600
"""Most characters of a cell, and of the item's rule."""
KNOWN = ("image", "target", "count", "frame")
"""Fields of data that the call's arguments or its boxes show already."""


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[Block, ...]:
    """Return the blocks of an episode: the question's pictures, answer and truth, map of views, calls with results."""
    return (
        *_shown_at_start(item),
        *_needed(item, reference),
        _answers(item, reference, trace),
        *_map(path_of(item, trace, _size)),
        *_calls(reference, trace),
    )


def _shown_at_start(item: Item[Data]) -> Iterator[PictureBlock]:
    """Yield a picture of the frames that come with the question, each with the window that the agent sees."""
    path = path_of(item, Trace(events=()), _size)
    png = sketch(path, _pixels, _title)
    if png is not None:
        titles = ", ".join(_title(look.frame) for look in path.looks)
        alt = f"What the agent sees at the start, in the windows marked with ?: {titles}."
        yield PictureBlock(title="The pictures", section="question", png=png, alt=alt, text_px=TEXT_PX)


def _needed(item: Item[Data], reference: Reference[Truth]) -> Iterator[PictureBlock]:
    """Yield a picture of the frames that must be looked at beside those of the question."""
    frames = [frame for frame in reference.hidden.evidence if frame not in item.data.frames]
    path = Path(looks=[Look(0, "", "", frame, window_asked_about(item, frame)) for frame in dict.fromkeys(frames)])
    png = sketch(path, _pixels, _title)
    if png is not None:
        titles = ", ".join(_title(look.frame) for look in path.looks[:MOST_PANELS])
        left_out = f" Of {len(path.looks)}, the others are not drawn." if len(path.looks) > MOST_PANELS else ""
        alt = f"The agent has to find these by itself: {titles}.{left_out}"
        title = "Further pictures that the answer rests on"
        yield PictureBlock(title=title, section="question", png=png, alt=alt, text_px=TEXT_PX)


def window_asked_about(item: Item[Data], frame: str) -> Shares:
    """Return the question's window in another picture of the same ground; all of a picture of other ground."""
    ground = _ground(frame)
    is_same = ground is not None and ground in map(_ground, item.data.frames)
    return item.data.window or WHOLE if is_same else WHOLE


def _ground(frame: str) -> Window | None:
    from mesocosm.suites.eo.lake.lake import lake

    try:
        return lake().frame(frame).window
    except UserError:
        return None


def _answers(item: Item[Data], reference: Reference[Truth], trace: Trace) -> AnswerBlock:
    verdict, truth = judge_answer(item, reference, trace, "default"), reference.hidden
    number = truth.answer if isinstance(truth.answer, NumberAnswer) else None
    field = AnswerField(
        name=KINDS.get(truth.answer.kind, truth.answer.kind.replace("_", " or ")),
        about=_short(truth.threshold, LONGEST_RULE),
        answer=_short(as_text(trace.answer.value) or NO_ANSWER),
        truth=_short(truth.sentence),
        verdict=WORDS[verdict.value],
        tolerance=f"± {number.tolerance:g} {number.unit}" if number is not None else "",
        second=_short(truth.second),
        note=_note(verdict, trace),
    )
    return AnswerBlock(fields=(field,))


def _note(verdict: Verdict, trace: Trace) -> str:
    """Say how the answer was judged."""
    reading = f"the answer was read as {verdict.reading}" if verdict.reading else ""
    looked = NOT_LOOKED if without_evidence(steps(trace), "default") else ""
    return "; ".join(part for part in (looked, reading, judgement_words(verdict)) if part)


def _map(path: Path) -> Iterator[PictureBlock]:
    png = sketch(path, _pixels, _title)
    if png is None:
        return
    frames = list(dict.fromkeys(look.frame for look in path.looks))
    left_out = f" of {len(frames)}, the others are not drawn" if len(frames) > MOST_PANELS else ""
    labels = Counter(mark.label for mark in path.marks)
    marked = ", ".join(f"{count} {label}" for label, count in labels.most_common(6)) or "nothing"
    alt = (
        f"Frames: {min(len(frames), MOST_PANELS)}{left_out}; views in numbered windows (the number is the call's, "
        f"? came with the question): {len(path.looks)}; marked: {marked}."
    )
    yield PictureBlock(title="Where it looked", png=png, alt=alt, text_px=TEXT_PX)


def _pixels(frame: str) -> Pixels | None:
    """Return a frame's picture from the lake; None if the lake has no such frame."""
    from mesocosm.suites.eo.lake.lake import lake

    try:
        return lake().pixels(lake().frame(frame))
    except UserError:
        return None


def _size(frame: str, window: Shares) -> tuple[float, float]:
    """Return the size at which a picture of the question was shown."""
    from mesocosm.suites.eo.lake.lake import lake

    try:
        own = lake().frame(frame)
        return Sight("", own, edges_of(own, window), "").size
    except UserError:
        return LONGEST_SIDE, LONGEST_SIDE


def _title(frame: str) -> str:
    from mesocosm.suites.eo.lake.lake import lake

    try:
        own = lake().frame(frame)
    except UserError:
        return "a frame that the lake does not have"
    struck = f", {own.event} the disaster" if own.event else ""
    return f"{SENSORS[own.sensor]}, {own.time:%d %b %Y}{struck}"


def _calls(reference: Reference[Truth], trace: Trace) -> Iterator[TableBlock]:
    needed = frozenset(reference.hidden.evidence)
    calls = enumerate(trace.calls(), start=1)
    rows = tuple(_row(place, call, seen, needed) for place, (call, seen) in calls if call.tool != SUBMIT)
    if rows:
        headings = ("call", "tool", "on", "gave", "evidence")
        yield TableBlock(title="What each call gave", section="detail", headings=headings, rows=rows)


def _row(place: int, call: ToolCall, seen: Observed | None, needed: frozenset[str]) -> tuple[str, ...]:
    view = None if seen is None else view_of(seen)
    counts = "needed picture" if view is not None and view.get("frame") in needed else ""
    return str(place), call.tool, _short(_cite(call.arguments)), _short(_gave(seen)), counts


def _cite(arguments: JsonValue) -> str:
    """Say in short what a call was about."""
    if not isinstance(arguments, dict):
        return ""
    return ", ".join(_plain(value) for value in arguments.values())


def _plain(value: JsonValue) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_plain(member) for member in value[:6]) + (", …]" if len(value) > 6 else "]")
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _gave(seen: Observed | None) -> str:
    if seen is None:
        return "nothing came back"
    if seen.error is not None:
        kind = "handle it was never given" if seen.error.kind == FOREIGN_HANDLE else "refused"
        return f"{kind}: {seen.error.message}"
    if is_illegal(seen):
        return "nothing"
    return _describe(seen.data) if isinstance(seen.data, dict) else seen.text


def _describe(data: Mapping[str, JsonValue]) -> str:
    """Describe the data of an observation in a line: boxes by label, then single values."""
    boxes = data.get("boxes")
    labels = (
        Counter(str(box.get("label", "box")) for box in boxes if isinstance(box, dict))
        if isinstance(boxes, list)
        else {}
    )
    parts = [f"{count} × {label}" for label, count in labels.items()] or (["no box"] if boxes == [] else [])
    single = {name: value for name, value in data.items() if not isinstance(value, list | dict) and value is not None}
    parts += [f"{name} {_plain(value)}" for name, value in single.items() if name not in KNOWN or len(single) == 1]
    return "; ".join(parts)


def _short(text: str, longest: int = LONGEST) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[:longest]}…"
