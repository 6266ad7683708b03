"""Description of a trajectory folder in Croissant 1.1, the vocabulary of machine-learning data sets."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue

import mesocosm
from mesocosm.synthesis.columns import COLUMNS, Column
from mesocosm.synthesis.folder import Plan

CONTEXT: dict[str, JsonValue] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def describe(plan: Plan, folder: Path, contents: Mapping[str, str]) -> dict[str, JsonValue]:
    """Return the description of some files of a folder, each with its content."""
    about: dict[str, JsonValue] = {
        "name": f"mesocosm-{plan.suite}-trajectories-s{plan.seed}",
        "description": f"Worked tasks of the mesocosm suite {plan.suite}: {plan.split} split, seed {plan.seed}.",
        "citeAs": f"mesocosm, suite {plan.suite}",
        "rai:dataCollection": "Every task, picture and answer is drawn from a seed; nobody was asked or shown.",
        "rai:dataUseCases": "Training and testing of agents that call tools.",
    }
    files = [_file_object(folder, name, holds) for name, holds in contents.items()]
    return dataset(about, [*files, _pictures(plan)], [_record_set(name, holds) for name, holds in contents.items()])


def dataset(
    about: Mapping[str, JsonValue], files: list[JsonValue], record_sets: list[JsonValue]
) -> dict[str, JsonValue]:
    """Return a data set of ours: its metadata, its files, and the content of their records."""
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "license": "https://spdx.org/licenses/Apache-2.0.html",
        "version": mesocosm.__version__,
        "rai:personalSensitiveInformation": "None.",
        **about,
        "distribution": files,
        "recordSet": record_sets,
    }


def _file_object(folder: Path, name: str, holds: str) -> JsonValue:
    with (folder / name).open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "description": holds,
        "contentUrl": name,
        "contentSize": f"{(folder / name).stat().st_size} B",
        "encodingFormat": "application/jsonlines",
        "sha256": sha256,
    }


def _pictures(plan: Plan) -> JsonValue:
    return {
        "@type": "cr:FileSet",
        "@id": "images",
        "name": "images",
        "description": "The pictures, each named by the SHA-256 of the PNG that was seen.",
        "encodingFormat": f"image/{plan.pictures}",
        "includes": f"images/*/*.{plan.pictures}",
    }


def _record_set(name: str, holds: str) -> JsonValue:
    stem = name.removesuffix(".jsonl")
    fields: list[JsonValue] = [_field(name, stem, column) for column in COLUMNS[stem]]
    return {"@type": "cr:RecordSet", "@id": stem, "name": stem, "description": holds, "field": fields}


def _field(file: str, stem: str, column: Column) -> JsonValue:
    """Return a column; one that holds records has a field for each of their parts, and no data of its own."""
    field = _named(f"{stem}/{column.name}", column)
    if not column.parts:
        return field | {"dataType": f"sc:{column.kind}", "source": _source(file, column.name)}
    parts: list[JsonValue] = [
        _named(f"{stem}/{column.name}/{part.name}", part)
        | {"dataType": f"sc:{part.kind}", "source": _source(file, column.name, part.path)}
        for part in column.parts
    ]
    return field | {"subField": parts}


def _named(name: str, column: Column) -> dict[str, JsonValue]:
    field: dict[str, JsonValue] = {"@type": "cr:Field", "@id": name, "name": name, "description": column.about}
    return field | ({"repeated": True} if column.repeated else {})


def _source(file: str, column: str, path: str = "") -> JsonValue:
    source: dict[str, JsonValue] = {"fileObject": {"@id": file}, "extract": {"column": column}}
    return source | ({"transform": {"jsonPath": path}} if path else {})
