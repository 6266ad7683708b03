"""What a bundle claims about itself, its runs and their episodes; `verification` checks all of it."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from mesocosm.report.results import SampleRow
from mesocosm.types import CANARY, Record, canonical_json

FORMAT_VERSION = 1
"""Version of the format, which rises if an older reader would misunderstand a bundle."""
LONGEST_NAME = 200
"""Most characters of an agent's or a model's name, or of a setting."""
MOST_DOCUMENTS = 5_000
"""Most documents of one entrant, the truth's included."""
TRUTH = "truth/"
"""Beginning of the names of documents that are not the entrant's."""
ANSWERED, ASKED = "answered", "asked"
"""Names of numbers that every grader returns: readable documents submitted, and documents wanted."""
LOWER = "lower"
"""Name of the headline with what was not submitted counted as 0, if the headline leaves it out; tables are sorted by
it.
"""
LARGEST_PUBLISHED = 1e6
"""Upper limit of published numbers: percentages, fractions and kilometres are below; a table could not show more."""
Published = Annotated[float, Field(ge=-LARGEST_PUBLISHED, le=LARGEST_PUBLISHED, allow_inf_nan=False)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Manifest(Record):
    """Every other member of the bundle with its hash: the hash of the manifest fixes all of them."""

    format: Literal["mesocosm bundle"] = "mesocosm bundle"
    version: StrictInt = FORMAT_VERSION
    mesocosm: str
    """Version of mesocosm that wrote it."""
    publisher: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    """Public key of the publisher who signed it; left out if nobody did."""
    members: dict[str, Digest]
    canary: str = CANARY


class GradedClaim(Record):
    """Claims about documents that an entrant submitted elsewhere, and that a suite's `graded.py` can grade."""

    suite: str
    version: str
    profile: str
    entrant: str = Field(max_length=LONGEST_NAME)
    truth: str = Field(max_length=LONGEST_NAME)
    """Where the truth comes from, in words."""
    documents: dict[str, Digest] = Field(max_length=MOST_DOCUMENTS)
    """Hashes by name; documents of the truth are called `truth/...`."""
    numbers: dict[str, float]
    """Numbers from the grader, the headline first."""
    published: dict[str, Published] = Field(default_factory=dict)
    """The same numbers as published and rounded there; they cannot be computed here."""

    @property
    def truth_sha256(self) -> str:
        """Hash of the whole truth: only gradings that share it can be compared."""
        own = {name: digest for name, digest in self.documents.items() if name.startswith(TRUTH)}
        return hashlib.sha256(canonical_json(own)).hexdigest()


class EpisodeClaim(Record):
    """Claims about one episode; its trace is a member of its own."""

    row: SampleRow
    explanation: str
    item_sha256: str
    """Fingerprint of the item when it was played; empty if its world was never made."""
