"""Our agents as models."""

import pytest

from mesocosm.adapters.inspect.provider import _make
from mesocosm.adapters.inspect.sample_session import Seat
from mesocosm.episode.agent import Case, withhold
from mesocosm.errors import InvalidRecord, ReferenceWithheld
from mesocosm.types import Observation


@pytest.fixture
def seat(toy_world):
    """A sample of another model, whose agent may ask our provider for help."""
    item = toy_world.item
    return Seat(toy_world, Case(item, withhold(item.id), toy_world.tools), Observation(text=""))


def test_the_oracle_does_not_help_other_models(seat):
    with pytest.raises(InvalidRecord, match="oracle knows the truth: it plays as the model of a whole run only"):
        _make("oracle", seat)


def test_an_agent_that_does_not_say_it_needs_the_reference_is_not_handed_it(seat, monkeypatch):
    from mesocosm.agents import null

    handed = []
    monkeypatch.setattr(null, "agent", handed.append)
    _make("null", seat)
    with pytest.raises(ReferenceWithheld):
        _ = handed[0].reference.answer
