"""The files of a catalogue: creation, addition, checks, and removal of damaged ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.earth.imagery.errors import DamagedCatalogue, InvalidScene
from mesocosm.earth.imagery.geoparquet_files import check_table, write_part
from mesocosm.earth.imagery.layout import to_table
from mesocosm.earth.imagery.manifest import (
    MANIFEST,
    PARTS,
    Manifest,
    Part,
    alone,
    damage,
    read_manifest,
    write_manifest,
)
from mesocosm.earth.imagery.names import KnownNames
from mesocosm.earth.imagery.scene import Scene
from mesocosm.errors import UserError
from mesocosm.sources.source import sha256_of

if TYPE_CHECKING:
    import pyarrow as pa


def begin(folder: Path) -> Manifest:
    """Make a folder an empty catalogue; refuse one that has a catalogue already."""
    if (folder / MANIFEST).exists():
        raise UserError(f"{folder} holds a catalogue already: open it, or choose another folder")
    try:
        (folder / PARTS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make a catalogue in {folder}: {error.strerror}") from error
    write_manifest(folder, Manifest())
    return Manifest()


def whole_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder; raise an error if a file is missing or truncated."""
    manifest = read_manifest(folder)
    problems = [problem for part in manifest.parts if (problem := damage(folder, part))]
    if problems:
        raise DamagedCatalogue(
            f"{'; '.join(problems)}. Put them back, or go on without them: Catalogue.salvage({str(folder)!r})"
        )
    return manifest


def append(folder: Path, known: KnownNames, tables: Sequence[pa.Table]) -> Manifest:
    """Add tables, each of one collection, all or none of them."""
    filled = [table for table in tables if table.num_rows]
    for table in filled:
        check_table(table)
    with alone(folder):
        manifest = whole_manifest(folder)
        if not filled:
            return manifest
        known.demand_new(manifest, filled)
        parts = tuple(write_part(folder, table) for table in filled)
        grown = Manifest(parts=manifest.parts + parts)
        write_manifest(folder, grown)
    return grown


def tables_of(scenes: Iterable[Scene]) -> list[pa.Table]:
    """Convert scenes to tables, one per collection."""
    ordered = sorted(scenes, key=lambda scene: scene.collection)
    return [to_table(list(group)) for _, group in groupby(ordered, key=lambda scene: scene.collection)]


def by_collection(table: pa.Table) -> list[pa.Table]:
    """Split a table of scenes into one table per collection."""
    import pyarrow.compute as pc

    if "collection" not in table.column_names:
        raise InvalidScene("the table lacks the column collection")
    names = table["collection"].unique().to_pylist()
    return [table] if len(names) == 1 else [table.filter(pc.equal(table["collection"], name)) for name in names]


def altered_files(folder: Path, manifest: Manifest) -> list[str]:
    """Return what is wrong with each file that differs from the manifest in any byte."""
    return [problem for part in manifest.parts if (problem := damage(folder, part) or _alter(folder, part))]


def drop_damaged(folder: Path) -> tuple[Manifest, list[str]]:
    """Remove damaged files from the manifest but not from the folder, and return what is wrong with each."""
    with alone(folder):
        manifest = read_manifest(folder)
        problems = {
            part: problem for part in manifest.parts if (problem := damage(folder, part) or _alter(folder, part))
        }
        kept = Manifest(parts=tuple(part for part in manifest.parts if part not in problems))
        if problems:
            write_manifest(folder, kept)
    return kept, list(problems.values())


def _alter(folder: Path, part: Part) -> str | None:
    digest = sha256_of(folder / part.file)
    if digest == part.sha256:
        return None
    return f"{folder / part.file} with {part.scenes:,} scenes must have the hash {part.sha256}, got {digest}"
