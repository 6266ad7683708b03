"""Index files on disk beside their catalogue, mapped into memory when opened.

The folder of an index is named by the hash of the manifest, so that the index of another state of the catalogue is
never used. If the disk is full or read-only, the index is in memory alone.
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
"""Version of the format, increased when older files become unreadable."""
UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError)
"""Errors that a truncated or altered index file raises."""


def index_of(folder: Path, manifest: Manifest) -> Index:
    """Return the index of a catalogue from disk, or build it and, if possible, write it to disk."""
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
    """Write an index completely or not at all, and remove those of earlier states."""
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
