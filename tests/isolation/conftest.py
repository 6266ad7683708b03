from __future__ import annotations

import pytest

from mesocosm.isolation.isolator import Isolator
from mesocosm.isolation.selection import ISOLATORS


@pytest.fixture(params=ISOLATORS, ids=lambda isolator: isolator.name)
def isolator(request: pytest.FixtureRequest) -> Isolator:
    """Each isolator that works here, one after the other."""
    chosen: Isolator = request.param
    reason = chosen.why_unavailable()
    if reason is not None:
        pytest.skip(f"{chosen.name}: {reason}")
    return chosen
