"""The folder of a site: pages, and the data that they load when they need them."""

from __future__ import annotations

import hashlib
import shutil
from importlib.resources import files
from pathlib import Path

from mesocosm.files import write_whole
from mesocosm.report.site.sanitising import script

OWN = ("data", "analyses", "assets")
"""Folders that a site writes anew each time."""
NOTE = "written-by-mesocosm.txt"
"""File in a folder that a site may empty, because the site made it."""
PNG = b"\x89PNG\r\n\x1a\n"
LIBRARY = ("map.js", "map.css", "LICENSES.txt")
"""Output of `npm run build` for the map library; a site works without it."""


class Shelf:
    """Writer of a site's files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ready: set[Path] = set()
        self._pictures: dict[bytes, str] = {}
        for name in OWN:
            _empty(folder / name)

    def page(self, name: str, html: str) -> Path:
        """Write a page in one step."""
        write_whole(self.folder / name, html)
        return self.folder / name

    def data(self, key: str, value: object) -> None:
        """Write the data that a page requests under a key."""
        self._write(f"data/{key}.js", script(key, value).encode("ascii"))

    def picture(self, png: bytes) -> str:
        """Return the path of a picture, written once. Empty if it is no PNG: nothing else is sent to a browser."""
        if not png.startswith(PNG):
            return ""
        digest = hashlib.sha256(png).digest()
        if digest not in self._pictures:
            self._pictures[digest] = f"data/pictures/{digest.hex()[:32]}.png"
            self._write(self._pictures[digest], png)
        return self._pictures[digest]

    def assets(self) -> bool:
        """Copy scripts and style; return whether the map library is among them."""
        home = files("mesocosm.report")
        self._write("assets/site.css", (home / "templates" / "site.css").read_bytes())
        for file in (home / "site" / "static").iterdir():
            if file.name.endswith(".js"):
                self._write(f"assets/{file.name}", file.read_bytes())
        bundled = [home / "assets" / name for name in LIBRARY]
        if not all(file.is_file() for file in bundled):
            return False
        for file in bundled:
            self._write(f"assets/{file.name}", file.read_bytes())
        return True

    def path(self, name: str) -> Path:
        """Return a path of the site and make its folder."""
        path = self.folder / name
        if path.parent not in self._ready:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._ready.add(path.parent)
        return path

    def _write(self, name: str, data: bytes) -> None:
        self.path(name).write_bytes(data)


def _empty(folder: Path) -> None:
    """Make an empty folder of our own. A folder that somebody else made keeps its content."""
    if (folder / NOTE).is_file():
        shutil.rmtree(folder)
    if folder.exists():
        return
    folder.mkdir(parents=True)
    (folder / NOTE).write_text("Written by `mesocosm report`, and emptied when it writes here again.\n")
