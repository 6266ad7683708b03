"""Rounding to whole steps: how one seed gives the same planet on every machine.

Sines, exponentials and Fourier transforms differ in their last bits between processors and libraries. A layer that is
rounded to steps far above those bits, before any decision depends on it, is the same everywhere: of 10⁸ values of
relative error 10⁻¹⁵, rounded to 10⁻⁵ of their size, one in a hundred planets would have one that is rounded
differently. Loops that amplify differences, such as erosion, round in every pass.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def round_to_step(values: ArrayLike, step: float) -> NDArray[np.float64]:
    """Round values to whole multiples of a step; halves go to the even multiple, NaN stays."""
    return np.asarray(np.round(np.asarray(values, np.float64) / step) * step)
