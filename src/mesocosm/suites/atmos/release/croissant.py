"""A set's description in Croissant 1.1, the vocabulary by which data sets for learning are found and loaded."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import mesocosm
from mesocosm.suites.atmos.release.sets import OPEN

CONTEXT: dict[str, Any] = {
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

COMMON = {
    "id": "Template and instance.",
    "problem": "What is asked, without options.",
    "answer": "The key as text.",
    "type": "Category of the physics.",
    "canary": "Marks generated benchmark data, which belong in no training corpus.",
}
CHOICE = {"options": "The four values offered, A to D.", "correct_option": "Letter of the right one."}


def describe(name: str, seed: int, file: Path) -> dict[str, Any]:
    """The description of a set that lies in this file."""
    own = {} if name == OPEN else CHOICE
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": f"mesocosm-atmos-{name}-s{seed}",
        "description": f"Generated questions on the physics of the Earth, set {name}, seed {seed}, with keys.",
        "license": "https://spdx.org/licenses/Apache-2.0.html",
        "version": mesocosm.__version__,
        "citeAs": "mesocosm, suite atmos",
        "rai:dataCollection": "Every question is drawn from a seed by templates and solvers; nobody was asked.",
        "rai:dataUseCases": "Testing of agents and models. Keys are included: keep out of training corpora.",
        "rai:personalSensitiveInformation": "None.",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "questions",
                "name": file.name,
                "contentUrl": file.name,
                "encodingFormat": "application/jsonlines",
                "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "question",
                "name": "question",
                "key": {"@id": "question/id"},
                "field": [_field(column, text) for column, text in (COMMON | own).items()],
            }
        ],
    }


def _field(column: str, text: str) -> dict[str, Any]:
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"question/{column}",
        "name": column,
        "description": text,
        "dataType": "sc:Text",
        "source": {"fileObject": {"@id": "questions"}, "extract": {"column": column}},
    }
    return field | ({"repeated": True} if column == "options" else {})
