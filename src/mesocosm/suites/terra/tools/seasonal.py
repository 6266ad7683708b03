"""Seasonal forecasts: one form, seasons, terciles and their probabilities, corrections and skill."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mesocosm.earth.fields.field_units import convert_field, unit_of
from mesocosm.earth.forecasts import correction, seasons, terciles
from mesocosm.earth.forecasts.enso import enso_indices, phase
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.files import Fields, open_field_file, saved_fields, saved_table
from mesocosm.suites.terra.inputs.forecasts import Paths, Weights, describe_field, save_field
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.tools.reanalysis import Year
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace


def _hashes(*files: Fields) -> dict[str, str]:
    return {file.path: file.sha256 for file in files}


@tool()
def standardise(
    workspace: Workspace,
    /,
    paths: Paths,
    variable: str | None = None,
    name: str | None = None,
    units: str | None = None,
) -> Output:
    """Bring monthly seasonal forecasts of any centre into one form: issued, member, lead_month, latitude, longitude.

    Lead month 1 is the month of the start itself.

    Args:
        paths: Files of one system on one grid; several are joined by their starts.
        variable: Variable.
        name: New name of the variable.
        units: New unit, such as degC or mm/day.
    """
    import xarray as xr

    files = [open_field_file(workspace, path) for path in paths]
    parts = [seasons.standardise_seasonal(file.field(variable)) for file in files]
    parts = [convert_field(part, units or unit_of(parts[0])) for part in parts]
    try:
        merged = xr.merge([part.rename("forecast") for part in parts], compat="no_conflicts", join="outer")["forecast"]
    except ValueError as error:
        raise ToolError(f"the files do not join, for they differ where they overlap: {error}") from error
    merged = merged.assign_attrs(parts[0].attrs)
    starts = ", ".join(str(start)[:7] for start in merged["issued"].values[:12])
    made = save_field(workspace, "seasonal", name or str(parts[0].name), merged, _hashes(*files))
    return made.model_copy(
        update={"text": f"{made.text}\nstarts: {starts}; leads: {merged['lead_month'].values.tolist()}"}
    )


@tool()
def season(
    workspace: Workspace,
    /,
    path: str,
    season: str,
    reduction: Literal["mean", "sum"],
    variable: str | None = None,
    start_month: Annotated[int, Field(ge=1, le=12)] | None = None,
) -> Output:
    """Reduce lead months to one value per start and season: month of validity = start month + lead - 1.

    Args:
        path: File in the standard form.
        season: Initials of consecutive months, such as DJF or MAM, or a month's number.
        reduction: mean (weighted by the days of each month) or sum (of monthly amounts).
        variable: Variable.
        start_month: Keep only starts of this month of the year.
    """
    file = open_field_file(workspace, path)
    field = seasons.standardise_seasonal(file.field(variable))
    if start_month is not None:
        chosen = field["issued"].dt.month.values == start_month
        if not chosen.any():
            raise ToolError(f"`start_month`: no start lies in month {start_month}")
        field = field.isel(issued=chosen)
    made = seasons.seasonal(field, season, reduction)
    return save_field(workspace, f"season {season} {field.name}", str(field.name), made, _hashes(file))


@tool()
def tercile_boundaries(workspace: Workspace, /, path: str, variable: str | None = None) -> Output:
    """Compute the bounds of the lower, middle and upper third of hindcasts; for each start also without its own year.

    Args:
        path: File of hindcasts (or of observations, with one member) by start.
        variable: Variable.
    """
    file = open_field_file(workspace, path)
    made = terciles.boundaries(file.field(variable))
    saved_as = saved_fields(workspace, "terciles", made)
    lines = [describe_field(made[name]) for name in ("lower", "upper")]
    return Output(text="\n".join([f"{saved_as}:", *lines]), data={"path": saved_as}, inputs=_hashes(file))


@tool()
def probabilities(workspace: Workspace, /, path: str, terciles_path: str, variable: str | None = None) -> Output:
    """Compute the probabilities of below, near and above normal: shares of the members in each third of the climate.

    Starts that belong to the hindcasts are judged by boundaries made without their own year.

    Args:
        path: File of forecasts with members.
        terciles_path: File of the boundaries.
        variable: Variable.
    """
    file, bounds = open_field_file(workspace, path), open_field_file(workspace, terciles_path)
    made = terciles.probabilities(file.field(variable), bounds.dataset)
    return save_field(workspace, "tercile probabilities", "probability", made, _hashes(file, bounds))


@tool()
def blend(workspace: Workspace, /, paths: Paths, weights: Weights | None = None) -> Output:
    """Blend the tercile probabilities of several models, with weights.

    Args:
        paths: Files of `probability`, as shares of 1 or in %, one per model, on one grid.
        weights: Weight of each model, scaled to add up to 1; default: equal.
    """
    files = [open_field_file(workspace, path) for path in paths]
    made = terciles.blend_models([file.field("probability") for file in files], weights)
    return save_field(workspace, "blend", "probability", made, _hashes(*files))


@tool()
def anomaly(workspace: Workspace, /, path: str, hindcast_path: str, variable: str | None = None) -> Output:
    """Subtract the mean of the model's own hindcasts at the same lead from a forecast.

    Args:
        path: File of the forecast.
        hindcast_path: File of the hindcasts, in the same form.
        variable: Variable in both files.
    """
    file, hindcast = open_field_file(workspace, path), open_field_file(workspace, hindcast_path)
    field = file.field(variable)
    made = correction.anomaly_from_climate(field, hindcast.field(variable))
    return save_field(workspace, f"anomaly {field.name}", f"{field.name}_anomaly", made, _hashes(file, hindcast))


@tool()
def fit_correction(
    workspace: Workspace,
    /,
    hindcast_path: str,
    observed_path: str,
    variable: str | None = None,
    observed_variable: str | None = None,
) -> Output:
    """Estimate how a model's climate differs from the observed one: means and quantiles of both at each cell.

    Args:
        hindcast_path: File of hindcasts by start.
        observed_path: File of observations at the same starts, on the same grid.
        variable: Variable of the hindcasts.
        observed_variable: Variable of the observations.
    """
    first, second = open_field_file(workspace, hindcast_path), open_field_file(workspace, observed_path)
    made = correction.fit_correction(first.field(variable), second.field(observed_variable))
    path = saved_fields(workspace, "correction", made)
    bias = (made["model_mean"] - made["observed_mean"]).rename("bias").assign_attrs(made["model"].attrs)
    return Output(text=f"{path}: {describe_field(bias)}", data={"path": path}, inputs=_hashes(first, second))


@tool()
def correct(
    workspace: Workspace,
    /,
    path: str,
    correction_path: str,
    method: Literal["mean", "quantile_mapping", "quantile_delta"],
    variable: str | None = None,
) -> Output:
    """Correct a seasonal forecast by a fitted correction.

    Args:
        path: File of the forecast.
        correction_path: File of the fit.
        method: mean shifts; quantile_mapping gives the observed distribution; quantile_delta keeps the change.
        variable: Variable.
    """
    file, fit = open_field_file(workspace, path), open_field_file(workspace, correction_path)
    field = file.field(variable)
    made = correction.apply_correction(field, fit.dataset, method)
    return save_field(workspace, f"corrected {field.name}", str(field.name), made, _hashes(file, fit))


@tool()
def skill(
    workspace: Workspace,
    /,
    probability_path: str,
    truth_path: str,
    terciles_path: str,
    truth_variable: str | None = None,
) -> Output:
    """Compute the ranked probability skill score of tercile probabilities against one third for each category.

    Args:
        probability_path: File of `probability` by start.
        truth_path: File of observations, by start on the same grid.
        terciles_path: File of the boundaries of the truth's own climate.
        truth_variable: Variable of the truth.
    """
    files = [open_field_file(workspace, path) for path in (probability_path, truth_path, terciles_path)]
    truth = files[1].field(truth_variable)
    truth = truth.squeeze("member", drop=True) if truth.sizes.get("member") == 1 else truth
    category = terciles.observed_category(truth, files[2].dataset)
    gain, own, other = terciles.ranked_skill(files[0].field("probability"), category)
    text = f"RPSS {gain:.4f}: RPS {own:.4f} against {other:.4f} of equal thirds"
    return Output(text=text, data={"rpss": gain, "rps": own, "reference": other}, inputs=_hashes(*files))


@tool()
def enso(
    workspace: Workspace,
    /,
    path: str,
    baseline_start: Year,
    baseline_end: Year,
    variable: str | None = None,
    running_months: Annotated[int, Field(ge=1, le=12)] = 3,
) -> Output:
    """Compute El Niño indices (Niño 1+2, 3, 3.4, 4): monthly sea surface temperature anomalies, running means.

    Args:
        path: File of monthly sea surface temperature over the tropical Pacific.
        baseline_start: First year of the mean that anomalies are taken from.
        baseline_end: Last year of that mean, included.
        variable: Variable.
        running_months: Months of the running mean.
    """
    file = open_field_file(workspace, path)
    if baseline_start > baseline_end:
        raise ToolError(f"`baseline_start` must not exceed `baseline_end`, got {baseline_start} and {baseline_end}")
    indices, seen = enso_indices(file.field(variable), baseline_start, baseline_end, running_months)
    rows = [
        {
            "time": str(time)[:10],
            **{str(name): round(float(part.values[k]), 6) for name, part in indices.data_vars.items()},
        }
        for k, time in enumerate(indices["time"].values)
    ]
    saved_as = saved_table(workspace, "enso indices", rows)
    lines = [f"{saved_as}: {len(rows)} months; boxes {', '.join(name for name in seen if name in indices)} (K)"]
    data: dict[str, object] = {"path": saved_as, "share_seen": seen}
    if "nino34_mean" in indices:
        known = indices["nino34_mean"].dropna("time")
        if known.sizes["time"]:
            last, when = float(known[-1]), str(known["time"].values[-1])[:7]
            lines.append(f"Niño 3.4, mean of {running_months} months about {when}: {last:+.2f} K ({phase(last)})")
            data |= {"last": when, "nino34_mean": last, "phase": phase(last)}
    return Output(text="\n".join(lines), data=data, inputs={path: file.sha256})


FAMILY = "forecast"
PUBLISHED = {
    "standardize_seasonal_files": "seasonal.standardise",
    "aggregate_to_season": "seasonal.season",
    "fit_bias_correction": "seasonal.fit_correction",
    "apply_bias_correction": "seasonal.correct",
    "category_probabilities": "seasonal.probabilities",
    "blend_multi_model": "seasonal.blend",
    "forecast_anomaly_from_model_climo": "seasonal.anomaly",
    "compute_enso_indices": "seasonal.enso",
}
"""Published names to ours."""
