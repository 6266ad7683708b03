"""What a command says at Ctrl-C if the same command continues where it stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mesocosm.screen.untrusted_text import tell

INTERRUPTED = 130
"""Status of a command that Ctrl-C ended, as shells have it."""


@contextmanager
def resumable() -> Iterator[None]:
    """Say at Ctrl-C that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        tell("interrupted; run the same command again to continue", err=True)
        raise SystemExit(INTERRUPTED) from None
