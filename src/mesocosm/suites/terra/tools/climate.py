"""Climate of the past and of projections: bias correction, changes of extremes, indices, heat waves, drought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.climate.extremes import Fit
from mesocosm.earth.climate.indices import Index
from mesocosm.earth.climate.quantile_mapping import Kind, Method
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs import selection
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path, Point
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.tools.reanalysis import Year
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

Percentile = Annotated[float, Field(gt=0, lt=100)]
MOST_LISTED = 20
SIGNIFICANT = 0.05

SORTED = "quantiles are linear between sorted values, and equal values share their mean rank"
CONVENTIONS: dict[Kind, str] = {
    "additive": SORTED,
    "multiplicative": f"{SORTED}; the factor is 1 where the past is 0, and at most 10",
}
"""What the answer says about a mapping beyond the description of the tool."""


@tool()
def correct_bias(
    workspace: Workspace,
    /,
    model: Path,
    observed: Path,
    past: Path,
    variable: Name,
    method: Method,
    kind: Kind,
    observed_variable: Name | None = None,
    by_month: bool = True,
) -> Output:
    """Correct a model's bias by quantile mapping, cell by cell, at the quantiles 0.5 %, 1.5 % ... 99.5 %.

    Linear between quantiles, constant beyond.

    Args:
        model: File to correct, such as a projection.
        observed: File of observations on the same grid.
        past: File of the model over those years; both are cut to common months.
        variable: Variable in the model's files.
        method: EQM maps by the quantiles of the model's past; QDM at each value's own, (rank - 0.5) / n.
        kind: additive for temperature, multiplicative for precipitation or wind.
        observed_variable: Variable in the observations, if different.
        by_month: Whether each calendar month is corrected by itself.
    """
    from mesocosm.earth.climate.quantile_mapping import common_months, correct_bias

    files = [open_field_file(workspace, path) for path in (model, observed, past)]
    names = (variable, observed_variable or variable, variable)
    now, truth, then = (selection.select_variable(file, name) for file, name in zip(files, names, strict=True))
    truth, then, (first, last) = common_months(truth, then)
    result = correct_bias(now, truth, then, method=method, kind=kind, by_month=by_month)
    line = f"bias of {first} to {last}, the months that `observed` and `past` have in common; {CONVENTIONS[kind]}"
    months: dict[str, JsonValue] = {"common_months": [first, last]}
    dataset = result.to_dataset(name=variable)
    return selection.answer(workspace, f"{variable} corrected {method}", dataset, files, line, more=months)


@tool()
def scenario_exceedance(
    workspace: Workspace,
    /,
    past: Path,
    future: Path,
    variable: Name,
    threshold: float | None = None,
    unit: Name | None = None,
    percentile: Percentile | None = None,
    box: Box | None = None,
) -> Output:
    """Compare how often a threshold is exceeded in two periods: shares of time, their ratio and difference.

    Args:
        past: File of the reference period.
        future: File of the scenario, on the same grid.
        variable: Variable in both files.
        threshold: Threshold value, unless percentile is given.
        unit: Unit of the threshold; default: the field's.
        percentile: Percentile of the past in each cell, 0 to 100, as the threshold.
        box: West, south, east, north in degrees.
    """
    from mesocosm.earth.climate.indices import exceedance_change
    from mesocosm.earth.fields.field_units import convert_field

    files = [open_field_file(workspace, path) for path in (past, future)]
    before, after = (selection.select_variable(file, variable, box=box) for file in files)
    before = before if unit is None else convert_field(before, unit)
    result = exceedance_change(before, after, threshold=threshold, percentile=percentile)
    return selection.answer(workspace, f"exceedance {variable}", result, files)


@tool()
def yearly_index(workspace: Workspace, /, path: Path, index: Index, variable: Name | None = None) -> Output:
    """Compute an index of daily temperature or rain for each whole year, as the ETCCDI defines it.

    A year that lacks more than 15 days is missing.

    Args:
        path: A file of daily values: the highest, lowest or mean temperature, or rain, as the index needs.
        index: Name of the index.
        variable: Variable; default: the only one.
    """
    from mesocosm.earth.climate import indices

    fields = open_field_file(workspace, path)
    values = selection.select_variable(fields, variable)
    result = indices.yearly_index(values, index)
    line = f"{index}: {result.attrs['long_name']}, each year"
    lines, counts = _left_out(values)
    return selection.answer(workspace, index, result.to_dataset(name=index), [fields], line, *lines, more=counts)


def _left_out(values: xr.DataArray) -> tuple[list[str], dict[str, JsonValue]]:
    """Return how many incomplete years are left out; if all are incomplete, that is refused."""
    from mesocosm.earth.fields.periods import is_of_a_season, whole_years

    whole = whole_years(values)
    whole = whole.any([axis for axis in whole.dims if axis != "time"])
    total, lacking = int(whole.size), int((~whole).sum())
    if lacking == total and bool(values.notnull().any()):
        raise ToolError(
            f"none of the {total} years is whole: each lacks more than 15 days; take whole years, or count with "
            "reanalysis_events or reanalysis_aggregate"
        )
    lines = [f"{lacking} of {total} years are not whole: left out"] if lacking else []
    if is_of_a_season(values):
        lines.append("the file holds only a part of each year, and so do these values")
    return lines, {"years_left_out": lacking}


@tool()
def precipitation_index(
    workspace: Workspace,
    /,
    path: Path,
    months: Annotated[int, Field(ge=1, le=48)] = 3,
    variable: Name | None = None,
    start_year: Year | None = None,
    end_year: Year | None = None,
) -> Output:
    """Compute the standardised precipitation index (SPI) over months, from monthly totals, limited to -3.09 to 3.09.

    Args:
        path: A file of monthly totals of precipitation, or of mean rates, which count by the days of their months.
        months: Number of months added up.
        variable: Variable; default: the only one.
        start_year: First year of the baseline, included.
        end_year: Last year of the baseline, included.
    """
    from mesocosm.earth.climate.standardised import standardised_precipitation

    fields = open_field_file(workspace, path)
    values = selection.select_variable(fields, variable)
    index = standardised_precipitation(values, months, selection.years_of(start_year, end_year))
    return selection.answer(workspace, f"spi {months}", index.to_dataset(name="spi"), [fields])


@tool()
def water_balance_index(
    workspace: Workspace,
    /,
    path: Path,
    precipitation: Name,
    evaporation: Name | None = None,
    temperature: Name | None = None,
    other_path: Path | None = None,
    months: Annotated[int, Field(ge=1, le=48)] = 3,
    start_year: Year | None = None,
    end_year: Year | None = None,
) -> Output:
    """Compute the standardised precipitation evapotranspiration index (SPEI) over months, limited to -3.09 to 3.09.

    Args:
        path: A file of monthly precipitation, as totals or mean rates.
        precipitation: Variable of the precipitation.
        evaporation: Variable of monthly potential evaporation, as totals or mean rates.
        temperature: Instead of evaporation, variable of monthly mean temperature, for Thornthwaite's formula.
        other_path: File of evaporation or temperature, if different.
        months: Number of months added up.
        start_year: First year of the baseline, included.
        end_year: Last year of the baseline, included.
    """
    from mesocosm.earth.climate.standardised import standardised_water_balance, thornthwaite

    if (evaporation is None) == (temperature is None):
        raise ToolError("give either `evaporation` or `temperature`")
    files = selection.two(workspace, path, other_path)
    lost = selection.select_variable(files[1], evaporation or temperature)
    fallen = selection.select_variable(files[0], precipitation)
    index = standardised_water_balance(
        fallen, lost if evaporation else thornthwaite(lost), months, selection.years_of(start_year, end_year)
    )
    return selection.answer(workspace, f"spei {months}", index.to_dataset(name="spei"), list(files))


@tool()
def excess_heat(
    workspace: Workspace,
    /,
    tmax: Path,
    tmax_variable: Name,
    tmin_variable: Name,
    tmin: Path | None = None,
    start_year: Year | None = None,
    end_year: Year | None = None,
) -> Output:
    """Compute the excess heat factor (EHF, Nairn and Fawcett 2015) and heat-wave days from daily temperature extremes.

    Args:
        tmax: File of the highest temperature of each day.
        tmax_variable: Variable of the highest temperature.
        tmin_variable: Variable of the lowest temperature of each day.
        tmin: File of the lowest temperature, if different.
        start_year: First year of the baseline of the 95th percentile, included.
        end_year: Last year of the baseline, included.
    """
    from mesocosm.earth.climate.heat import excess_heat_factor

    highest, lowest = selection.two(workspace, tmax, tmin)
    pair = selection.select_variable(highest, tmax_variable), selection.select_variable(lowest, tmin_variable)
    result = excess_heat_factor(*pair, selection.years_of(start_year, end_year))
    return selection.answer(workspace, "excess heat factor", result, [highest, lowest])


@tool()
def heat_waves(
    workspace: Workspace,
    /,
    path: Path,
    variable: Name | None = None,
    percentile: Percentile = 90,
    least_days: Annotated[int, Field(ge=1, le=60)] = 3,
    window_days: Annotated[int, Field(ge=1, le=91)] = 15,
    start_year: Year | None = None,
    end_year: Year | None = None,
) -> Output:
    """Find days of heat waves: spells above a percentile of the same time of the year.

    Args:
        path: A file of daily temperatures.
        variable: Variable; default: the only one.
        percentile: Percentile of the days around each day of the year, 0 to 100.
        least_days: Least length of a spell in days.
        window_days: Number of days around each day that make its percentile; odd.
        start_year: First year of the baseline, included.
        end_year: Last year of the baseline, included.
    """
    from mesocosm.earth.climate.heat import percentile_heat_waves

    fields = open_field_file(workspace, path)
    values, years = selection.select_variable(fields, variable), selection.years_of(start_year, end_year)
    result = percentile_heat_waves(values, percentile, least_days, window_days, years)
    return selection.answer(workspace, f"heat waves {values.name}", result, [fields])


@tool(read_only=True)
def droughts(
    workspace: Workspace,
    /,
    path: Path,
    variable: Name | None = None,
    point: Point | None = None,
    onset: Annotated[float, Field(ge=-5, lt=0)] = -1.0,
) -> Output:
    """List droughts of a standardised index, with severity and peak: unbroken spells below zero that reach the onset.

    Args:
        path: A file of an index, such as the SPI.
        variable: Variable; default: the only one.
        point: Longitude and latitude; needed for a grid.
        onset: Value that the index must reach.
    """
    from mesocosm.earth.climate import standardised

    fields = open_field_file(workspace, path)
    series = selection.series(fields, variable, point)
    times = series["time"].dt.strftime("%Y-%m").values
    spells = standardised.droughts(np.asarray(series.values, np.float64), onset)
    rows: list[JsonValue] = [
        {"start": str(times[a]), "end": str(times[b]), "steps": b - a + 1, "severity": severity, "lowest": lowest}
        for a, b, severity, lowest in spells
    ]
    worst = sorted(zip(spells, rows, strict=True), key=lambda pair: -pair[0][2])[:MOST_LISTED]
    lines = [
        f"{times[a]} to {times[b]}: {b - a + 1} steps, severity {severity:.3g}, lowest {lowest:.3g}"
        for (a, b, severity, lowest), _ in worst
    ]
    data: JsonValue = {"droughts": len(spells), "worst": [row for _, row in worst]}
    return Output(text="\n".join([f"{len(spells)} droughts", *lines]), data=data, inputs={path: fields.sha256})


@tool(read_only=True)
def return_levels(
    workspace: Workspace,
    /,
    path: Path,
    variable: Name | None = None,
    point: Point | None = None,
    periods: Annotated[list[Annotated[float, Field(gt=1, le=10000)]], Field(min_length=1, max_length=10)] | None = None,
    value: float | None = None,
    fit: Fit = "L-moments",
) -> Output:
    """Estimate values exceeded once in N years, from yearly maxima (generalised extreme values), with 90 % intervals.

    A shape above 0 means a heavy tail, one below 0 a bounded tail.

    Args:
        path: A file with at least ten whole years; a year that lacks more than 15 days is left out.
        variable: Variable; default: the only one.
        point: Longitude and latitude; needed for a grid.
        periods: Return periods in years; default: 10, 50 and 100.
        value: Value whose return period is wanted too, in the field's unit.
        fit: Method of fitting the distribution.
    """
    from mesocosm.earth.climate import extremes
    from mesocosm.earth.fields.periods import whole_years

    fields = open_field_file(workspace, path)
    series = selection.series(fields, variable, point)
    left_out, counts = _left_out(series)
    maxima = np.asarray(series.resample(time="YS").max("time").where(whole_years(series)).values, np.float64)
    gev, wanted = extremes.fit_extremes(maxima, fit), periods or [10.0, 50.0, 100.0]
    ends = extremes.level_intervals(gev, int(np.isfinite(maxima).sum()), wanted)
    unit = str(series.attrs.get("units", ""))
    lines = [
        f"{years:g} years: {gev.level(years):.5g} {unit} ({low:.5g} to {high:.5g})"
        for years, (low, high) in zip(wanted, ends, strict=True)
    ]
    data: dict[str, JsonValue] = {
        **counts,
        "location": gev.location,
        "scale": gev.scale,
        "shape": gev.shape,
        "years": int(np.isfinite(maxima).sum()),
        "levels": {f"{years:g}": gev.level(years) for years in wanted},
        "intervals": {f"{years:g}": list(pair) for years, pair in zip(wanted, ends, strict=True)},
        "units": unit,
    }
    slope, p = extremes.trend(maxima)
    data |= {"trend_per_year": selection.number(slope), "trend_p": p}
    if p < SIGNIFICANT:
        trend = f"trend of {slope:.3g} {unit} a year (Mann-Kendall, p = {p:.2g})"
        lines.append(f"warning: the yearly maxima have a {trend}, but the levels assume none")
    if value is not None:
        data["return_period"] = selection.number(gev.period(value))
        lines.append(f"{value:g} {unit} is exceeded once in {gev.period(value):.4g} years")
    return Output(text="\n".join([*lines, *left_out]), data=data, inputs={path: fields.sha256})


FAMILY = "reanalysis"
PUBLISHED = {
    "bias_correct_cmip6": "climate.correct_bias",
    "scenario_exceedance": "climate.scenario_exceedance",
    "ehf_heatwave": "climate.excess_heat",
}
"""Published names to our tools that do the same."""
