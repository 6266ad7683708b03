"""Answer generated physics questions about the Earth whose options cannot be guessed."""

from mesocosm.suite import Suite

suite = Suite(__name__)
