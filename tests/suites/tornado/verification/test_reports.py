"""Reports of both kinds of CSV."""

import pytest

from mesocosm.errors import UserError
from mesocosm.suites.tornado.verification.reports import read_reports

SPC = """Time,F_Scale,Location,County,State,Lat,Lon,Comments
1935,UNK,2 SSW EUREKA,WAYNE,MO,36.15,-90.43,A tornado, large, crossed the road. (PAH)
2010,UNK,BAD ROW,WAYNE,MO,,,No position. (PAH)
2015,EF1,3 N TOWN,CLAY,AR,36.3,-90.2,Survey. (MEG)
Time,Speed,Location,County,State,Lat,Lon,Comments
2100,70,SOMEWHERE,POLK,MO,37.6,-93.4,Wind. (SGF)
Time,Size,Location,County,State,Lat,Lon,Comments
2200,175,ELSEWHERE,POLK,MO,37.7,-93.5,Hail. (SGF)
"""


def test_spc_files_give_their_tornadoes_only():
    assert read_reports(SPC, "20250314").tolist() == [[-90.43, 36.15], [-90.2, 36.3]]


def test_lines_before_the_heading_are_skipped():
    assert len(read_reports("preliminary\n\n" + SPC)) == 2


def test_columns_are_found_by_name_and_rows_by_date():
    text = "date,LON, lat\n20250314,-97,35\n2025-03-15,-98,36\n20250314,,36\n"
    assert read_reports(text, "20250314").tolist() == [[-97, 35]]
    assert read_reports(text, "20250315").tolist() == [[-98, 36]]
    assert read_reports(text).shape == (2, 2)
    assert read_reports(text, "20250316").shape == (0, 2)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("35.3N,97.5W", r"row 2 of the reports: lon must be degrees in \[-180, 180\], got '97.5W'"),
        ("-97.5,35.3", r"row 2 of the reports: lat must be degrees in \[-90, 90\], got '-97.5'"),
        ("x,-97", "row 2 of the reports: lat must be degrees"),
    ],
)
def test_a_position_that_is_none_on_earth_is_refused_by_its_row(row, message):
    with pytest.raises(UserError, match=message):
        read_reports(f"lat,lon\n35,-97\n{row}\n")


def test_a_file_without_dates_belongs_to_the_day():
    assert len(read_reports("lat,lon\n35,-97\n36,-98\n", "20250314")) == 2


def test_other_files_are_refused():
    with pytest.raises(UserError, match="columns lat and lon, or be SPC's own CSV; got latitude, x"):
        read_reports("latitude,x\n1,2\n")
    with pytest.raises(UserError, match="got none"):
        read_reports("")
