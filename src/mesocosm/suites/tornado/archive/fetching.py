"""Fetch the files that a day's folder still lacks, a few at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.files import write_whole
from mesocosm.sources.live import LiveSource, Moved
from mesocosm.sources.source import Entry, deliver
from mesocosm.sources.web import NotThere, Web, WebError
from mesocosm.suites.tornado.archive import spc
from mesocosm.suites.tornado.archive.frozen_day import FOUND, FrozenDay
from mesocosm.suites.tornado.sources import NOAA
from mesocosm.suites.tornado.sources.bufkit import LICENCE, LISTING, Bufkit
from mesocosm.suites.tornado.sources.hrrr import RUN_HOURS, Hrrr, surface_name
from mesocosm.suites.tornado.sources.spc import Spc, archive_name, reports_name, text_name

WORKERS = 4
"""Number of parallel downloads: enough to fill a line, few enough to spare the server."""
POSITIONS = "bufkit/positions.json"


class Watch:
    """Receives progress while files are fetched; this one ignores it."""

    def begin(self, part: str, files: int) -> None:
        """Receive how many files are to be fetched."""

    def moved(self, name: str, done: int, total: int | None) -> None:
        """Receive the bytes held of a file, and in all if known; called from several threads."""

    def ended(self, name: str) -> None:
        """Receive that a file has arrived or failed."""


@dataclass
class Fetched:
    """The result of fetching one part of a day."""

    names: list[str] = field(default_factory=list)
    """Names of the files fetched in this run."""
    notes: list[str] = field(default_factory=list)
    """A sentence for each file that differs from what its source gave before."""
    failures: dict[str, WebError] = field(default_factory=dict)
    """Name to reason, for files that could not be fetched."""

    def __add__(self, other: Fetched) -> Fetched:
        return Fetched(self.names + other.names, self.notes + other.notes, {**self.failures, **other.failures})


@dataclass(frozen=True)
class Order:
    """Which parts of a day are wanted, and how much of each."""

    hours: Container[int]
    messages: tuple[str, ...] = ()
    """Patterns of GRIB messages; empty for whole files."""
    box: BoundingBox | None = None
    """Box in which the sounding stations must lie."""
    filtered: bool = False
    """Whether to fetch reports without those that SPC takes for repeats."""


@dataclass(frozen=True)
class Services:
    """The three services that a day comes from."""

    hrrr: Hrrr
    bufkit: Bufkit
    spc: Spc

    @classmethod
    def over(cls, web: Web, order: Order, moved: Moved) -> Services:
        """Create all three with one client, at the addresses of the settings."""
        return cls(Hrrr(web, moved=moved, messages=order.messages), Bufkit(web, moved=moved), Spc(web, moved=moved))


@dataclass(frozen=True)
class Errand:
    """A day's folder, the order, the services, and the receiver of progress."""

    day: FrozenDay
    services: Services
    order: Order
    watch: Watch

    def spc_entry(self, place: str) -> Entry:
        """Return a file of SPC by its place in the folder."""
        return self.services.spc.remote(f"{self.day.date}/{place}").entry


def fetch(errand: Errand, part: str, source: LiveSource, wanted: Iterable[Entry], *, workers: int = WORKERS) -> Fetched:
    """Fetch and freeze what the folder does not hold; one failure does not keep the others from coming."""
    day, watch, done = errand.day, errand.watch, Fetched()
    missing = [entry for entry in wanted if not day.holds(entry, source)]
    if not missing:
        return done
    watch.begin(part, len(missing))
    with ThreadPoolExecutor(workers) as pool:
        running = {pool.submit(_fetch_and_freeze, source, entry, day): day.place(entry) for entry in missing}
        try:
            for future in as_completed(running):
                _record_outcome(future.result, running[future], done)
                watch.ended(running[future])
        except BaseException:
            source.web.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return done


def _fetch_and_freeze(source: LiveSource, entry: Entry, day: FrozenDay) -> str:
    """Fetch and freeze in one step, so that an interrupted run leaves no file of unknown origin."""
    return day.freeze(entry, deliver(source, entry, day.path(day.place(entry))))


def _record_outcome(result: Callable[[], str], name: str, done: Fetched) -> None:
    try:
        note = result()
    except WebError as error:
        done.failures[name] = error
        return
    done.names.append(name)
    done.notes += [note] if note else []


