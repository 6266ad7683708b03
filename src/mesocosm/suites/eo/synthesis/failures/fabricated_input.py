"""Fabricated inputs: handles that no call returned, coordinates that nobody measured, a thing compared with itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.evidence import Evidence, Look, corners, gather, numbers
from mesocosm.suites.eo.evidence.looks import CALCULATE, RELATE_BOXES, RELATE_MASKS
from mesocosm.suites.eo.evidence.support import numbers_in
from mesocosm.suites.eo.synthesis.edits import called_with, replace_step
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Step, Trajectory

HANDLE = re.compile(r"(?:img|crop|box|mask|idx)-\d+|[0-9a-f]{32}")
ROUND = 0.05
"""Shares of a picture that are multiples of this are parts that a person names, such as a half or a quarter."""
OPERAND = re.compile(r"\d+(?:\.\d+)?")
NEAR = 3.0
"""Largest difference between coordinates and measured ones, in pixels."""
CONSTANTS = {1.0, 2.0, 3.0, 4.0, 100.0, 1000.0, 10_000.0}
"""Numbers of formulas and units, which need no source."""
UNGIVEN = "A call cites a handle that came with nothing. Cite what an earlier observation gave."
UNMEASURED = "A call is given coordinates that were never measured. Find the object first and cite its box."
ITSELF = "A thing is compared with itself, which tells nothing. Compare it with the other."
UNSEEN = "The calculation holds a figure that came with neither the question nor an observation."


def find(trajectory: Trajectory) -> list[Finding]:
    """Find every call with an input that nothing seen before accounts for."""
    evidence = gather(trajectory)
    looks = {look.number: look for look in evidence.looks}
    findings = []
    for number, step in enumerate(trajectory.steps):
        known = _known_handles(trajectory, number)
        foreign = [handle for handle in _handles(step.arguments) if handle not in known]
        if foreign and (not step.error or not _is_mended(trajectory, number)):
            findings.append(_finding(number, UNGIVEN))
        elif number in looks:
            findings += [_finding(number, why) for why in _problems(looks[number], evidence)]
    return findings


def _finding(number: int, why: str) -> Finding:
    return Finding(rule="fabricated_input", step=number, feedback=why)


def _handles(value: JsonValue) -> Iterator[str]:
    """Yield every handle or name in a value."""
    if isinstance(value, str) and HANDLE.fullmatch(value):
        yield value
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for member in members:
        yield from _handles(member)


def _known_handles(trajectory: Trajectory, number: int) -> set[str]:
    """Return the handles that came with the task or before a step."""
    before = [trajectory.given, *(step.data for step in trajectory.steps[:number] if not step.error)]
    return {handle for value in before for handle in _handles(value)} | set(HANDLE.findall(trajectory.task))


def _is_mended(trajectory: Trajectory, number: int) -> bool:
    """Return whether the tool was called again with success: a slip that was noticed."""
    tool = trajectory.steps[number].tool
    return any(step.tool == tool and not step.error for step in trajectory.steps[number + 1 :])


def _problems(look: Look, evidence: Evidence) -> Iterator[str]:
    if look.tool in (RELATE_BOXES, RELATE_MASKS) and look.arguments.get("first") == look.arguments.get("second"):
        yield ITSELF
    if look.tool == CALCULATE and not _are_seen(look, evidence):
        yield UNSEEN
    if not all(_is_measured(place, look, evidence) for place in _places(look)):
        yield UNMEASURED


def _places(look: Look) -> Iterator[list[float]]:
    """Yield the coordinates among a look's arguments."""
    values: list[JsonValue] = [look.arguments.get(name) for name in ("box", "first", "second")]
    boxes = look.arguments.get("boxes")
    values += boxes if isinstance(boxes, list) else []
    if isinstance(boxes, list) and not boxes:
        yield []
    for value in values:
        if isinstance(value, list):
            yield numbers(value)


