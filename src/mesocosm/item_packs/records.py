"""Records of an item pack, and the names of its members."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field, JsonValue

import mesocosm
from mesocosm.suite import Split
from mesocosm.types import CANARY, Record

FORMAT_VERSION = 1
MANIFEST = "manifest.json"
HEX_256 = r"^[0-9a-f]{64}$"
MEMBER = re.compile(r"items/\d{4,6}\.json|files/[0-9a-f]{64}|references/\d{4,6}")
"""Names of members besides the manifest."""


class PackManifest(Record):
    """What an item pack holds. It names no time and no place, so that the same items give the same bytes."""

    format: Literal["mesocosm item pack"] = "mesocosm item pack"
    version: int = FORMAT_VERSION
    suite: str
    suite_version: str
    mesocosm: str = mesocosm.__version__
    code: str
    """Hash of the code that made the items: other code may make other items under the same version."""
    split: Split
    seed: int = Field(ge=0)
    items: int = Field(ge=1)
    """Number of items: the first of this seed."""
    options: dict[str, str] = Field(default_factory=dict)
    """Variant of the suite's world, for which the files were drawn."""
    references: Literal["encrypted", "left out"]
    key_sha256: str = ""
    """Hash of the key to the references; empty if they are left out."""
    bytes: int
    """Bytes of all members, unpacked and without the manifest."""
    licence: str = "Apache-2.0"
    canary: str = CANARY
    members: dict[str, str]
    """Name of every other member to its SHA-256."""


class PackedImage(Record):
    """A picture that belongs to the task."""

    sha256: str = Field(pattern=HEX_256)
    caption: str


class PackedItem(Record):
    """An item, its files and its pictures; the content of both is in members of their own."""

    item: dict[str, JsonValue]
    files: dict[str, str] = Field(default_factory=dict)
    """Path in the workspace to the SHA-256 of the content."""
    images: tuple[PackedImage, ...] = ()


def item_member(index: int) -> str:
    return f"items/{index:04d}.json"


def reference_member(index: int) -> str:
    return f"references/{index:04d}"


def file_member(sha256: str) -> str:
    return f"files/{sha256}"
