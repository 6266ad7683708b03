"""BUFKIT soundings of the HRRR in Iowa State University's archive: the listing of a run and its stations' files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin

from mesocosm.sources.web import Span, Web
from mesocosm.suites.tornado.archive.wanted import NOAA, Wanted, opens_with

NAME = re.compile(r"hrrr_[\w#.+-]+\.buf")
LICENCE = f"{NOAA}; archived by the Iowa Environmental Mesonet, Iowa State University"
POSITION = re.compile(rb"SLAT\s*=\s*(-?[\d.]+)\s+SLON\s*=\s*(-?[\d.]+)")
HEAD = Span(0, 2048)
"""The station's position stands in the first six lines."""
WORKERS = 8


def listing_file(base: str, date: str) -> Wanted:
    """The page that lists the files of the 00 UTC run."""
    url = f"{base}/{date[:4]}/{date[4:6]}/{date[6:]}/bufkit/00/hrrr/"
    return Wanted("bufkit/index.html", url, lambda path: _listing_fault(path, url), licence=LICENCE)


def _listing_fault(path: Path, url: str) -> str:
    listed = read_listing(path.read_text(encoding="utf-8", errors="replace"), url)
    return "" if listed else "lists no files named hrrr_STATION.buf"


def sounding_files(listing: str, folder: str) -> list[Wanted]:
    """Every station's file that a listing names, by name."""
    check = opens_with(b"SNPARM", "BUFKIT file")
    listed = read_listing(listing, folder)
    return [Wanted(f"bufkit/{name}", url, check, licence=LICENCE) for name, url in sorted(listed.items())]


def read_listing(html: str, folder: str) -> dict[str, str]:
    """Names of BUFKIT files in a listing of Apache's kind, percent signs decoded, with their addresses."""
    links = _Links()
    links.feed(html)
    addresses = [urljoin(folder, link) for link in links.found]
    names = {unquote(one.rpartition("/")[2]): one for one in addresses if one.rpartition("/")[0] == folder.rstrip("/")}
    return {name: url for name, url in names.items() if NAME.fullmatch(name)}


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found += [value for name, value in attrs if name == "href" and value]


def positions(web: Web, files: Sequence[Wanted]) -> dict[str, tuple[float, float]]:
    """Name to longitude and latitude of the station; only the beginning of each file is fetched to know."""
    with ThreadPoolExecutor(WORKERS) as pool:
        heads = list(pool.map(lambda one: web.read_span(one.url, HEAD), files))
    found = {one.name: POSITION.search(head) for one, head in zip(files, heads, strict=True)}
    return {name: (float(at[2]), float(at[1])) for name, at in found.items() if at}
