"""Figures of this suite's studies."""
