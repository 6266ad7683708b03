"""Pictures that cannot bear the answer: under cloud, too coarse for the object, or found with hardly any certainty."""

from __future__ import annotations

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.evidence import Evidence, Look, as_number, gather
from mesocosm.suites.eo.evidence.looks import MEASURES, kind_of
from mesocosm.suites.eo.synthesis.edits import change_step, replace_step
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.taxonomy import meant_by
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Trajectory

CLOUDIEST = 0.3
"""Largest share of a picture that cloud may hide if its cover is measured."""
LEAST_PIXELS = 2.0
"""Fewest pixels along an object for people to tell what it is."""
LEAST_SCORE = 0.35
"""Lowest mean score of a detector's boxes that may be counted."""
LENGTH_M = {"car": 4.5, "boat": 6.0, "tree": 5.0, "truck": 8.0, "swimming_pool": 8.0, "bus": 11.0, "house": 9.0}
"""Usual lengths of small things, in metres."""
CLOUDED = "Cloud hides much of the capture that was measured. Take another that is clear."
COARSE = "The pixels are too coarse for the objects that were looked for. Look closer, or with another sensor."
UNSURE = "The detector is hardly certain of what it gave. Look closer before you count on it."


def find(trajectory: Trajectory) -> list[Finding]:
    """Find looks whose picture cannot show what they report."""
    evidence = gather(trajectory)
    findings = []
    for look in evidence.of(*MEASURES):
        why = _why(look, evidence)
        if why and not _is_repeated(look, evidence):
            findings.append(Finding(rule="unclear_image", step=look.number, feedback=why))
    return findings


def _why(look: Look, evidence: Evidence) -> str:
    if look.kind in ("mask", "index") and (look.number_of("cloudy_share") or 0.0) > CLOUDIEST:
        return CLOUDED
    if look.kind != "boxes":
        return ""
    pixel = evidence.picture(look.cited[0]).pixel_m if look.cited else None
    lengths = [LENGTH_M[label] for label in meant_by(look.target) if label in LENGTH_M]
    if pixel and lengths and min(lengths) / pixel < LEAST_PIXELS:
        return COARSE
    scores = [score for box in look.boxes if (score := as_number(box.get("score"))) is not None]
    return UNSURE if scores and sum(scores) / len(scores) < LEAST_SCORE else ""


def _is_repeated(look: Look, evidence: Evidence) -> bool:
    """Return whether the same was measured again in another picture, which is clear."""
    later = [other for other in evidence.looks if other.number > look.number and other.tool == look.tool]
    alike = [other for other in later if other.target == look.target and other.cited != look.cited]
    return any(not other.is_empty and not _why(other, evidence) for other in alike)


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Put cloud over every measurement of cover, or give boxes hardly any certainty."""
    planted = trajectory
    for number, step in enumerate(trajectory.steps):
        kind = kind_of(published_name(step.tool))
        if step.error or kind not in ("mask", "index", "boxes"):
            continue
        if kind != "boxes":
            planted = replace_step(planted, number, change_step(step, cloudy_share=0.82))
        elif isinstance(step.data, dict) and step.data.get("boxes"):
            rows = step.data["boxes"]
            assert isinstance(rows, list)
            unsure: list[JsonValue] = [{**row, "score": 0.12} for row in rows if isinstance(row, dict)]
            planted = replace_step(planted, number, change_step(step, boxes=unsure))
    return planted if planted is not trajectory else None
