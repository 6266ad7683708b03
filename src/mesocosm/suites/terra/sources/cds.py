"""The Climate Data Store."""

from __future__ import annotations

from mesocosm.earth.archives.cds_jobs import Cds

source = Cds()
