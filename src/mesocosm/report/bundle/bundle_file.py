"""The file of a bundle, with its signature: the same members give the same bytes, and reading trusts nothing in it."""

from __future__ import annotations

import hashlib
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

import mesocosm
from mesocosm.errors import InvalidRecord
from mesocosm.files import whole
from mesocosm.report.bundle.layout import MANIFEST, MEMBER, MOST_MEMBERS, RUNS, SIGNATURE, TRACES
from mesocosm.report.bundle.records import FORMAT_VERSION, Manifest
from mesocosm.trace import signing
from mesocosm.trace.reader import explain

LARGEST_MEMBER = 64 * 2**20
"""Most bytes of a member, unpacked."""
LARGEST_BUNDLE = 2 * 2**30
"""Most bytes of all members, unpacked."""
MOST_EVENTS = 20_000
"""Most lines of one trace; an episode of a hundred steps has a few hundred."""
MOST_LINES = 2_000_000
"""Most lines of all runs of a bundle: reading time depends on lines more than on bytes."""
LARGEST_DIRECTORY = 16 * 2**20
"""Most bytes of the list of members, which is read as a whole before any of it can be checked."""
NEVER = (1980, 1, 1, 0, 0, 0)
"""Date of every member: the first that ZIP can represent."""
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
END = struct.Struct("<4s4H2LH")
"""Structure of the end record of a ZIP file without a comment."""
FAR_END = b"PK\x06\x07"
"""Signature of the record before the end record if the file is too large for the plain format."""
SIGNED = b"mesocosm bundle manifest\0"
"""Beginning of what a publisher signs, so that no signature of anything else is valid for a bundle."""


class BundleWriter:
    """Writer of a bundle, member by member."""

    def __init__(self, archive: zipfile.ZipFile, key: str = "") -> None:
        """`key` is the private key of the publisher; if it is empty, the bundle is not signed."""
        self._archive = archive
        self._key = key
        self._hashes: dict[str, str] = {}

    def add(self, name: str, data: bytes) -> None:
        """Add a member; the manifest comes last, by `close`."""
        if len(self._hashes) >= MOST_MEMBERS - 1:
            raise InvalidRecord(f"a bundle holds at most {MOST_MEMBERS:,} members; make one for each run")
        if len(data) > LARGEST_MEMBER:
            raise InvalidRecord(f"{name} would take {len(data):,} bytes; a member takes at most {LARGEST_MEMBER:,}")
        _lines(name, data)
        self._hashes[name] = hashlib.sha256(data).hexdigest()
        self._write(name, data)

    def close(self) -> str:
        """Write the manifest; its hash identifies the whole bundle."""
        members = dict(sorted(self._hashes.items()))
        publisher = signing.public_key(self._key) if self._key else ""
        data = _json_line(Manifest(mesocosm=mesocosm.__version__, publisher=publisher, members=members))
        self._write(MANIFEST, data)
        if self._key:
            self._write(SIGNATURE, signing.sign(self._key, SIGNED + data).encode())
        return hashlib.sha256(data).hexdigest()

    def _write(self, name: str, data: bytes) -> None:
        about = zipfile.ZipInfo(name, NEVER)
        about.create_system, about.external_attr = 3, 0o644 << 16  # alike wherever it is written
        self._archive.writestr(about, data, zipfile.ZIP_DEFLATED, 9)


@contextmanager
def writing(path: Path, key: str = "") -> Iterator[BundleWriter]:
    """Give a bundle to fill, signed with the private key if there is one; the file appears when it is complete."""
    with whole(path) as draft, zipfile.ZipFile(draft, "w", allowZip64=False) as archive:
        yield BundleWriter(archive, key)


class Bundle:
    """An opened bundle."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest, sha256: str) -> None:
        self._archive = archive
        self.manifest = manifest
        self.sha256 = sha256
        """Hash of the manifest, which the publisher announces."""

    @property
    def names(self) -> frozenset[str]:
        """Names of all members except the manifest."""
        return frozenset(self.manifest.members)

    def read(self, name: str) -> bytes:
        """Return the bytes of a member that the manifest names, after checking their hash."""
        if name not in self.manifest.members:
            raise InvalidRecord(f"{name} is missing")
        data = _read(self._archive, name)
        if hashlib.sha256(data).hexdigest() != self.manifest.members[name]:
            raise InvalidRecord(f"{name} does not have the hash that the manifest gives: it was changed")
        return data


@contextmanager
def open_bundle(path: Path) -> Iterator[Bundle]:
    """Open a bundle whose names, sizes and hashes are sound; for another file `InvalidRecord` says what is wrong."""
    try:
        _check_plain(path)
        _check_directory(path)
        with zipfile.ZipFile(path) as archive:
            _check_members(archive.infolist())
            bundle = _bundle(archive)
            _check_contents(bundle)
            yield bundle
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError) as error:
        raise InvalidRecord(
            f"it is not a sound ZIP file: {error}; `mesocosm bundle LOGS -o FILE` writes one"
        ) from error


def _check_plain(path: Path) -> None:
    """Refuse a pipe or a device, which may block or never end."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise InvalidRecord(f"it cannot be read: {error.strerror}") from error
    if not stat.S_ISREG(mode):
        raise InvalidRecord("it is not a plain file")


