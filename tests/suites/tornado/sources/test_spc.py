"""The Storm Prediction Center's files of a day, and how they differ from an error page."""

from __future__ import annotations

import pytest

from mesocosm.suites.tornado.sources.spc import Spc, archive_name, reports_name, source, text_name
from mesocosm.testing import check_source

DATE = "20250314"


def test_where_things_are():
    addresses = {entry.name: entry.recipe for entry in Spc(address="http://s").entries(f"{DATE}/")}
    assert addresses == {
        f"{DATE}/{archive_name(DATE)}": "http://s/products/outlook/archive/2025/day1otlk_20250314_1200-shp.zip",
        f"{DATE}/{text_name(DATE)}": "http://s/products/outlook/archive/2025/KWNSPTSDY1_202503141200.txt",
        f"{DATE}/{reports_name(DATE)}": "http://s/climo/reports/250314_rpts_torn.csv",
        f"{DATE}/{reports_name(DATE, filtered=True)}": "http://s/climo/reports/250314_rpts_filtered_torn.csv",
    }


@pytest.mark.parametrize("place", [archive_name(DATE), text_name(DATE), reports_name(DATE)])
def test_a_page_of_apology_has_a_fault(place, tmp_path):
    (tmp_path / "f").write_bytes(b"<html>Down for maintenance</html>")
    assert source.fault(f"{DATE}/{place}", tmp_path / "f").startswith("is no")


def test_it_keeps_the_contract(server, web):
    server.put("/climo/reports/250314_rpts_torn.csv", b"Time,F_Scale,Location,County,State,Lat,Lon,Comments\n")
    check_source(Spc(web, server.url), reach=True)


def test_without_the_network_it_is_checked_as_far_as_that_goes():
    check_source(source)
