"""Analyses of eo runs."""
