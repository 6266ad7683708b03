"""A folder of trajectories in progress: its plan, its lots, its pictures.

Candidates are numbered; a lot of them is worked at once and written as one whole file, so that interrupted work
continues after the last whole lot. The bytes do not depend on which process works a lot.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue, ValidationError

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import read_lines, read_text, spell_json, write_json, write_whole
from mesocosm.synthesis.pipeline import Worked
from mesocosm.trace.reader import explain
from mesocosm.types import Record

LOT = 25
"""Candidates per lot: small enough that little is lost, large enough that there are few files."""
PLAN = "plan.json"
TOOLS = "tools.json"


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


def open_folder(folder: Path, plan: Plan) -> None:
    """Begin a folder, or continue it if its plan is the same or asks for more candidates.

    If the previous number of candidates cut the last lot short, that lot is worked again: its file is deleted before
    the
    plan is written, so that no plan counts on an incomplete lot.
    """
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} must be a folder; it is a file")
    if (folder / PLAN).exists():
        begun = read_plan(folder)
        _check_same(folder, begun, plan)
        if begun.candidates < plan.candidates and begun.candidates % LOT:
            lot_path(folder, begun.lots[-1]).unlink(missing_ok=True)
    elif folder.exists() and any(folder.iterdir()):
        raise UserError(f"{folder} must be new, empty or begun by this command; it holds other files")
    write_json(folder / PLAN, plan.model_dump(mode="json"))


def _check_same(folder: Path, begun: Plan, plan: Plan) -> None:
    for name in ("suite", "split", "seed", "actor", "pictures"):
        if getattr(begun, name) != getattr(plan, name):
            was, asked = getattr(begun, name), getattr(plan, name)
            raise UserError(f"{folder} was begun with {name} {was!r}, not {asked!r}; choose another folder")
    if begun.candidates > plan.candidates:
        raise UserError(f"{folder} was begun with {begun.candidates} candidates; ask for at least as many")


def read_plan(folder: Path) -> Plan:
    """Read the plan with which a folder was begun."""
    path = folder / PLAN
    if not path.exists():
        raise UserError(f"{folder} holds no {PLAN}: it is not a folder of trajectories")
    try:
        return Plan.model_validate_json(read_text(path))
    except ValidationError as error:
        raise InvalidRecord(f"{path}: {explain(error)}") from error


def lot_path(folder: Path, lot: int) -> Path:
    return folder / "lots" / f"{lot:05d}.jsonl"


def picture_path(sha256: str, kind: PictureKind = "png") -> str:
    """Return a picture's path relative to the folder; its name is the hash of the PNG that the agent saw."""
    return f"images/{sha256[:2]}/{sha256}.{kind}"


def missing_lots(folder: Path, plan: Plan) -> list[int]:
    """Return the lots that are not written yet."""
    return [lot for lot in plan.lots if not lot_path(folder, lot).exists()]


def write_lot(folder: Path, lot: int, worked: list[Worked]) -> None:
    """Write a whole lot or nothing of it."""
    write_whole(lot_path(folder, lot), "".join(f"{candidate.model_dump_json()}\n" for candidate in worked))


def keep_picture(folder: Path, sha256: str, png: bytes, kind: PictureKind) -> None:
    """Write a picture unless it exists."""
    path = folder / picture_path(sha256, kind)
    if not path.exists():
        write_whole(path, png if kind == "png" else _as_jpeg(png))


def _as_jpeg(png: bytes) -> bytes:
    import io

    from PIL import Image

    buffer = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    return buffer.getvalue()


def read_worked(folder: Path) -> Iterator[Worked]:
    """Yield the results of all candidates so far, in order."""
    for path in sorted((folder / "lots").glob("*.jsonl")):
        for place, record in read_lines(path, "a worked candidate"):
            try:
                yield Worked.model_validate(record)
            except ValidationError as error:
                raise InvalidRecord(f"{place}: {explain(error)}; delete the file to generate its lot again") from error


def write_tools(folder: Path, tools: dict[str, JsonValue]) -> None:
    """Write the schemas of all tools that trajectories name."""
    write_whole(folder / TOOLS, spell_json(tools) + "\n")
