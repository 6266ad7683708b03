"""The evidence in a trajectory, taken from its steps alone, and the answers that follow from it.

The hidden truth is not used.
"""
