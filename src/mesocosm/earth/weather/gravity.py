"""The acceleration of free fall."""

from __future__ import annotations

GRAVITY = 9.80665
"""Standard acceleration of free fall, m/s² (3rd General Conference on Weights and Measures, 1901)."""
