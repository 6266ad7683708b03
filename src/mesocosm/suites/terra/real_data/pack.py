"""A pack of recorded data: a folder with `pack.json`, the files that it lists, and perhaps records of services.

The folder lies outside the package, and the environment variable MESOCOSM_TERRA_REAL names it. `mesocosm terra
real build` writes it. It holds data and requests, and no answer: answers are computed when an item is made.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field, JsonValue, ValidationError, field_validator

from mesocosm.errors import InvalidRecord
from mesocosm.isolation.protected_folders import hide
from mesocosm.sources.source import KnownEntry
from mesocosm.suites.terra.real_data.forms import Form
from mesocosm.trace.reader import explain
from mesocosm.types import Record, UtcTime

VARIABLE = "MESOCOSM_TERRA_REAL"
MANIFEST = "pack.json"
RECORDS = "records"
"""Folder of a pack with replies of services, which tools replay."""
FORMAT = 1
"""Version of the form of a pack and of its requests; a pack of another one is refused."""
INSIDE = re.compile(r"\w[\w.-]*(/\w[\w.-]*)*")
"""Paths that cannot leave the folder of a pack."""
BUILD = "mesocosm terra real build -o FOLDER"


class RecordedFile(KnownEntry):
    """A file as its publisher gave it; `recipe` is the address it came from."""

    citation: str = Field(min_length=1)
    """Whom to name, and how."""

    @field_validator("name")
    @classmethod
    def _stay_inside(cls, name: str) -> str:
        if not INSIDE.fullmatch(name):
            raise ValueError(f"a file of a pack lies inside its folder, got the name {name!r}")
        return name


class WorkspaceFile(Record):
    """A file with which a world begins, and the recorded files that it is made from."""

    name: str
    sources: tuple[str, ...] = Field(min_length=1)
    form: Form = "as recorded"
    values: dict[str, JsonValue] = Field(default_factory=dict)
    """Arguments of the form."""


class RealRequest(Record):
    """One item: the kind of request, what is asked, and from when and where."""

    kind: str
    place: str
    box: tuple[float, float, float, float]
    """West, south, east and north in degrees, for the map of a report."""
    now: UtcTime
    given: dict[str, JsonValue] = Field(default_factory=dict)
    files: tuple[WorkspaceFile, ...] = Field(min_length=1)


class PackManifest(Record):
    """`pack.json`."""

    format: int
    title: str
    files: tuple[RecordedFile, ...]
    requests: tuple[RealRequest, ...] = Field(min_length=1)


class RealPack:
    """A pack in a folder; each file is checked against its hash when it is first read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            body = (folder / MANIFEST).read_bytes()
        except OSError as error:
            raise InvalidRecord(
                f"{folder} is no pack of recorded data: {MANIFEST} cannot be read; build one with: {BUILD}"
            ) from error
        self.sha256 = hashlib.sha256(body).hexdigest()
        """Hash of the manifest, which identifies the pack."""
        self.manifest = _read_manifest(folder, body)
        self._files = {file.name: file for file in self.manifest.files}
        self.read = functools.lru_cache(maxsize=8)(self._read)

    def request(self, index: int) -> RealRequest:
        """Return the request of an item by its number."""
        count = len(self.manifest.requests)
        if index >= count:
            raise InvalidRecord(f"the pack {self.folder} has {count} requests, numbered from 0; there is no {index}")
        return self.manifest.requests[index]

    def recorded(self, request: RealRequest) -> Mapping[str, bytes]:
        """Return the recorded files of a request, by their names in the pack."""
        return {source: self.read(source) for file in request.files for source in file.sources}

    def _read(self, name: str) -> bytes:
        """Return a file of the pack; refuse one that is missing or damaged."""
        if name not in self._files:
            raise InvalidRecord(f"the pack {self.folder} does not list the file {name!r}; {_again(self.folder)}")
        try:
            data = (self.folder / "files" / name).read_bytes()
        except OSError as error:
            raise InvalidRecord(f"the pack {self.folder} lacks its file {name}; {_again(self.folder)}") from error
        expected, found = self._files[name].sha256, hashlib.sha256(data).hexdigest()
        if found != expected:
            raise InvalidRecord(
                f"the file {name} of the pack {self.folder} is damaged: its SHA-256 is {found[:12]}…, "
                f"{MANIFEST} says {expected[:12]}…; {_again(self.folder)}"
            )
        return data


def real_pack() -> RealPack:
    """Return the pack that the environment variable names."""
    named = os.environ.get(VARIABLE, "")
    if not named:
        raise InvalidRecord(
            f"data=real needs a pack of recorded data: build one with `{BUILD}`, then set {VARIABLE}=FOLDER"
        )
    pack = _opened(named, _stamp(Path(named) / MANIFEST))
    hide(pack.folder)  # an agent's own process reads the files of its workspace, and not these
    return pack


@functools.lru_cache(maxsize=2)
def _opened(folder: str, stamp: tuple[int, int]) -> RealPack:
    return RealPack(Path(folder))


def _stamp(path: Path) -> tuple[int, int]:
    """Return when a file was changed, and its size; zeros if there is none."""
    try:
        about = path.stat()
    except OSError:
        return 0, 0
    return about.st_mtime_ns, about.st_size


def _read_manifest(folder: Path, body: bytes) -> PackManifest:
    try:
        manifest = PackManifest.model_validate_json(body)
    except ValidationError as error:
        raise InvalidRecord(f"{folder / MANIFEST}: {explain(error)[:500]}; {_again(folder)}") from error
    if manifest.format != FORMAT:
        raise InvalidRecord(
            f"the pack {folder} has the form {manifest.format}, and this version of mesocosm reads the form {FORMAT}; "
            f"{_again(folder)}"
        )
    return manifest


def _again(folder: Path) -> str:
    return f"delete {folder} and build it again with: {BUILD}"
