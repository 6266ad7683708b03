"""Find the depth and excess mass of a buried sphere from gravity readings."""

from mesocosm.suites.suite import Suite

suite = Suite(__name__)
