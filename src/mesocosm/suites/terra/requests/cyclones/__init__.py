"""Requests about cyclones: their tracks, strength and losses."""
