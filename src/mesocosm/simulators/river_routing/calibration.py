"""Parameters of a catchment from its observed discharge, by differential evolution (Storn and Price 1997)."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from mesocosm.errors import InvalidRecord, did_you_mean
from mesocosm.seeding import generator
from mesocosm.simulators.river_routing.inputs import RiverInputs
from mesocosm.simulators.river_routing.observations import LEAST_DAYS, Objective, kling_gupta, nash_sutcliffe, scores
from mesocosm.simulators.river_routing.parameter_sets import WAVE, Members
from mesocosm.simulators.river_routing.parameters import CALIBRATED
from mesocosm.types import Record

Floats = NDArray[np.float64]
SPILL = "spill_above_mm", "spill_share"
OVER = "overbank_wave_speed_m_s"
WAVE_RANGE = 0.2, 3.0
"""m/s; sought where a reach has a length and no speed of its own."""
DIGITS = 5
TOLERANCE = 1e-6
"""Spread of the scores of all sets over their mean, below which the search has converged."""


class CalibrationPlan(Record):
    """How parameters are sought."""

    reach: str | None = None
    """Where discharge was observed; the only outlet where None."""
    objective: Objective = "kge"
    warm_up_days: int = Field(default=365, ge=0)
    """At the start, which count for no score."""
    validation_share: float = Field(default=1 / 3, ge=0, le=0.9)
    """Of the days after them, the last, which the search never sees."""
    generations: int = Field(default=80, ge=1, le=10_000)
    members: int = Field(default=5, ge=2, le=50)
    """Sets of parameters in a generation, for each parameter."""
    seek: tuple[str, ...] = ()
    """Names of the parameters that are sought, all where it is empty; the others stay as the inputs have them."""
    seed: int = 0


class Calibration(Record):
    """What was found; scores are those of `observed.scores`."""

    reach: str
    objective: Objective
    parameters: dict[str, float]
    before: dict[str, dict[str, float]]
    """Of the inputs as they were, by period: `calibration` and `validation`."""
    after: dict[str, dict[str, float]]
    replaced: dict[str, float]
    """Values of the inputs for parameters that were sought all the same; the search does not begin from them."""
    generations: int
    """How many there were after the sets at the start."""
    converged: bool
    """Whether the search ended since all its sets fit alike; if not, it reached the generations of its plan."""
    runs: int
    """Sets of parameters that the search ran through the days it sees, each once."""


def calibrate(
    inputs: RiverInputs,
    observed: Floats,
    plan: CalibrationPlan,
    *,
    ranges: Mapping[str, tuple[float, float]] = CALIBRATED,
    after_generation: Callable[[int, float], None] = lambda number, best: None,
) -> Calibration:
    """The parameters with which a river driven by weather fits its observed discharge best.

    Args:
        inputs: With `weather`; parameters that they set and that are not sought stay.
        observed: Of every day in m³/s, NaN where there is none.
        plan: Where, how long and by what score.
        ranges: Lowest and highest value of each parameter that can be sought; the wave speed can be besides.
        after_generation: Called with the number of the generation and the best score so far.
    """
    if inputs.weather is None:
        raise InvalidRecord("weather must be given: runoff_mm leaves nothing about the land to calibrate")
    members = Members(inputs, observed_reach(inputs, plan.reach))
    periods = _periods(observed, plan)
    sought = _sought(inputs, plan.seek, ranges)
    search = _search(members, observed, periods["calibration"], sought, plan, after_generation)
    now = {WAVE: np.array([inputs.wave_speed_m_s])}
    best = {name: np.array([value]) for name, value in search.found.items()}
    before, after = (members.discharge(values)[:, 0] for values in (now, best))
    return Calibration(
        reach=members.ordered[members.at].id,
        objective=plan.objective,
        parameters=search.found,
        before={name: scores(before[days], observed[days]) for name, days in periods.items()},
        after={name: scores(after[days], observed[days]) for name, days in periods.items()},
        replaced={name: value for name, value in _given_parameters(inputs).items() if name in sought},
        generations=search.generations,
        converged=search.converged,
        runs=search.runs,
    )


def _sought(
    inputs: RiverInputs, seek: tuple[str, ...], ranges: Mapping[str, tuple[float, float]]
) -> dict[str, tuple[float, float]]:
    """What is sought, and between which values."""
    waves = any(reach.length_km and reach.wave_speed_m_s is None for reach in inputs.reaches)
    known = {**ranges, **({WAVE: WAVE_RANGE} if waves else {})}
    for name in seek:
        if name not in known:
            hint = did_you_mean(name, known)
            raise InvalidRecord(
                f"seek must name what can be sought here, got {name}; {hint + '; ' if hint else ''}"
                f"there are {', '.join(known)}"
            )
    sought = {name: known[name] for name in seek or known}
    _check_spill({*sought, *_given_parameters(inputs)})
    return sought


def _check_spill(names: Collection[str]) -> None:
    for one, other in (SPILL, SPILL[::-1]):
        if one in names and other not in names:
            raise InvalidRecord(f"{one} has no effect without {other}: seek both, or give the other in parameters")


def _given_parameters(inputs: RiverInputs) -> dict[str, float]:
    """What the inputs say of parameters and of the wave speed."""
    wave = {WAVE: inputs.wave_speed_m_s} if WAVE in inputs.model_fields_set else {}
    return inputs.parameters.set_values() | wave


def calibrated_inputs(inputs: Mapping[str, Any], parameters: Mapping[str, float]) -> dict[str, Any]:
    """The inputs of a run with the parameters that were found.

    A speed above the banks that a reach has of its own stays, but for one that would exceed the wave speed found.
    """
    land = {name: value for name, value in parameters.items() if name != WAVE}
    made = {**inputs, "parameters": {**dict(inputs.get("parameters") or {}), **land}}
    if WAVE not in parameters:
        return made
    return made | {
        WAVE: parameters[WAVE],
        "reaches": [_no_faster_above(reach, parameters[WAVE]) for reach in inputs["reaches"]],
    }


def _no_faster_above(reach: Mapping[str, Any], wave: float) -> dict[str, Any]:
    over = reach.get(OVER)
    if over is None or reach.get(WAVE) is not None:
        return dict(reach)
    return {**reach, OVER: min(over, wave)}


def observed_reach(inputs: RiverInputs, name: str | None) -> str:
    """The reach of a name; without one, the only outlet."""
    ids = [reach.id for reach in inputs.reaches]
    outlets = [reach.id for reach in inputs.reaches if reach.flows_to is None]
    if name is None and len(outlets) == 1:
        return outlets[0]
    if name not in ids:
        hint = "name one of the outlets " + ", ".join(outlets[:5]) if name is None else did_you_mean(name, ids)
        raise InvalidRecord(f"reach must be one of the river, got {name}; {hint}".rstrip("; "))
    return str(name)


def _periods(observed: Floats, plan: CalibrationPlan) -> dict[str, slice]:
    counted = observed.size - plan.warm_up_days
    split = plan.warm_up_days + math.ceil(max(counted, 0) * (1 - plan.validation_share))
    seen = int(np.isfinite(observed[plan.warm_up_days : split]).sum())
    if seen < LEAST_DAYS:
        raise InvalidRecord(
            f"{LEAST_DAYS} observed days must be left to calibrate on, and {seen} are: there are {observed.size} days, "
            f"of which warm_up_days leaves out {plan.warm_up_days}"
        )
    return {"calibration": slice(plan.warm_up_days, split), "validation": slice(split, observed.size)}


class _Search(NamedTuple):
    found: dict[str, float]
    """The best parameters."""
    generations: int
    converged: bool
    runs: int


def _search(
    members: Members,
    observed: Floats,
    days: slice,
    sought: Mapping[str, tuple[float, float]],
    plan: CalibrationPlan,
    after_generation: Callable[[int, float], None],
) -> _Search:
    from scipy.optimize import OptimizeResult, differential_evolution

    score = kling_gupta if plan.objective == "kge" else nash_sutcliffe
    there = np.isfinite(observed[days])
    generation = iter(range(1, plan.generations + 1))
    runs = 0

    def loss(columns: Floats) -> Floats:
        nonlocal runs
        runs += columns.shape[1]  # the optimiser's own count has a generation for one
        values = dict(zip(sought, np.round(columns, DIGITS), strict=True))
        made = members.discharge(values, days.stop)[days]
        return np.asarray(-score(made[there], observed[days][there]))

    def tell(intermediate_result: OptimizeResult) -> None:
        after_generation(next(generation, plan.generations), -float(intermediate_result.fun))

    result = differential_evolution(
        loss, list(sought.values()), maxiter=plan.generations, popsize=plan.members, tol=TOLERANCE, polish=False,
        vectorized=True, updating="deferred", init="sobol", mutation=(0.4, 0.9), recombination=0.9,
        rng=generator("river_routing", "calibration", plan.seed), callback=tell,
    )  # fmt: skip
    found = dict(zip(sought, (float(number) for number in np.round(result.x, DIGITS)), strict=True))
    return _Search(found, int(result.nit), bool(result.success), runs)
