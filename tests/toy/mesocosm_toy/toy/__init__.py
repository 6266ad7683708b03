"""Find the depth and excess mass of a buried sphere from gravity readings."""

from mesocosm.suite import Suite

suite = Suite(__name__)
