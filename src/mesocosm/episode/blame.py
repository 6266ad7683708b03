"""Whose failure it is when a tool falls over."""

from __future__ import annotations

import errno

from mesocosm.errors import MissingExtra

MACHINE_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.ENOMEM, errno.EROFS})
"""Errors of the operating system that are not of an agent's making: its files are under quotas of their own.

Open files are not among them: an agent that talks to us over a socket can use them up.
"""


def is_machine_trouble(error: Exception) -> bool:
    """Whether a tool fell over something that no agent can bring about: a library, a disk."""
    return isinstance(error, MissingExtra | ImportError) or getattr(error, "errno", None) in MACHINE_TROUBLE
