"""A published record, read from a folder that is not trusted: whoever put it there may have planted anything.

Everything is copied once, only plain files of the layout and no links, and all checks read the copy: it cannot change
between two checks.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mesocosm.errors import InvalidRecord, PathRefused, TraceError
from mesocosm.sealed.ledger import Opened
from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.reader import blobs_of, read_trace
from mesocosm.workspace.confinement import open_plain
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

FILE = re.compile(r"seal\.json|ledger\.jsonl|traces/\d{6,9}\.jsonl|traces/blobs/([0-9a-f]{2})/\1[0-9a-f]{62}\.[a-z]{3}")
FOLDER = re.compile(r"traces(/blobs(/[0-9a-f]{2})?)?")
NOT_OF_A_RECORD = "does not belong to a record"

ELSEWHERE = (
    "only sealed evaluations are verified: `mesocosm score LOGS` scores the logs of other runs again, `mesocosm bundle "
    "LOGS -o FILE` writes them as one file, and `mesocosm leaderboard FILE` checks it"
)
"""Advice if the folder is of another kind."""


@contextmanager
def private_copy(record: Path) -> Iterator[tuple[Path, list[str]]]:
    """Give a copy of a record in a folder of our own, and a list of what does not belong in the original."""
    if record.is_symlink():
        raise InvalidRecord(f"{record} is a symbolic link; name the folder itself")
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}verify-", dir=work_folder()) as place:
        copy = Path(place)
        problems = [f"{path}: {problem}" for path in _inside(record) if (problem := _take(record, path, copy))]
        if not (copy / "seal.json").is_file():
            of_the_seal = [problem for problem in problems if problem.startswith("seal.json")]
            raise InvalidRecord(of_the_seal[0] if of_the_seal else f"{record} holds no seal.json; {ELSEWHERE}")
        yield copy, problems


def _inside(record: Path) -> Iterator[str]:
    """Yield the paths of everything below a folder, in order; links are included and not followed."""
    for folder, names, files in os.walk(record):
        names.sort()
        yield from (str((Path(folder) / name).relative_to(record)) for name in sorted([*names, *files]))


def _take(record: Path, path: str, copy: Path) -> str:
    """Copy one file or make one folder; return why not if it does not belong."""
    mode = (record / path).lstat().st_mode
    if stat.S_ISDIR(mode) and FOLDER.fullmatch(path):
        (copy / path).mkdir(parents=True)
        return ""
    if stat.S_ISLNK(mode):
        return "is a symbolic link"
    if not FILE.fullmatch(path):
        return NOT_OF_A_RECORD
    try:
        with open_plain(record, path) as file, (copy / path).open("xb") as own:
            shutil.copyfileobj(file, own)
    except PathRefused:
        return "is not a plain file"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return ""


def strays(record: Path, opened: Iterable[Opened]) -> list[str]:
    """Return files of a record that no line of the ledger and no event of its traces names, and folders without any
    such file.
    """
    known = {"seal.json", "ledger.jsonl", "traces"}
    for entry in opened:
        known |= {entry.trace, *_blobs(record, entry.trace)}
    known |= {str(folder) for path in known for folder in Path(path).parents}
    return [path for path in _inside(record) if path not in known]


def _blobs(record: Path, trace: str) -> set[str]:
    store = BlobStore((record / trace).parent / "blobs")
    try:
        events = read_trace(record / trace).events
    except TraceError:
        return set()
    return {str(store.path(blob).relative_to(record)) for event in events for blob in blobs_of(event)}


def sweep(record: Path, opened: Iterable[Opened]) -> None:
    """Remove what a killed scorer left unfinished: drafts, and pictures whose event was never written."""
    for path in reversed(strays(record, opened)):  # the content of a folder before the folder
        if (record / path).is_dir():
            (record / path).rmdir()
        else:
            (record / path).unlink()
