"""A lease on a folder of an object server: one process at a time works in it.

The lease is an object that its holder writes again and again. A holder that was killed, or has lost its connection,
stops writing it, and after `LEASE_S` seconds another process may take it. How old it is, the server says: the clocks of
the machines do not matter. Every write names the object that it replaces, so that of two processes one succeeds.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from typing import Any

from mesocosm.errors import LogDirectoryBusy, StorageError
from mesocosm.storage.objects import ObjectFolder

LEASE_S = 60.0
"""Seconds after its last renewal for which a lease is valid."""
RENEWALS = 4
"""Renewals within that time."""


class Lease:
    """The right of this process to write to a folder."""

    def __init__(self, folder: ObjectFolder, name: str, *, owner: str, about: str, lease_s: float = LEASE_S) -> None:
        self.folder, self.name, self.lease_s = folder, name, lease_s
        self.owner, self.about = owner, about
        self._tag = ""
        self._renewed = time.monotonic()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._renew, daemon=True)

    def acquire(self, has_ended: Callable[[str], bool]) -> None:
        """Take the lease, or raise `LogDirectoryBusy`, which names the holder.

        `has_ended` is asked about the owner of a lease that is still valid, in case it was a process of this machine.
        """
        asked = time.monotonic()
        self._tag = self.folder.create(self.name, self._content()) or self._take_over(has_ended)
        if not self._tag:
            raise LogDirectoryBusy(self._busy({"about": "another process"}))
        self._renewed = asked  # the server may have counted from then on
        self._thread.start()

    def check(self) -> None:
        """Raise an error if another process may have taken the lease: what is written from now on could harm it."""
        if not self._tag or time.monotonic() - self._renewed > self.lease_s:
            raise LogDirectoryBusy(
                f"{self.folder} was taken over by another process, since this one could not renew its lease in time"
            )

    def release(self) -> None:
        """Let another process take the lease at once."""
        self._stopped.set()
        self._thread.join()
        with suppress(StorageError, FileNotFoundError):  # it ends by itself
            if self._tag:
                self.folder.replace(self.name, json.dumps({"owner": ""}).encode(), self._tag)

    def _content(self) -> bytes:
        document = {"owner": self.owner, "about": self.about, "mark": token_hex(8)}  # each write has another tag
        return json.dumps(document).encode()

    def _take_over(self, has_ended: Callable[[str], bool]) -> str:
        stamp = self.folder.stamp(self.name)
        holder = _read(self.folder.read(self.name))
        owner = holder.get("owner")
        if owner and stamp.age_s <= self.lease_s and not has_ended(str(owner)):
            raise LogDirectoryBusy(self._busy(holder))
        return self.folder.replace(self.name, self._content(), stamp.tag)

    def _busy(self, holder: dict[str, Any]) -> str:
        return (
            f"{self.folder} is in use by {holder.get('about', 'another process')}; wait until it has ended (if it was "
            f"killed, {self.lease_s:.0f} s), or choose another folder"
        )

    def _renew(self) -> None:
        while not self._stopped.wait(self.lease_s / RENEWALS) and self._tag:
            asked = time.monotonic()
            try:
                self._tag = self.folder.replace(self.name, self._content(), self._tag)
                self._renewed = asked
            except (StorageError, FileNotFoundError):  # asked again: the lease is valid for some time yet
                continue


@contextmanager
def lease(
    folder: ObjectFolder, name: str, *, owner: str, about: str, has_ended: Callable[[str], bool]
) -> Iterator[Lease]:
    """Hold the lease on a folder; raise `LogDirectoryBusy` if another process does."""
    taken = Lease(folder, name, owner=owner, about=about)
    taken.acquire(has_ended)
    try:
        yield taken
    finally:
        taken.release()


def _read(content: bytes) -> dict[str, Any]:
    try:
        document = json.loads(content)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}
