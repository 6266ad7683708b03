"""Building a pack: the files of the recipe are copied or downloaded, and every request is carried out twice."""

from __future__ import annotations

import functools
import shutil
import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from pydantic import Field

from mesocosm.errors import InvalidRecord
from mesocosm.seeding import generator
from mesocosm.sources.source import sha256_of
from mesocosm.suites.terra.making.agreement import check_agreement
from mesocosm.suites.terra.real_data.pack import FORMAT, MANIFEST, PackManifest, RealPack, RealRequest, RecordedFile
from mesocosm.suites.terra.real_data.real_items import carry_out, recompute, request_words
from mesocosm.types import Record

RECIPE = "recipe.toml"
Progress = Callable[[str], None]


class SourceFile(RecordedFile):
    """A file of the recipe: its place in a folder of fetched files, and its address."""

    path: str
    """Path in the folder that `--from` names."""


class Recipe(Record):
    """`recipe.toml`: the files that are had from their publishers, and what is asked about them."""

    title: str
    files: tuple[SourceFile, ...]
    requests: tuple[RealRequest, ...] = Field(min_length=1)


class Carried(Record):
    """One request that was carried out twice."""

    number: int
    kind: str
    place: str
    fields: int
    steps: int


@functools.cache
def recipe() -> Recipe:
    """Return the recipe of the package."""
    text = (files("mesocosm.suites.terra.real_data") / RECIPE).read_text(encoding="utf-8")
    return Recipe.model_validate(tomllib.loads(text))


def build(
    out: Path,
    given: Path | None,
    kinds: Sequence[str] = (),
    *,
    whole: Recipe | None = None,
    progress: Progress = lambda line: None,
) -> RealPack:
    """Write the pack of a recipe to a new folder.

    Args:
        out: Folder to write, which must not exist or be empty.
        given: Folder with fetched files; each file is downloaded from its publisher if this is left out.
        kinds: Kinds of requests to take; all of them by default.
        whole: The recipe; that of the package by default.
        progress: Called with a line for each file.
    """
    if out.exists() and any(out.iterdir()):
        raise InvalidRecord(f"{out} is not empty; name a new folder")
    whole = whole or recipe()
    if unknown := sorted(set(kinds) - {request.kind for request in whole.requests}):
        raise InvalidRecord(f"the recipe has no requests of the kind {unknown[0]!r}")
    requests = tuple(request for request in whole.requests if not kinds or request.kind in kinds)
    needed = {name for request in requests for file in request.files for name in file.sources}
    chosen = [file for file in whole.files if file.name in needed]
    for file in chosen:
        progress(file.name)
        _take(file, given, out / "files" / file.name)
    recorded = tuple(RecordedFile(**file.model_dump(exclude={"path"})) for file in chosen)
    manifest = PackManifest(format=FORMAT, title=whole.title, files=recorded, requests=requests)
    (out / MANIFEST).write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")
    return RealPack(out)


def check(pack: RealPack) -> Iterator[Carried]:
    """Carry out every request of a pack with tools and again without, and compare; raise an error if they differ."""
    for number, request in enumerate(pack.manifest.requests):
        asked = request_words(request, generator("terra", "real", number))
        executed = carry_out(pack, request)
        check_agreement(request.kind, asked, executed.answers, recompute(pack, request))
        yield Carried(
            number=number,
            kind=request.kind,
            place=request.place,
            fields=len(asked.fields),
            steps=len(executed.path.steps),
        )


def _take(file: SourceFile, given: Path | None, into: Path) -> None:
    """Put a file of the recipe into the pack; refuse it if it is not the one that the recipe means."""
    into.parent.mkdir(parents=True, exist_ok=True)
    if given is None:
        _download(file, into)
    elif (given / file.path).is_file():
        shutil.copyfile(given / file.path, into)
    else:
        raise InvalidRecord(f"{given} has no {file.path}; leave --from out to download it from {file.recipe}")
    if (found := sha256_of(into)) != file.sha256:
        into.unlink()
        raise InvalidRecord(
            f"{file.path} has SHA-256 {found[:12]}…, the recipe expects {file.sha256[:12]}…; it is another version "
            f"of {file.recipe}"
        )


def _download(file: SourceFile, into: Path) -> None:
    from mesocosm.sources.download import save
    from mesocosm.sources.web import Web

    with Web() as web:
        save(web, file.recipe, into)
