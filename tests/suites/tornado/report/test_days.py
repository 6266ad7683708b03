"""Days of a report: truths with their reports."""

import pytest
from tests.suites.tornado.report.making import square

from mesocosm.errors import UserError
from mesocosm.suites.tornado.outlooks.outlook import EMPTY
from mesocosm.suites.tornado.report.days import days_of, read_days

TRUTHS = {"20250301": EMPTY, "20250302": square(10), "20250303": square(5)}
CSV = "date,lat,lon\n20250302,35.0,-95.0\n20250302,35.5,-94.5\n20250309,40.0,-90.0\n"


def test_reports_go_to_their_day():
    days = {day.date: day for day in days_of(TRUTHS, CSV)}
    assert days["20250302"].reports.tolist() == [[-95.0, 35.0], [-94.5, 35.5]]


def test_a_quiet_day_without_reports_had_none():
    assert days_of(TRUTHS, CSV)[0].reports.shape == (0, 2)


def test_a_day_with_risk_and_no_report_is_not_known():
    assert days_of(TRUTHS, CSV)[2].reports is None


def test_reports_of_several_days_need_dates():
    with pytest.raises(UserError, match="reports of 3 days must have a column date"):
        days_of(TRUTHS, "lat,lon\n35.0,-95.0\n")


def test_reports_of_one_day_need_none():
    [day] = days_of({"20250302": square(10)}, "lat,lon\n35.0,-95.0\n")
    assert len(day.reports) == 1


def test_without_a_file_no_reports_are_known(tmp_path):
    (tmp_path / "20250301.geojson").write_text('{"type": "FeatureCollection", "features": []}')
    [day] = read_days(tmp_path)
    assert (day.date, day.reports) == ("20250301", None)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "20250301.geojson").write_text('{"type": "FeatureCollection", "features": []}')
    (tmp_path / "reports.csv").write_bytes(b"lat,lon\n\xff\xfe")
    with pytest.raises(UserError, match="must be a CSV in UTF-8"):
        read_days(tmp_path, tmp_path / "reports.csv")
