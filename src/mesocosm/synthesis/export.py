"""Export of a folder of worked candidates as files for training."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.files import read_text, whole, write_json, write_whole
from mesocosm.storage.copies import fetch
from mesocosm.storage.objects import ObjectFolder
from mesocosm.storage.places import is_remote
from mesocosm.synthesis.card import Figures, croissant, readme
from mesocosm.synthesis.folder import PLAN, TOOLS, lot_name, read_plan, read_worked
from mesocosm.synthesis.formats import FORMATS, Line, Shelf, Tools, preference, rollout
from mesocosm.synthesis.pairs import REASONS, sift_pairs, tally
from mesocosm.synthesis.pipeline import Worked
from mesocosm.workspace.stale_folders import owned_prefix, work_folder


def export(place: Path | str) -> dict[str, JsonValue]:
    """Write the lines of every format, the pairs, the rollouts and the card; return the card's statistics.

    The files of a folder on an object server are written from a copy of its lots, and then uploaded.
    """
    if not is_remote(place):
        return _export_here(Path(place))
    folder = ObjectFolder(str(place))
    sources = [PLAN, TOOLS, *map(lot_name, read_plan(folder).lots)]
    with tempfile.TemporaryDirectory(prefix=owned_prefix(), dir=work_folder()) as scratch:
        copy = Path(scratch)
        fetch(folder, copy, set(sources).__contains__, known=sources)
        statistics = _export_here(copy)
        for name in sorted({path.name for path in copy.iterdir() if path.is_file()} - set(sources)):
            folder.write(name, (copy / name).read_bytes())
    return statistics


def _export_here(folder: Path) -> dict[str, JsonValue]:
    """Write the files of a folder of this machine. Lots are read once for every file, so that a hundred thousand
    trajectories need no more memory than one.
    """
    plan = read_plan(folder)
    shelf = Shelf(_read_tools(folder), plan.pictures)
    names = []
    for name, spell in FORMATS.items():
        lines = (spell(candidate.trajectory, shelf) for candidate in _kept_candidates(folder))
        names.append(_write(folder / f"{name}.jsonl", lines))
    counted = tally(_kept_candidates(folder))
    pairs = (preference(*pair, shelf) for pair in sift_pairs(_kept_candidates(folder), counted))
    names.append(_write(folder / "preferences.jsonl", pairs))
    names.append(_write(folder / "rollouts.jsonl", _rollouts(folder, shelf)))
    figures = Figures()
    for candidate in read_worked(folder):
        figures.count(candidate)
    left_out: dict[str, JsonValue] = {reason: counted.left_out[reason] for reason in REASONS}
    statistics = {**figures.as_dict(), "pairs": counted.given, "pairs_left_out": left_out}
    write_json(folder / "statistics.json", statistics)
    write_whole(folder / "README.md", readme(plan, statistics))
    write_json(folder / "croissant.json", croissant(plan, folder, names))
    return statistics


def _read_tools(folder: Path) -> Tools:
    try:
        tools = json.loads(read_text(folder / TOOLS))
    except ValueError as error:
        raise InvalidRecord(f"{folder / TOOLS} is not JSON") from error
    if not isinstance(tools, dict):
        raise InvalidRecord(f"{folder / TOOLS} must be an object of tools by name")
    return tools


def _kept_candidates(folder: Path) -> Iterator[Worked]:
    return (candidate for candidate in read_worked(folder) if candidate.outcome == "kept")


def _rollouts(folder: Path, shelf: Shelf) -> Iterator[Line]:
    """Yield every scored attempt, including those sent back, because a learner needs failures."""
    for candidate in read_worked(folder):
        for rejected in candidate.rejected:
            yield from rollout(rejected, shelf, kept=False)
        yield from rollout(candidate.trajectory, shelf, kept=candidate.outcome == "kept")


def _write(path: Path, lines: Iterable[Line]) -> str:
    with whole(path) as draft, draft.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return path.name
