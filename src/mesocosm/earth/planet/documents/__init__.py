"""Texts that people write about the planet: reports, bulletins, studies, logs and notices.

Each number in them is known to be true, rounded, or wrong by a known amount.
"""
