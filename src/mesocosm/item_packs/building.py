"""Building an item pack: items are made once, by several workers, and written in their order."""

from __future__ import annotations

import functools
import hashlib
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from mesocosm import registry
from mesocosm.errors import InvalidRecord, UserError
from mesocosm.execution.executor import HERE, Executor
from mesocosm.execution.spread import spread
from mesocosm.files import write_whole
from mesocosm.item_packs.pack_file import PackWriter, write_pack
from mesocosm.item_packs.records import PackedImage, PackedItem, file_member, item_member, reference_member
from mesocosm.item_packs.reference_key import encrypt, key_of_references, key_path, write_key
from mesocosm.screen.progress import track
from mesocosm.suite import Suite, split_seed
from mesocosm.suite.code_hash import code_hash
from mesocosm.types import Item, Record, Reference


class MadeItem(NamedTuple):
    """An item as a worker sends it back."""

    number: int
    packed: PackedItem
    contents: tuple[str, ...]
    """SHA-256 of its files and pictures, under which they lie in the folder of drafts."""
    reference: str
    """The reference as JSON."""


class Built(NamedTuple):
    """Result of building a pack."""

    sha256: str
    """Hash of the manifest, which identifies the pack."""
    items: int
    key: Path | None
    """File with the key to the references; None if they are left out."""


def build_pack(
    suite: Suite,
    out: Path,
    *,
    items: int,
    seed: int = 0,
    split: str = "test",
    options: Mapping[str, str] | None = None,
    on: Executor = HERE,
    with_references: bool = True,
) -> Built:
    """Make the first items of a seed and write them as a pack, whole or not at all."""
    complete = suite.settle(options)
    item_seed = suite.seed_under(split_seed(split, seed), complete)
    with _drafts_beside(out) as drafts, write_pack(out) as pack:
        made = spread(
            functools.partial(_make, suite.name, item_seed, complete, str(drafts)),
            range(items),
            key=lambda index: f"{suite.name} pack {item_seed}-{index}",
            group=functools.partial(suite.group, item_seed),
            on=on,
        )
        references = [_add(pack, drafts, one) for one in _in_order(track(made, f"{suite.name} pack", items))]
        key = _add_references(pack, suite, references) if with_references else None
        sha256 = pack.close(
            suite=suite.name,
            suite_version=suite.card.version,
            code=code_hash(suite.package),
            split=split,
            seed=seed,
            items=items,
            options=complete,
            references="encrypted" if key else "left out",
            key_sha256=hashlib.sha256(key).hexdigest() if key else "",
        )
    if key:
        write_key(key_path(out), key)  # after the pack: that of an older pack stays if this one cannot be written
    return Built(sha256, items, key_path(out) if key else None)


def _make(suite_name: str, seed: int, options: Mapping[str, str], drafts: str, index: int) -> MadeItem:
    suite: Suite = registry.load("suites", suite_name)
    item, reference = suite.case(seed, index)
    packed, contents = packed_item(suite, item, reference, options)
    item_type, reference_type = suite.record_types()
    _check_round_trip(item, item_type)
    _check_round_trip(reference, reference_type)
    suite.forget()  # items of terra are large, and each is needed once
    for sha256, data in contents.items():
        if not (path := Path(drafts, sha256)).exists():
            write_whole(path, data)
    return MadeItem(index, packed, tuple(sorted(contents)), reference.model_dump_json())


def packed_item(
    suite: Suite, item: Item, reference: Reference, options: Mapping[str, str]
) -> tuple[PackedItem, dict[str, bytes]]:
    """Return an item as a pack holds it, and the content of its files and pictures by their hashes."""
    setting = suite.setting(item, reference, options)
    files, images = dict(setting.files), setting.images
    packed = PackedItem(
        item=json.loads(item.model_dump_json()),
        files={path: _sha256(data) for path, data in files.items()},
        images=tuple(PackedImage(sha256=_sha256(image.png), caption=image.caption) for image in images),
    )
    return packed, {_sha256(data): data for data in (*files.values(), *(image.png for image in images))}


def _check_round_trip(record: Record, kind: type[Record]) -> None:
    """Refuse a record that would be another one after reading it back: its scores could differ."""
    if kind.model_validate_json(record.model_dump_json()) != record:
        raise InvalidRecord(f"{kind.__name__} changes when it is written as JSON and read, so it cannot be packed")


def _in_order(made: Iterable[MadeItem]) -> Iterator[MadeItem]:
    """Yield items by their number, as soon as those before them are there."""
    waiting: dict[int, MadeItem] = {}
    following = 0
    for one in made:
        waiting[one.number] = one
        while following in waiting:
            yield waiting.pop(following)
            following += 1


@contextmanager
def _drafts_beside(out: Path) -> Iterator[Path]:
    """Yield a folder beside the pack for what its items begin with: too large to send from one process to another."""
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.resolve().parent) as folder:
        yield Path(folder)


def _add(pack: PackWriter, drafts: Path, made: MadeItem) -> str:
    for sha256 in made.contents:
        try:
            pack.add(file_member(sha256), (drafts / sha256).read_bytes())
        except FileNotFoundError as error:
            raise UserError(f"{drafts.parent} must be shared by all workers: a file was written elsewhere") from error
    pack.add(item_member(made.number), made.packed.model_dump_json().encode())
    return made.reference


def _add_references(pack: PackWriter, suite: Suite, references: list[str]) -> bytes:
    key = key_of_references(suite.name, references)
    for index, reference in enumerate(references):
        pack.add(reference_member(index), encrypt(key, index, reference))
    return key


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
