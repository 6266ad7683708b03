"""Colour scales of maps: bands between round numbers, each with one colour, in an order that the colour-blind see too.

Amounts and other values run from light to dark or dark to light (viridis, ColorBrewer's YlGnBu, BuPu, Purples and
YlOrRd), with monotonic lightness; anomalies diverge from a neutral middle at 0 (ColorBrewer's RdBu and BrBG). Terciles
have three ramps, as the seasonal outlooks of the IRI (Columbia University) and of Copernicus draw them: the likeliest
category by its probability, warm or wet above normal, cold or dry below, grey near normal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord

Floats = NDArray[np.float64]
Style = Literal["values", "amount", "anomaly", "water anomaly", "spread", "wind", "probability", "skill"]
RAMPS: dict[Style, str] = {
    "values": "viridis", "amount": "YlGnBu", "anomaly": "RdBu_r", "water anomaly": "BrBG", "spread": "BuPu",
    "wind": "Purples", "probability": "YlOrRd", "skill": "YlGn",
}  # fmt: skip
DRY = "#fbfbf4"
"""Colour of the smallest amounts."""
NEUTRAL = "#f7f7f7"
"""Colour of an anomaly of 0."""
BELOW_SKILL = "#d9cbbf"
"""Colour of skill below the lowest level, where a forecast is worse than its reference."""
BANDS, SIDE_BANDS, DOUBLINGS = 11, 8, 8
WATER = ("precip", "rain", "pr", "tp", "snow", "swe", "runoff", "discharge", "moisture", "soil_water", "water")
WATER_UNITS = ("mm", "kg m-2", "kg m**-2", "kg/m2", "kg/m**2", "m of water")
CHANCES = (0.0, 0.005, *(tenth / 10 for tenth in range(1, 11)))
"""Levels of probabilities: those that round to 0 % have a band and a pale colour of their own."""
CLASSES = (
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#994455", "#004488", "#ddaa33",
    "#117733", "#882255",
)  # fmt: skip
"""Colours of categories without an order (Paul Tol's bright and high-contrast schemes, safe for the colour-blind)."""
EDGE = 1e-5
"""Distance, as a share of a band, within which a value counts as lying on an edge."""
FAR = 5.0
"""If the range of all values is more than this times the range of the 1st to 99th percentile, the scale shows the
latter.
"""


@dataclass(frozen=True)
class Scale:
    """Edges of bands, a colour for each, and colours below and above all bands if there are values there."""

    levels: tuple[float, ...]
    colours: tuple[str, ...]
    under: str | None = None
    over: str | None = None

    def pixels(self, values: Floats) -> NDArray[np.uint8]:
        """Return red, green and blue of values, as a further last axis; black for NaN."""
        from matplotlib.colors import to_rgb

        ends = (self.under or self.colours[0], *self.colours, self.over or self.colours[-1])
        table = np.rint(255 * np.array([to_rgb(colour) for colour in (*ends, "black")])).astype(np.uint8)
        # A value on an edge belongs to the band above it, even if it was stored with few digits.
        edges = np.array(self.levels) - EDGE * np.diff(self.levels).min()
        band = np.searchsorted(edges, values, side="right")
        # The uppermost edge belongs to the band below it.
        band = np.where(np.abs(values - self.levels[-1]) <= self.levels[-1] - edges[-1], len(self.colours), band)
        return np.asarray(table[np.where(np.isfinite(values), band, len(ends))])


def class_scale(codes: Sequence[int]) -> Scale:
    """Return a scale with one colour for each of some integer codes of categories."""
    edges: list[float] = []
    colours: list[str] = []
    for place, code in enumerate(codes):
        if edges and edges[-1] < code - 0.5:
            edges.append(code - 0.5)
            colours.append(CLASSES[-1])
        elif not edges:
            edges.append(code - 0.5)
        edges.append(code + 0.5)
        colours.append(CLASSES[place])
    return Scale(tuple(edges), tuple(colours))


def is_water(name: str, unit: str) -> bool:
    """Say whether a quantity is water, which has its own colours."""
    words = name.lower().replace("-", "_").split("_")
    return any(word in WATER or word.startswith(("precip", "rain")) for word in words) or unit.startswith(WATER_UNITS)


def scale_of(values: Floats, style: Style, low: float | None = None, high: float | None = None) -> Scale:
    """Return the scale of a style for values.

    Args:
        values: Values to be drawn.
        style: Colours; probability and skill have fixed levels too, as shares of 1.
        low: Lowest value of the scale; default the least of `values`. An anomaly is symmetric about 0.
        high: Highest value of the scale; default the greatest of `values`.
    """
    known = values[np.isfinite(values)]
    if not known.size:
        raise InvalidRecord("there is nothing to draw: every value is missing")
    if style in ("anomaly", "water anomaly"):
        return _diverging(known, style, low, high)
    if style == "skill":
        return _skill(known, low, high)
    if style == "probability":
        return Scale(CHANCES, (DRY, *sample_ramp(RAMPS[style], len(CHANCES) - 2)))
    elif style in ("amount", "spread", "wind") and known.min() >= 0:
        if style == "amount" and low is None and high is None and is_far(known):
            return _doubling(float(known.max()), RAMPS[style])
        low = 0.0 if low is None else low
    made = _sequential(known, RAMPS[style], low, high)
    return replace(made, colours=(DRY, *made.colours[1:])) if style == "amount" and made.levels[0] == 0 else made


def _sequential(known: Floats, ramp: str, low: float | None, high: float | None) -> Scale:
    least, most = limits(known)
    least, most = least if low is None else low, most if high is None else high
    levels = round_levels(least, most, BANDS)
    below, above = bool(known.min() < levels[0]), bool(known.max() > levels[-1])
    shades = sample_ramp(ramp, len(levels) - 1 + below + above)
    colours = shades[below : len(shades) - above]
    return Scale(levels, colours, shades[0] if below else None, shades[-1] if above else None)


def limits(known: Floats) -> tuple[float, float]:
    """Return the range of a scale: that of all values, or of all but a few outliers."""
    least, most = float(known.min()), float(known.max())
    if is_far(known):
        least, most = (float(end) for end in np.percentile(known, (1, 99)))
    if most <= least:
        half = abs(least) * 0.05 or 0.5
        least, most = least - half, most + half
    return least, most


def is_far(known: Floats) -> bool:
    """Say whether a few values lie far beyond all others."""
    inner = np.percentile(known, (1, 99))
    return bool(known.max() - known.min() > FAR * (inner[1] - inner[0]) > 0)


def _doubling(most: float, ramp: str) -> Scale:
    """Return levels of 0 and 1, 2, 5 times powers of ten, for amounts that are mostly small and a few large."""
    power = int(np.floor(np.log10(most)))
    marks = [float(f"{number}e{exponent}") for exponent in range(power - 3, power + 2) for number in (1, 2, 5)]
    top = next(place for place, mark in enumerate(marks) if mark >= most)
    levels = (0.0, *marks[top - DOUBLINGS : top + 1])
    return Scale(levels, (DRY, *sample_ramp(ramp, len(levels) - 1)[1:]))


def round_levels(least: float, most: float, bands: int) -> tuple[float, ...]:
    """Return round numbers that contain a range, in about this number of steps."""
    from matplotlib.ticker import MaxNLocator

    if not (np.isfinite(least) and np.isfinite(most) and least < most):
        raise InvalidRecord(f"`low` must lie below `high`, got {least:g} and {most:g}")
    ticks = np.asarray(MaxNLocator(bands, steps=[1, 2, 2.5, 5, 10]).tick_values(least, most))
    step = ticks[1] - ticks[0]
    inside = ticks[(ticks > least - step * (1 - 1e-9)) & (ticks < most + step * (1 - 1e-9))]
    return tuple(float(tick) for tick in np.round(inside, 12))


def _diverging(known: Floats, style: Style, low: float | None, high: float | None) -> Scale:
    asked = [abs(end) for end in (low, high) if end is not None]
    most = max(asked) if asked else max(abs(end) for end in limits(known))
    if not np.isfinite(most) or most <= 0:
        raise InvalidRecord(f"`low` and `high` of an anomaly must reach away from 0, got {low} and {high}")
    step = round_step(most / SIDE_BANDS)
    count = max(2, int(np.ceil(most / step - 1e-9)))
    side = [float(f"{step * number:.12g}") for number in range(1, count + 1)]
    levels = (*(-edge for edge in reversed(side)), *side)
    shades = sample_ramp(RAMPS[style], 2 * count + 1)
    colours = (*shades[1:count], NEUTRAL, *shades[count + 1 : -1])
    under = shades[0] if known.min() < levels[0] else None
    over = shades[-1] if known.max() > levels[-1] else None
    return Scale(levels, colours, under, over)


def round_step(least: float) -> float:
    """Return the smallest of 1, 2, 2.5 and 5 times a power of ten that is at least this."""
    power = 10.0 ** np.floor(np.log10(least))
    return float(next(number * power for number in (1, 2, 2.5, 5, 10) if number * power >= least * (1 - 1e-9)))


def _skill(known: Floats, low: float | None, high: float | None) -> Scale:
    least = low or 0.0
    levels = round_levels(least, 1.0 if high is None else high, 10)
    under = BELOW_SKILL if known.min() < levels[0] else None
    ramp = sample_ramp(RAMPS["skill"], len(levels) - 1)
    return Scale(levels, ramp, under, ramp[-1] if known.max() > levels[-1] else None)


def sample_ramp(ramp: str, count: int) -> tuple[str, ...]:
    """Return colours of a ramp at equal distances, including its ends."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    shades = colormaps[ramp]
    return tuple(to_hex(shades(place)) for place in (np.linspace(0, 1, count) if count > 1 else [0.6]))


Category = Literal["below", "normal", "above"]
TERCILE_EDGES = (1 / 3, 0.4, 0.5, 0.6, 0.7, 1.0)
TERCILE_RAMPS: dict[bool, dict[Category, tuple[str, ...]]] = {
    False: {
        "below": ("#d6e6f4", "#a3cce3", "#62a8d2", "#2879b9", "#08488e"),
        "normal": ("#e3e3e3", "#cccccc", "#b0b0b0", "#8f8f8f", "#6b6b6b"),
        "above": ("#fee6a8", "#fec358", "#fd8d3c", "#e0411f", "#9e0b26"),
    },
    True: {
        "below": ("#f3e4c4", "#dfc27d", "#bf812d", "#8c510a", "#543005"),
        "normal": ("#e3e3e3", "#cccccc", "#b0b0b0", "#8f8f8f", "#6b6b6b"),
        "above": ("#d3ecd9", "#a0d6c4", "#5ab4a6", "#1c8a80", "#015549"),
    },
}
"""Ramps by whether the quantity is water: one colour for each step of probability from a third upwards."""


def tercile_scale(category: Category, *, water: bool) -> Scale:
    """Return the scale of a category's probability, for places where that category is the likeliest."""
    return Scale(TERCILE_EDGES, TERCILE_RAMPS[water][category])


def tercile_pixels(
    likeliest: NDArray[np.intp], chance: Floats, categories: Sequence[Category], water: bool
) -> NDArray[np.uint8]:
    """Return red, green and blue of the likeliest category by its probability."""
    layers = [tercile_scale(category, water=water).pixels(chance) for category in categories]
    return np.asarray(np.take_along_axis(np.stack(layers), likeliest[None, ..., None], axis=0)[0])
