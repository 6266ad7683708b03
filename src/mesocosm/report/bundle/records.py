"""What a bundle says of itself, of its runs and of their episodes. All of it is claimed, and checked by `checking`."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from mesocosm.report.results import SampleRow
from mesocosm.types import CANARY, Record, canonical_json

FORMAT_VERSION = 1
"""Rises when an older reader would misunderstand a bundle."""
LONGEST_NAME = 200
"""Characters of an agent's or a model's name, or of a setting."""
MOST_DOCUMENTS = 5_000
"""Of one entrant, the truth's included."""
TRUTH = "truth/"
"""Begins the names of documents that are not the entrant's."""
ANSWERED, ASKED = "answered", "asked"
"""Numbers that every grader gives: how many documents were handed in that can be read, and how many were wanted."""
LOWER = "lower"
"""The headline with what was not handed in counted as 0, where the headline leaves it out: tables are ordered by it."""
LARGEST_PUBLISHED = 1e6
"""Percentages, fractions and kilometres stay below it; a table could not show what does not."""
Published = Annotated[float, Field(ge=-LARGEST_PUBLISHED, le=LARGEST_PUBLISHED, allow_inf_nan=False)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Manifest(Record):
    """Every other member of the bundle with its hash: whoever has the manifest's own hash holds all of them to it."""

    format: Literal["mesocosm bundle"] = "mesocosm bundle"
    version: StrictInt = FORMAT_VERSION
    mesocosm: str
    """The version that wrote it."""
    publisher: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    """The public key of whoever signed it; left out where nobody did."""
    members: dict[str, Digest]
    canary: str = CANARY


class GradedClaim(Record):
    """What is said of documents that an entrant handed in elsewhere, and that a suite's `graded.py` can grade."""

    suite: str
    version: str
    profile: str
    entrant: str = Field(max_length=LONGEST_NAME)
    truth: str = Field(max_length=LONGEST_NAME)
    """Where the truth comes from, in words."""
    documents: dict[str, Digest] = Field(max_length=MOST_DOCUMENTS)
    """Name to hash; those of the truth are called `truth/...`."""
    numbers: dict[str, float]
    """What the grader gives, the headline first."""
    published: dict[str, Published] = Field(default_factory=dict)
    """The same numbers as they were published, rounded as they were; nobody can compute these."""

    @property
    def truth_sha256(self) -> str:
        """Stands for the whole truth: only gradings that share it can be compared."""
        own = {name: digest for name, digest in self.documents.items() if name.startswith(TRUTH)}
        return hashlib.sha256(canonical_json(own)).hexdigest()


class EpisodeClaim(Record):
    """What is said of one episode; its trace is a member of its own."""

    row: SampleRow
    explanation: str
    item_sha256: str
    """The item's fingerprint when it was played; empty where its world was never made."""
