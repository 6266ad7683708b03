"""Requests about emergencies: closed roads, people cut off, alarms and the time until help arrives."""
