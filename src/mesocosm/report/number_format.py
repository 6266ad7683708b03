"""Formats of numbers for people, on the screen, in figures and on pages; a dash if there is no data."""

from __future__ import annotations

import math

from mesocosm.stats.proportion import Proportion

NO_DATA = "–"


def number(value: float, digits: int = 3) -> str:
    """Format a number with so many digits after the point."""
    return NO_DATA if math.isnan(value) else f"{value + 0.0:.{digits}f}"


def format_signed(value: float, digits: int = 3) -> str:
    """Format a number with its sign, plus included."""
    return NO_DATA if math.isnan(value) else f"{value + 0.0:+.{digits}f}"


def with_interval(value: float, low: float, high: float) -> str:
    """Format a number and its confidence interval; the number alone if no interval is known."""
    return number(value) if math.isnan(low) or math.isnan(high) else f"{number(value)} [{number(low)}, {number(high)}]"


def whole(value: float) -> str:
    """Format a large number as a whole number with separated thousands."""
    return NO_DATA if math.isnan(value) else f"{value:,.0f}"


def percent(share: float) -> str:
    """Format a share as a percentage with one digit."""
    return NO_DATA if math.isnan(share) else f"{number(100 * share, 1)} %"


def points(difference: float) -> str:
    """Format a difference of shares in percentage points, with its sign."""
    return format_signed(100 * difference, 1)


def width(spread: float) -> str:
    """Format the distance of shares in percentage points, without a sign."""
    return number(100 * spread, 1)


def interval(share: float, low: float, high: float) -> str:
    """Format a share and its confidence interval in percent."""
    return NO_DATA if math.isnan(share) else f"{percent(share)} [{number(100 * low, 1)}, {number(100 * high, 1)}]"


def proportion(value: Proportion) -> str:
    """Format a proportion and its interval in percent."""
    return interval(value.share, value.low, value.high)


def difference(value: float, low: float, high: float) -> str:
    """Format a difference of shares in percentage points and its interval."""
    return NO_DATA if math.isnan(value) else f"{points(value)} [{points(low)}, {points(high)}]"


def p_value(value: float) -> str:
    """Format a p-value with four digits."""
    return "<0.0001" if value < 0.0001 else number(value, 4)
