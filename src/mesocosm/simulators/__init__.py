"""Engines that share one contract."""
