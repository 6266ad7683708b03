"""Tables opened in a spreadsheet run no formula."""

import pytest

from mesocosm.simulators.simulator.csv_tables import as_sheet, safe_cell


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "-2+3+cmd|' /C calc'!A0", "-sum(1)", "\t=1", "- x"]
)
def test_a_formula_is_made_a_text(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize(
    "cell",
    [-1.5, 3, None, "-99", "+2.5e-3", "-.5", "-nan", "-inf", "-4#1", "-gneE12", "-", "", "a=b", "'x", "2001-05-01"],
)
def test_other_cells_stay_as_they_are(cell):
    assert safe_cell(cell) is cell


def test_rows_under_headings():
    assert as_sheet(("=x", "y"), [("a,b", -1.5), (None, "=1")]) == b"'=x,y\n\"a,b\",-1.5\n,'=1\n"
