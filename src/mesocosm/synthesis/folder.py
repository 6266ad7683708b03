"""A folder of trajectories in progress: its plan, its lots, its pictures.

Candidates are numbered; a lot of them is worked at once and written as one whole file, so that interrupted work
continues after the last whole lot. The bytes do not depend on which process works a lot. Several processes, also of
several machines, may work at one folder.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue, ValidationError

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import decode_text, parse_lines, spell_json
from mesocosm.storage.folder import Folder, folder_at
from mesocosm.synthesis.pipeline import Worked
from mesocosm.trace.reader import explain
from mesocosm.types import Record

LOT = 25
"""Candidates per lot: small enough that little is lost, large enough that there are few files."""
PLAN = "plan.json"
TOOLS = "tools.json"
CLAIMS = "claims/"


PictureKind = Literal["png", "jpeg"]
"""PNG as the agent saw them, or JPEG of quality 90 at a quarter of the size."""
JPEG_QUALITY = 90


class Plan(Record):
    """The settings from which a folder of trajectories is made."""

    suite: str
    split: str = "train"
    seed: int = Field(ge=0)
    candidates: int = Field(ge=1)
    actor: str = "oracle"
    pictures: PictureKind = "png"

    @property
    def lots(self) -> range:
        return range(-(-self.candidates // LOT))

    def numbers(self, lot: int) -> range:
        """Return the numbers of a lot's candidates."""
        return range(lot * LOT, min((lot + 1) * LOT, self.candidates))


def open_folder(place: Path | str | Folder, plan: Plan) -> None:
    """Begin a folder, or continue it if its plan is the same or asks for more candidates.

    If the previous number of candidates cut the last lot short, that lot is worked again: its file is deleted before
    the plan is written, so that no plan counts on an incomplete lot.
    """
    if isinstance(place, Path) and place.exists() and not place.is_dir():
        raise UserError(f"{place} must be a folder; it is a file")
    folder = folder_at(place)
    if not _is_begun(folder):
        with _explain(folder, PLAN):
            folder.write_new(PLAN, _spell(plan))
    begun = read_plan(folder)
    _check_same(folder, begun, plan)
    if begun.candidates < plan.candidates:
        if begun.candidates % LOT:
            folder.delete(lot_name(begun.lots[-1]))
        folder.write(PLAN, _spell(plan))


def _is_begun(folder: Folder) -> bool:
    """Return whether a folder has a plan; refuse one with other files, but not one that is begun at this moment."""
    if folder.exists(PLAN):
        return True
    if folder.names() and not folder.exists(PLAN):
        raise UserError(f"{folder} must be new, empty or begun by this command; it holds other files")
    return False


def _spell(plan: Plan) -> bytes:
    return f"{spell_json(plan.model_dump(mode='json'))}\n".encode()


def _write_text(folder: Folder, name: str, text: str) -> None:
    with _explain(folder, name):
        folder.write(name, text.encode())


@contextlib.contextmanager
def _explain(folder: Folder, name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(f"cannot write {folder}/{name}: {error.strerror}") from error


def _check_same(folder: Folder, begun: Plan, plan: Plan) -> None:
    for name in ("suite", "split", "seed", "actor", "pictures"):
        if getattr(begun, name) != getattr(plan, name):
            was, asked = getattr(begun, name), getattr(plan, name)
            raise UserError(f"{folder} was begun with {name} {was!r}, not {asked!r}; choose another folder")
    if begun.candidates > plan.candidates:
        raise UserError(f"{folder} was begun with {begun.candidates} candidates; ask for at least as many")


def read_plan(place: Path | str | Folder) -> Plan:
    """Read the plan with which a folder was begun."""
    folder = folder_at(place)
    try:
        text = decode_text(folder.read(PLAN), f"{folder}/{PLAN}")
    except OSError as error:
        raise UserError(f"{folder} holds no {PLAN}: it is not a folder of trajectories") from error
    try:
        return Plan.model_validate_json(text)
    except ValidationError as error:
        raise InvalidRecord(f"{folder}/{PLAN}: {explain(error)}") from error


def lot_name(lot: int) -> str:
    return f"lots/{lot:05d}.jsonl"


def lot_path(folder: Path, lot: int) -> Path:
    return folder / lot_name(lot)


def picture_path(sha256: str, kind: PictureKind = "png") -> str:
    """Return a picture's path relative to the folder; its name is the hash of the PNG that the agent saw."""
    return f"images/{sha256[:2]}/{sha256}.{kind}"


def missing_lots(folder: Folder, plan: Plan) -> list[int]:
    """Return the lots that are not written yet."""
    there = set(folder.names("lots/"))
    return [lot for lot in plan.lots if lot_name(lot) not in there and not folder.exists(lot_name(lot))]


def claim_lot(folder: Folder, lot: int) -> bool:
    """Tell other processes that this one begins a lot; return whether it is the first to do so.

    A claim saves work and decides nothing: the lots of a process that was killed are worked by the others at last.
    """
    return folder.write_new(f"{CLAIMS}{lot:05d}", b"")


def remove_claims(folder: Folder) -> None:
    """Remove all claims: every lot is written."""
    for name in folder.names(CLAIMS):
        folder.delete(name)


def write_lot(folder: Folder, lot: int, worked: list[Worked]) -> None:
    """Write a whole lot or nothing of it. If another process was first, its lot stays, unless it is a shorter one."""
    data = "".join(f"{candidate.model_dump_json()}\n" for candidate in worked).encode()
    if not folder.write_new(lot_name(lot), data) and folder.read(lot_name(lot)).count(b"\n") < len(worked):
        folder.write(lot_name(lot), data)


def keep_picture(place: Path | str | Folder, sha256: str, png: bytes, kind: PictureKind) -> None:
    """Write a picture unless it exists."""
    folder, name = folder_at(place), picture_path(sha256, kind)
    if not folder.exists(name):
        folder.write(name, png if kind == "png" else _as_jpeg(png))


def _as_jpeg(png: bytes) -> bytes:
    import io

    from PIL import Image

    buffer = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    return buffer.getvalue()


def read_worked(place: Path | str | Folder) -> Iterator[Worked]:
    """Yield the results of all candidates so far, in order."""
    folder = folder_at(place)
    for lot in read_plan(folder).lots:
        yield from read_lot(folder, lot)


def read_lot(folder: Folder, lot: int) -> Iterator[Worked]:
    """Yield the results of a lot, none if it is not written yet."""
    file = f"{folder}/{lot_name(lot)}"
    try:
        text = decode_text(folder.read(lot_name(lot)), file)
    except FileNotFoundError:
        return
    for line, record in parse_lines(text, file, "a worked candidate"):
        try:
            yield Worked.model_validate(record)
        except ValidationError as error:
            raise InvalidRecord(f"{line}: {explain(error)}; delete the file to generate its lot again") from error


def write_tools(folder: Folder, tools: dict[str, JsonValue]) -> None:
    """Write the schemas of all tools that trajectories name."""
    _write_text(folder, TOOLS, spell_json(tools) + "\n")
