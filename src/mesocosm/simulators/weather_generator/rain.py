"""Rain: whether a day is wet depends on the day before, and the amount follows a gamma distribution.

Richardson (1981), doi 10.1029/WR017i001p00182. Default persistence and shape are those of Geng et al. (1986), doi
10.1016/0168-1923(86)90014-6: a wet day is 0.25 likelier after a wet day than after a dry one, and the scale of the
amounts is 1.83 times their mean less 2.16 mm.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mesocosm.simulators.weather_generator.inputs import WeatherGenerator

Floats = NDArray[np.float64]

GENG_PERSISTENCE = 0.25
SHAPES = (0.5, 1.0)
"""Range of shapes from Geng's relation; it was fitted to places within this range."""


def daily_rain(asked: WeatherGenerator, draw: Generator) -> Floats:
    """Draw the rain of every day in mm; 0 on dry days, at least the threshold on wet ones."""
    days, wet_before = [], bool(draw.random() < asked.wet_days[0] / asked.lengths[0])
    for row, length in enumerate(asked.lengths):
        wet = _wet(asked, row, wet_before, draw.random(length))
        wet_before = bool(wet[-1])
        if asked.preserve == "exactly":
            wet = _possible(wet, asked.rain_mm[row], asked.wet_threshold_mm, draw)
        days.append(_amounts(asked, row, wet, draw))
    return np.concatenate(days)


def _wet(asked: WeatherGenerator, row: int, wet_before: bool, chances: Floats) -> NDArray[np.bool_]:
    """Draw a two-state chain with the month's share of wet days and persistence."""
    share = asked.wet_days[row] / asked.lengths[row]
    persistence = GENG_PERSISTENCE if asked.wet_persistence is None else asked.wet_persistence[row]
    after_dry = min(max(share * (1 - persistence), 0.0), 1.0)
    after_wet = min(max(after_dry + persistence, 0.0), 1.0) if share > 0 else 0.0
    wet = np.empty(len(chances), dtype=bool)
    for day, chance in enumerate(chances.tolist()):
        wet_before = chance < (after_wet if wet_before else after_dry)
        wet[day] = wet_before
    return wet


def _possible(wet: NDArray[np.bool_], total_mm: float, threshold_mm: float, draw: Generator) -> NDArray[np.bool_]:
    """Adjust the number of wet days to what the month's rain allows: at least one if it rains, none if it does not."""
    most = max(int(total_mm / threshold_mm), 1) if total_mm > 0 else 0
    which = np.flatnonzero(wet)
    if len(which) > most:
        wet = wet.copy()
        wet[draw.permutation(which)[most:]] = False
    elif len(which) == 0 and most > 0:
        wet = wet.copy()
        wet[int(draw.integers(len(wet)))] = True
    return wet


def _amounts(asked: WeatherGenerator, row: int, wet: NDArray[np.bool_], draw: Generator) -> Floats:
    """Draw amounts: the threshold plus a random part on each wet day, scaled to the month's sum if requested."""
    count, total, floor = int(wet.sum()), asked.rain_mm[row], asked.wet_threshold_mm
    amounts = np.zeros(len(wet))
    if count == 0 or total == 0:
        return amounts
    mean = total / asked.wet_days[row]
    shape = _geng_shape(mean) if asked.rain_shape is None else asked.rain_shape[row]
    above = draw.gamma(shape, max(mean - floor, 0.0) / shape, count) if mean > floor else np.zeros(count)
    if asked.preserve == "exactly":
        floor = min(floor, total / count)
        rest = total - count * floor
        above = above * (rest / above.sum()) if above.sum() > 0 else np.full(count, rest / count)
    amounts[wet] = floor + above
    return amounts


def _geng_shape(mean_mm: float) -> float:
    scale = -2.16 + 1.83 * mean_mm
    return float(np.clip(mean_mm / scale, *SHAPES)) if scale > 0 else SHAPES[1]
