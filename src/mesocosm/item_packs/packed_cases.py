"""The items of a pack in the place of those that a suite would make: same items, same worlds, same scores."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from mesocosm.episode.late_files import LateFiles
from mesocosm.errors import InvalidRecord, UserError
from mesocosm.isolation.protected_folders import hide
from mesocosm.item_packs.pack_file import PackFile
from mesocosm.item_packs.records import PackedItem, file_member, item_member, reference_member
from mesocosm.item_packs.reference_key import decrypt, key_path, read_key
from mesocosm.suite import Suite, split_seed
from mesocosm.trace.reader import explain
from mesocosm.types import Image, Item, Reference, canonical_json

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_ITEM = 2**30
"""Most bytes of all files of one item."""


class PackedCases:
    """The cases of one pack; each is read, checked and decrypted when it is first needed."""

    def __init__(self, path: Path, suite: Suite) -> None:
        self._file = PackFile(path)
        self.manifest = self._file.manifest
        self.sha256 = self._file.sha256
        _check_suite(self._file, suite)
        self._suite = suite
        self._seed = suite.seed_under(split_seed(self.manifest.split, self.manifest.seed), self.manifest.options)
        self.key_file = key_path(path)
        self._key = read_key(self.key_file, self.manifest.key_sha256)
        self._packed = functools.cache(self._read_item)

    def case(self, seed: int, index: int) -> tuple[Item[Any], Reference[Any]] | None:
        """Return an item with its truth; None if it is not in the pack."""
        if not self._holds(seed, index):
            return None
        item_type, reference_type = self._suite.record_types()
        item = canonical_json(self._packed(index).item)
        reference = decrypt(self._key, index, self._file.read(reference_member(index)))
        return item_type.model_validate_json(item), reference_type.model_validate_json(reference)

    def world_files(
        self, seed: int, index: int, options: Mapping[str, str]
    ) -> tuple[Mapping[str, bytes], tuple[Image, ...]] | None:
        """Return the files and pictures with which an item's world begins; None if they are not in the pack."""
        if not self._holds(seed, index) or dict(options) != self.manifest.options:
            return None
        packed = self._packed(index)
        files = LateFiles(lambda: {path: self._content(sha256) for path, sha256 in packed.files.items()})
        return files, tuple(Image(png=self._content(image.sha256), caption=image.caption) for image in packed.images)

    def _holds(self, seed: int, index: int) -> bool:
        return seed == self._seed and index < self.manifest.items

    def _content(self, sha256: str) -> bytes:
        return self._file.read(file_member(sha256))

    def _read_item(self, index: int) -> PackedItem:
        try:
            packed = PackedItem.model_validate_json(self._file.read(item_member(index)))
        except ValidationError as error:
            raise InvalidRecord(f"{self._file.path}: {item_member(index)}: {explain(error)[:500]}") from error
        contents = {*packed.files.values(), *(image.sha256 for image in packed.images)}
        if (size := sum(self._file.size(file_member(sha256)) for sha256 in contents)) > LARGEST_ITEM:
            raise InvalidRecord(f"{self._file.path}: the files of item {index} unpack to {size:,} bytes")
        return packed


def use_pack(suite: Suite, path: Path, sha256: str = "") -> PackedCases:
    """Let a suite take its items from a pack, whose key agents in processes of their own cannot read.

    Args:
        suite: The suite.
        path: The file of the pack.
        sha256: Hash of its manifest, if it is known: another pack in its place is refused.
    """
    cases = PackedCases(path, suite)
    if sha256 and cases.sha256 != sha256:
        raise InvalidRecord(f"{path} is another pack than that with which the run began: {cases.sha256}, not {sha256}")
    hide(cases.key_file)
    suite.use_stored(cases)
    return cases


def _check_suite(pack: PackFile, suite: Suite) -> None:
    about = pack.manifest
    if about.suite != suite.name:
        raise InvalidRecord(f"{pack.path} holds items of {about.suite}, not of {suite.name}")
    if about.suite_version != suite.card.version:
        raise InvalidRecord(
            f"{pack.path} holds items of {about.suite} {about.suite_version}, and {suite.card.version} is installed, "
            "whose items or scores may differ: build the pack again with `mesocosm pack build`"
        )
    if about.references == "left out":
        raise UserError(
            f"{pack.path} holds no references, which worlds and scores need: build it without --without-references, "
            "or leave out --pack to make the items from their seed"
        )
