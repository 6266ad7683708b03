"""Checks before items are released: make them, execute them once more, and count them."""
