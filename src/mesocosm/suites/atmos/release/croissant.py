"""The description of a set in Croissant 1.1, a vocabulary for data sets of machine learning."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import JsonValue

from mesocosm.suites.atmos.release.sets import OPEN
from mesocosm.synthesis.croissant import dataset

COMMON = {
    "id": "Template and instance.",
    "problem": "What is asked, without options.",
    "answer": "The key as text.",
    "type": "Category of the physics.",
    "canary": "Marks generated benchmark data, which belong in no training corpus.",
}
CHOICE = {"options": "The four values offered, A to D.", "correct_option": "Letter of the right one."}

USES = {
    "test": "Testing of agents and models. Keys are included: keep out of training corpora.",
    "validation": "Choosing between models while they are trained; no question is of the test split.",
    "train": "Training of agents and models; no question is of the test split, which has templates of its own too.",
}


def describe(name: str, seed: int, split: str, file: Path) -> dict[str, JsonValue]:
    """The description of the set in this file."""
    own = {} if name == OPEN else CHOICE
    about: dict[str, JsonValue] = {
        "name": f"mesocosm-atmos-{name}-{'' if split == 'test' else f'{split}-'}s{seed}",
        "description": f"Generated questions on the physics of the Earth, set {name}, split {split}, seed {seed}, with "
        "keys.",
        "citeAs": "mesocosm, suite atmos",
        "rai:dataCollection": "Every question is drawn from a seed by templates and solvers; nobody was asked.",
        "rai:dataUseCases": USES[split],
    }
    questions: JsonValue = {
        "@type": "cr:FileObject",
        "@id": "questions",
        "name": file.name,
        "contentUrl": file.name,
        "encodingFormat": "application/jsonlines",
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
    }
    records: JsonValue = {
        "@type": "cr:RecordSet",
        "@id": "question",
        "name": "question",
        "key": {"@id": "question/id"},
        "field": [_field(column, text) for column, text in (COMMON | own).items()],
    }
    return dataset(about, [questions], [records])


def _field(column: str, text: str) -> JsonValue:
    field: dict[str, JsonValue] = {
        "@type": "cr:Field",
        "@id": f"question/{column}",
        "name": column,
        "description": text,
        "dataType": "sc:Text",
        "source": {"fileObject": {"@id": "questions"}, "extract": {"column": column}},
    }
    return field | ({"repeated": True} if column == "options" else {})
