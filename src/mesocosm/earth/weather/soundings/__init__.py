"""Soundings: reading and writing them, their indices, and drawing them."""
