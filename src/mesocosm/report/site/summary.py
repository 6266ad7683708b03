"""An episode's numbers in words that need no manual."""

from __future__ import annotations

from collections.abc import Iterable

from mesocosm.report.site.showing import short
from mesocosm.report.stored import StoredEpisode
from mesocosm.report.wording import number, whole

Told = list[tuple[str, str]]
"""What a number is, and the number."""

ANSWERS = {
    "valid": "handed in, and scored",
    "repaired": "handed in after a try was refused, or in a form that was mended before scoring",
    "rejected": "handed in, but not in a form that could be scored",
    "missing": "none was handed in",
    "broken": "unknown: the episode broke on our side",
    "waiting": "not yet: the model's server had not replied",
}
ENDS = {
    "submitted": "the agent handed in its answer",
    "stopped": "the agent stopped by itself",
    "budget": "a limit of steps, time or tokens was reached",
    "context": "the conversation grew longer than the model can read",
    "images": "the model cannot look at the pictures it asked for",
    "loop": "the agent repeated itself",
    "crashed": "the agent's own program failed",
    "waiting": "the model's server had not replied",
    "broken": "something failed on our side",
    "unknown": "the log does not say",
}


def outcome(episode: StoredEpisode) -> Told:
    """How it went and what it took."""
    row, end = episode.row, episode.trace.end
    told = [
        ("Score from 0 to 1:", number(row.score)),
        ("Answer:", ANSWERS.get(row.answer, row.answer)),
        ("Ended because", ENDS.get(row.end, row.end)),
        ("Steps taken:", number(row.steps, 0)),
        ("Calls answered with an error:", number(row.rejected_calls, 0)),
        ("Tokens the model read and wrote:", whole(row.tokens) if row.tokens else "none"),
    ]
    if end is not None:
        told.append(("Seconds it took:", number(end.runtime_s, 1)))
    return _short(told)


def measured(episode: StoredEpisode) -> Told:
    """What else the suite measures, under the names that its card gives."""
    return _short((f"{name.replace('_', ' ')}:", number(value)) for name, value in episode.row.metrics.items())


def setup(episode: StoredEpisode) -> Told:
    """How the item and its world were made, so that anyone can make them again."""
    start = episode.trace.start
    if start is None:
        return []
    return _short([("seed:", str(start.seed)), *((f"{name}:", value) for name, value in start.options.items())])


def _short(told: Iterable[tuple[str, str]]) -> Told:
    return [(short(name), short(value)) for name, value in told]
