"""Functions that tamper with bundles."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path


def members(bundle: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(bundle) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(path: Path, parts: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def signed(parts: dict[str, bytes]) -> dict[str, bytes]:
    """Return the members with a matching manifest, as a careful forger would write it."""
    manifest = json.loads(parts["manifest.json"])
    own = {name: data for name, data in parts.items() if name != "manifest.json"}
    manifest["members"] = {name: hashlib.sha256(data).hexdigest() for name, data in own.items()}
    return {**own, "manifest.json": json.dumps(manifest).encode()}


def forge(bundle: Path, name: str, change) -> Path:
    """Write the bundle with one member passed through `change` and a matching manifest."""
    parts = members(bundle)
    parts[name] = change(parts[name])
    return pack(bundle.with_name("forged.zip"), signed(parts))


def in_lines(change):
    """Change the JSON objects of a member, one a line."""

    def changed(data: bytes) -> bytes:
        records = [json.loads(line) for line in data.decode().strip("\n").split("\n")]
        return "".join(f"{json.dumps(record)}\n" for record in change(records)).encode()

    return changed


def in_record(change):
    """Change the JSON object of a member in place."""

    def changed(data: bytes) -> bytes:
        record = json.loads(data)
        change(record)
        return json.dumps(record).encode()

    return changed
