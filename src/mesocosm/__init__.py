"""mesocosm: one proving ground for agents that reason about the Earth."""

__version__ = "0.1.0"
