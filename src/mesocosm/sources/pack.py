"""Packs: data files with a manifest that has hash, licence and recipe of every file."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from mesocosm.errors import BrokenEpisode, InvalidRecord, UnknownName
from mesocosm.files import write_whole
from mesocosm.sources.source import Entry, KnownEntry, Receipt, receipt_of
from mesocosm.types import Record


class Manifest(Record):
    """The content of a pack's `NAME.toml`."""

    title: str
    files: tuple[KnownEntry, ...]


class Pack:
    """A manifest and the files beside it; files are opened on demand."""

    def __init__(self, manifest: Path) -> None:
        self.path = manifest

    @cached_property
    def manifest(self) -> Manifest:
        """The pack's manifest."""
        try:
            return Manifest.model_validate(tomllib.loads(self.path.read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, ValidationError) as error:
            raise InvalidRecord(f"pack manifest {self.path}: {error}") from error

    def entries(self, prefix: str = "") -> list[Entry]:
        return sorted(
            (entry for entry in self.manifest.files if entry.name.startswith(prefix)), key=lambda entry: entry.name
        )

    def read(self, name: str) -> bytes:
        """Return the bytes of a file; refuse them if their hash is not that of the manifest."""
        data = self._file(name).read_bytes()
        expected, given = self._entry(name).sha256, hashlib.sha256(data).hexdigest()
        if given != expected:
            raise BrokenEpisode("source", f"{name} has SHA-256 {given[:12]}…, expected {expected[:12]}…")
        return data

    def fetch(self, name: str, into: Path) -> Receipt:
        write_whole(into, self.read(name))
        return receipt_of(into, str(self._file(name)))

    def _file(self, name: str) -> Path:
        return self.path.with_name(self._entry(name).name)

    def _entry(self, name: str) -> KnownEntry:
        known = {entry.name: entry for entry in self.manifest.files}
        if name not in known:
            raise UnknownName("file of the pack", name, known)
        return known[name]
