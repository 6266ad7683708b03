"""The four scoring profiles, and the tolerance that each allows.

    default       lambda = max(abs, rel x max(|y|, floor)); 0 means exactly equal
    public_code   the same tolerance, as the published program has it, with its other readings of values
    paper_eq1     lambda = max(abs, rel x |y|)               TerraBench, equation 1
    paper_eq9     lambda = max(abs, rel x |y|, floor)        TerraBench, equation 9

A tolerance always comes from the truth; what a prediction says of tolerances is never read.
"""

from __future__ import annotations

import math
from typing import Literal, get_args

Profile = Literal["default", "public_code", "paper_eq1", "paper_eq9"]
PROFILES: tuple[Profile, ...] = get_args(Profile)


def allowance(profile: Profile, truth: float, *, absolute: float, relative: float, floor: float) -> float:
    """Return the largest allowed distance of a prediction from the truth, in the truth's unit.

    Args:
        profile: Profile whose rule applies.
        truth: The true value.
        absolute: Absolute tolerance, in the truth's unit.
        relative: Relative tolerance, a share.
        floor: Floor scale: under `paper_eq9` a tolerance of its own, else the least size that `relative` is a share of.
    """
    size = abs(truth)
    if profile == "paper_eq1":
        return max(absolute, relative * size)
    if profile == "paper_eq9":
        return max(absolute, relative * size, floor)
    return max(absolute, relative * max(size, floor))


def errors_in_tolerances(prediction: float, truth: float, allowed: float) -> float:
    """Return n = |prediction - truth| / lambda; NaN if lambda is 0 or a number is not finite."""
    if allowed == 0 or not all(math.isfinite(number) for number in (prediction, truth, allowed)):
        return math.nan
    return abs(prediction - truth) / allowed


def halving(tolerances: float) -> float:
    """Return the NumScore of an error of n tolerances: 1 up to 1, then half per further tolerance (equation 2)."""
    return 1.0 if tolerances <= 1 else 2.0 ** -(tolerances - 1)
