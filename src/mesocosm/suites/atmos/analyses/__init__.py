"""Analyses of what only these items contain: what they ask for, and which kind of mistake an option shows."""
