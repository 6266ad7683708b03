"""Storms that turn: where they went, how strong they were, what they cost."""
