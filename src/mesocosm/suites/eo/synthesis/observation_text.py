"""The result of a look in words: figures as in the observation and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.evidence import Evidence, Look
from mesocosm.suites.eo.taxonomy import LEAVES, article, plain
from mesocosm.synthesis.trajectory import Step

Pick = Callable[[int], int]
COUNTED = frozenset({*LEAVES, "building", "road"})
"""Labels in the plural; water and vegetation have none."""
HANDLE = re.compile(r"[a-z]+-\d+")
"""A handle, which keeps its spelling at the beginning of a sentence."""


def recall_observation(look: Look, evidence: Evidence, pick: Pick) -> str:
    """Say what a look showed, in a sentence."""
    texts = TELLERS[look.kind](look, evidence)
    text = texts[pick(len(texts))] if texts else ""
    return text if HANDLE.match(text) else f"{text[:1].upper()}{text[1:]}"


def refusal_text(step: Step, pick: Pick) -> str:
    """Say why a call was refused: the refusal's own words up to its first clause."""
    why = step.error.split(";")[0].split("\n")[0].strip().rstrip(".")
    texts = (
        f"That call was refused: {why}.",
        f"The tool would not take that: {why}.",
        f"My mistake: {why}.",
        f"It was turned down, since {why}.",
    )
    return texts[pick(len(texts))]


def _picture(look: Look, evidence: Evidence) -> tuple[str, ...]:
    handle = str(look.data.get("image", "it"))
    if date := look.data.get("date"):
        return (
            f"{handle} was taken on {date}.",
            f"So {handle} is the capture of {date}.",
            f"I hold the capture of {date} as {handle}.",
        )
    return (f"{handle} shows the part I wanted.", f"The view is {handle}.", f"I can see that part as {handle}.")


def _list(look: Look, evidence: Evidence) -> tuple[str, ...]:
    rows = look.data.get("images")
    rows = rows if isinstance(rows, list) else []
    dates = [str(row["date"]) for row in rows if isinstance(row, dict) and row.get("date")]
    if not dates:
        return ("The list is empty.",)
    return (
        f"There are {len(dates)} captures, from {dates[0]} to {dates[-1]}.",
        f"The series has {len(dates)} captures; the first is of {dates[0]}, the last of {dates[-1]}.",
        f"{len(dates)} captures are on file between {dates[0]} and {dates[-1]}.",
    )


def _scene(look: Look, evidence: Evidence) -> tuple[str, ...]:
    scene = look.data.get("scene")
    return (f"The scene as a whole is called {scene!r}.", f"The tool's word for the scene is {scene!r}.")


def _boxes(look: Look, evidence: Evidence) -> tuple[str, ...]:
    if not look.boxes:
        return (f"Nothing was found for {look.target!r}.", f"The search for {look.target!r} came back empty.")
    labels = Counter(str(box.get("label")) for box in look.boxes)
    counts = _join([f"{count} {plain(label, count)}" for label, count in sorted(labels.items())])
    where = look.cited[0] if look.cited else "the picture"
    left, edge = len(evidence.wholes(look)), ""
    if left < len(look.boxes):
        edge = f" Without what the edge cuts, {left} {'is' if left == 1 else 'are'} left."
    return (
        f"The search in {where} gave {counts}.{edge}",
        f"{where} has {counts}.{edge}",
        f"That makes {counts} in {where}.{edge}",
        f"{counts} came back for {where}.{edge}",
    )


def _join(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def _object(look: Look, evidence: Evidence) -> tuple[str, ...]:
    attributes = look.data.get("attributes")
    description = _join_words(attributes) if isinstance(attributes, dict) else ""
    label = plain(str(look.data.get("label") or "object"))
    return (
        f"It is described as {article(label)} {label}: {description}.",
        f"The description reads {label}, {description}.",
    )


def _join_words(attributes: dict[str, JsonValue]) -> str:
    named = [(name, value) for name, value in attributes.items() if not name.endswith("_m")]
    words = (str(value) if name in str(value) else f"{name} {value}" for name, value in named)
    return ", ".join(words) or "nothing that stands out"


def _mask(look: Look, evidence: Evidence) -> tuple[str, ...]:
    share, label = look.number_of("share") or 0.0, str(look.data.get("label", "it"))
    where = look.cited[0] if look.cited else "the picture"
    takes, covers = ("takes up", "covers")
    if label.replace(" ", "_") in COUNTED:
        label, takes, covers = plain(label, 2), "take up", "cover"
    return (
        f"In {where}, {label} {takes} {100 * share:.2f} % of what is seen.",
        f"{label} {covers} {100 * share:.2f} % of {where}.",
        f"The share of {label} in {where} is {100 * share:.2f} %.",
    )


def _index(look: Look, evidence: Evidence) -> tuple[str, ...]:
    mean, name = look.number_of("mean") or 0.0, str(look.data.get("name", "index"))
    where = look.cited[0] if look.cited else "the picture"
    return (f"The mean {name} of {where} is {mean:.3f}.", f"{where} has a mean {name} of {mean:.3f}.")


def _relation(look: Look, evidence: Evidence) -> tuple[str, ...]:
    distance = look.number_of("distance_m")
    if distance is not None:
        direction = look.data.get("direction")
        return (
            f"The second lies {direction} of the first, {distance:.1f} m away.",
            f"From the first to the second it is {distance:.1f} m towards the {direction}.",
        )
    first, second = (100.0 * (look.number_of(name) or 0.0) for name in ("share_of_first", "share_of_second"))
    return (
        f"They share {first:.2f} % of the first mask and {second:.2f} % of the second.",
        f"The overlap is {first:.2f} % of the first mask, {second:.2f} % of the second.",
    )


def _reckoning(look: Look, evidence: Evidence) -> tuple[str, ...]:
    if (value := look.number_of("value")) is not None:
        return (f"That comes to {value:g}.", f"The result is {value:g}.", f"The calculation gives {value:g}.")
    if index := look.data.get("index"):
        return (f"The index for this theme is {index}.", f"So {index} is the index to use.")
    return ("The boxes are on one scale.",)


TELLERS: dict[str, Callable[[Look, Evidence], tuple[str, ...]]] = {
    "picture": _picture,
    "list": _list,
    "scene": _scene,
    "boxes": _boxes,
    "object": _object,
    "mask": _mask,
    "index": _index,
    "relation": _relation,
    "reckoning": _reckoning,
}
