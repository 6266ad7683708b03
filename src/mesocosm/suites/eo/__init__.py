"""Gather evidence over space, time and sensor from pictures of a place, and answer a question about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suite import Suite

if TYPE_CHECKING:
    from mesocosm.suite.parts import Parts
    from mesocosm.suites.eo import items, oracle, score, view, world
    from mesocosm.suites.eo.records import Data, Truth

    contract: Parts[Data, Truth] = Parts(items, world, score, oracle, view)

suite: Suite[Data, Truth] = Suite(__name__)
