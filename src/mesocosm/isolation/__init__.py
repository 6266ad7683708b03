"""Isolation for code that an agent wrote: one contract, several isolators, and no run without isolation."""
