"""The heat of a building hour by hour, by the method of ISO 52016-1: our own, a reduced-order model."""
