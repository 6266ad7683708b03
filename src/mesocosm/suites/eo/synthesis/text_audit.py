"""The last check of a trajectory's words: nothing is stated before it is seen, and nothing is left of a choice test."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.evidence import gather
from mesocosm.suites.eo.lake.colours import COLOURS
from mesocosm.suites.eo.questions.catalogue import kinds
from mesocosm.suites.eo.questions.parts import PARTS, POINT_WORDS
from mesocosm.suites.eo.questions.places import PLACES
from mesocosm.suites.eo.synthesis.contradictions import contradicts
from mesocosm.suites.eo.synthesis.intentions import part_at
from mesocosm.suites.eo.taxonomy import LEAVES
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Step, Trajectory

FACT = re.compile(r"\d{4}-\d{2}-\d{2}|\b(?:img|crop|box|mask|idx)-\d+\b|[-−]?\d+(?:\.\d+)?")
HANDLE_OR_DAY = re.compile(r"\d{4}-\d{2}-\d{2}|\b(?:img|crop|box|mask|idx)-\d+\b")
WORDS = sorted(
    {
        *(label.replace("_", " ") for label in LEAVES),
        *POINT_WORDS,
        *PLACES,
        *(colour for colour in COLOURS),
        *(word for kind in kinds() for word in kind.texts.telling),
    },
    key=len,
    reverse=True,
)
"""Words that reveal something about a place: a thought uses them only once they have been read."""
ARTEFACT = re.compile(r"(?i:\bnone of the (?:options|above)\b)|\boption [A-D]\b|^\s*\(?[A-D][.):]\s", re.MULTILINE)
UNSEEN = "A thought tells what had not been seen by then."
BLANK = "A call or the answer stands without a thought."
CHOICES = "Something of a choice test is left in the words."
UNLIKE = "The answer and the observations do not agree."


def audit(trajectory: Trajectory) -> list[Finding]:
    """Find what is wrong with the words of a trajectory."""
    findings = []
    for number in range(len(trajectory.steps) + 1):
        thought = trajectory.steps[number].thought if number < len(trajectory.steps) else trajectory.thought
        if not thought.strip():
            findings.append(Finding(rule="blank_thought", step=number, feedback=BLANK))
        elif unseen(trajectory, number, thought):
            findings.append(Finding(rule="told_before_seen", step=number, feedback=UNSEEN))
    if ARTEFACT.search(trajectory.answer) or ARTEFACT.search(trajectory.task):
        findings.append(Finding(rule="choice_artefact", feedback=CHOICES))
    if contradicts(trajectory):
        findings.append(Finding(rule="inconsistent_answer", feedback=UNLIKE))
    return findings


def unseen(trajectory: Trajectory, number: int, thought: str) -> list[str]:
    """Return the facts in a thought that are neither in the task nor in the steps before it.

    Figures and words may come from its own call, a sum or the wanted thing; handles and days must have been read.
    """
    text, known = _seen(trajectory, number)
    missing = [fact for fact in HANDLE_OR_DAY.findall(thought) if fact not in text]
    bare = HANDLE_OR_DAY.sub(" ", thought)
    missing += [fact for fact in FACT.findall(bare) if not _is_known(fact, known)]
    own = _own(trajectory, number)
    part = part_at(own.get("box")) if isinstance(own, dict) else ""
    lowered, read = bare.lower(), f"{text}\n{own}\n{part}".lower()
    for word in WORDS:
        if re.search(rf"\b{word}s?\b", lowered):
            lowered = re.sub(rf"\b{word}s?\b", " ", lowered)
            if word not in read and word.replace(" ", "_") not in read:
                missing.append(word)
    return missing


def _seen(trajectory: Trajectory, number: int) -> tuple[str, set[float]]:
    """Return all text before a step, and all its numbers, including counts of things in parts of a picture."""
    before, own = trajectory.steps[:number], _own(trajectory, number)
    values: list[JsonValue] = [trajectory.given]
    for step in before:
        values += [step.data, step.arguments]
    texts = [trajectory.system, trajectory.task, *(step.seen for step in before), *(str(value) for value in values)]
    known = {number for value in (*values, own) for number in _numbers(value)}
    known |= {float(found.replace("−", "-")) for text in (*texts, str(own)) for found in FACT.findall(_bare(text))}
    return "\n".join(texts), known | _counts(trajectory, before)


def _own(trajectory: Trajectory, number: int) -> JsonValue:
    """Return the arguments of a step's own call; the answer has none."""
    return trajectory.steps[number].arguments if number < len(trajectory.steps) else None


def _bare(text: str) -> str:
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", HANDLE_OR_DAY.sub(" ", text))


def _counts(trajectory: Trajectory, before: tuple[Step, ...]) -> set[float]:
    """Return everything that can be counted in what was seen."""
    evidence = gather(trajectory.model_copy(update={"steps": before}))
    counts = {float(count) for step in before if (count := _list(step)) is not None}
    for look in evidence.of("boxes"):
        labels = [str(box.get("label")) for box in look.boxes]
        counts |= {float(labels.count(label)) for label in labels}
        counts |= {float(count) for count in evidence.counts(look)} | {float(evidence.asked_count(look))}
        for part in PARTS:
            for boxes in (look.boxes, evidence.wholes(look)):
                counts.add(float(sum(evidence.in_part(look, box, part) for box in boxes)))
    return counts


def _list(step: Step) -> int | None:
    """Return how many pictures a list of them names; None for other steps."""
    images = step.data.get("images") if isinstance(step.data, dict) else None
    return len(images) if isinstance(images, list) else None


def _numbers(value: JsonValue) -> Iterator[float]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for member in members:
        yield from _numbers(member)


def _is_known(fact: str, known: set[float]) -> bool:
    """Return whether a number is known as it was read, rounded, or as a percentage."""
    number = float(fact.replace("−", "-"))
    half = 0.51 * 10.0 ** -len(fact.partition(".")[2])
    return any(abs(abs(number) - abs(scale * value)) <= half for value in known for scale in (1.0, 100.0))
