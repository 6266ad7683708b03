"""EnergyPlus' output files, as small files in its formats, written by hand."""

import pytest

from mesocosm.simulators.energyplus.outputs import cell, complaints_of, hourly_variables, report_tables
from mesocosm.simulators.energyplus.report import report_file, report_values

ESO = """Program Version,EnergyPlus, Version 25.2.0, YMD=2026.01.01 10:00
2,8,Day of Simulation[],Month[],Day of Month[],DST Indicator[1=yes 0=no],Hour[],StartMinute[],EndMinute[],DayType
7,1,ZONE ONE,Zone Mean Air Temperature [C] !Hourly
8,1,ZONE ONE,Zone Mean Air Temperature [C] !Daily [Value,Min,Hour,Minute,Max,Hour,Minute]
9,1,Electricity:Facility [J] !Hourly
End of Data Dictionary
1,A COLD DAY,  40.00,-105.00,  -7.00,1600.00
2,1, 1,21, 0, 1, 0.00,60.00,WinterDesignDay
7,99.0
9,99.0
1,THE YEAR,  40.00,-105.00,  -7.00,1600.00
2,1, 1, 1, 0, 1, 0.00,60.00,Sunday
7,20.5
9,3600000.0
2,1, 1, 1, 0, 2, 0.00,60.00,Sunday
7,21.5
9,0.0
8,21.0,20.5,1,60,21.5,2,60
End of Data
"""
ERR = """Program Version,EnergyPlus, Version 25.2.0, YMD=2026.01.01 10:00,
   ** Warning ** Some values fall outside.
   **   ~~~   ** They may be wrong.
   ************* Beginning Simulation
   **   ~~~   ** of nobody
   ** Severe  ** GetSurfaceData: no such construction
   **  Fatal  ** Errors found.
   ************* EnergyPlus Terminated--Fatal Error Detected. 1 Severe Errors; Elapsed Time=00hr 00min  0.20sec
"""
TABLES = """Program Version:,EnergyPlus, Version 25.2.0, YMD=2026.01.01 10:00
Tabular Output Report in Format: ,Comma

REPORT:,Annual Building Utility Performance Summary
FOR:,Entire Facility

Site and Source Energy

,,Total Energy [GJ],Energy Per Total Building Area [MJ/m2]
,Total Site Energy,3.60,75.0


Site and Source Energy

,,Total Energy [GJ]
,Total Site Energy,999
"""


def test_hours_of_the_year_without_design_days():
    air, power = hourly_variables(ESO)
    assert (air.label, air.unit, air.values.tolist()) == ("ZONE ONE,Zone Mean Air Temperature", "C", [20.5, 21.5])
    assert (power.label, power.values.tolist()) == ("Electricity:Facility", [3.6e6, 0.0])


def test_records_of_other_frequencies_are_left_out():
    text = ESO.replace("8,21.0,20.5,1,60,21.5,2,60\n", "3,1, 1, 1, 0,Sunday\n8,21.0,20.5,1,60,21.5,2,60\n4,1, 1\n5,1\n")
    assert [variable.values.tolist() for variable in hourly_variables(text)] == [[20.5, 21.5], [3.6e6, 0.0]]


def test_a_value_that_is_no_number_stays_one():
    air, power = hourly_variables(ESO.replace("7,21.5", "7,-nan"))
    assert str(air.values.tolist()) == "[20.5, nan]"
    assert power.values.tolist() == [3.6e6, 0.0]


def test_a_file_without_hours_has_no_variables():
    assert hourly_variables(ESO.partition("2,1, 1, 1")[0]) == []


def test_complaints_are_kept_with_what_follows_them():
    complaints = complaints_of(ERR)
    assert complaints.warnings == ["Some values fall outside. They may be wrong."]
    assert complaints.severe == ["GetSurfaceData: no such construction"]
    assert complaints.fatal == ["Errors found."]
    assert complaints_of(ERR, ("fall outside",)).warnings == []


def test_the_first_of_two_tables_with_one_title_stands():
    tables = report_tables(TABLES)
    assert cell(tables, "Site and Source Energy", "Total Site Energy", "Total Energy") == 3.6
    assert cell(tables, "Site and Source Energy", "Total Site Energy", "Water") is None
    assert cell(tables, "End Uses", "Heating", "Electricity") is None


def test_energy_comes_in_kilowatt_hours():
    assert report_values(TABLES)["total_site_energy"].magnitude == pytest.approx(1000.0)


def test_the_report_bears_no_day():
    assert b"2026" not in report_file(TABLES)
    assert b"Total Site Energy,3.60" in report_file(TABLES)
