"""Answer generated physics questions about the Earth whose options cannot be guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suite import Suite

if TYPE_CHECKING:
    from mesocosm.suite.parts import Parts
    from mesocosm.suites.atmos import items, oracle, score, view, world
    from mesocosm.suites.atmos.records import Data, Truth

    contract: Parts[Data, Truth] = Parts(items, world, score, oracle, view)

suite: Suite[Data, Truth] = Suite(__name__)
