"""Gather evidence over space, time and sensor from pictures of a planet, and answer what was asked of them."""

from __future__ import annotations

from mesocosm.suite import Suite
from mesocosm.suites.eo.records import Data, Truth

suite: Suite[Data, Truth] = Suite(__name__)
