"""The probability levels of a tornado outlook, their weights and the labels that name them."""

from __future__ import annotations

import re
from typing import Any

from mesocosm.earth.geo.geojson import short_repr

LEVELS = (2, 5, 10, 15, 30, 45, 60)
"""Levels in per cent: the chance of a tornado within 40 km (25 miles) of a point; each is the lower bound of its band.
"""

WEIGHTS = {0: 1, **{level: level for level in LEVELS}}
"""Weight of a day by its truth's highest band, as published; a quiet day weighs 1 (AgentCaster, Section 3.3)."""

QUIET_WEIGHT = 2
"""Weight of a quiet day in the default profile: that of a day of the lowest risk. At 1, the same 10 % area drawn every
day where the month's outbreaks happened to be beats an empty outlook (12 against 11 % over 40 days).
"""

LEVEL_COLOURS = {
    0: "#ffffff",
    2: "#fde9a9",
    5: "#fbc45c",
    10: "#f2913a",
    15: "#d95f2b",
    30: "#a8323a",
    45: "#6c1f4b",
    60: "#2f1146",
}
"""Colours from pale to dark, so that the order can be read without seeing hues."""

LABEL_FIELDS = ("risk_level", "LABEL", "DN")
"""Properties that hold a feature's level: ours first, then the two fields of SPC's shapefiles."""

ALLOWED = ", ".join(f"'{level}%'" for level in LEVELS)

PUBLISHED_LABELS = {
    "<2%": 2,  # as published: below two per cent counts as two per cent
    **{f"{level}%": level for level in LEVELS},
    **{f"{level / 100:.2f}": level for level in LEVELS},
}
NO_RISK_LABELS = frozenset({"0%", "0", "0.0", "0.00", "<2%"})
NOT_A_PROBABILITY = frozenset({"sign", "significant", "hatched", "cig1", "cig2", "cig3"})
"""SPC's areas of conditional intensity: they lie beside the probabilities and are left out of the score."""

NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s*(%|percent|per cent)?(?:\s*\(?(?:hatched|sign|significant|risk|tornado)\)?)*")


class BadLabel(ValueError):
    """A label that names no level."""


def published_level(label: Any) -> int:
    """Return the level of a label in the published table, else 0: unknown labels are ignored, as published."""
    if isinstance(label, float) and round(label * 100, 9) in LEVELS:
        return round(label * 100)
    return PUBLISHED_LABELS.get(str(label).strip().lower(), 0)


def strict_level(label: Any) -> int:
    """Return the level of a label spelt as the rules ask, 0 for an area without risk; any other label is refused."""
    text = str(label).strip().lower()
    if text in NO_RISK_LABELS - {"<2%"} or text in NOT_A_PROBABILITY:
        return 0
    if text == "<2%" or not published_level(label):
        raise BadLabel(f"risk_level must be one of {ALLOWED}, got {short_repr(label)}")
    return published_level(label)


def meant_level(label: Any) -> int:
    """Return the level a label evidently means: 10, '10', '10% hatched' and 0.1 are ten per cent; 20 % is at least 15
    %.

    A whole 1 could be one per cent or certainty, so it is refused, as is a chance below the lowest level and every
    label without a number.
    """
    text = str(label).strip().lower()
    if text in NO_RISK_LABELS or text in NOT_A_PROBABILITY:
        return 0
    found = NUMBER.fullmatch(text)
    percent = _percent(float(found[1]), bool(found[2])) if found else 0.0
    if not LEVELS[0] <= percent <= 100:
        raise BadLabel(f"risk_level must be one of {ALLOWED}, got {short_repr(label)}")
    return max(level for level in LEVELS if level <= percent)


def _percent(number: float, says_percent: bool) -> float:
    return number if says_percent or number >= 1 else round(100 * number, 9)
