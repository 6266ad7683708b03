"""Analyses of what only these episodes have: listings of the simulator."""