def fetch_maps(errand: Errand) -> Fetched:
    """Fetch the surface files of the run."""
    date, source = errand.day.date, errand.services.hrrr
    wanted = {surface_name(date, hour) for hour in RUN_HOURS if hour in errand.order.hours}
    return fetch(errand, "maps", source, [entry for entry in source.entries(f"{date}/") if entry.name in wanted])


def fetch_soundings(errand: Errand) -> Fetched:
    """Fetch the BUFKIT files of the run that its listing names; the listing is frozen too."""
    day, source = errand.day, errand.services.bufkit
    done = fetch(errand, "listing", source, [source.remote(f"{day.date}/{LISTING}").entry])
    if done.failures:
        return done
    stations = source.list_entries(day.date, day.path(LISTING).read_text(encoding="utf-8", errors="replace"))
    if errand.order.box:
        try:
            stations = _inside(stations, errand.order.box, day, source)
        except WebError as error:
            return done + Fetched(failures={"bufkit": error})
    return done + fetch(errand, "soundings", source, stations)


def _inside(stations: list[Entry], box: BoundingBox, day: FrozenDay, source: Bufkit) -> list[Entry]:
    """Return the files of stations in a box; positions are fetched once and frozen."""
    path = day.path(POSITIONS)
    if not path.exists():
        places = source.positions([entry.name for entry in stations])
        known = {day.place(entry): places[entry.name] for entry in stations if entry.name in places}
        write_whole(path, json.dumps(known, indent=1))
        day.freeze_path(path, "read from the first lines of the files listed", datetime.now(UTC), LICENCE)
    positions = json.loads(path.read_bytes())
    named = {day.place(entry): entry for entry in stations}
    return [entry for place, entry in named.items() if place in positions and box.contains(*positions[place])]


def fetch_outlook(errand: Errand) -> Fetched:
    """Fetch SPC's outlook: unpacked shapefiles, or the text if there are none."""
    day, source = errand.day, errand.services.spc
    archive, text = errand.spc_entry(archive_name(day.date)), errand.spc_entry(text_name(day.date))
    folder = day.path("spc_outlooks")
    if spc.layer_path(folder, day.date).exists():
        _adopt(day, folder.glob(f"day1otlk_{day.date}_1200_*"))
        return Fetched()
    if day.holds(text, source):
        return Fetched()
    done = fetch(errand, "outlook", source, [archive])
    if isinstance(done.failures.get(day.place(archive)), NotThere):
        return fetch(errand, "outlook", source, [text])
    if not done.failures:
        _unpack(day, day.place(archive), folder)
    return done


def _unpack(day: FrozenDay, archive: str, folder: Path) -> None:
    moment = day.files[archive].retrieved
    for path in spc.unpack(day.path(archive), folder):
        day.freeze_path(path, f"unpacked from {archive}", moment, NOAA)


def _adopt(day: FrozenDay, paths: Iterable[Path]) -> None:
    """Freeze files that were in the folder already."""
    for path in sorted(paths):
        if path.relative_to(day.folder).as_posix() not in day.files:
            day.freeze_path(path, FOUND, datetime.fromtimestamp(path.stat().st_mtime, UTC), NOAA)


def fetch_reports(errand: Errand) -> Fetched:
    """Fetch the tornado reports."""
    wanted = errand.spc_entry(reports_name(errand.day.date, filtered=errand.order.filtered))
    return fetch(errand, "reports", errand.services.spc, [wanted])


def refresh_reports(errand: Errand) -> Fetched:
    """Fetch the reports again: late ones arrive for days. The replaced file is kept beside."""
    day, done = errand.day, Fetched()
    entry = errand.spc_entry(reports_name(day.date, filtered=errand.order.filtered))
    errand.watch.begin("reports", 1)
    _record_outcome(lambda: _replace(entry, day, errand.services.spc), day.place(entry), done)
    errand.watch.ended(day.place(entry))
    return done


def _replace(entry: Entry, day: FrozenDay, source: LiveSource) -> str:
    place = day.place(entry)
    path = day.path(place)
    before = path.read_bytes() if place in day.files and path.exists() else None
    receipt = deliver(source, entry, path)
    if before is not None and day.files[place].sha256 != receipt.sha256:
        day.keep_superseded(place, before)
    return day.freeze(entry, receipt)


PARTS = {"maps": fetch_maps, "soundings": fetch_soundings, "outlook": fetch_outlook, "reports": fetch_reports}
