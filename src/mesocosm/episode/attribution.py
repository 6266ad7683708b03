"""Whose failure it is when a tool falls over, and how an agent is told of its own."""

from __future__ import annotations

import errno
from contextlib import suppress

from mesocosm.errors import MissingExtra
from mesocosm.trace.schema import spell_text
from mesocosm.types import Fault, Observation
from mesocosm.workspace.workspace import Workspace

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
"""A disk that is full, or a person's share of it."""
MACHINE_TROUBLE = frozenset({errno.EIO, errno.ENOMEM, errno.EROFS})
"""Errors of the operating system that are not of an agent's making.

Open files are not among them: an agent that talks to us over a socket can use them up.
"""


def is_machine_trouble(error: Exception, workspace: Workspace) -> bool:
    """Whether a tool fell over something that the agent did not bring about: a library, a disk.

    What an agent writes through the workspace is under quotas, whose own refusal is `QuotaExceeded`, an agent's
    mistake. A lack of room is the machine's as long as the agent's folder has not used its quota up; an agent that did
    may well be why there is no room, and must not leave its own mean by it.
    """
    number = getattr(error, "errno", None)
    if number in NO_ROOM:
        return not _used_up(workspace)
    return isinstance(error, MissingExtra | ImportError) or number in MACHINE_TROUBLE


def _used_up(workspace: Workspace) -> bool:
    with suppress(OSError):  # a disk in such a state that the folder cannot be read either
        return workspace.is_full()
    return False


def fault_of(kind: str, message: str) -> Fault:
    """A fault whose words a trace can keep, whatever of an agent's they quote."""
    return Fault(kind=kind, message=spell_text(message))


def refusal(kind: str, message: str, *, done: bool = False) -> Observation:
    """What an agent sees of a call that was refused."""
    why = fault_of(kind, message)
    return Observation(text=why.message, error=why, done=done)
