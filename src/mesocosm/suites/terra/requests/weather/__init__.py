"""Requests about weather: observations, forecasts and extremes."""
