"""The clock of an episode, which stands still, so that an item looks the same on every day."""

from __future__ import annotations

from datetime import UTC, datetime

EPOCH = datetime(2025, 1, 1, tzinfo=UTC)
"""The date of a world whose item has none."""


class FrozenClock:
    """A clock that always gives the moment that it was set to."""

    def __init__(self, moment: datetime = EPOCH) -> None:
        if moment.tzinfo is None:
            raise ValueError(f"clock must be set to a time with a zone, got {moment.isoformat()}")
        self._moment = moment.astimezone(UTC)

    def now(self) -> datetime:
        return self._moment
