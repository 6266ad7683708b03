"""The renaming protocol of EO-Gym: the first word of every tool's name is another one that means the same.

Scores must not move by it (Section 6, RQ3), so whatever is scored is told by the published names.
"""

from __future__ import annotations

RENAMED = {
    "get": "access",
    "compute": "derive",
    "analyze": "inspect",
    "describe": "characterize",
    "crop": "clip",
    "move": "shift",
    "zoom": "widen",
    "normalize": "standardize",
    "theme": "topic",
    "basic": "simple",
}
"""First word of a published name to the one shown in its place."""
PUBLISHED = {shown: published for published, shown in RENAMED.items()}


def renamed_tool(name: str) -> str:
    """A published name as it is shown under renaming: `get_optical_image_list` as `access_optical_image_list`."""
    first, underscore, rest = name.partition("_")
    return f"{RENAMED.get(first, first)}{underscore}{rest}" if underscore else name


def published_name(shown: str) -> str:
    """The published name of a tool, by whichever of its two names it was called."""
    first, underscore, rest = shown.partition("_")
    return f"{PUBLISHED.get(first, first)}{underscore}{rest}" if underscore else shown
