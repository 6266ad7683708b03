"""Analyses of what only these items tell: what they ask for, and what kind of mistake an option shows."""
