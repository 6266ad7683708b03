"""BUFKIT soundings of the HRRR in Iowa State University's archive: the listing of a run and its stations' files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, unquote, urljoin

from mesocosm.errors import UnknownName
from mesocosm.sources.live import LiveSource, Remote, opens_with
from mesocosm.sources.source import Entry
from mesocosm.sources.web import Span
from mesocosm.suites.tornado.sources import DATE, NOAA, date_in

LISTING = "bufkit/index.html"
STATION_FILE = re.compile(r"hrrr_[\w#.+-]+\.buf")
LICENCE = f"{NOAA}; archived by the Iowa Environmental Mesonet, Iowa State University"
POSITION = re.compile(rb"SLAT\s*=\s*(-?[\d.]+)\s+SLON\s*=\s*(-?[\d.]+)")
HEAD = Span(0, 2048)
"""First bytes of a file, which hold the station's position: it is in the first six lines."""
WORKERS = 8
IS_BUFKIT = opens_with(b"SNPARM", "BUFKIT file")


class Bufkit(LiveSource):
    """BUFKIT soundings of the HRRR run of 00 UTC in Iowa State University's archive, one file a station."""

    example = "20250314/bufkit/hrrr_kbuf.buf"
    variable = "MESOCOSM_BUFKIT_URL"
    home = "https://mtarchive.geol.iastate.edu"

    def entries(self, prefix: str = "") -> list[Entry]:
        """Return the listing of a day and the stations it names; this asks the service for the listing."""
        date = date_in(prefix)
        listing = self.remote(f"{date}/{LISTING}")
        listed = self.list_entries(date, self.web.read(listing.url).decode("utf-8", "replace"))
        return [entry for entry in sorted([*listed, listing.entry], key=_by_name) if entry.name.startswith(prefix)]

    def list_entries(self, date: str, listing: str) -> list[Entry]:
        """Return every station's file that a listing names, by name; for a fetched day, pass its kept listing."""
        files = read_listing(listing, self._folder(date))
        return [self.remote(f"{date}/bufkit/{file}").entry for file in files]

    def remote(self, name: str) -> Remote:
        folder, _, file = name.partition("/bufkit/")
        if f"{folder}/{LISTING}" == name and DATE.fullmatch(f"{folder}/"):
            url = self._folder(folder)
            return Remote(name, url, lambda path: _listing_fault(path, url), LICENCE)
        if not STATION_FILE.fullmatch(file) or not DATE.fullmatch(f"{folder}/"):
            raise UnknownName("file of this service", name, [self.example])
        return Remote(name, self._folder(folder) + quote(file, safe="+"), IS_BUFKIT, LICENCE)

    def positions(self, names: Sequence[str]) -> dict[str, tuple[float, float]]:
        """Return longitude and latitude of each station by name; only the beginning of each file is fetched."""
        with ThreadPoolExecutor(WORKERS) as pool:
            heads = list(pool.map(lambda name: self.web.read_span(self.remote(name).url, HEAD), names))
        places = {name: POSITION.search(head) for name, head in zip(names, heads, strict=True)}
        return {name: (float(at[2]), float(at[1])) for name, at in places.items() if at}

    def _folder(self, date: str) -> str:
        """Return the page that lists the files of the run."""
        return f"{self.address}/{date[:4]}/{date[4:6]}/{date[6:]}/bufkit/00/hrrr/"


source = Bufkit()


def _by_name(entry: Entry) -> str:
    return entry.name


def _listing_fault(path: Path, url: str) -> str:
    listed = read_listing(path.read_text(encoding="utf-8", errors="replace"), url)
    return "" if listed else "lists no files named hrrr_STATION.buf"


def read_listing(html: str, folder: str) -> list[str]:
    """Return the names of the BUFKIT files in a listing of Apache's kind, sorted, percent signs decoded."""
    links = _Links()
    links.feed(html)
    parts = [urljoin(folder, link).rpartition("/") for link in links.addresses]
    names = {unquote(name) for place, _, name in parts if place == folder.rstrip("/")}
    return sorted(name for name in names if STATION_FILE.fullmatch(name))


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.addresses += [value for name, value in attrs if name == "href" and value]
