"""The file of an item pack: a ZIP file whose manifest has the hash of every other member."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import whole
from mesocosm.item_packs.records import FORMAT_VERSION, MANIFEST, MEMBER, PackManifest
from mesocosm.trace.reader import explain

NEVER = (1980, 1, 1, 0, 0, 0)
"""Date of every member: the first that ZIP can represent."""
LARGEST_MEMBER = 2**30
"""Most bytes of a member, unpacked."""
LEVEL = 6
"""Compression of members: a higher one makes packs of NetCDF files hardly smaller, and much slower to build."""
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError)
"""What reading a damaged ZIP file raises."""


class PackWriter:
    """Writer of an item pack, member by member."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._hashes: dict[str, str] = {}
        self._bytes = 0

    def add(self, name: str, data: bytes) -> None:
        """Add a member; the same name is written once."""
        if name not in self._hashes:
            self._hashes[name] = hashlib.sha256(data).hexdigest()
            self._bytes += len(data)
            self._write(name, data)

    def close(self, **about: Any) -> str:
        """Write the manifest with these fields, and return its hash, which identifies the whole pack."""
        members = dict(sorted(self._hashes.items()))
        manifest = PackManifest(**about, bytes=self._bytes, members=members)
        data = f"{manifest.model_dump_json(indent=1)}\n".encode()
        self._write(MANIFEST, data)
        return hashlib.sha256(data).hexdigest()

    def _write(self, name: str, data: bytes) -> None:
        about = zipfile.ZipInfo(name, NEVER)
        about.create_system, about.external_attr = 3, 0o644 << 16  # alike wherever it is written
        self._archive.writestr(about, data, zipfile.ZIP_DEFLATED, LEVEL)


@contextmanager
def write_pack(path: Path) -> Iterator[PackWriter]:
    """Give a pack to fill; the file appears when it is complete."""
    try:
        with whole(path) as draft, zipfile.ZipFile(draft, "w") as archive:
            yield PackWriter(archive)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error


class PackFile:
    """An opened item pack; members are read and checked on demand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.exists() and not path.is_file():
            raise InvalidRecord(f"{path} is not an item pack: it is no file")
        try:
            self._archive = zipfile.ZipFile(path)
        except (*UNREADABLE, ValueError) as error:
            raise InvalidRecord(
                f"{path} is not an item pack, or is cut off: {error}; `mesocosm pack build SUITE -o FILE` writes one"
            ) from error
        try:
            data = self._bytes(MANIFEST)
            self.manifest = self._manifest(data)
        except BaseException:
            self.close()
            raise
        self.sha256 = hashlib.sha256(data).hexdigest()
        """Hash of the manifest, which identifies the whole pack, however its file is compressed."""

    def read(self, name: str) -> bytes:
        """Return the bytes of a member, after checking their hash."""
        expected = self.manifest.members.get(name)
        if expected is None:
            raise InvalidRecord(f"{self.path}: {name} is not on the manifest")
        data = self._bytes(name)
        if hashlib.sha256(data).hexdigest() != expected:
            raise InvalidRecord(f"{self.path} is damaged: {name} does not have the hash that its manifest gives")
        return data

    def size(self, name: str) -> int:
        """Return how many bytes a member will have, without unpacking it."""
        try:
            return self._archive.getinfo(name).file_size
        except KeyError as error:
            raise InvalidRecord(f"{self.path} is damaged: {name} is missing") from error

    def problems(self) -> list[str]:
        """Read every member, and say of each what is wrong with it."""
        there = {info.filename for info in self._archive.infolist()} - {MANIFEST}
        found = [f"{name} is not on the manifest" for name in sorted(there - self.manifest.members.keys())]
        for name in sorted(self.manifest.members):
            try:
                self.read(name)
            except InvalidRecord as error:
                found.append(str(error))
        return found

    def close(self) -> None:
        self._archive.close()

    def _bytes(self, name: str) -> bytes:
        try:
            with self._archive.open(name) as member:
                data = member.read(LARGEST_MEMBER + 1)
        except KeyError as error:
            wrong = f"is not an item pack: it has no {name}" if name == MANIFEST else f"is damaged: {name} is missing"
            raise InvalidRecord(f"{self.path} {wrong}") from error
        except (*UNREADABLE, RuntimeError) as error:
            raise InvalidRecord(f"{self.path} is damaged: {error}") from error
        if len(data) > LARGEST_MEMBER:
            raise InvalidRecord(f"{self.path}: {name} unpacks to more than {LARGEST_MEMBER:,} bytes")
        return data

    def _manifest(self, data: bytes) -> PackManifest:
        try:
            manifest = PackManifest.model_validate_json(data)
        except ValidationError as error:
            raise InvalidRecord(f"{self.path} is not an item pack: {MANIFEST}: {explain(error)[:500]}") from error
        if manifest.version != FORMAT_VERSION:
            raise InvalidRecord(
                f"{self.path} is an item pack of version {manifest.version}; this reader knows {FORMAT_VERSION}"
            )
        if strange := [name for name in manifest.members if not MEMBER.fullmatch(name)]:
            raise InvalidRecord(f"{self.path}: no item pack has a member called {strange[0][:80]!r}")
        if (count := sum(name.startswith("items/") for name in manifest.members)) != manifest.items:
            raise InvalidRecord(f"{self.path}: {MANIFEST} promises {manifest.items} items and lists {count}")
        return manifest

    def __del__(self) -> None:
        with suppress(AttributeError):  # of a file that could not be opened
            self.close()
