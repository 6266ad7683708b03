"""Choice of the sandbox for what agents write: the first isolator that works on this machine, never a run without."""

from __future__ import annotations

import os

from mesocosm.errors import InvalidRecord, ToolUnavailable
from mesocosm.isolation.bubblewrap import BubblewrapIsolator
from mesocosm.isolation.isolator import Isolator
from mesocosm.isolation.sandlock import SandlockIsolator
from mesocosm.isolation.site_packages import library_farm

VARIABLE = "MESOCOSM_ISOLATOR"
ISOLATORS: tuple[Isolator, ...] = (SandlockIsolator(), BubblewrapIsolator())
"""Isolators in order of preference."""


def choose_isolator() -> Isolator:
    """Return the isolator to use here; raise ToolUnavailable if none works."""
    for isolator in candidates():
        if isolator.why_unavailable() is None:
            return isolator
    raise ToolUnavailable(why_none() or "running code is switched off here")


def why_none() -> str | None:
    """Return a sentence that says why nothing can run in isolation here; None if it can."""
    if os.environ.get(VARIABLE) == "none":
        return f"running code is switched off here: {VARIABLE} is none"
    reasons = {isolator.name: isolator.why_unavailable() for isolator in candidates()}
    if None in reasons.values():
        return None
    details = "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
    return f"running code is switched off here, because no isolator works on this machine ({details})"


def why_not_ready() -> str | None:
    """Do the same as `why_none`; if code can run, everything that it needs is prepared when this returns.

    Worlds call it before their clock starts: the first preparation takes long, and no episode is charged for it.
    """
    reason = why_none()
    if reason is None:
        library_farm()
    return reason


def candidates() -> tuple[Isolator, ...]:
    """Return the isolators that the environment allows."""
    wish = os.environ.get(VARIABLE, "")
    known = [isolator.name for isolator in ISOLATORS]
    if wish not in ("", "none", *known):
        raise InvalidRecord(f"{VARIABLE} must be one of {', '.join([*known, 'none'])}, got {wish!r}")
    return tuple(isolator for isolator in ISOLATORS if wish in ("", isolator.name))
