"""Tables to download: cells are what the screen shows, without its markup."""

import csv
import io

from rich.console import Group

from mesocosm.report.site.tables import csv_of, latex_of, tables_in
from mesocosm.report.table import make_table

ROWS = [("[red]one", "1.0 %"), ("=cmd|x", "-0.5"), ("-evil", "–")]


def table():
    [made] = tables_in(make_table("A_title", ("run",), ("share",), ROWS, "50 % & more"))
    return made


def test_a_rich_table_becomes_plain_cells():
    assert table().headings == ("run", "share")
    assert table().numeric == (False, True)
    assert table().rows == tuple(ROWS)
    assert table().caption == "50 % & more"


def test_every_table_of_a_group_is_found():
    one = make_table("t", ("a",), (), [("x",)])
    assert len(list(tables_in(Group(one, Group(one), "words")))) == 2


def test_no_cell_is_a_formula():
    rows = list(csv.reader(io.StringIO(csv_of(table()))))
    assert rows == [["run", "share"], ["[red]one", "1.0 %"], ["'=cmd|x", "-0.5"], ["'-evil", "–"]]


def test_latex_is_escaped():
    text = latex_of(table())
    assert r"\begin{tabular}{lr}" in text
    assert r"[red]one & 1.0 \% \\" in text
    assert r"-evil & -- \\" in text
    assert "% A_title" in text
