"""A frozen day's folder in the published layout: a manifest holds hash, source and time of every file.

`DIR/hrrr_YYYYMMDD_00z/` holds `hrrr_maps`, `bufkit`, `spc_outlooks` and `ground_truth`; `MANIFEST.json` lies beside
them. Differences from the manifest are found before anything is scored.
"""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import write_whole
from mesocosm.sources.live import LiveSource
from mesocosm.sources.source import Entry, KnownEntry, Receipt, sha256_of
from mesocosm.types import Record, UtcTime

FOUND = "found in the folder; where it comes from is not known"


class Occupied(UserError):
    """Another run is working in the folder."""


class FrozenFile(KnownEntry):
    """One file of a day; `recipe` is its address, or what it was made from."""

    retrieved: UtcTime
    etag: str | None = None


class DayManifest(Record):
    """`MANIFEST.json`."""

    date: str
    files: tuple[FrozenFile, ...] = ()
    superseded: tuple[FrozenFile, ...] = ()
    """Earlier files of the sources under the same names; the bytes are in `superseded` if the file was fetched again.
    """


class FrozenDay:
    """The folder of a day and its manifest; files may be frozen from several threads."""

    def __init__(self, archive: Path, date: str) -> None:
        self.date = date
        self.folder = archive / f"hrrr_{date}_00z"
        self._path = self.folder / "MANIFEST.json"
        self._files: dict[str, FrozenFile] = {}
        self._superseded: list[FrozenFile] = []
        self._writing = threading.Lock()
        self._read()

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            manifest = DayManifest.model_validate_json(self._path.read_bytes())
        except ValidationError as error:
            raise InvalidRecord(f"{self._path} is not a manifest of a day: {error}") from error
        self._files = {file.name: file for file in manifest.files}
        self._superseded = list(manifest.superseded)

    @property
    def files(self) -> dict[str, FrozenFile]:
        """File names, each with its entry."""
        return dict(self._files)

    def path(self, name: str) -> Path:
        return self.folder / name

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other runs away from the folder: two would write into one unfinished file."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / ".lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise Occupied(f"another run is working in {self.folder}; wait for it to end") from error
            yield

    def changed(self) -> list[str]:
        """Return the names of files that differ from the manifest; missing ones are not among them."""
        return [
            name for name, entry in sorted(self._files.items()) if self.path(name).exists() and not self._holds(entry)
        ]

    def _holds(self, entry: FrozenFile) -> bool:
        path = self.path(entry.name)
        return path.stat().st_size == entry.bytes and sha256_of(path) == entry.sha256

    def place(self, entry: Entry) -> str:
        """Return an entry's path below the folder: its name without the date."""
        return entry.name.removeprefix(f"{self.date}/")

    def holds(self, entry: Entry, source: LiveSource) -> bool:
        """Return whether the file exists; a file that the manifest does not list is added to it as found."""
        path = self.path(self.place(entry))
        if not path.exists():
            return False
        held = self._files.get(self.place(entry))
        if held is None:
            wrong = source.fault(entry.name, path)
            if wrong:
                raise UserError(f"{path} {wrong}; delete it to fetch it")
            moment = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            self.freeze_path(path, FOUND, moment, entry.licence)
        elif held.recipe != FOUND and held.choice != entry.choice:
            before, asked = held.choice or "the whole file", entry.choice or "the whole file"
            raise UserError(f"{path} was frozen as {before}, now {asked} is asked for; use another archive")
        return True

    def freeze(self, entry: Entry, receipt: Receipt) -> str:
        """Add a fetched file to the manifest; return a note if the source gave another file before."""
        frozen = FrozenFile(
            name=self.place(entry),
            sha256=receipt.sha256,
            bytes=receipt.bytes,
            licence=entry.licence,
            recipe=entry.recipe,
            retrieved=receipt.retrieved,
            choice=entry.choice,
            etag=receipt.etag,
        )
        return self._put(frozen)

    def freeze_path(self, path: Path, recipe: str, retrieved: datetime, licence: str) -> str:
        """Add a file to the manifest that was not fetched but unpacked, made, or found in the folder."""
        entry = FrozenFile(
            name=path.relative_to(self.folder).as_posix(),
            sha256=sha256_of(path),
            bytes=path.stat().st_size,
            licence=licence,
            recipe=recipe,
            retrieved=retrieved,
        )
        return self._put(entry)

    def keep_superseded(self, name: str, data: bytes) -> None:
        """Keep the bytes that a newer version replaces."""
        entry = self._files[name]
        write_whole(self.folder / "superseded" / f"{entry.sha256[:12]}_{Path(name).name}", data)

    def _put(self, entry: FrozenFile) -> str:
        with self._writing:
            before = self._files.get(entry.name)
            self._files[entry.name] = entry
            same = before is None or (before.sha256, before.choice) == (entry.sha256, entry.choice)
            self._superseded += [] if before is None or same else [before]
            self._write()
        if before is None or same:
            return ""
        return f"{entry.name} has changed at its source since {before.retrieved:%Y-%m-%d %H:%M} UTC"

    def _write(self) -> None:
        files = tuple(self._files[name] for name in sorted(self._files))
        manifest = DayManifest(date=self.date, files=files, superseded=tuple(self._superseded))
        write_whole(self._path, manifest.model_dump_json(indent=1))
