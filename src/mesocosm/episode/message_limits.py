"""How much an agent may say beside its calls: words cost it nothing, but a trace must stay readable."""

from __future__ import annotations

MOST_MESSAGES = 2_000
"""Messages of an agent that an episode keeps."""
MOST_BYTES = 2_000_000
"""Bytes of such messages that an episode keeps."""
NOTE = (
    f"[the agent says more than an episode keeps, {MOST_MESSAGES:,} messages or {MOST_BYTES:,} bytes; "
    "what does not fit is dropped]"
)


class Words:
    """Counts what was said, and drops what is too much, with one note."""

    def __init__(self) -> None:
        self.last = ""
        """What was said last, whether it was kept or not."""
        self._messages = 0
        self._bytes = 0
        self._noted = False

    def admit(self, text: str) -> str | None:
        """What goes on record for a message: its text, the one note, or nothing."""
        self.last = text
        size = len(text.encode())
        if self._messages < MOST_MESSAGES and self._bytes + size <= MOST_BYTES:
            self._messages += 1
            self._bytes += size
            return text
        if self._noted:
            return None
        self._noted = True
        return NOTE
