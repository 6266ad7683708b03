"""Requests about the air that people breathe: limits, hours above them, and the gain of cleaner air."""