def _is_measured(place: list[float], look: Look, evidence: Evidence) -> bool:
    """Return whether coordinates are a part with a name, an observed box, or a point the task gives in percent."""
    if len(place) == 4 and (place[0] >= place[2] or place[1] >= place[3]):
        return False
    if look.kind == "picture":
        return _is_round(place) or _holds_box(place, look, evidence)
    seen = [box for earlier in _before(look, evidence) for row in earlier.boxes if (box := corners(row))]
    return any(_near(place, box) for box in seen) or _is_given(place, look, evidence)


def _is_round(place: list[float]) -> bool:
    return all(abs(edge / ROUND - round(edge / ROUND)) < 1e-6 for edge in place)


def _holds_box(place: list[float], look: Look, evidence: Evidence) -> bool:
    """Return whether a crop holds the middle of a box that was found before."""
    for earlier in _before(look, evidence):
        size = evidence.size_of(earlier)
        for row in earlier.boxes:
            box = corners(row)
            if box and size and _holds(place, (box[0] + box[2]) / 2 / size[0], (box[1] + box[3]) / 2 / size[1]):
                return True
    return False


def _holds(place: list[float], x: float, y: float) -> bool:
    return len(place) == 4 and place[0] <= x <= place[2] and place[1] <= y <= place[3]


def _before(look: Look, evidence: Evidence) -> list[Look]:
    return [earlier for earlier in evidence.of("boxes") if earlier.number < look.number]


def _near(place: list[float], box: tuple[float, ...]) -> bool:
    if len(place) == 2:
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        return all(abs(given - measured) <= NEAR for given, measured in zip(place, middle, strict=True))
    return len(place) == 4 and all(abs(given - measured) <= NEAR for given, measured in zip(place, box, strict=True))


def _is_given(place: list[float], look: Look, evidence: Evidence) -> bool:
    """Return whether a point, or the middle of a box, is given by the task in percent of the picture."""
    sizes = [picture.size for picture in evidence.pictures.values() if picture.size]
    numbers = numbers_in(evidence.task)
    x, y = (place[0], place[1]) if len(place) == 2 else ((place[0] + place[2]) / 2, (place[1] + place[3]) / 2)
    return any(
        abs(x - across / 100.0 * size[0]) <= NEAR and abs(y - down / 100.0 * size[1]) <= NEAR
        for size in sizes
        for across in numbers
        for down in numbers
    )


def _are_seen(look: Look, evidence: Evidence) -> bool:
    """Return whether every number of a calculation was seen before: as a count, in an observation or in the task."""
    known = [*CONSTANTS, *numbers_in(evidence.task)]
    for earlier in evidence.looks:
        if earlier.number < look.number:
            known += [float(count) for count in evidence.counts(earlier)] if earlier.kind == "boxes" else []
            known += list(_figures(dict(earlier.data)))
    for picture in evidence.pictures.values():
        known += [picture.pixel_m, *(picture.size or ())] if picture.pixel_m else []
    return all(_is_among(number, known) for number in OPERAND.findall(str(look.arguments.get("expression", ""))))


def _figures(value: JsonValue) -> Iterator[float]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for member in members:
        yield from _figures(member)


def _is_among(operand: str, known: list[float]) -> bool:
    """Return whether a number is known, also when rounded to its number of digits, or as a percentage."""
    half = 0.51 * 10.0 ** -len(operand.partition(".")[2])
    return any(abs(float(operand) - scale * abs(value)) <= half for value in known for scale in (1.0, 100.0))


# ------------------------------------------------------------ planting


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Plant one of these faults, as the calls allow."""
    options = [
        replace_step(trajectory, number, planted)
        for number, step in enumerate(trajectory.steps)
        if not step.error
        for planted in _plant(step)
    ]
    return options[draw(len(options))] if options else None


def _plant(step: Step) -> Iterator[Step]:
    arguments = step.arguments if isinstance(step.arguments, dict) else {}
    tool = published_name(step.tool)
    if "image" in arguments:
        yield called_with(step, image="img-97")
    if tool in (RELATE_BOXES, RELATE_MASKS):
        yield called_with(step, second=arguments.get("first"))
    if isinstance(arguments.get("box"), str):
        yield called_with(step, box=[301.7, 17.3, 333.1, 59.9])
    if tool == CALCULATE:
        yield called_with(step, expression=f"{arguments.get('expression')} + 7919.37")
