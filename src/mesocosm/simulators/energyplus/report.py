"""Values, tables and files of an EnergyPlus run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.epw import month_of_hours
from mesocosm.earth.weather.epw_writing import HOURS
from mesocosm.simulators.building_hourly.building import Building
from mesocosm.simulators.building_hourly.report import values_of
from mesocosm.simulators.energyplus.outputs import Variable, cell, report_tables
from mesocosm.simulators.simulator import Cell, Table, Value
from mesocosm.simulators.simulator.csv_tables import safe_cell
from mesocosm.simulators.simulator.rounding import round_digits

Floats = NDArray[np.float64]
JOULES_PER_KWH = 3.6e6
KWH_PER_GJ = 1000 / 3.6
UNMET, COMFORT = "Time Setpoint Not Met", "Time Not Comfortable Based on Simple ASHRAE 55-2004"
METER_VALUES = {
    "Heating:EnergyTransfer": "heating",
    "Cooling:EnergyTransfer": "cooling",
    "Electricity:Facility": "electricity",
    "NaturalGas:Facility": "natural_gas",
}
BALANCE = {
    "internal convection": "Zone Air Heat Balance Internal Convective Heat Gain Rate",
    "surface convection": "Zone Air Heat Balance Surface Convection Rate",
    "outdoor air": "Zone Air Heat Balance Outdoor Air Transfer Rate",
    "heating and cooling": "Zone Air Heat Balance System Air Transfer Rate",
    "stored": "Zone Air Heat Balance Air Energy Storage Rate",
}
"""Heat given to the air of the zone, and the heat that the air stored."""
SENSIBLE = {
    "heating": "Zone Ideal Loads Zone Sensible Heating Energy",
    "cooling": "Zone Ideal Loads Zone Sensible Cooling Energy",
}
DATED = ("Program Version", "Tabular Output Report")
REPORT_FILE = "reports.csv"
HOURS_FILE = "hours.csv"


def meter_values(variables: list[Variable]) -> dict[str, Value]:
    """Return the energy and the hourly peak of each meter in the input."""
    values: dict[str, Value] = {}
    for variable in variables:
        name = METER_VALUES.get(variable.label)
        if name:
            kwh = variable.values / JOULES_PER_KWH
            values[f"{name}_energy"] = Value(magnitude=round_digits(float(kwh.sum())), unit="kWh")
            values[f"{name}_peak"] = Value(magnitude=round_digits(float(kwh.max())), unit="kW")
    return values


def report_values(text: str) -> dict[str, Value]:
    """Return totals and hours of discomfort from the engine's own reports."""
    tables = report_tables(text)
    wanted = {
        "total_site_energy": ("Site and Source Energy", "Total Site Energy", "Total Energy", KWH_PER_GJ, "kWh"),
        "building_area": ("Building Area", "Total Building Area", "Area", 1.0, "m²"),
        "unmet_heating_hours": (UNMET, "Facility", "During Heating", 1.0, "h"),
        "unmet_cooling_hours": (UNMET, "Facility", "During Cooling", 1.0, "h"),
        "discomfort_hours": (COMFORT, "Facility", "Summer or Winter", 1.0, "h"),
    }
    numbers = {name: cell(tables, *where[:3]) for name, where in wanted.items()}
    return {
        name: Value(magnitude=round_digits(number * wanted[name][3]), unit=wanted[name][4])
        for name, number in numbers.items()
        if number is not None
    }


def report_file(text: str) -> bytes:
    """Return the engine's reports without the lines that hold the date of the run."""
    lines = [line for line in text.splitlines() if not line.startswith(DATED)]
    return ("\n".join(lines).strip("\n") + "\n").encode()


def end_uses(text: str) -> tuple[Table, ...]:
    """Return energy in GJ by use and carrier, and water in m³, from the engine's report."""
    head, *rows = report_tables(text).get("End Uses", [[]])
    if not rows:
        return ()
    return (Table(file="end uses", headings=("use", *head[1:]), rows=tuple(_row(words) for words in rows if words[0])),)


