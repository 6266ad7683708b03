"""What holds the air down."""

from __future__ import annotations

GRAVITY = 9.80665
"""m/s²: the standard acceleration of free fall (3rd General Conference on Weights and Measures, 1901)."""
