"""Find the depth and excess mass of a buried sphere from gravity readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suite import Suite

if TYPE_CHECKING:
    from mesocosm.suite.parts import Parts
    from mesocosm_toy.toy import items, oracle, score, view, world
    from mesocosm_toy.toy.records import Truth

    contract: Parts[object, Truth] = Parts(items, world, score, oracle, view)

suite: Suite[object, Truth] = Suite(__name__)