def _row(words: list[str]) -> tuple[Cell, ...]:
    return (words[0], *(_number(word) for word in words[1:]))


def _number(word: str) -> Cell:
    try:
        return float(word)
    except ValueError:
        return word or None


def hours_file(variables: list[Variable]) -> bytes:
    """Return all hourly series as CSV with six significant digits."""
    most = max((len(variable.values) for variable in variables), default=0)
    whole = [variable for variable in variables if len(variable.values) == most]
    heads = [str(safe_cell(f"{variable.label.replace(',', ' ')} [{variable.unit}]")) for variable in whole]
    rows = zip(*(variable.values.tolist() for variable in whole), strict=True)
    pattern = ",".join(["%d", *["%.6g"] * len(whole)])  # one pattern per row is six times as fast as one per number
    lines = [",".join(["hour", *heads]), *(pattern % (hour + 1, *row) for hour, row in enumerate(rows))]
    return ("\n".join(lines) + "\n").encode()


def month_table(energies: dict[str, Floats]) -> tuple[Table, ...]:
    """Return energy by month in kWh from hourly series in J by name; only for runs of a whole year."""
    whole = {name: joules for name, joules in energies.items() if len(joules) == HOURS}
    if not whole:
        return ()
    sums = [np.bincount(month_of_hours(), joules / JOULES_PER_KWH) for joules in whole.values()]
    rows = tuple((month + 1, *(round(float(part[month]), 3) for part in sums)) for month in range(12))
    return (Table(file="months", headings=("month", *(f"{name}_kwh" for name in whole)), rows=rows),)


def idf_tables(variables: list[Variable], reports: str) -> tuple[Table, ...]:
    """Return the tables of an EnergyPlus input: its meters by month, and its end uses."""
    meters = {METER_VALUES[part.label]: part.values for part in variables if part.label in METER_VALUES}
    return (*month_table(meters), *end_uses(reports))


def box_tables(variables: list[Variable]) -> tuple[Table, ...]:
    """Return the tables of a building record: sensible heating and cooling by month, and the air's heat balance."""
    series = {variable.label.partition(",")[2]: variable.values for variable in variables}
    return (*month_table({name: series[label] for name, label in SENSIBLE.items()}), balance_table(variables))


def box_values(building: Building, variables: list[Variable]) -> dict[str, Value]:
    """Return the values of a building record, with the same names as the hourly engine uses."""
    series = {variable.label.partition(",")[2]: variable.values for variable in variables}
    heat, cold = (series[name] / 3600 for name in SENSIBLE.values())
    air, operative = series["Zone Mean Air Temperature"], series["Zone Operative Temperature"]
    solar = series.get("Enclosure Windows Total Transmitted Solar Radiation Energy", np.zeros(1))
    passed, left = _passed(series)
    return values_of(building, air, operative, heat, cold) | {
        "transmitted_solar": Value(magnitude=round_digits(float(solar.sum()) / JOULES_PER_KWH), unit="kWh"),
        "energy_balance_error": Value(magnitude=round_digits(round(left / passed if passed else 0.0, 6)), unit="1"),
    }


def _passed(series: dict[str, Floats]) -> tuple[float, float]:
    """Return the year's heat that passed through the zone's air, and the balance error, both in Wh."""
    given = [series[name] for part, name in BALANCE.items() if part != "stored"]
    left = sum(float(part.sum()) for part in given) - float(series[BALANCE["stored"]].sum())
    return sum(float(np.abs(part).sum()) for part in given), abs(left)


def balance_table(variables: list[Variable]) -> Table:
    """Return the year's heat given to the zone's air and stored in it, in kWh, as the engine counts it."""
    series = {variable.label.partition(",")[2]: variable.values for variable in variables}
    rows = tuple((part, round(float(series[name].sum()) / 1000, 3) + 0.0) for part, name in BALANCE.items())
    return Table(file="balance", headings=("part", "heat_kwh"), rows=rows)
