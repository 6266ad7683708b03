"""Whether the items of a pack are those that the installed code would make: what its manifest says, and what is so."""

from __future__ import annotations

import json

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.item_packs.building import packed_item
from mesocosm.item_packs.pack_file import PackFile
from mesocosm.item_packs.records import PackedItem, PackManifest, item_member, reference_member
from mesocosm.item_packs.reference_key import decrypt, key_path, read_key
from mesocosm.seeding import generator
from mesocosm.suite import Suite, split_seed
from mesocosm.suite.code_hash import code_hash


def is_of_installed_code(manifest: PackManifest) -> bool:
    """Whether the manifest names the installed code; False also if the suite is not installed."""
    if manifest.suite not in registry.names("suites"):
        return False
    suite: Suite = registry.load("suites", manifest.suite)
    return suite.card.version == manifest.suite_version and code_hash(suite.package) == manifest.code


def differing_items(pack: PackFile, count: int) -> list[str]:
    """Make some items of a pack again, and return those that differ in it, with their references if its key is there.

    Anyone can write a pack with easier items and hashes that fit. Which items are made depends on the pack's own hash.
    """
    about = pack.manifest
    suite: Suite = registry.load("suites", about.suite)
    order = generator("item pack", pack.sha256).permutation(about.items)
    return [word for index in sorted(order[:count]) if (word := _difference(pack, suite, int(index)))]


def _difference(pack: PackFile, suite: Suite, index: int) -> str:
    about = pack.manifest
    item, reference = suite.case(suite.seed_under(split_seed(about.split, about.seed), about.options), index)
    packed = PackedItem.model_validate_json(pack.read(item_member(index)))
    fresh, _ = packed_item(suite, item, reference, about.options)
    if packed.item != fresh.item:
        return f"item {index} is another one than {item.id}"
    if packed != fresh:
        return f"item {index} begins with other files or pictures than {item.id}"
    if not key_path(pack.path).exists():
        return ""
    key = read_key(key_path(pack.path), about.key_sha256)
    try:
        hidden = json.loads(decrypt(key, index, pack.read(reference_member(index))))
    except (InvalidRecord, ValueError) as error:
        return f"the reference of item {index} cannot be read: {error}"
    return "" if hidden == json.loads(reference.model_dump_json()) else f"the reference of {item.id} is another one"
