"""terra: long chains of tools over gridded data, imagery, maps, engines and documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mesocosm.suite import Suite

if TYPE_CHECKING:
    from mesocosm.suite.parts import Parts
    from mesocosm.suites.terra import items, oracle, score, view, world
    from mesocosm.suites.terra.records import Data, Truth

    contract: Parts[Data, Truth] = Parts(items, world, score, oracle, view)

suite: Suite[Data, Truth] = Suite(__name__)
