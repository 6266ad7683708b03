"""The names for words of a closed set: synonyms, plurals, spellings of compass points."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

Names = Mapping[str, tuple[str, ...]]
"""A word mapped to its synonyms."""

POINTS = {
    "n": "north", "ne": "north east", "e": "east", "se": "south east", "s": "south", "sw": "south west", "w": "west",
    "nw": "north west",
}  # fmt: skip
BETWEEN = ("north north east", "east north east", "east south east", "south south east", "south south west",
           "west south west", "west north west", "north north west")  # fmt: skip
"""Compass points that are never a choice here: naming one is another answer."""
OTHER = "(another point of the compass)"


def _corner(rise: str, side: str) -> tuple[str, ...]:
    """Return the ways to say a corner, such as `up and to the right`."""
    return (f"{rise} and to the {side}", f"{rise} and {side}", f"to the {side} and {rise}", f"{side} and {rise}")


ON_PICTURE = {
    "north": ("top", "upper part", "upper side", "up", "above"),
    "south": ("bottom", "lower part", "lower side", "down", "below"),
    "east": ("right",),
    "west": ("left",),
    "north east": ("upper right", "top right", *_corner("up", "right"), *_corner("above", "right")),
    "north west": ("upper left", "top left", *_corner("up", "left"), *_corner("above", "left")),
    "south east": ("lower right", "bottom right", *_corner("down", "right"), *_corner("below", "right")),
    "south west": ("lower left", "bottom left", *_corner("down", "left"), *_corner("below", "left")),
}
"""The words for a compass point on a picture whose top is north."""
NORTH_UP = re.compile(
    r"\bnorth (?:is|lies|being|points) (?:up|upwards?|at the top|towards? the top|to the top)\b"
    r"|\btop (?:of the \w+ )?(?:is|being|points|faces) north\b"
    r"|\bnorth[- ]up\b|\bup is north\b|\bwith north (?:up|at the top)\b",
    re.IGNORECASE,
)


def fold_name(word: str) -> str:
    """Normalise a name for comparison: lower case, spaces for hyphens and underscores."""
    return re.sub(r"[\s_-]+", " ", word.strip().lower())


def spellings(among: Names, question: str = "") -> dict[str, tuple[str, ...]]:
    """Map every word to all its names; compass points to all their spellings."""
    found = {word: _names(word, synonyms, question) for word, synonyms in among.items()}
    if any(fold_name(word).replace("northeast", "north east") in POINTS.values() for word in among):
        taken = {name for names in found.values() for name in names}
        rest = {name for point in POINTS.values() for name in _compass(point)} | {
            name for point in BETWEEN for name in _compass(point)
        }
        found[OTHER] = tuple(sorted(rest - taken))
    return found


def _names(word: str, synonyms: tuple[str, ...], question: str) -> tuple[str, ...]:
    names = {fold_name(word), *(fold_name(synonym) for synonym in synonyms)}
    for name in tuple(names):
        point = _point(name)
        if point:
            names.update(_compass(point))
            names.update(ON_PICTURE[point] if NORTH_UP.search(question) else ())
    return tuple(sorted(names - POINTS.keys()))  # single letters occur in other words too: see `letters`


def _point(name: str) -> str:
    plain = re.sub(r"(north|south)(?=east|west)", r"\1 ", name)
    return plain if plain in POINTS.values() else POINTS.get(name, "")


def _compass(point: str) -> tuple[str, ...]:
    """Return the spellings of a compass point, such as `north east`, `northeast`, `northeastern`, `northeasterly`."""
    joined = point.replace(" ", "")
    ends = ("", "ern", "erly", "ward", "wards", "ernmost")
    return (*(joined + end for end in ends), *(point + end for end in ends if " " in point))


@functools.lru_cache(maxsize=512)
def pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for any of these names as whole words, the longest first, singular or plural."""
    ways = [_way(name) for name in sorted(names, key=lambda name: (-len(name), name))]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(ways)})(?![\w-]*\w)", re.IGNORECASE)


def _way(name: str) -> str:
    *first, last = name.split(" ")
    words = [re.escape(word) for word in first]
    return r"[\s-]+".join([*words, _plural(last)])


def _plural(word: str) -> str:
    bare = re.escape(word)
    if len(word) < 3 or not word.isalpha():
        return bare
    if word.endswith("y") and word[-2] not in "aeiou":
        return rf"{re.escape(word[:-1])}(?:y|ies)"
    if word.endswith(("us", "ss", "x", "ch", "sh")):
        return rf"{bare}(?:es)?"
    if word.endswith("s"):
        return rf"{re.escape(word[:-1])}s?"
    return rf"{bare}s?"


@functools.cache
def letters() -> re.Pattern[str]:
    """Return a pattern for compass letters: one capital, two in either case, or one small one as the whole answer."""
    return re.compile(
        r"(?<![\w.'-])(?:NE|SE|SW|NW|ne|se|sw|nw|[NESW])(?![\w'-]|\.\w|/(?![NESWnesw]))|\A\W*([nesw])\W*\Z"
    )
