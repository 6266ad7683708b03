"""The heat balance of a building hour by hour, by the method of ISO 52016-1: a reduced-order model of our own."""
