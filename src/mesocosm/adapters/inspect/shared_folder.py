"""A folder of logs on an object server: the run works in a copy on this machine, whose changes are uploaded.

Inspect could write to the server itself. It then finds the logs to continue by a list of names, which may be late, and
by their dates, which nobody but the server can set: it would play episodes again that are paid for. In a copy, what
holds for folders on a disk holds here too. The copy outlives a process that is killed, or whose server has failed, and
the next run of the same user uploads what it still holds.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from mesocosm.adapters.inspect.log_folder import LOCK_FILE, PLAN_FILE
from mesocosm.cache.folder import own_temporary_folder
from mesocosm.errors import StorageError
from mesocosm.isolation.protected_folders import protect
from mesocosm.screen.untrusted_text import tell
from mesocosm.storage.copies import INDEX, Uploads, fetch, rescue
from mesocosm.storage.lease import lease
from mesocosm.storage.objects import ObjectFolder
from mesocosm.storage.places import copy_path, is_remote
from mesocosm.storage.retry import USUAL, Patience
from mesocosm.workspace.stale_folders import has_ended, owned_prefix

SERVERS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_PROFILE")
"""Variables that decide which server an address leads to."""
CREDENTIALS = Path.home() / ".aws"
"""Folder of the user's credentials, which agents in processes of their own see empty."""


@contextmanager
def working_folder(place: Path | str, patience: Patience = USUAL) -> Iterator[Path]:
    """Yield the folder in which to work: a path itself; for an address a copy, kept in step with it until the end."""
    if not is_remote(place):
        yield Path(place)
        return
    folder = ObjectFolder(str(place), patience)
    own = hashlib.sha256(str(folder).encode()).hexdigest()[:12]  # no copy lies in that of a folder above
    copy = copy_path(_base() / own, str(place))
    about = f"process {os.getpid()} on {socket.gethostname()} since {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"
    owner = f"{_machine()} {owned_prefix()}"
    with lease(folder, LOCK_FILE, owner=owner, about=about, has_ended=_has_ended) as held:
        protect(copy)
        if CREDENTIALS.is_dir():
            protect(CREDENTIALS)
        for name in rescue(folder, copy, _is_log):
            tell(f"uploaded: {folder}/{name}, which an earlier run could not upload to the end", err=True)
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir(parents=True)
        names = fetch(folder, copy, lambda name: _is_shared(name) and ".damaged" not in name)
        try:
            with Uploads(folder, copy, _is_shared, equal=names, check=held.check, tell=_warn):
                yield copy
        except StorageError as error:
            raise StorageError(f"{error}. The logs are kept on this machine: the same command uploads them") from error
        shutil.rmtree(copy)


def _is_log(name: str) -> bool:
    return name.endswith(".eval") or name == PLAN_FILE


def _is_shared(name: str) -> bool:
    return name not in (LOCK_FILE, INDEX)


def _warn(text: str) -> None:
    tell(text, err=True)


def _base() -> Path:
    """Return the folder of the copies of one server, which agents in processes of their own see empty."""
    server = hashlib.sha256(repr([os.environ.get(name) for name in SERVERS]).encode()).hexdigest()[:12]
    return own_temporary_folder() / "logs" / server


def _machine() -> str:
    """Return the name of this machine since its start; empty if the system does not give it."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def _has_ended(owner: str) -> bool:
    """Return whether the owner of a lease was a process of this machine that has ended."""
    machine, _, prefix = owner.partition(" ")
    return bool(machine) and machine == _machine() and has_ended(prefix)
