"""Analyses that terra adds to reports: how runs fail, and how process and outcome correlate."""
