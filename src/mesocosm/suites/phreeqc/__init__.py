"""Write simulator input, run the real engine, navigate its listing, commit an answer."""

from mesocosm.suite import Suite

suite = Suite(__name__)
