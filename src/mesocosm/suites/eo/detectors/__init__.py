"""Detectors that look at pixels alone, for the unverified response."""
