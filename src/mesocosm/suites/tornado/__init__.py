"""Read forecast maps and soundings of one day, draw where tornadoes are likely, be scored against what happened."""

from mesocosm.suite import Suite

suite = Suite(__name__)
