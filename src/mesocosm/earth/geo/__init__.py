"""Outlines of land and states, shipped with the package."""
