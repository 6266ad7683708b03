"""The episode's own time: it stands still, so that one item looks the same on every day it is run."""

from __future__ import annotations

from datetime import UTC, datetime

EPOCH = datetime(2025, 1, 1, tzinfo=UTC)
"""The date of a world whose item names none."""


class FrozenClock:
    """Always tells the moment it was set to."""

    def __init__(self, moment: datetime = EPOCH) -> None:
        if moment.tzinfo is None:
            raise ValueError(f"clock must be set to a time with a zone, got {moment.isoformat()}")
        self._moment = moment.astimezone(UTC)

    def now(self) -> datetime:
        return self._moment
