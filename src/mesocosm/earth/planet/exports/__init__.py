"""The files of a built planet: one module per subject, each with the same two functions.

`parts(planet, region)` lists what can be made independently; `files(planet, region, part)` makes it: paths below the
region's folder, and bytes. Nothing depends on what was made before.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from mesocosm.earth.planet.planet import Planet
    from mesocosm.earth.planet.regions import Region

SUBJECTS = ("ground", "people", "towns", "weather", "stations", "water", "scenes", "archive", "documents")
"""Modules of this folder, in the order in which they are run."""
File = tuple[str, bytes]
"""A path below the folder of its region, and the content."""


class Subject(Protocol):
    """A module of this folder."""

    def parts(self, planet: Planet, region: Region) -> list[str]: ...

    def files(self, planet: Planet, region: Region, part: str) -> Iterator[File]: ...


def subject(name: str) -> Subject:
    """Return the module of a subject."""
    return cast("Subject", importlib.import_module(f"{__name__}.{name}"))


def describe_origin(planet: Planet, region: Region) -> str:
    """Describe the origin of a file in words."""
    return f"mesocosm planet, seed {planet.seed}, region {region.key}"
