"""The Storm Prediction Center's Day 1 outlook of 12 UTC, as shapefiles or as text, and its tornado reports."""

from __future__ import annotations

import zipfile
from pathlib import Path

from mesocosm.errors import UserError
from mesocosm.sources.download import Check
from mesocosm.sources.live import Remote, opens_with
from mesocosm.suites.tornado.outlooks.pts import read_pts
from mesocosm.suites.tornado.sources import NOAA, DayService

IS_REPORTS = opens_with(b"Time,F_Scale", "list of tornado reports")


class Spc(DayService):
    """Outlooks and tornado reports of NOAA's Storm Prediction Center."""

    example = "20250314/ground_truth/250314_rpts_torn.csv"
    variable = "MESOCOSM_SPC_URL"
    home = "https://www.spc.noaa.gov"

    def files(self, date: str) -> list[Remote]:
        outlooks = f"{self.address}/products/outlook/archive/{date[:4]}"
        reports = f"{self.address}/climo/reports"
        return [
            _file(date, archive_name(date), outlooks, _archive_fault),
            _file(date, text_name(date), outlooks, _text_fault),
            _file(date, reports_name(date), reports, IS_REPORTS),
            _file(date, reports_name(date, filtered=True), reports, IS_REPORTS),
        ]


source = Spc()


def archive_name(date: str) -> str:
    """Return the path of the outlook's shapefiles, in one archive, within the folder of the day."""
    return f"spc_outlooks/day1otlk_{date}_1200-shp.zip"


def text_name(date: str) -> str:
    """Return the path of the outlook as text, which also exists when the shapefiles do not."""
    return f"spc_outlooks/KWNSPTSDY1_{date}1200.txt"


def reports_name(date: str, *, filtered: bool = False) -> str:
    """Return the path of tornado reports from 12 to 12 UTC; `filtered` leaves out those that SPC takes for repeats."""
    return f"ground_truth/{date[2:]}_rpts_{'filtered_' if filtered else ''}torn.csv"


def _file(date: str, name: str, folder: str, check: Check) -> Remote:
    return Remote(f"{date}/{name}", f"{folder}/{Path(name).name}", check, NOAA)


def _archive_fault(path: Path) -> str:
    return "" if zipfile.is_zipfile(path) else "is not a zip archive"


def _text_fault(path: Path) -> str:
    try:
        read_pts(path.read_text(encoding="utf-8", errors="replace"))
    except UserError as error:
        return f"is not an outlook: {error}"
    return ""
