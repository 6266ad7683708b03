"""The red team on questions that are answered in words."""

import pytest

from mesocosm.errors import UserError
from mesocosm.redteam.baselines import last_call
from mesocosm.redteam.target import Target
from mesocosm.suites.atmos import suite


def test_a_variant_without_calls_is_refused_in_a_line():
    target = Target(suite, seed=0, limit=1, options={"condition": "text"})
    with pytest.raises(UserError, match="exploits submit by calls, and atmos accepts none under these options"):
        last_call(target, 0)
