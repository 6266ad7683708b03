"""Read the trace files that people name, singly or by their folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from mesocosm.errors import TraceError, UserError
from mesocosm.screen.untrusted_text import pass_over

NAMES = (".eval", ".jsonl")
"""Suffixes of the files that are read in a folder."""
T = TypeVar("T")


def from_files(paths: Iterable[Path], read: Callable[[Path], list[T]]) -> Iterator[T]:
    """Read each file; in a folder, name files that cannot be read, and skip them.

    Refuse a folder without a trace or a log, and one without a readable file.
    """
    for path in paths:
        yield from read(path) if path.is_file() else _from_folder(path, read)


def _from_folder(folder: Path, read: Callable[[Path], list[T]]) -> list[T]:
    found: list[T] = []
    files = sorted(file for file in folder.rglob("*") if file.suffix in NAMES)
    for file in files:
        try:
            found += read(file)
        except UserError as error:  # one unreadable file must not prevent reading the others
            pass_over(file, error)
    if not files:
        raise TraceError(f"no trace and no log lies in {folder}; run something with --log-dir {folder} first")
    if not found:
        raise TraceError(f"none of the {len(files)} files in {folder} could be used")
    return found
