"""An index kept on disk beside the catalogue it belongs to, and mapped into memory when it is opened.

The folder of an index has the hash of the manifest for a name, so that an index of another state of the catalogue is
never taken for this one's. Where the disk is full or may not be written, the index lives in memory alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np

from mesocosm.earth.imagery.index import Arrays, Index, Names
from mesocosm.earth.imagery.index_building import build, levels_of
from mesocosm.earth.imagery.manifest import Manifest

INDEX = "index"
FORMAT = 2
"""Rises when an index kept before can no longer be read."""
UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError)
"""What a kept index that is cut short or altered raises."""


def index_of(folder: Path, manifest: Manifest) -> Index:
    """The index of a catalogue: the kept one, or else one made and, where the disk lets us, kept."""
    place = folder / INDEX / _name(manifest)
    try:
        return _load(place, manifest.scenes)
    except UNREADABLE:
        index = build(folder, manifest)
    try:
        _keep(index, place)
        return _load(place, manifest.scenes)
    except UNREADABLE:
        return index


def _name(manifest: Manifest) -> str:
    return hashlib.sha256(f"{FORMAT} {manifest.fingerprint()}".encode()).hexdigest()[:32]


def _keep(index: Index, place: Path) -> None:
    """Write an index whole or not at all, and remove those of earlier states."""
    import pyarrow as pa

    draft = place.with_name(f".draft-{os.getpid()}-{secrets.token_hex(4)}")
    draft.mkdir(parents=True)
    try:
        for field in fields(Arrays):
            np.save(draft / f"{field.name}.npy", getattr(index.arrays, field.name))
        batch = pa.record_batch([index.footprints], names=["geometry"])
        with pa.OSFile(str(draft / "footprints.arrow"), "wb") as file, pa.ipc.new_file(file, batch.schema) as writer:
            writer.write_batch(batch)
        (draft / "names.json").write_text(json.dumps(asdict(index.names)))
        shutil.rmtree(place, ignore_errors=True)
        draft.rename(place)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    for earlier in place.parent.iterdir():
        if earlier != place and not earlier.name.startswith("."):  # drafts may be another process's
            shutil.rmtree(earlier, ignore_errors=True)


def _load(place: Path, scenes: int) -> Index:
    import pyarrow as pa

    names = Names(**json.loads((place / "names.json").read_text()))
    arrays = Arrays(**{field.name: np.load(place / f"{field.name}.npy", mmap_mode="r") for field in fields(Arrays)})
    if len(arrays.moment) != scenes:
        raise ValueError(f"the index of {place} has {len(arrays.moment)} entries, the catalogue {scenes}")
    # Views as plain arrays, still mapped: numpy's own class for mapped arrays makes every slice slower.
    plain = Arrays(**{field.name: np.asarray(getattr(arrays, field.name)) for field in fields(Arrays)})
    footprints = pa.ipc.open_file(pa.memory_map(str(place / "footprints.arrow"))).get_batch(0).column(0)
    return Index(plain, names, footprints, levels_of(plain.cells))
