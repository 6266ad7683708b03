"""A search for the boxes that meet a window: every 64 boxes have a common box, so that most are never compared.

Things that are drawn one after the other are neighbours on the ground, so that common boxes are small. Results are in
the order of the boxes, which a tree would lose.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.sensors.window import Bools, Floats, Ints, Window

RUN = 64


@dataclass(frozen=True)
class Boxes:
    """Rows of west, south, east and north, with a column for each box."""

    bounds: Floats
    about: Floats
    """Common box of each run of boxes, in the same form."""

    def near(self, window: Window, reach_m: float = 0.0) -> Ints:
        """Return the boxes within a distance of the window, in rising order."""
        run = np.flatnonzero(_meets(self.about, window, reach_m))
        box = (run[:, None] * RUN + np.arange(RUN)).ravel()
        box = box[box < self.bounds.shape[1]]
        return np.asarray(box[_meets(self.bounds[:, box], window, reach_m)])


def boxes_about(corners: Floats, starts: Ints) -> Boxes:
    """Return the boxes of rings that are packed one after the other."""
    if starts.size < 2:
        return Boxes(np.zeros((4, 0)), np.zeros((4, 0)))
    low = np.minimum.reduceat(corners, starts[:-1], axis=0)
    high = np.maximum.reduceat(corners, starts[:-1], axis=0)
    every = np.arange(0, len(low), RUN)
    about = (np.minimum.reduceat(low, every, axis=0), np.maximum.reduceat(high, every, axis=0))
    return Boxes(np.concatenate([low, high], axis=1).T.copy(), np.concatenate(about, axis=1).T.copy())


def _meets(bounds: Floats, window: Window, reach_m: float) -> Bools:
    west, south, east, north = window.bounds
    mask = (bounds[0] < east + reach_m) & (bounds[2] > west - reach_m)
    mask &= (bounds[1] < north + reach_m) & (bounds[3] > south - reach_m)
    return np.asarray(mask)
