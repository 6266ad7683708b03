"""Workflows: what analysts ask for, one folder a domain. A module lists its own in `WORKFLOWS`."""
