"""The scoring vectors: data beside the checkout, read and never copied."""

import json

import pytest
from tests.shared import SHARED

FOLDER = SHARED / "data" / "terrabench" / "vectors"
needed = pytest.mark.skipif(not FOLDER.is_dir(), reason="the scoring vectors are not beside the checkout")


def vectors(name):
    """Return a file of vectors; None if it does not exist."""
    path = FOLDER / f"{name}.json"
    return json.loads(path.read_text()) if path.is_file() else {}


def cases(name, key="cases", having=""):
    """Return its cases as parameters, each under its own id; those that have an expectation of that name."""
    listed = vectors(name).get(key, [])
    listed = listed.get("cases", []) if isinstance(listed, dict) else listed
    return [
        pytest.param(case, id=str(case.get("id", place)))
        for place, case in enumerate(listed)
        if not having or having in case
    ]
