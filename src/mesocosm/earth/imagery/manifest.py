"""The manifest of a catalogue: the list of its files, which alone defines its content.

Scenes are first written to new files; replacing the manifest makes them part of the catalogue. So a crash or a full
disk in between leaves the catalogue as it was, with at most one unlisted file.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from mesocosm.earth.imagery.errors import DamagedCatalogue
from mesocosm.errors import UserError
from mesocosm.files import whole
from mesocosm.types import Record, UtcTime

MANIFEST = "catalogue.json"
PARTS = "parts"
FORMAT = "mesocosm imagery catalogue 1"


class Part(Record):
    """A GeoParquet file of the catalogue."""

    file: str
    """Path relative to the folder of the catalogue."""
    sha256: str
    bytes: int
    scenes: int
    collection: str
    first: UtcTime
    """Earliest time of its scenes; `last` is the latest."""
    last: UtcTime


class Manifest(Record):
    """All files of a catalogue, in the order in which they were added."""

    format: str = FORMAT
    parts: tuple[Part, ...] = ()

    @property
    def scenes(self) -> int:
        return sum(part.scenes for part in self.parts)


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder and check that its files exist with the stated lengths."""
    try:
        manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    except FileNotFoundError as error:
        raise DamagedCatalogue(f"{folder} is no catalogue: it holds no {MANIFEST}") from error
    except (OSError, ValidationError) as error:
        raise DamagedCatalogue(f"cannot read {folder / MANIFEST}: {error}") from error
    if manifest.format != FORMAT:
        raise DamagedCatalogue(f"{folder / MANIFEST}: format must be {FORMAT!r}, got {manifest.format!r}")
    return manifest


def damage(folder: Path, part: Part) -> str | None:
    """Return what is wrong with a file by a check of its length, or None."""
    path = folder / part.file
    try:
        length = path.stat().st_size
    except OSError as error:
        return f"{path} with {part.scenes:,} scenes cannot be read: {error.strerror}"
    if length != part.bytes:
        return f"{path} with {part.scenes:,} scenes must have {part.bytes:,} bytes, got {length:,}"
    return None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest atomically."""
    with write_draft(folder / MANIFEST) as draft:
        draft.write_text(manifest.model_dump_json(indent=1) + "\n")


@contextmanager
def write_draft(path: Path) -> Iterator[Path]:
    """Open a draft that replaces `path` once it is complete and on disk; on an error nothing changes."""
    try:
        with whole(path) as draft:
            yield draft
            with draft.open("rb") as content:
                os.fsync(content.fileno())
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(f"cannot write {path}: {reason}; the catalogue is as it was") from error


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock out other writers, in this process or another."""
    try:
        lock = (folder / ".lock").open("w")
    except OSError as error:
        raise UserError(f"cannot write in {folder}: {error.strerror}") from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
