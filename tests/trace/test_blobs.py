from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from mesocosm.trace.blobs import BlobStore

DATA = b"\x89PNG not quite"


def test_bytes_come_back_under_their_hash(tmp_path: Path) -> None:
    store = BlobStore(tmp_path)
    blob = store.put(DATA, "image/png", "map")
    assert (blob.sha256, blob.caption) == (hashlib.sha256(DATA).hexdigest(), "map")
    assert store.path(blob) == tmp_path / blob.sha256[:2] / f"{blob.sha256}.png"
    assert store.get(blob) == DATA


def test_the_same_bytes_are_kept_once(tmp_path: Path) -> None:
    store = BlobStore(tmp_path)
    store.put(DATA, "image/png")
    store.put(DATA, "image/png", "another caption")
    assert len([one for one in tmp_path.rglob("*") if one.is_file()]) == 1


def test_no_draft_is_left_beside(tmp_path: Path) -> None:
    BlobStore(tmp_path).put(DATA, "image/png")
    assert not list(tmp_path.rglob(".draft-*"))


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    store = BlobStore(tmp_path)
    blob = store.put(DATA, "image/png")
    store.path(blob).write_bytes(DATA + b"!")
    with pytest.raises(ValueError, match="does not have the hash in its name: the file was changed"):
        store.get(blob)


def test_an_array_comes_back_value_for_value(tmp_path: Path) -> None:
    store = BlobStore(tmp_path)
    field = np.array([[1.5, np.nan], [-np.inf, 0.0]], dtype=np.float32)
    path = store.path(store.put_array(field))
    assert path.suffix == ".npy"
    np.testing.assert_array_equal(np.load(path), field)


def test_an_array_of_objects_is_refused() -> None:
    with pytest.raises(ValueError, match="Object arrays cannot be saved"):
        BlobStore(None).put_array(np.array([object()]))


def test_without_a_folder_only_the_hash_is_made() -> None:
    store = BlobStore(None)
    blob = store.put(DATA, "image/png")
    assert blob.sha256 == hashlib.sha256(DATA).hexdigest()
    with pytest.raises(ValueError, match="this trace keeps no blobs"):
        store.get(blob)


def test_an_unknown_media_type_is_kept_as_bytes(tmp_path: Path) -> None:
    store = BlobStore(tmp_path)
    assert store.path(store.put(b"", "application/x-grib")).suffix == ".bin"
