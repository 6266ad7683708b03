"""Workflows: requests of analysts, with one folder for each domain. A module defines one as `WORKFLOW`."""
