"""A worker that a file keeps in an endless loop."""

from typing import Any

SOURCE, ARRAYS = "file", "arrays.bin"


def main(request: dict[str, Any]) -> dict[str, Any]:
    while True:
        pass
