"""Outlooks of many days and forecasters as pictures and one page."""
