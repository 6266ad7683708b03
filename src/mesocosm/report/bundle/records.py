"""What a bundle says of itself, of its runs and of their episodes. All of it is claimed, and checked by `checking`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mesocosm.report.results import SampleRow
from mesocosm.types import CANARY, Record

FORMAT_VERSION = 1
"""Rises when an older reader would misunderstand a bundle."""
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Manifest(Record):
    """Every other member of the bundle with its hash: whoever has the manifest's own hash holds all of them to it."""

    format: Literal["mesocosm bundle"] = "mesocosm bundle"
    version: int = FORMAT_VERSION
    mesocosm: str
    """The version that wrote it."""
    members: dict[str, Digest]
    canary: str = CANARY


class EpisodeClaim(Record):
    """What is said of one episode; its trace is a member of its own."""

    row: SampleRow
    explanation: str
    item_sha256: str
    """The item's fingerprint when it was played; empty where its world was never made."""
