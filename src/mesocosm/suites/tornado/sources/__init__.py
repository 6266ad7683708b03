"""The live services that a tornado day comes from, each a source of its own.

Names begin with the date and go on with the place in the folder of that day:
`20250314/hrrr_maps/hrrr.t00z.wrfsfcf12.grib2`.
"""

from __future__ import annotations

import re
from abc import abstractmethod

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.sources.live import LiveSource, Remote, sorted_entries
from mesocosm.sources.source import Entry

NOAA = "NOAA/NWS, public domain; attribution requested, not to be shown as NOAA's own where modified"
DATE = re.compile(r"(\d{8})/")


class DayService(LiveSource):
    """A service whose files of a date can be named without asking it."""

    @abstractmethod
    def files(self, date: str) -> list[Remote]:
        """Return the service's files of a date; empty if it has none."""

    def entries(self, prefix: str = "") -> list[Entry]:
        return sorted_entries(self.files(date_in(prefix)), prefix)

    def remote(self, name: str) -> Remote:
        files = {file.name: file for file in self.files(date_in(name))} if DATE.match(name) else {}
        if name not in files:
            raise UnknownName("file of this service", name, files or [self.example])
        return files[name]


def date_in(prefix: str) -> str:
    """Return the date that names begin with; refuse a listing without one, since the services hold many years."""
    begins = DATE.match(prefix)
    if not begins:
        raise InvalidRecord(f"a name must begin with a date as in 20250314/, got {prefix!r}")
    return begins[1]
