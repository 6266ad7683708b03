"""The renaming protocol of EO-Gym: the first word of every tool's name is replaced by a synonym.

Scores must not depend on it (Section 6, RQ3), so scoring uses the published names.
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
"""First word of a published name, with the word shown in its place."""
PUBLISHED = {shown: published for published, shown in RENAMED.items()}


def renamed_tool(name: str) -> str:
    """Return a published name as shown under renaming: `get_optical_image_list` as `access_optical_image_list`."""
    first, underscore, rest = name.partition("_")
    return f"{RENAMED.get(first, first)}{underscore}{rest}" if underscore else name


def published_name(shown: str) -> str:
    """Return the published name of a tool, called by either of its two names."""
    first, underscore, rest = shown.partition("_")
    return f"{PUBLISHED.get(first, first)}{underscore}{rest}" if underscore else shown
