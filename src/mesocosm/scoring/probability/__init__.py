"""Outlooks as probabilities: gridded once, verified against reports, beside forecasts anyone can make."""
