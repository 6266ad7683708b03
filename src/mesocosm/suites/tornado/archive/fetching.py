"""Bringing a day's folder up to what is wanted, a few files at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from mesocosm.files import write_whole
from mesocosm.sources.download import save
from mesocosm.sources.web import NotThere, Web, WebError
from mesocosm.suites.tornado.archive import spc
from mesocosm.suites.tornado.archive.addresses import Addresses
from mesocosm.suites.tornado.archive.frozen import FOUND, FrozenDay
from mesocosm.suites.tornado.archive.wanted import NOAA, Wanted
from mesocosm.suites.tornado.sources import bufkit, hrrr
from mesocosm.types import BoundingBox

WORKERS = 4
"""Enough to fill a line, few enough to be a polite guest."""


class Watch:
    """Told of progress; this one keeps quiet."""

    def begin(self, part: str, files: int) -> None:
        """How many files are to be fetched."""

    def moved(self, name: str, done: int, total: int | None) -> None:
        """Bytes held of a file, and in all where known; called from several threads."""

    def ended(self, name: str) -> None:
        """A file is there, or has failed."""


@dataclass
class Fetched:
    """What became of the files of a part."""

    names: list[str] = field(default_factory=list)
    """Fetched in this run."""
    notes: list[str] = field(default_factory=list)
    """What has changed at its source."""
    failures: dict[str, WebError] = field(default_factory=dict)
    """Name to reason, for what could not be fetched."""

    def __add__(self, other: Fetched) -> Fetched:
        return Fetched(self.names + other.names, self.notes + other.notes, {**self.failures, **other.failures})


def fetch(
    part: str, wanted: Iterable[Wanted], day: FrozenDay, web: Web, watch: Watch, *, workers: int = WORKERS
) -> Fetched:
    """Fetch and freeze what the folder does not hold; one failure does not keep the others from coming."""
    missing = [one for one in wanted if not day.holds(one)]
    done = Fetched()
    if not missing:
        return done
    watch.begin(part, len(missing))
    with ThreadPoolExecutor(workers) as pool:
        running = {pool.submit(_fetch_one, one, day, web, watch.moved): one.name for one in missing}
        try:
            for future in as_completed(running):
                _settle(future, running[future], done)
                watch.ended(running[future])
        except BaseException:
            web.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return done


def _fetch_one(one: Wanted, day: FrozenDay, web: Web, moved: Callable[[str, int, int | None], None]) -> str:
    """Fetch and freeze in one go, so that an interrupted run leaves no file of unknown origin."""

    def progress(done: int, total: int | None) -> None:
        moved(one.name, done, total)

    receipt = save(web, one.url, day.path(one.name), spans=one.spans(web), check=one.check, progress=progress)
    return day.freeze(one, receipt)


def _settle(future: Future[str], name: str, done: Fetched) -> None:
    try:
        told = future.result()
    except WebError as error:
        done.failures[name] = error
        return
    done.names.append(name)
    done.notes += [told] if told else []


@dataclass(frozen=True)
class Order:
    """Which parts of a day are asked for, and how much of each."""

    hours: Iterable[int]
    messages: tuple[str, ...] = ()
    """Patterns of GRIB messages; none for whole files."""
    box: BoundingBox | None = None
    """Where the sounding stations must lie."""
    filtered: bool = False
    """Reports without those that SPC takes for repeats."""


def fetch_maps(day: FrozenDay, web: Web, where: Addresses, order: Order, watch: Watch) -> Fetched:
    """The surface files of the run."""
    return fetch("maps", hrrr.surface_files(where.hrrr, day.date, order.hours, order.messages), day, web, watch)


def fetch_soundings(day: FrozenDay, web: Web, where: Addresses, order: Order, watch: Watch) -> Fetched:
    """The BUFKIT files of the run that its listing names; the listing is frozen too."""
    listing = bufkit.listing_file(where.bufkit, day.date)
    done = fetch("listing", [listing], day, web, watch)
    if done.failures:
        return done
    files = bufkit.sounding_files(day.path(listing.name).read_text(encoding="utf-8", errors="replace"), listing.url)
    if order.box:
        inside = _inside(files, order.box, day, web)
        if isinstance(inside, WebError):
            return done + Fetched(failures={"bufkit": inside})
        files = inside
    return done + fetch("soundings", files, day, web, watch)


def _inside(files: list[Wanted], box: BoundingBox, day: FrozenDay, web: Web) -> list[Wanted] | WebError:
    """The files of stations in a box; positions are asked for once and frozen."""
    path = day.path("bufkit/positions.json")
    if not path.exists():
        try:
            places = bufkit.positions(web, files)
        except WebError as error:
            return error
        write_whole(path, json.dumps(places, indent=1))
        day.freeze_path(path, "read from the first lines of the files listed", datetime.now(UTC), bufkit.LICENCE)
    known = json.loads(path.read_bytes())
    return [one for one in files if one.name in known and box.contains(*known[one.name])]


def fetch_outlook(day: FrozenDay, web: Web, where: Addresses, order: Order, watch: Watch) -> Fetched:
    """SPC's outlook: unpacked shapefiles, or the text where there are none."""
    archive = spc.outlook_archive(where.spc, day.date)
    text = spc.outlook_text(where.spc, day.date)
    folder = day.path("spc_outlooks")
    if spc.layer_path(folder, day.date).exists():
        _adopt(day, folder.glob(f"day1otlk_{day.date}_1200_*"))
        return Fetched()
    if day.holds(text):
        return Fetched()
    done = fetch("outlook", [archive], day, web, watch)
    if isinstance(done.failures.get(archive.name), NotThere):
        return fetch("outlook", [text], day, web, watch)
    if not done.failures:
        moment = day.files[archive.name].retrieved
        for path in spc.unpack(day.path(archive.name), folder):
            day.freeze_path(path, f"unpacked from {archive.name}", moment, NOAA)
    return done


def _adopt(day: FrozenDay, paths: Iterable[Path]) -> None:
    """Freeze files that lay in the folder already."""
    for path in sorted(paths):
        if path.relative_to(day.folder).as_posix() not in day.files:
            day.freeze_path(path, FOUND, datetime.fromtimestamp(path.stat().st_mtime, UTC), NOAA)


def fetch_reports(day: FrozenDay, web: Web, where: Addresses, order: Order, watch: Watch) -> Fetched:
    """The tornado reports."""
    return fetch("reports", [spc.report_file(where.spc, day.date, filtered=order.filtered)], day, web, watch)


def refresh_reports(day: FrozenDay, web: Web, where: Addresses, order: Order) -> Fetched:
    """Ask for the reports again: late ones come in for days. What they replace is kept beside."""
    wanted = spc.report_file(where.spc, day.date, filtered=order.filtered)
    path = day.path(wanted.name)
    before = path.read_bytes() if wanted.name in day.files and path.exists() else None
    try:
        receipt = save(web, wanted.url, path, check=wanted.check)
    except WebError as error:
        return Fetched(failures={wanted.name: error})
    if before is not None and day.files[wanted.name].sha256 != receipt.sha256:
        day.keep_superseded(wanted.name, before)
    told = day.freeze(wanted, receipt)
    return Fetched(names=[wanted.name], notes=[told] if told else [])


PARTS = {"maps": fetch_maps, "soundings": fetch_soundings, "outlook": fetch_outlook, "reports": fetch_reports}
