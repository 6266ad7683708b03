"""Inspect logs on disk: one that cannot be read is named and passed over, the others are used."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.screen.foreign import pass_over


def read_log(file: Path, *, header_only: bool = False) -> Any:
    """A log as Inspect reads it; `InvalidRecord` names a file that is none."""
    reader = registry.require("inspect_ai.log")
    try:
        return reader.read_eval_log(str(file), header_only=header_only)
    except Exception as error:  # whatever Inspect raises on a log it cannot read, the file is at fault
        raise InvalidRecord(f"{file} is not a log that Inspect can read: {type(error).__name__}: {error}") from error


def readable_logs(files: Iterable[Path], *, header_only: bool = False) -> Iterator[tuple[Path, Any]]:
    """Each file that can be read, with its log; the others are named on standard error.

    Nothing is renamed here: what looks damaged may be a log that a run is writing at this moment.
    """
    for file in files:
        try:
            yield file, read_log(file, header_only=header_only)
        except InvalidRecord as error:
            pass_over(file, error.__cause__ or error)


def damage_of(file: Path) -> str:
    """What keeps a log from being used, header or any part of the archive; empty where it is sound."""
    try:
        read_log(file, header_only=True)
        with zipfile.ZipFile(file) as archive:
            torn = archive.testzip()
    except Exception as error:  # each way of packing has errors of its own, and all mean the same
        return str(error.__cause__ or error)
    return f"{torn} in it is damaged" if torn else ""
