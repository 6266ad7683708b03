"""How much text of an agent an episode records: text costs no budget, but a trace must stay readable."""

from __future__ import annotations

MOST_MESSAGES = 2_000
"""Messages of an agent that an episode records."""
MOST_BYTES = 2_000_000
"""Bytes of such messages that an episode records."""
NOTE = (
    f"[the agent says more than an episode keeps, {MOST_MESSAGES:,} messages or {MOST_BYTES:,} bytes; "
    "what does not fit is dropped]"
)


class MessageLog:
    """Counts an agent's messages, and drops those beyond the limits, with one note."""

    def __init__(self) -> None:
        self.last = ""
        """The last message, whether it was recorded or not."""
        self._messages = 0
        self._bytes = 0
        self._noted = False

    def admit(self, text: str) -> str | None:
        """Return what is recorded for a message: its text, the one note, or None."""
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
