"""The whole archive of a planet as a catalogue of entries without pixels, region by region.

A region enters the catalogue whole or not at all, so an interrupted index continues with the next region. The file
`archive.json` beside the catalogue says which planet it belongs to; image files are made on demand.
"""

from __future__ import annotations

import contextlib
import functools
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from mesocosm.earth.imagery.catalogue import Catalogue
from mesocosm.earth.imagery.errors import DuplicateScene
from mesocosm.earth.imagery.manifest import MANIFEST
from mesocosm.earth.planet.archive.acquisitions import FILES
from mesocosm.earth.planet.archive.archive import Archive
from mesocosm.earth.planet.archive.columns import mission_table
from mesocosm.earth.planet.archive.missions import MISSIONS
from mesocosm.earth.planet.manifest import Title, explain_full_disk
from mesocosm.earth.planet.planet import Planet, checked_seed, size_of
from mesocosm.earth.planet.sizes import Size, SizeName
from mesocosm.errors import UserError
from mesocosm.execution.executor import HERE, Executor
from mesocosm.execution.spread import spread
from mesocosm.files import spell_json, write_whole
from mesocosm.types import Record

if TYPE_CHECKING:
    import pyarrow as pa

TITLE = "archive.json"
DRAFTS = ".regions"
"""Folder of regions that are made and not yet in the catalogue: tables are too large to send to another process."""
Watch = Callable[[str, int, int], None]
"""Callback for each finished region: its key, the number of finished regions, the number of all."""


class Index(Record):
    """The planet whose index a folder holds, and the progress: `archive.json`."""

    planet: Title
    regions: tuple[str, ...] = ()
    """Regions that are in the catalogue."""
    entries: int = 0
    files: int = 0
    """Number of files that can be made."""


def index(seed: int, size: SizeName | Size, folder: Path, *, on: Executor = HERE, watch: Watch | None = None) -> Index:
    """Add all acquisitions of a planet to the catalogue of a folder; regions that are in it already stay.

    Args:
        seed: Seed of the planet.
        size: Size by name, or a `Size`.
        folder: A folder that is new, empty, or holds an index of this seed and size, complete or not.
        on: Where the regions are made.
        watch: Callback for every finished region.
    """
    title = Title(seed=checked_seed(seed), size=size_of(size))
    with explain_full_disk(folder):
        held = _open(folder, title)
        catalogue = Catalogue.open(folder)
        wanted = [region.key for region in Planet(seed, size).regions if region.key not in held.regions]
        drafts = folder / DRAFTS
        for key in _in_order(wanted, spread(functools.partial(_draft, title, str(drafts.resolve())), wanted, on=on)):
            held = _with(folder, catalogue, held, key, _read_draft(drafts, key))
            if watch is not None:
                watch(key, len(held.regions), len(held.regions) + len(wanted) - wanted.index(key) - 1)
        shutil.rmtree(drafts, ignore_errors=True)
    return held


def read_index(folder: Path) -> Index:
    """Return the index that a folder holds."""
    try:
        return Index.model_validate_json((folder / TITLE).read_bytes())
    except FileNotFoundError as error:
        raise UserError(
            f"{folder} holds no index of a planet; run `mesocosm planet index -o {folder}` to make one"
        ) from error
    except (OSError, ValidationError) as error:
        raise UserError(f"{folder / TITLE} cannot be read: {error}; name another folder") from error


def region_tables(archive: Archive, key: str) -> list[pa.Table]:
    """Return all acquisitions of a region, a table per mission; none for a region without towns."""
    if not archive.towns(key):
        return []
    return [table for mission in MISSIONS if (table := mission_table(archive, key, mission)).num_rows]


def _open(folder: Path, title: Title) -> Index:
    """Return the index in a folder, or start one; refuse the index of another planet."""
    if (folder / TITLE).is_file():
        held = read_index(folder)
        if held.planet != title:
            raise UserError(
                f"{folder} holds the index of seed {held.planet.seed} with {held.planet.size.regions} regions, not of "
                f"seed {title.seed} with {title.size.regions}; name another folder"
            )
    elif folder.is_dir() and any(folder.iterdir()):
        raise UserError(f"{folder} holds files that belong to no index; name an empty folder or a new one")
    else:
        held = Index(planet=title)
        _write(folder, held)
    if not (folder / MANIFEST).is_file():
        Catalogue.create(folder)
    return held


def _with(folder: Path, catalogue: Catalogue, held: Index, key: str, tables: list[pa.Table]) -> Index:
    """Return the index with one region more."""
    with contextlib.suppress(DuplicateScene):  # an earlier run was interrupted just after adding it
        catalogue.add_tables(tables)
    entries = sum(table.num_rows for table in tables)
    files = sum(table.num_rows * len(FILES[table["collection"][0].as_py()]) for table in tables)
    held = held.model_copy(
        update={"regions": (*held.regions, key), "entries": held.entries + entries, "files": held.files + files}
    )
    _write(folder, held)
    return held


def _write(folder: Path, held: Index) -> None:
    write_whole(folder / TITLE, spell_json(held.model_dump(mode="json")) + "\n")


def _draft(title: Title, drafts: str, key: str) -> str:
    """Write the tables of a region to files, and return its key."""
    import pyarrow.parquet as parquet

    tables = region_tables(Archive(Planet(title.seed, title.size)), key)
    folder = Path(drafts) / key
    shutil.rmtree(folder, ignore_errors=True)  # of an interrupted run
    folder.mkdir(parents=True)
    for number, table in enumerate(tables):
        parquet.write_table(table, folder / f"{number:03d}.parquet")
    return key


def _read_draft(drafts: Path, key: str) -> list[pa.Table]:
    import pyarrow.parquet as parquet

    folder = drafts / key
    if not folder.is_dir():
        raise UserError(f"{drafts.parent} must be shared by all workers: {key} was written elsewhere")
    tables = [parquet.read_table(path) for path in sorted(folder.glob("*.parquet"))]
    shutil.rmtree(folder)
    return tables


def _in_order(wanted: Sequence[str], done: Iterable[str]) -> Iterator[str]:
    """Yield keys in their own order, each as soon as it and all before it are done."""
    ready: set[str] = set()
    waiting = list(wanted)
    for key in done:
        ready.add(key)
        while waiting and waiting[0] in ready:
            yield waiting.pop(0)
