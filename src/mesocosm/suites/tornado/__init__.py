"""Read forecast maps and soundings of one day, draw where tornadoes are likely, be scored against what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suite import Suite

if TYPE_CHECKING:
    from mesocosm.suite.parts import Parts
    from mesocosm.suites.tornado import items, oracle, score, view, world
    from mesocosm.suites.tornado.records import Data, Truth

    contract: Parts[Data, Truth] = Parts(items, world, score, oracle, view)

suite: Suite[Data, Truth] = Suite(__name__)
