"""Logs and traces on an object server: read from a copy on this machine, which ends with the process."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.errors import InvalidRecord
from mesocosm.screen.paths import Place
from mesocosm.storage.places import copy_path, is_remote, split_address

if TYPE_CHECKING:
    from mesocosm.storage.objects import ObjectFolder

ENDINGS = (".eval", ".json", ".jsonl")


class Logs(Place):
    """Parameter type of logs, traces, or folders of them, which may lie on an object server."""

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return local_logs(value) if is_remote(str(value)) else super().convert(value, param, ctx)


def local_logs(place: str | os.PathLike[str]) -> Path:
    """Return a path with the logs of a place: for an address that of a copy, for a path itself."""
    if not is_remote(str(place)):
        return Path(place)
    from mesocosm.isolation.protected_folders import protect
    from mesocosm.storage.objects import ObjectFolder
    from mesocosm.workspace.stale_folders import collect, owned_prefix, work_folder

    address = str(place)
    split_address(address)
    collect()
    base = Path(tempfile.mkdtemp(prefix=owned_prefix(), dir=work_folder()))
    atexit.register(shutil.rmtree, base, ignore_errors=True)
    protect(base)
    above, _, last = address.rstrip("/").rpartition("/")
    if last.endswith(ENDINGS):
        return _copy_file(ObjectFolder(above), last, copy_path(base, above))
    return _copy_folder(ObjectFolder(address), copy_path(base, address))


def _copy_file(folder: ObjectFolder, name: str, copy: Path) -> Path:
    from mesocosm.storage.copies import fetch

    if not fetch(folder, copy, name.__eq__):
        raise InvalidRecord(f"there is no {folder}/{name}")
    return copy / name


def _copy_folder(folder: ObjectFolder, copy: Path) -> Path:
    from mesocosm.storage.copies import INDEX, fetch

    if not fetch(folder, copy, lambda name: name.endswith(ENDINGS) and name != INDEX):
        raise InvalidRecord(f"{folder} holds neither logs nor traces")
    return copy
