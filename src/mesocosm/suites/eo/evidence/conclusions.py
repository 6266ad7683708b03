"""Sentences that combine the observations of several question types."""

from __future__ import annotations

from mesocosm.suites.eo.evidence.evidence import Evidence, Look
from mesocosm.suites.eo.evidence.looks import CALCULATE


def conclude_count(evidence: Evidence) -> str:
    """Say how many things of the wanted kind there are, in the part that the task asks about."""
    looks = evidence.of("boxes")
    part = evidence.part
    if not looks or part is None:
        return _own_count(evidence, looks[-1]) if looks else ""
    last = {look.target: look for look in looks}  # the last look of each target: earlier ones were too narrow
    counts = " and ".join(f"{evidence.asked_count(look)} for {target!r}" for target, look in last.items())
    counts = counts if len(last) > 1 else str(evidence.asked_count(looks[-1]))
    if picture_of(looks[-1]).startswith("crop"):
        return f"So {part.name} has {counts} that no edge cuts."
    return f"Going by their middles and leaving out what the edge cuts, {part.name} has {counts}."


def _own_count(evidence: Evidence, look: Look) -> str:
    """Say a count; the number is not repeated if the thought has just stated it."""
    if look is evidence.looks[-1]:
        return "So that is the count."
    return f"Counting whole ones only, I get {evidence.asked_count(look)}."


def conclude_counts(evidence: Evidence) -> str:
    """Say the counts of one search after the other."""
    looks = evidence.of("boxes")
    if len(looks) < 2:
        return conclude_count(evidence)
    if evidence.looks[-1].tool == CALCULATE:
        return "That is the number asked for."
    counts = [f"{evidence.asked_count(look)}{day_of(evidence, look)}" for look in drop_superseded(looks)[-6:]]
    return f"Counted alike each time, that is {'; '.join(counts)}."


def conclude_grades(evidence: Evidence) -> str:
    """Say how many buildings of each grade there are."""
    looks = evidence.of("boxes")
    if not looks:
        return ""
    part = f" in {evidence.part.name}" if evidence.part else ""
    counts = [f"{evidence.asked_count(look)} for {look.target!r}" for look in drop_superseded(looks)[-4:]]
    return f"Counting whole ones only{part}, that makes {', '.join(counts)}."


def drop_superseded(looks: list[Look]) -> list[Look]:
    """Drop searches of a crop if the same was then searched for in a whole picture."""
    wholes = {look.target for look in looks if not picture_of(look).startswith("crop")}
    return [look for look in looks if not (picture_of(look).startswith("crop") and look.target in wholes)]


def picture_of(look: Look) -> str:
    """Return the handle of the picture that was looked at."""
    return look.cited[0] if look.cited else "the picture"


def day_of(evidence: Evidence, look: Look) -> str:
    """Say which day or picture a figure is of."""
    date = evidence.picture(look.cited[0]).date if look.cited else None
    return f" on {date}" if date else f" in {picture_of(look)}"
