"""Forecasts as fields: grids, anomalies, smoothing and amounts, and their verification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from mesocosm.earth.fields.axes import demand_reach, within
from mesocosm.earth.fields.directions import refuse_direction
from mesocosm.earth.fields.field_units import DIFFERENCE, convert_field
from mesocosm.earth.forecasts import verification
from mesocosm.earth.forecasts.ensembles import holds, in_unit_of, on_grid_of
from mesocosm.earth.forecasts.grids import grid_of, regrid_field
from mesocosm.earth.forecasts.smoothing import smooth_field
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suites.terra.inputs.arguments import Box, box_of
from mesocosm.suites.terra.inputs.files import Fields, open_field_file, save_fields
from mesocosm.suites.terra.inputs.forecasts import Comparison, save_field
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

RATES = ("mm/day", "W/m**2")
"""Units that amounts in a time have: depths of water and energies over an area."""


@tool()
def regrid(
    workspace: Workspace,
    /,
    path: str,
    like_path: str,
    method: Literal["bilinear", "conservative", "nearest"],
    variable: str | None = None,
) -> Output:
    """Bring a field onto the grid of another file. Cells the field does not cover stay empty.

    Args:
        path: File of the field.
        like_path: File whose grid is used.
        method: bilinear for smooth fields, conservative for amounts such as rain, nearest for classes.
        variable: Variable.
    """
    file, like = open_field_file(workspace, path), open_field_file(workspace, like_path)
    field = file.field(variable)
    if not {"latitude", "longitude"} <= set(like.dataset.dims):
        raise ToolError(f"{like_path!r} has no grid of latitudes and longitudes")
    target = grid_of(like.dataset["latitude"] * like.dataset["longitude"])
    made = regrid_field(field, target, method)
    inputs = {path: file.sha256, like_path: like.sha256}
    return save_field(workspace, f"regridded {field.name}", str(field.name), made, inputs)


@tool()
def anomaly(
    workspace: Workspace,
    /,
    path: str,
    climate_path: str,
    variable: str | None = None,
    climate_variable: str | None = None,
    deviation_variable: str | None = None,
) -> Output:
    """Subtract the climate from a field; divide by the climate's deviation if one is named (standardised).

    Args:
        path: File of the field.
        climate_path: File of the climate on the same grid, without time, by `month`, or at the same times.
        variable: Variable of the field.
        climate_variable: Variable of the climate's mean.
        deviation_variable: Variable of the climate's standard deviation in the same file.
    """
    file, climate = open_field_file(workspace, path), open_field_file(workspace, climate_path)
    field = file.field(variable)
    refuse_direction(field, "anomaly")
    usual = _at_times_of(field, on_grid_of(field, in_unit_of(field, climate.field(climate_variable))))
    made = (field - usual).transpose(*field.dims)
    attributes: dict[str, str] = {"units": str(field.attrs.get("units", "1")), **DIFFERENCE}
    if deviation_variable is not None:
        deviation = _at_times_of(field, on_grid_of(field, climate.field(deviation_variable)))
        made, attributes = made / deviation.where(deviation > 0), {"units": "1"}
    if not made.size:
        raise ToolError("the field and the climate have no time in common")
    inputs = {path: file.sha256, climate_path: climate.sha256}
    name = f"{field.name}_anomaly"
    return save_field(workspace, f"anomaly {field.name}", name, made.assign_attrs(attributes), inputs)


def _at_times_of(field: xr.DataArray, climate: xr.DataArray) -> xr.DataArray:
    if "month" in climate.dims and "time" in field.dims:
        months = field["time"].dt.month
        missing = set(months.values.tolist()) - set(climate["month"].values.tolist())
        if missing:
            raise ToolError(f"the climate lacks the months {sorted(missing)}")
        climate = climate.sel(month=months)
    extra = set(climate.dims) - set(field.dims)
    if extra:
        raise ToolError(f"the climate has axes that the field lacks: {', '.join(map(str, sorted(extra, key=str)))}")
    return climate.reset_coords(drop=True)


@tool()
def smooth(
    workspace: Workspace,
    /,
    path: str,
    sigma_km: Annotated[float, Field(gt=0, le=5000)],
    variable: str | None = None,
) -> Output:
    """Smooth a field with a Gaussian of a width in kilometres. Empty cells stay empty and do not spread.

    Args:
        path: File of the field.
        sigma_km: Standard deviation of the Gaussian.
        variable: Variable.
    """
    file = open_field_file(workspace, path)
    field = file.field(variable)
    made = smooth_field(field, sigma_km)
    return save_field(workspace, f"smoothed {field.name}", str(field.name), made, {path: file.sha256})


@tool()
def amounts(workspace: Workspace, /, path: str, variable: str | None = None) -> Output:
    """Compute the amount of each step from totals accumulated since the start of a forecast, such as rain or radiation.

    The first amount is the first total, accumulated since the start; a first total of 0 everywhere is the start.

    Args:
        path: File of the totals.
        variable: Variable.
    """
    import xarray as xr

    file = open_field_file(workspace, path)
    field = file.field(variable)
    if field.sizes.get("time", 0) < 2:
        raise ToolError(f"{field.name} needs at least two times, it has {field.sizes.get('time', 0)}")
    _refuse_rate(field)
    totals = field.sortby("time")
    since_start = bool((totals.isel(time=0) > 0).any())
    made = totals.diff("time")
    if since_start:
        made = xr.concat([totals.isel(time=[0]), made], "time")
    least, most = float(made.min()), float(abs(field).max())
    if least < -1e-3 * max(most, 1e-9):
        raise ToolError(
            f"{field.name} falls by {-least:.4g} from one time to the next, so it is not a total since a start"
        )
    first = str(totals["time"].values[0])[:16]
    note = (
        f"the amount at {first} is all that came since the start of the forecast"
        if since_start
        else f"the total at {first} is 0 and taken for the start of the forecast"
    )
    out = save_field(workspace, f"amounts {field.name}", str(field.name), made.clip(min=0.0), {path: file.sha256})
    assert isinstance(out.data, dict)
    return out.model_copy(update={"text": f"{out.text}\n{note}", "data": {**out.data, "note": note}})


def _refuse_rate(field: xr.DataArray) -> None:
    """Refuse amounts per time, such as mm/day or W m-2, which do not add up since a start."""
    for rate in RATES:
        try:
            convert_field(field, rate)
        except InvalidRecord:
            continue
        raise ToolError(
            f"{field.name} is in {field.attrs['units']}, a rate, not a total since a start: the amount of a step is "
            "the rate times the length of the step, which for water a sum of days or months by aggregation gives"
        )


@tool()
def verify(
    workspace: Workspace,
    /,
    forecast_path: str,
    truth_path: str,
    variable: str | None = None,
    truth_variable: str | None = None,
    climate_path: str | None = None,
    box: Box | None = None,
) -> Output:
    """Score a forecast: RMSE, MAE, bias; anomaly correlation given a climate; CRPS and spread of an ensemble.

    Cells are weighted by area. Of an ensemble, the mean is scored. The error of a direction is the smaller angle.

    Args:
        forecast_path: File of the forecast, with valid times.
        truth_path: File of observations, on the same grid.
        variable: Variable of the forecast.
        truth_variable: Variable of the truth.
        climate_path: File of the climate, for the anomaly correlation.
        box: West, south, east, north in degrees; default: everywhere.
    """
    files = [open_field_file(workspace, path) for path in (forecast_path, truth_path, climate_path) if path is not None]
    forecast, truth = _cut(files[0].field(variable), box), _cut(files[1].field(truth_variable), box)
    climate = None
    if climate_path is not None:
        only = len(files[2].dataset.data_vars) == 1
        climate = _cut(files[2].field(None if only else str(truth.name)), box)
    scores = verification.score_forecast(forecast, truth, climate)
    unit = str(truth.attrs.get("units", ""))
    lines = [f"RMSE {scores.rmse:.4g}, MAE {scores.mae:.4g}, bias {scores.bias:+.4g} {unit} over {scores.pairs} pairs"]
    if scores.anomaly_correlation is not None:
        lines.append(f"anomaly correlation {scores.anomaly_correlation:.4f}")
    if scores.crps is not None:
        lines.append(f"CRPS {scores.crps:.4g} (fair; {scores.crps_of_members:.4g} of the members as they stand)")
    if scores.spread is not None:
        ratio = float("nan") if scores.spread_over_error is None else scores.spread_over_error
        lines.append(f"spread {scores.spread:.4g} {unit}, over error {ratio:.3f} (with √((n + 1)/n) for n members)")
    inputs = {file.path: file.sha256 for file in files}
    return Output(text="\n".join(lines), data={**scores.model_dump(), "units": unit}, inputs=inputs, engine="scores")


def _cut(field: xr.DataArray, box: list[float] | None) -> xr.DataArray:
    if box is None:
        return field
    demand_reach(field["longitude"], box_of(box))
    return within(field.to_dataset(name="cut"), box_of(box))["cut"].rename(field.name)


@tool()
def skill(
    workspace: Workspace,
    /,
    forecast_path: str,
    reference_path: str,
    truth_path: str,
    score: Literal["rmse", "mae", "crps"],
    variable: str | None = None,
    truth_variable: str | None = None,
) -> Output:
    """Compute a forecast's skill against a reference forecast: 1 - score / reference score. 1 is perfect, 0 no gain.

    Args:
        forecast_path: File of the forecast.
        reference_path: File of the reference, such as persistence or climatology.
        truth_path: File of observations, on the same grid.
        score: Score of both, at the times that all three files have.
        variable: Variable of the forecasts.
        truth_variable: Variable of the truth.
    """
    files = [open_field_file(workspace, path) for path in (forecast_path, reference_path, truth_path)]
    forecast, reference = (file.field(variable) for file in files[:2])
    truth = files[2].field(truth_variable)
    forecast, reference, truth = _shared_times(forecast, reference, truth)
    truth, missing = _shared_cells(truth, forecast, reference)
    own, other = (_score(field, truth, score) for field in (forecast, reference))
    gain = verification.skill(own, other)
    unit = str(truth.attrs.get("units", ""))
    text = f"skill {gain:.4f} by {score.upper()}: {own:.4g} against {other:.4g} {unit}"
    if missing:
        text += f"\n{missing} values of the truth left out, where a forecast has none"
    data = {"skill": gain if gain == gain else None, "score": own, "reference": other, "units": unit}
    return Output(text=text, data=data, inputs={file.path: file.sha256 for file in files}, engine="scores")


def _shared_times(*fields: xr.DataArray) -> list[xr.DataArray]:
    if not all("time" in field.dims for field in fields):
        return list(fields)
    times = set.intersection(*(set(field["time"].values.tolist()) for field in fields))
    if not times:
        raise ToolError("forecast, reference and truth have no time in common")
    return [field.isel(time=[time in times for time in field["time"].values.tolist()]) for field in fields]


def _shared_cells(truth: xr.DataArray, *forecasts: xr.DataArray) -> tuple[xr.DataArray, int]:
    """Return the truth where every forecast has all values, and how many cells are dropped, to judge all alike."""
    there = truth.notnull()
    for forecast in forecasts:
        own = [axis for axis in forecast.dims if axis not in truth.dims]
        there = there & forecast.notnull().all(own)
    return truth.where(there), int(truth.notnull().sum() - there.sum())


def _score(forecast: xr.DataArray, truth: xr.DataArray, score: str) -> float:
    """Return a score; of a forecast without members, the CRPS is the mean absolute error."""
    if score == "crps" and "member" in forecast.dims:
        refuse_direction(truth, "CRPS")
    scores = verification.score_forecast(forecast, truth)
    if score == "crps":
        return scores.mae if scores.crps is None else scores.crps
    return scores.rmse if score == "rmse" else scores.mae


@tool()
def reliability(
    workspace: Workspace,
    /,
    probability_path: str,
    truth_path: str,
    comparison: Comparison,
    threshold: float,
    units: str,
    truth_variable: str | None = None,
    bins: Annotated[int, Field(ge=2, le=50)] = 10,
) -> Output:
    """Compute the Brier score of probabilities of an event, its parts, and a table of probability against frequency.

    Args:
        probability_path: File of `probability`.
        truth_path: File of observations, on the same grid.
        comparison: How the true value compares with the threshold.
        threshold: Threshold of the event.
        units: Unit of the threshold.
        truth_variable: Variable of the truth.
        bins: Number of equal classes of probability.
    """
    first, second = open_field_file(workspace, probability_path), open_field_file(workspace, truth_path)
    chance = first.field("probability")
    event = holds(convert_field(second.field(truth_variable), units), comparison, threshold)
    chance, event = verification.pair_forecast(chance.assign_attrs(units="1"), event.assign_attrs(units="1"))
    made = verification.reliability_of(chance, event, bins)
    rows = [f"{mean:.4f},{seen:.4f},{share:.4f}" for mean, seen, share in made.table]
    table = "\n".join(["probability,frequency,share", *rows])
    path = save_fields(workspace, "reliability", (table + "\n").encode(), ".csv")
    gain = "none" if made.brier_skill is None else f"{made.brier_skill:.4f}"
    text = (
        f"Brier {made.brier:.4f} (reliability {made.reliability:.4f}, resolution {made.resolution:.4f}, uncertainty "
        f"{made.uncertainty:.4f}, within bins variance {made.within_bin_variance:.4f} and covariance "
        f"{made.within_bin_covariance:.4f}), skill {gain}; {made.pairs} pairs; table in {path}\n"
        "Brier = reliability - resolution + uncertainty + variance - covariance (Stephenson et al. 2008)"
    )
    data = {"path": path, **made.model_dump(mode="json")}
    return Output(text=text, data=data, inputs=_hashes(first, second), engine="scores")


def _hashes(*files: Fields) -> dict[str, str]:
    return {file.path: file.sha256 for file in files}


FAMILY = "forecast"
PUBLISHED = {
    "regrid_to_target_grid": "forecast.regrid",
    "anomaly_and_climo": "forecast.anomaly",
    "smooth_gaussian_field": "forecast.smooth",
    "verify": "forecast.verify",
}
"""Published names to ours."""
