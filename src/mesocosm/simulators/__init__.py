"""Engines behind one contract."""
