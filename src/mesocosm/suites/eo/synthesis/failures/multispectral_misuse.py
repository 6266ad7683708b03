"""Spectral tools misused: neighbours listed and never fetched, or an index that serves another theme."""

from __future__ import annotations

import re

from mesocosm.suites.eo.evidence.evidence import Evidence, gather
from mesocosm.suites.eo.evidence.looks import THEMES
from mesocosm.suites.eo.synthesis.edits import with_steps, without
from mesocosm.suites.eo.synthesis.failures import Draw
from mesocosm.suites.eo.synthesis.failures.temporal_mismatch import measured_captures
from mesocosm.suites.eo.synthesis.question_kind import question_kind
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.review import Finding
from mesocosm.synthesis.trajectory import Step, Trajectory

ASKED: dict[str, frozenset[str]] = {
    r"vegetation|green(?:ery|est|ness)?\b|plants?\b": frozenset({"vegetation", "ndvi"}),
    r"\bwater\b": frozenset({"water", "ndwi"}),
    r"built-up|urban|built up": frozenset({"urban", "ndbi"}),
    r"\bNDVI\b": frozenset({"ndvi"}),
    r"\bNDWI\b": frozenset({"ndwi"}),
    r"\bNDBI\b": frozenset({"ndbi"}),
    r"\bNDSI\b": frozenset({"ndsi"}),
}
"""Words of a question, each with the themes that may be measured for it."""
SKIPPED = "Captures were listed, and a single one was measured. Fetch the neighbours that the question is about."
UNFIT = "The spectral tool that was used serves another theme than the one asked about. Look up which index fits."
UNLIKE = "Captures were measured by different spectral tools, so that they cannot be compared. Use a single one."


def find(trajectory: Trajectory) -> list[Finding]:
    """Find misuse by what was measured, in how many captures, with which tools."""
    evidence = gather(trajectory)
    looks = [look for look in evidence.looks if look.tool in THEMES]
    if "index" not in question_kind(trajectory).needs or not looks:
        return []
    used = [THEMES[look.tool] for look in looks]
    fitting = themes_of(trajectory.task)
    if fitting and not fitting & set(used):
        return [Finding(rule="multispectral_misuse", step=looks[-1].number, feedback=UNFIT)]
    if _was_listed(evidence) and len(measured_captures(evidence)) < 2:
        return [Finding(rule="multispectral_misuse", feedback=SKIPPED)]
    if len(looks) > 1 and max(used.count(theme) for theme in set(used)) < 2:
        return [Finding(rule="multispectral_misuse", feedback=UNLIKE)]
    return []


def themes_of(task: str) -> frozenset[str]:
    """Return what may be measured for a question: the named indices, or else the tools of the named themes."""
    named = [serves for words, serves in ASKED.items() if "ND" in words and re.search(words, task)]
    themes = [serves for words, serves in ASKED.items() if "ND" not in words and re.search(words, task)]
    return frozenset().union(*(named or themes)) if named or themes else frozenset()


def _was_listed(evidence: Evidence) -> bool:
    return any(look.tool == "get_multispectral_list" for look in evidence.looks)


def plant(trajectory: Trajectory, draw: Draw) -> Trajectory | None:
    """Use another theme's tool throughout, or list captures and fetch none."""
    spectral = [step for step in trajectory.good_steps() if published_name(step.tool) in THEMES]
    if "index" not in question_kind(trajectory).needs or not spectral:
        return None
    return _unfit(trajectory) if draw(2) else _skip(trajectory)


def _unfit(trajectory: Trajectory) -> Trajectory:
    fitting = themes_of(trajectory.task)
    other = next(tool for tool, theme in THEMES.items() if theme not in fitting)
    steps = [
        step.model_copy(update={"tool": other}) if published_name(step.tool) in THEMES else step
        for step in trajectory.steps
    ]
    return with_steps(trajectory, tuple(steps))


def _skip(trajectory: Trajectory) -> Trajectory:
    first = next(step for step in trajectory.good_steps() if published_name(step.tool) in THEMES)
    bare = without(trajectory, lambda step: published_name(step.tool) in THEMES and step is not first)
    listing = Step(
        tool="get_multispectral_list",
        arguments={"image": "img-1"},
        seen="2 images",
        data={"images": [{"image": "img-1", "date": "2031-05-02"}, {"image": "img-8", "date": "2031-05-12"}]},
    )
    return with_steps(bare, (listing, *bare.steps))
