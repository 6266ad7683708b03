"""Calibration of catchment parameters on observed discharge, by differential evolution (Storn and Price 1997)."""

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
"""Search range in m/s, for reaches with a length and no wave speed of their own."""
DIGITS = 5
TOLERANCE = 1e-6
"""The search has converged when the spread of all scores over their mean is below this."""


class CalibrationPlan(Record):
    """Settings of the parameter search."""

    reach: str | None = None
    """Reach with observed discharge; None: the only outlet."""
    objective: Objective = "kge"
    warm_up_days: int = Field(default=365, ge=0)
    """Days at the start that are not scored."""
    validation_share: float = Field(default=1 / 3, ge=0, le=0.9)
    """Share of the days after warm-up, at their end, which the search never uses."""
    generations: int = Field(default=80, ge=1, le=10_000)
    members: int = Field(default=5, ge=2, le=50)
    """Parameter sets per generation, for each parameter."""
    seek: tuple[str, ...] = ()
    """Names of the parameters to search, all if empty; the others keep their values of the inputs."""
    seed: int = 0


class Calibration(Record):
    """The result of a calibration; scores are those of `observations.scores`."""

    reach: str
    objective: Objective
    parameters: dict[str, float]
    before: dict[str, dict[str, float]]
    """Scores with the original inputs, by period: `calibration` and `validation`."""
    after: dict[str, dict[str, float]]
    replaced: dict[str, float]
    """Values in the inputs of parameters that were searched; the search does not start from them."""
    generations: int
    """Number of generations after the initial sets."""
    converged: bool
    """Whether the search ended because all its sets fit alike; if not, it reached its limit of generations."""
    runs: int
    """Parameter sets that the search ran through its days, each once."""


def calibrate(
    inputs: RiverInputs,
    observed: Floats,
    plan: CalibrationPlan,
    *,
    ranges: Mapping[str, tuple[float, float]] = CALIBRATED,
    after_generation: Callable[[int, float], None] = lambda number, best: None,
) -> Calibration:
    """Find the parameters with which a weather-driven river fits its observed discharge best.

    Args:
        inputs: Inputs with `weather`; parameters set in them that are not searched keep their values.
        observed: Discharge of every day in m³/s, NaN where there is none.
        plan: Reach, periods and score of the search.
        ranges: Lowest and highest value of each parameter that can be searched, besides the wave speed.
        after_generation: Called with the number of the generation and the best score so far.
    """
    if inputs.weather is None:
        raise InvalidRecord("weather must be given: with runoff_mm, the land has no parameters to calibrate")
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
    """Return the parameters to search, with their ranges."""
    waves = any(reach.length_km and reach.wave_speed_m_s is None for reach in inputs.reaches)
    known = {**ranges, **({WAVE: WAVE_RANGE} if waves else {})}
    for name in seek:
        if name not in known:
            hint = did_you_mean(name, known)
            raise InvalidRecord(
                f"seek must name parameters that can be calibrated here, got {name}; {hint + '; ' if hint else ''}"
                f"known: {', '.join(known)}"
            )
    sought = {name: known[name] for name in seek or known}
    _check_spill({*sought, *_given_parameters(inputs)})
    return sought


def _check_spill(names: Collection[str]) -> None:
    for one, other in (SPILL, SPILL[::-1]):
        if one in names and other not in names:
            raise InvalidRecord(f"{one} has no effect without {other}: calibrate both, or give {other} in parameters")


def _given_parameters(inputs: RiverInputs) -> dict[str, float]:
    """Return the parameters and the wave speed that the inputs set."""
    wave = {WAVE: inputs.wave_speed_m_s} if WAVE in inputs.model_fields_set else {}
    return inputs.parameters.set_values() | wave


def calibrated_inputs(inputs: Mapping[str, Any], parameters: Mapping[str, float]) -> dict[str, Any]:
    """Return the inputs with calibrated parameters.

    A reach's own overbank speed stays, unless it would exceed the calibrated wave speed.
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
    """Return the id of a reach by name; without a name, the only outlet."""
    ids = [reach.id for reach in inputs.reaches]
    outlets = [reach.id for reach in inputs.reaches if reach.flows_to is None]
    if name is None and len(outlets) == 1:
        return outlets[0]
    if name not in ids:
        hint = "name one of the outlets " + ", ".join(outlets[:5]) if name is None else did_you_mean(name, ids)
        raise InvalidRecord(f"reach must be a reach of the river, got {name}; {hint}".rstrip("; "))
    return str(name)


def _periods(observed: Floats, plan: CalibrationPlan) -> dict[str, slice]:
    counted = observed.size - plan.warm_up_days
    split = plan.warm_up_days + math.ceil(max(counted, 0) * (1 - plan.validation_share))
    seen = int(np.isfinite(observed[plan.warm_up_days : split]).sum())
    if seen < LEAST_DAYS:
        raise InvalidRecord(
            f"calibration needs {LEAST_DAYS} observed days, and {seen} are left: there are {observed.size} days, "
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
        runs += columns.shape[1]  # the optimiser itself counts a generation as one run
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
