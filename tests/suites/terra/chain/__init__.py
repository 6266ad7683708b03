"""A suite of one item, for tests: it has no truth to find, only a world of tools to work in."""

from mesocosm.suite import Suite

suite = Suite(__name__)
