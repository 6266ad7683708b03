from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from mesocosm.workspace.clock import EPOCH, FrozenClock


def test_the_clock_stands_still() -> None:
    clock = FrozenClock()
    assert clock.now() == clock.now() == EPOCH


def test_the_clock_tells_utc() -> None:
    noon = datetime(2024, 5, 6, 12, tzinfo=timezone(timedelta(hours=2)))
    assert FrozenClock(noon).now() == datetime(2024, 5, 6, 10, tzinfo=UTC)
    assert FrozenClock(noon).now().tzinfo is UTC


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="must be set to a time with a zone, got 2024-05-06T00:00:00"):
        FrozenClock(datetime(2024, 5, 6))  # noqa: DTZ001
