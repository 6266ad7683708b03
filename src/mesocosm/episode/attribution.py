"""Whose failure it is when a tool fails, and the observation that reports a failure to the agent."""

from __future__ import annotations

import errno
from contextlib import suppress

from mesocosm.errors import MissingExtra
from mesocosm.trace.schema import spell_text
from mesocosm.types import Fault, Observation
from mesocosm.workspace.workspace import Workspace

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
"""Errors of a full disk or a used-up disk quota."""
MACHINE_TROUBLE = frozenset({errno.EIO, errno.ENOMEM, errno.EROFS})
"""Errors of the operating system that no agent causes.

Open files are not among them: an agent that talks to us over a socket can use them up.
"""


def is_machine_trouble(error: Exception, workspace: Workspace) -> bool:
    """Whether a tool failed for a reason that the agent did not cause, such as a library or a disk.

    A workspace refuses files beyond its quota with `QuotaExceeded`, which is the agent's mistake. A full disk is the
    machine's failure as long as the agent has not used up its quota. An agent that has used it up may be the reason why
    the disk is full; its episode must stay in its mean score.
    """
    number = getattr(error, "errno", None)
    if number in NO_ROOM:
        return not _used_up(workspace)
    return isinstance(error, MissingExtra | ImportError) or number in MACHINE_TROUBLE


def _used_up(workspace: Workspace) -> bool:
    with suppress(OSError):  # the folder cannot be read either
        return workspace.is_full()
    return False


def fault_of(kind: str, message: str) -> Fault:
    """Return a fault whose message a trace can store, even if it quotes text of an agent."""
    return Fault(kind=kind, message=spell_text(message))


def refusal(kind: str, message: str, *, done: bool = False) -> Observation:
    """Return the observation of a call that was refused."""
    why = fault_of(kind, message)
    return Observation(text=why.message, error=why, done=done)
