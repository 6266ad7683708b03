"""Sealed evaluations: items from a secret that only the scorer's process holds, and records that anyone can verify."""
