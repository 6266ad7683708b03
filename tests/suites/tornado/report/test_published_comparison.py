"""Published numbers beside those computed here."""

import pytest
from tests.suites.tornado.report.making import DAYS, FORECASTERS

from mesocosm.errors import UserError
from mesocosm.suites.tornado.report.published_comparison import beside
from mesocosm.suites.tornado.report.standings import hold, standings
from mesocosm.suites.tornado.report.writer import write_report

PUBLISHED = {"spc": {"tornadobench": 0.5, "calls": 21.8}}


@pytest.fixture(scope="module")
def ranked():
    return standings(hold(DAYS, FORECASTERS), "published")


def test_both_numbers_stand_in_one_cell_and_baselines_have_theirs(ranked):
    table = beside(ranked, PUBLISHED)
    rows = {row[0]: row[1:] for row in table.rows}
    assert table.headings == ("forecaster", "tornadobench", "calls")
    assert rows["right"] == ("1", "–")
    assert rows["spc"] == ("0 (0.5)", "– (21.8)")
    assert rows["baseline: empty"][0] != "–"


def test_a_published_name_that_nobody_bears_is_refused(ranked):
    with pytest.raises(UserError, match="published numbers name 'spe', who is not among the forecasters: .*right, spc"):
        beside(ranked, {"spe": {"tornadobench": 0.5}})


def test_the_page_shows_them(tmp_path):
    write_report(DAYS, FORECASTERS, tmp_path, published=PUBLISHED, map_dates=[])
    page = (tmp_path / "report.html").read_text()
    assert "Beside the published numbers" in page
    assert "– (21.8)" in page
