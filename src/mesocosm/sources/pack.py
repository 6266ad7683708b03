"""Packs: data with a manifest that says hash, licence and recipe of every file."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable

from pydantic import ValidationError

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.sources.source import Entry
from mesocosm.types import Record


class Manifest(Record):
    """A pack's `<name>.toml`."""

    title: str
    files: tuple[Entry, ...]


class Pack:
    """A manifest and the folder of files beside it."""

    def __init__(self, manifest: Traversable, folder: Traversable) -> None:
        self.folder = folder
        try:
            self.manifest = Manifest.model_validate(tomllib.loads(manifest.read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, ValidationError) as error:
            raise InvalidRecord(f"pack manifest {manifest}: {error}") from error

    def entries(self) -> list[Entry]:
        return sorted(self.manifest.files, key=lambda entry: entry.name)

    def fetch(self, name: str) -> bytes:
        known = [entry.name for entry in self.manifest.files]
        if name not in known:
            raise UnknownName("file of the pack", name, known)
        return (self.folder / name).read_bytes()
