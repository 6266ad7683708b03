"""The folder of a run: its plan, its lock, and its damaged logs."""

from __future__ import annotations

import fcntl
import json
import os
import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import Field

import mesocosm
from mesocosm import registry
from mesocosm.errors import InvalidRecord, LogDirectoryBusy, LogDirectoryMismatch
from mesocosm.files import write_whole
from mesocosm.report.logs import damage_of, readable_logs
from mesocosm.screen.untrusted_text import tell
from mesocosm.suite import Split
from mesocosm.types import Record

PLAN_FILE = "mesocosm-run.json"
LOCK_FILE = ".mesocosm-run.lock"
OPTION = "--log-dir"
"""The command line's name of the folder; Python calls it `logs`."""
AGED = 86_400
"""The second day of 1970 as a time stamp: a date before that of any clock."""


class Identity(Record):
    """The run that a log directory belongs to: results of different runs must not share a table."""

    suite: str
    suite_version: str
    trace_version: int
    items: int
    epochs: int
    seed: int
    split: Split = "test"
    profile: str
    options: dict[str, str] = Field(default_factory=dict)
    first_item: str
    """Start of the first item's hash, which changes when a suite makes other items under the same ids."""


# ---------------------------------------------------------------- who works in it


@contextmanager
def hold_folder(log_dir: Path, argument: str = OPTION) -> Iterator[None]:
    """Lock a folder for this process: two runs at once would pay for every episode twice.

    The kernel releases the lock when its holder ends in any way, so that a killed run leaves no lock.
    """
    try:
        log_dir.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(log_dir / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise InvalidRecord(f"{argument} {log_dir} cannot be written: {error.strerror}") from error
    try:
        _lock(descriptor, log_dir, argument)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, log_dir: Path, argument: str) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 1000, 0).decode(errors="replace").strip() or "another run"
        raise LogDirectoryBusy(
            f"{log_dir} is in use by {holder}; wait until it has ended, or choose another folder for {argument}"
        ) from None
    except OSError as error:  # a file system without locks
        tell(f"{log_dir} cannot be locked ({error.strerror}): start no second run in it", err=True)
    about = f"process {os.getpid()} on {socket.gethostname()} since {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC\n"
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, about.encode(), 0)


# ---------------------------------------------------------------- what it is for


def claim(log_dir: Path, wanted: Identity, argument: str = OPTION) -> None:
    """Write the plan of the folder to disk; refuse a folder with another plan.

    A plan that cannot be read is renamed; then the logs themselves must show that they are of this run.
    """
    path = log_dir / PLAN_FILE
    if path.exists():
        try:
            return _check_same(log_dir, _read(path), wanted, argument)
        except InvalidRecord as error:
            _set_aside(path, str(error))
            _check_logs(log_dir, wanted, argument)
    elif any(log_dir.glob("*.eval")):
        raise LogDirectoryMismatch(
            f"{log_dir} holds logs but no {PLAN_FILE}: it was not made by mesocosm run; "
            f"choose another folder for {argument}"
        )
    try:
        write_whole(path, json.dumps({**wanted.model_dump(), "mesocosm": mesocosm.__version__}, indent=2))
    except OSError as error:
        raise InvalidRecord(f"{argument} {log_dir} cannot be written: {error.strerror}") from error


def _check_same(log_dir: Path, planned: Identity, wanted: Identity, argument: str) -> None:
    differing = [
        f"{name.replace('_', ' ')}: {_word(getattr(planned, name))} there, {_word(getattr(wanted, name))} here"
        for name in Identity.model_fields
        if getattr(planned, name) != getattr(wanted, name)
    ]
    if differing:
        raise LogDirectoryMismatch(
            f"{log_dir} holds another run: {'; '.join(differing)}; choose another folder for {argument}"
        )


def _word(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={choice}" for name, choice in value.items()) or "none"
    return str(value)


def _read(path: Path) -> Identity:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        record.pop("mesocosm", None)
        return Identity.model_validate(record)
    except (OSError, ValueError, AttributeError, TypeError, RecursionError) as error:
        raise InvalidRecord(f"it cannot be read: {str(error).splitlines()[0]}") from error


def _check_logs(log_dir: Path, wanted: Identity, argument: str) -> None:
    for file, header in readable_logs(sorted(log_dir.glob("*.eval")), header_only=True):
        for name, value in _describe(header).items():
            if value != (expected := getattr(wanted, name)):
                raise LogDirectoryMismatch(
                    f"{file} is of another run: {name} is {value!r} there, {expected!r} here; "
                    f"choose another folder for {argument}"
                )


def _describe(header: Any) -> dict[str, Any]:
    """Return the identity of the run that a log belongs to."""
    about = header.eval.metadata or {}
    return {
        "suite": about.get("suite"),
        "suite_version": str(header.eval.task_version),
        "seed": about.get("seed"),
        "split": about.get("split", "test"),
        "profile": about.get("profile"),
        "options": about.get("options", {}),
        "epochs": header.eval.config.epochs or 1,
        "items": header.eval.dataset.samples or 0,
    }


# ---------------------------------------------------------------- what is damaged


def set_aside_damaged(log_dir: Path) -> None:
    """Rename logs that cannot be read, since Inspect would stop at the first; their episodes are run again.

    Only for the holder of the lock: to others a log that is being written looks damaged too.
    """
    for file in sorted(log_dir.rglob("*.eval")):
        if damage := damage_of(file):
            _set_aside(file, damage)


# ---------------------------------------------------------------- which log is the newest


def age_unfinished(log_dir: Path) -> None:
    """Date unfinished logs back to 1970, the fullest of them last.

    Inspect continues from the newest log of a task, and deletes the others. If the clock has been set back, that would
    be an old log, and later episodes would be lost and paid for again. With these dates every log that is written from
    now on is the newest, whatever the clock does, and a finished log is newer than any unfinished one.
    Only for the holder of the lock, if all logs can be read.
    """
    unfinished = [(_episodes_in(file), file.stat().st_mtime, file) for file, log in _headers(log_dir) if not _done(log)]
    for rank, (_, _, file) in enumerate(sorted(unfinished)):
        with suppress(PermissionError):  # another user's log in a shared folder keeps its date
            os.utime(file, (AGED + rank, AGED + rank))


def kept_episodes(log_dir: Path, models: Collection[str]) -> int:
    """Count the episodes of these models in the folder that need not be run again."""
    fullest: dict[str, int] = dict.fromkeys(models, 0)
    for file, log in _headers(log_dir):
        if log.eval.model in fullest:
            fullest[log.eval.model] = max(fullest[log.eval.model], _episodes_in(file))
    return sum(fullest.values())


def _headers(log_dir: Path) -> Iterator[tuple[Path, Any]]:
    return readable_logs(sorted(log_dir.rglob("*.eval")), header_only=True)


def _done(header: Any) -> bool:
    return bool(header.status == "success")


def _episodes_in(file: Path) -> int:
    """Count the episodes of a log that need not be run again."""
    summaries = registry.require("inspect_ai.log").read_eval_log_sample_summaries(str(file))
    return sum(summary.error is None for summary in summaries)


def _set_aside(path: Path, why: str) -> None:
    place, number = path.with_name(f"{path.name}.damaged"), 1
    while place.exists():
        number += 1
        place = path.with_name(f"{path.name}.damaged-{number}")
    path.rename(place)
    tell(f"set aside: {path} is now {place.name}: {why}", err=True)
