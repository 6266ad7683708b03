"""Which of many boxes meet a window: boxes in runs of 64 under a box about each run, so that most are never looked at.

Neighbours in a drawing are neighbours on the ground, so that runs are small. What is found comes in its own order,
which a tree of boxes would lose.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.sensors.window import Bools, Floats, Ints, Window

RUN = 64


@dataclass(frozen=True)
class Boxes:
    """Rows of west, south, east and north, a column to each box."""

    bounds: Floats
    about: Floats
    """The same of each run of boxes."""

    def near(self, window: Window, reach_m: float = 0.0) -> Ints:
        """The boxes that lie within a reach of the window, in rising order."""
        run = np.flatnonzero(_meets(self.about, window, reach_m))
        box = (run[:, None] * RUN + np.arange(RUN)).ravel()
        box = box[box < self.bounds.shape[1]]
        return np.asarray(box[_meets(self.bounds[:, box], window, reach_m)])


def boxes_about(corners: Floats, starts: Ints) -> Boxes:
    """Of rings packed one after the other."""
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
