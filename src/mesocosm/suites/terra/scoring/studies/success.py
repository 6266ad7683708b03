"""Study A: process metrics that predict whether an item is answered right (TerraBench, appendix D.1, table 3)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mesocosm.suites.terra.scoring.process import WEIGHTS
from mesocosm.suites.terra.scoring.studies.results import Rows
from mesocosm.types import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PENALTY = 1e-3
"""Penalty of the logistic regression.

Half of it times the sum of squared coefficients, in standard deviations, is added to the negative log likelihood: too
little to be seen if a maximum exists, enough to have one if the process predicts success without error.
"""
MOST_ROUNDS = 100
ALL_HIT = 1 - 1e-9


class SuccessStudy(Record):
    """A logistic regression of success, all fields hit, on the process metrics; and a linear one of NumScore."""

    n: int
    successes: int
    metrics: tuple[str, ...]
    left_out: tuple[str, ...]
    """Metrics that do not vary, or that depend linearly on others."""
    coefficients: dict[str, float]
    """Change of the log odds for a whole unit of the metric."""
    auc: float
    pseudo_r2: float
    """McFadden's: 1 - log likelihood over that of the mean alone."""
    numscore_r2: float


def study_success(agents: Mapping[str, Rows]) -> SuccessStudy:
    """Fit over all agents and items that have all metrics; NaN if all succeed or none does."""
    import numpy as np

    rows = [row for own in agents.values() for row in own.values() if _is_whole(row)]
    table = np.array([[row[name] for name in WEIGHTS] for row in rows], dtype=float).reshape(len(rows), len(WEIGHTS))
    right = np.array([row["Hit@tol"] >= ALL_HIT for row in rows], dtype=float)
    used = independent(table)
    names = [name for place, name in enumerate(WEIGHTS) if place in used]
    left_out = tuple(name for name in WEIGHTS if name not in names)
    summary = {"n": len(rows), "successes": int(right.sum()), "metrics": tuple(names), "left_out": left_out}
    numbers = np.array([row["NumScore"] for row in rows], dtype=float)
    if not used or not 0 < right.sum() < len(rows):
        blank = dict.fromkeys(names, math.nan)
        return SuccessStudy(**summary, coefficients=blank, auc=math.nan, pseudo_r2=math.nan, numscore_r2=math.nan)
    intercept, slopes = logistic(table[:, used], right)
    chance = _chance(intercept + table[:, used] @ slopes)
    return SuccessStudy(
        **summary,
        coefficients=dict(zip(names, map(float, slopes), strict=True)),
        auc=auc(chance.tolist(), right.tolist()),
        pseudo_r2=_mcfadden(chance, right),
        numscore_r2=_linear_r2(table[:, used], numbers),
    )


def _is_whole(row: Mapping[str, float]) -> bool:
    return not any(math.isnan(row.get(name, math.nan)) for name in (*WEIGHTS, "Hit@tol", "NumScore"))


def independent(table: NDArray[np.float64]) -> list[int]:
    """Return columns that vary and that are independent of earlier ones."""
    import numpy as np

    used: list[int] = []
    for place in range(table.shape[1]):
        centred = table[:, [*used, place]] - table[:, [*used, place]].mean(axis=0) if len(table) else table
        if len(table) > len(used) + 1 and np.linalg.matrix_rank(centred, tol=1e-9 * max(1, len(table))) > len(used):
            used.append(place)
    return used


def logistic(table: NDArray[np.float64], right: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Return intercept and slopes of the penalised maximum likelihood, by Newton's method."""
    import numpy as np

    middle, scale = table.mean(axis=0), table.std(axis=0)
    design = np.column_stack([np.ones(len(table)), (table - middle) / scale])
    penalty = PENALTY * np.diag([0.0] + [1.0] * table.shape[1])
    guess = np.zeros(design.shape[1])
    for _ in range(MOST_ROUNDS):
        chance = _chance(design @ guess)
        slope = design.T @ (right - chance) - penalty @ guess
        curve = (design * (chance * (1 - chance))[:, None]).T @ design + penalty + 1e-12 * np.eye(len(guess))
        step = np.linalg.solve(curve, slope)
        guess = guess + step * min(1.0, 5.0 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-10:
            break
    slopes = guess[1:] / scale
    return float(guess[0] - middle @ slopes), slopes


def _chance(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return 0.5 * (1 + np.tanh(0.5 * odds))


def auc(scores: Sequence[float], right: Sequence[float]) -> float:
    """Return how often a success has the higher score in a pair with a failure; equal scores count half."""
    from mesocosm.suites.terra.scoring.studies.correlation import ranks

    successes = sum(right)
    failures = len(right) - successes
    rank_sum = math.fsum(rank for rank, outcome in zip(ranks(scores), right, strict=True) if outcome)
    return (rank_sum - successes * (successes + 1) / 2) / (successes * failures)


def _mcfadden(chance: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    import numpy as np

    safe = np.clip(chance, 1e-15, 1 - 1e-15)
    fitted = float(np.sum(right * np.log(safe) + (1 - right) * np.log(1 - safe)))
    share = float(right.mean())
    alone = len(right) * (share * math.log(share) + (1 - share) * math.log(1 - share))
    return 1 - fitted / alone


def _linear_r2(table: NDArray[np.float64], numbers: NDArray[np.float64]) -> float:
    import numpy as np

    design = np.column_stack([np.ones(len(table)), table])
    left = numbers - design @ np.linalg.lstsq(design, numbers, rcond=None)[0]
    whole = float(np.sum((numbers - numbers.mean()) ** 2))
    return 1 - float(left @ left) / whole if whole > 0 else math.nan
