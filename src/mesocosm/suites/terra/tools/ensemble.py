"""Ensembles: members on one grid; their mean, spread, probabilities and calibration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import ValidationError

from mesocosm.earth.fields.directions import refuse_direction
from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.forecasts import calibration, ensembles
from mesocosm.earth.forecasts.grids import common_grid, grid_of, regrid_field
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import Fields, open_field_file, save_fields, saved_fields
from mesocosm.suites.terra.inputs.forecasts import (
    Comparison,
    Paths,
    Weights,
    describe_field,
    ensemble_of,
    gather_forecasts,
    moment64,
    range_of,
    save_field,
)
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.types import canonical_json
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

MOST_AGES = 400
"""Most members whose ages an answer lists."""


@tool()
def harmonise(
    workspace: Workspace,
    /,
    paths: Paths,
    grid: Literal["coarsest", "finest", "first"],
    method: Literal["bilinear", "conservative", "nearest"],
    variable: str | None = None,
) -> Output:
    """Bring forecasts onto one grid, units and times, as members of one ensemble file. Nothing is extrapolated.

    Args:
        paths: Files of the forecasts.
        grid: Forecast whose grid is used, cut to what all forecasts cover.
        method: bilinear for smooth fields, conservative for amounts such as rain, nearest for classes.
        variable: Variable; default: the only one.
    """
    fields, inputs = gather_forecasts(workspace, paths, variable)
    target = common_grid([grid_of(field) for field in fields], grid)
    members = ensembles.stack_members([regrid_field(field, target, method) for field in fields])
    return save_field(workspace, f"ensemble {members.name}", str(members.name), members, inputs)


@tool()
def lagged(workspace: Workspace, /, paths: Paths, issued: list[str], variable: str | None = None) -> Output:
    """Join forecasts issued at different times into one ensemble at the valid times they share.

    Args:
        paths: Files of the forecasts, with valid times.
        issued: Time of issue of each, ISO 8601, UTC.
        variable: Variable.
    """
    fields, inputs = gather_forecasts(workspace, paths, variable)
    members = ensembles.lag_forecasts(fields, [moment64(text, "issued") for text in issued])
    made = save_field(workspace, f"lagged ensemble {members.name}", str(members.name), members, inputs)
    ages = [float(age) for age in members["age_h"].values]
    unlike = list(dict.fromkeys(f"{age:g}" for age in ages))
    text = f"{made.text}\nages of the members, in their order: {', '.join(unlike[:20])} h"
    assert isinstance(made.data, dict)
    return made.model_copy(update={"text": text, "data": {**made.data, "ages_h": ages[:MOST_AGES]}})


@tool()
def mean(workspace: Workspace, /, paths: Paths, variable: str | None = None, weights: Weights | None = None) -> Output:
    """Compute the mean of an ensemble's members at each cell and time; of directions, that of unit vectors.

    Args:
        paths: One file with members, or several on one grid.
        variable: Variable.
        weights: Weight of each member; default: equal.
    """
    members, inputs = ensemble_of(workspace, paths, variable)
    centre = ensembles.ensemble_mean(members, weights)
    return save_field(workspace, f"ensemble mean {members.name}", str(members.name), centre, inputs)


@tool()
def spread(
    workspace: Workspace,
    /,
    paths: Paths,
    divisor: Literal["sample", "population"],
    variable: str | None = None,
    weights: Weights | None = None,
) -> Output:
    """Compute the standard deviation of the members at each cell and time; of directions, of their turns from the mean.

    Args:
        paths: One file with members, or several on one grid.
        divisor: sample divides by n - 1 (unbiased variance), population by n.
        variable: Variable.
        weights: Weight of each member; default: equal.
    """
    members, inputs = ensemble_of(workspace, paths, variable)
    scatter = ensembles.ensemble_spread(members, divisor, weights)
    return save_field(workspace, f"ensemble spread {members.name}", "spread", scatter, inputs)


@tool()
def normalised_spread(
    workspace: Workspace,
    /,
    spread_path: str,
    reference_path: str,
    spread_variable: str | None = None,
    reference_variable: str | None = None,
) -> Output:
    """Divide an ensemble's spread by a reference standard deviation, such as the climate's.

    Args:
        spread_path: File of the spread.
        reference_path: File of the reference on the same grid.
        spread_variable: Variable of the spread.
        reference_variable: Variable of the reference.
    """
    first, second = open_field_file(workspace, spread_path), open_field_file(workspace, reference_path)
    scatter, reference = _match(first.field(spread_variable), second.field(reference_variable))
    ratio = ensembles.normalised_spread(scatter, reference)
    return save_field(workspace, "normalised spread", "normalised_spread", ratio, _hashes(first, second))


@tool()
def confidence(
    workspace: Workspace,
    /,
    spread_path: str,
    climate_path: str,
    spread_variable: str | None = None,
    climate_variable: str | None = None,
) -> Output:
    """Compute confidence at each cell, 0 to 1: the share of the climate's variance that the ensemble resolves.

    Args:
        spread_path: File of the ensemble's spread.
        climate_path: File of the climate's standard deviation on the same grid.
        spread_variable: Variable of the spread.
        climate_variable: Variable of the standard deviation.
    """
    first, second = open_field_file(workspace, spread_path), open_field_file(workspace, climate_path)
    scatter, climate = _match(first.field(spread_variable), second.field(climate_variable))
    share = ensembles.confidence(scatter, climate)
    return save_field(workspace, "confidence", "confidence", share, _hashes(first, second))


def _match(first: xr.DataArray, second: xr.DataArray) -> tuple[xr.DataArray, xr.DataArray]:
    """Return two fields on one grid, the second with the axes of the first or fewer."""
    same = ensembles.on_grid_of(first, second)
    if set(same.dims) - set(first.dims):
        raise ToolError(f"the reference has the axes {same.dims}, the field only {first.dims}")
    return first.reset_coords(drop=True), same.reset_coords(drop=True)


def _hashes(*files: Fields) -> dict[str, str]:
    return {file.path: file.sha256 for file in files}


@tool()
def probability(
    workspace: Workspace,
    /,
    paths: Paths,
    comparison: Comparison,
    threshold: float,
    units: str,
    method: Literal["votes", "normal"],
    variable: str | None = None,
) -> Output:
    """Compute the probability of an event at each cell and time from an ensemble.

    Args:
        paths: One file with members, or several on one grid.
        comparison: How the value compares with the threshold.
        threshold: Threshold of the event.
        units: Unit of the threshold, such as degC or mm.
        method: votes counts members; normal assumes a normal distribution of their mean and sample spread.
        variable: Variable.
    """
    members, inputs = ensemble_of(workspace, paths, variable)
    members = convert_field(members, units)
    if method == "votes":
        chance = ensembles.votes(members, comparison, threshold)
    else:
        refuse_direction(members, calibration.NORMAL)
        centre, scatter = ensembles.ensemble_mean(members), ensembles.ensemble_spread(members, "sample")
        chance = ensembles.normal_probability(centre, scatter, comparison, threshold)
    made = save_field(workspace, f"probability {members.name}", "probability", chance, inputs)
    if members.sizes["member"] > 1:
        return made
    return made.model_copy(update={"text": f"{made.text}\nthere is one member only: this is no ensemble"})


@tool()
def calibrated_probability(
    workspace: Workspace, /, path: str, comparison: Comparison, threshold: float, units: str
) -> Output:
    """Compute the probability of an event from a calibrated forecast's normal distribution.

    Args:
        path: File with `mean` and `spread`.
        comparison: How the value compares with the threshold.
        threshold: Threshold of the event.
        units: Unit of the threshold.
    """
    file = open_field_file(workspace, path)
    centre, scatter = file.field("mean"), file.field("spread")
    converted_centre = convert_field(centre, units)
    factor = convert_field(centre * 0 + 1, units) - convert_field(centre * 0, units)
    chance = ensembles.normal_probability(converted_centre, scatter * factor, comparison, threshold)
    return save_field(workspace, "calibrated probability", "probability", chance, _hashes(file))


@tool()
def fit_calibration(
    workspace: Workspace,
    /,
    paths: Paths,
    truth_path: str,
    variable: str | None = None,
    truth_variable: str | None = None,
) -> Output:
    """Fit a calibration (EMOS/NGR) of past ensemble forecasts to the truth by the smallest CRPS.

    The truth is taken as normal with mean a + b·mean and variance c + d·spread²; all cells and times count alike.

    Args:
        paths: One file with members, or several on one grid.
        truth_path: File of observations, on the same grid.
        variable: Variable of the forecast.
        truth_variable: Variable of the truth.
    """
    members, inputs = ensemble_of(workspace, paths, variable)
    truth = open_field_file(workspace, truth_path)
    known = ensembles.on_grid_of(members, ensembles.in_unit_of(members, truth.field(truth_variable)))
    emos = calibration.fit_emos(members, known)
    path = save_fields(workspace, f"calibration {members.name}", canonical_json(emos.model_dump()), ".json")
    text = (
        f"{path}: mean = {emos.a:.4g} + {emos.b:.4g} m, variance = {emos.c:.4g} + {emos.d:.4g} s² ({emos.units}); "
        f"{emos.pairs} pairs\nCRPS {emos.crps_before:.4g} → {emos.crps_after:.4g} {emos.units} on the pairs of the fit"
    )
    return Output(text=text, data={"path": path, **emos.model_dump()}, inputs={**inputs, truth_path: truth.sha256})


@tool()
def calibrate(workspace: Workspace, /, paths: Paths, calibration_path: str, variable: str | None = None) -> Output:
    """Apply a fitted calibration to an ensemble: mean and spread of a normal distribution at each cell and time.

    Args:
        paths: One file with members, or several on one grid.
        calibration_path: File of the fit (.json).
        variable: Variable.
    """
    members, inputs = ensemble_of(workspace, paths, variable)
    try:
        emos = calibration.Emos.model_validate_json(workspace.read_text(calibration_path, 100_000))
    except ValidationError as error:
        reason = error.errors()[0]
        raise ToolError(f"{calibration_path!r} is no calibration: {reason['loc']} {reason['msg']}") from None
    made = calibration.apply_emos(members, emos)
    path = saved_fields(workspace, f"calibrated {members.name}", made)
    data = {"path": path, "mean": range_of(made["mean"]), "spread": range_of(made["spread"])}
    return Output(
        text=f"{path}: {describe_field(made['mean'])}\n{describe_field(made['spread'])}", data=data, inputs=inputs
    )


FAMILY = "forecast"
PUBLISHED = {
    "harmonize_grid": "ensemble.harmonise",
    "aggregate_ensemble": "ensemble.mean",
    "ensemble_spread": "ensemble.spread",
    "normalized_spread": "ensemble.normalised_spread",
    "event_probability": "ensemble.probability",
    "emos_calibration": "ensemble.fit_calibration",
    "confidence_index": "ensemble.confidence",
    "lagged_ic_ensemble": "ensemble.lagged",
}
"""Published names to ours."""