def _check_contents(bundle: Bundle) -> None:
    """Check the hash of every member, and that the runs have no more lines than can be read in minutes."""
    lines = 0
    for name in sorted(bundle.names):
        lines += _lines(name, bundle.read(name))
        if lines > MOST_LINES:
            raise InvalidRecord(f"its runs have more than {MOST_LINES:,} lines")


def _lines(name: str, data: bytes) -> int:
    """Count the lines of a run's member; a line that no trace would have is refused."""
    if not name.startswith(RUNS):
        return 0
    lines = data.count(b"\n") + 1
    if TRACES in name and lines > MOST_EVENTS + 1:
        raise InvalidRecord(f"{name} has {lines - 1:,} lines; a trace has at most {MOST_EVENTS:,}")
    return lines


def _check_directory(path: Path) -> None:
    """Refuse a file whose list of members would take too much memory: Python reads it before we can check it."""
    with path.open("rb") as file:
        length = file.seek(0, 2)
        file.seek(max(0, length - END.size - 20))
        tail = file.read(END.size + 20)
    mark, *_, size, offset, comment = END.unpack(tail[-END.size :])
    is_bare = offset + size + END.size == length  # nothing stands before the first member
    if mark != b"PK\x05\x06" or comment or tail.startswith(FAR_END) or not is_bare:
        raise InvalidRecord("it is not a ZIP file as bundles are: plain, without a comment and with nothing before it")
    if size > LARGEST_DIRECTORY:
        raise InvalidRecord(f"its list of members takes {size:,} bytes; at most {LARGEST_DIRECTORY:,} are read")


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_MEMBERS:
        raise InvalidRecord(f"it has {len(members):,} members; at most {MOST_MEMBERS:,} are read")
    seen: set[str] = set()
    for member in members:
        name = member.orig_filename
        if not MEMBER.fullmatch(name):
            raise InvalidRecord(f"no bundle has a member called {name[:200]!r}")
        if name in seen:
            raise InvalidRecord(f"{name} occurs twice")
        seen.add(name)
        if member.file_size > LARGEST_MEMBER:
            raise InvalidRecord(f"{name} unpacks to {member.file_size:,} bytes; at most {LARGEST_MEMBER:,} are read")
        if member.compress_type not in PACKINGS or member.flag_bits & 1:
            raise InvalidRecord(f"{name} is packed or encrypted in a way that bundles are not")
    total = sum(member.file_size for member in members)
    if total > LARGEST_BUNDLE:
        raise InvalidRecord(f"it unpacks to {total:,} bytes; at most {LARGEST_BUNDLE:,} are read")


def _bundle(archive: zipfile.ZipFile) -> Bundle:
    if MANIFEST not in archive.NameToInfo:
        raise InvalidRecord(f"it has no {MANIFEST}")
    data = _read(archive, MANIFEST)
    manifest = _manifest(data)
    _check_listed(manifest.members, set(archive.namelist()) - {MANIFEST, SIGNATURE})
    _check_signed(manifest, data, _read(archive, SIGNATURE) if SIGNATURE in archive.NameToInfo else None)
    return Bundle(archive, manifest, hashlib.sha256(data).hexdigest())


def _manifest(data: bytes) -> Manifest:
    try:
        manifest = Manifest.model_validate_json(data)
    except ValidationError as error:
        raise InvalidRecord(f"{MANIFEST}: {explain(error)[:1000]}") from error
    if manifest.version != FORMAT_VERSION:
        raise InvalidRecord(f"it is written as bundle version {manifest.version}; this reader knows {FORMAT_VERSION}")
    return manifest


def _check_signed(manifest: Manifest, data: bytes, signature: bytes | None) -> None:
    """Check the signature of a manifest that names a publisher, and refuse a signature without a publisher."""
    if not manifest.publisher and signature is None:
        return
    if not manifest.publisher:
        raise InvalidRecord(f"publisher: the bundle has a {SIGNATURE}, and its manifest names no publisher")
    if signature is None:
        raise InvalidRecord(f"publisher: {manifest.publisher} is named and {SIGNATURE} is missing: it was removed")
    if not signing.is_signed(manifest.publisher, SIGNED + data, signature.decode(errors="replace")):
        raise InvalidRecord(f"publisher: {SIGNATURE} is not a signature of this manifest by {manifest.publisher}")


def _check_listed(members: Mapping[str, str], there: set[str]) -> None:
    if extra := sorted(there - members.keys()):
        raise InvalidRecord(f"{extra[0]} is not on the manifest")
    if lost := sorted(members.keys() - there):
        raise InvalidRecord(f"{lost[0][:200]!r} is on the manifest and missing")


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """Read a member, but no more than its announced size, which was checked."""
    with archive.open(name) as member:
        return member.read(LARGEST_MEMBER + 1)


def _json_line(record: Manifest) -> bytes:
    unsaid = set() if record.publisher else {"publisher"}
    return f"{record.model_dump_json(indent=1, exclude=unsaid)}\n".encode()
