"""Pictures and arrays, stored once under the hash of their bytes."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.files import write_whole
from mesocosm.trace.schema import Blob

if TYPE_CHECKING:
    import numpy as np

SUFFIX = {"image/png": ".png", "image/jpeg": ".jpg", "application/x-npy": ".npy", "application/octet-stream": ".bin"}


class BlobStore:
    """A folder of files named by their SHA-256; without a folder, only the hashes are made."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def put(self, data: bytes, media_type: str, caption: str = "") -> Blob:
        """Store bytes unless they are stored already."""
        blob = Blob(sha256=hashlib.sha256(data).hexdigest(), media_type=media_type, caption=caption)
        if self.folder is not None and not (path := self.path(blob)).exists():
            write_whole(path, data)
        return blob

    def put_array(self, array: np.ndarray, caption: str = "") -> Blob:
        """Store an array as `.npy`."""
        import numpy as np

        buffer = io.BytesIO()
        np.save(buffer, array, allow_pickle=False)
        return self.put(buffer.getvalue(), "application/x-npy", caption)

    def get(self, blob: Blob) -> bytes:
        """Return the bytes, checked against their hash."""
        data = self.path(blob).read_bytes()
        if hashlib.sha256(data).hexdigest() != blob.sha256:
            raise ValueError(f"blob {self.path(blob)} does not have the hash in its name: the file was changed")
        return data

    def path(self, blob: Blob) -> Path:
        if self.folder is None:
            raise ValueError("this trace keeps no blobs: it was not given a folder")
        return self.folder / blob.sha256[:2] / f"{blob.sha256}{SUFFIX.get(blob.media_type, '.bin')}"
