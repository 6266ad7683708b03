"""Names of things in pictures: leaves, the kinds above them, and the words people use for each.

A query means all leaves below the word it names: "vehicles" means cars, trucks and buses, and no ships. The table is
the whole rule; no model is involved.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from mesocosm.errors import UserError


@dataclass(frozen=True)
class Kind:
    """A word of the taxonomy."""

    name: str
    above: str
    """The kind above it; empty at the top."""
    words: tuple[str, ...]
    """Synonyms in the singular."""
    leaf: bool = True
    """Whether things have it as their label."""


KINDS: tuple[Kind, ...] = (
    Kind("vehicle", "", ("motor vehicle", "road vehicle", "automobile traffic"), leaf=False),
    Kind("car", "vehicle", ("small vehicle", "small car", "automobile", "passenger car", "sedan", "motorcar", "auto")),
    Kind("truck", "vehicle", ("lorry", "cargo truck", "trailer truck", "semi-trailer", "semi truck", "hgv")),
    Kind("bus", "vehicle", ("coach bus", "city bus", "omnibus")),
    Kind("rail vehicle", "", ("rolling stock", "railway vehicle"), leaf=False),
    Kind("train", "rail vehicle", ("train coach", "railway coach", "railcar", "train car", "locomotive")),
    Kind("vessel", "", ("watercraft", "water craft", "marine vessel", "craft on water"), leaf=False),
    Kind("ship", "vessel", ("cargo ship", "freighter", "container ship", "large vessel", "bulk carrier")),
    Kind("boat", "vessel", ("motorboat", "sailboat", "yacht", "small boat", "small vessel", "small craft", "launch")),
    Kind("plane", "", ("aeroplane", "airplane", "aircraft", "airliner", "jet", "passenger plane", "airplanes")),
    Kind("building", "", ("structure", "edifice", "built structure"), leaf=False),
    Kind("house", "building", ("home", "dwelling", "residential building", "detached house", "residence", "villa")),
    Kind("apartment_block", "building", ("apartment building", "block of flats", "flats", "apartment", "tenement")),
    Kind("commercial_building", "building", ("office building", "shop", "public building", "office")),
    Kind("church", "building", ("chapel", "cathedral", "place of worship")),
    Kind("factory_hall", "building", ("factory", "warehouse", "industrial hall", "industrial building", "shed", "hall",
         "facility", "plant building", "hangar")),
    Kind("sports ground", "", ("sports facility", "sports field", "court or pitch", "athletic field"), leaf=False),
    Kind("court", "sports ground", ("sports court",), leaf=False),
    Kind("tennis_court", "court", ("tennis",)),
    Kind("basketball_court", "court", ("basketball",)),
    Kind("football_pitch", "sports ground", ("soccer field", "football field", "soccer pitch", "soccer ball field",
         "football ground")),
    Kind("swimming_pool", "", ("pool", "swimming bath")),
    Kind("industrial equipment", "", ("industrial installation", "plant equipment"), leaf=False),
    Kind("storage_tank", "industrial equipment", ("oil tank", "tank", "fuel tank", "petroleum tank", "silo")),
    Kind("crane", "industrial equipment", ("gantry crane", "harbour crane", "container crane", "harbor crane")),
    Kind("container_stack", "industrial equipment", ("shipping container", "container", "stack of containers",
         "stack of container")),
    Kind("solar_array", "industrial equipment", ("solar panel", "photovoltaic panel", "solar row", "pv array",
         "photovoltaic array")),
    Kind("transport structure", "", ("transport infrastructure", "traffic infrastructure"), leaf=False),
    Kind("bridge", "transport structure", ("viaduct", "overpass", "river crossing")),
    Kind("roundabout", "transport structure", ("traffic circle", "rotary")),
    Kind("car_park", "transport structure", ("parking lot", "car-park", "parking area", "parking", "parking ground")),
    Kind("helipad", "transport structure", ("helicopter pad", "heliport", "helicopter landing pad")),
    Kind("tree", "", ("tree crown", "single tree")),
)  # fmt: skip
ANYTHING = ("object", "thing", "item", "anything", "everything", "all")
"""Words that mean every leaf but trees, which would outnumber the rest."""
LEAVES: tuple[str, ...] = tuple(kind.name for kind in KINDS if kind.leaf)
LONGEST = 120
"""Most characters of a query."""


def singular(word: str) -> str:
    """Return a word or phrase in lower case, without its English plural: `Oil Tanks` gives `oil tank`."""
    text = re.sub(r"[\s_\-]+", " ", word.strip().lower()).strip(" .'\"")
    head, _, last = text.rpartition(" ")
    if last.endswith("ies") and len(last) > 4:
        last = f"{last[:-3]}y"
    elif re.search(r"(ch|sh|ss|x|bus)es$", last):
        last = last[:-2]
    elif last.endswith("s") and not last.endswith(("ss", "us")):
        last = last[:-1]
    return f"{head} {last}".strip()


@functools.lru_cache(maxsize=1)
def vocabulary() -> dict[str, str]:
    """Map every word in the singular to the kind that it names; no word names two kinds."""
    table: dict[str, str] = {}
    for kind in KINDS:
        for word in (kind.name, *kind.words):
            if table.setdefault(singular(word), kind.name) != kind.name:
                raise UserError(f"the taxonomy gives {word!r} to both {table[singular(word)]} and {kind.name}")
    return table


def leaves_of(kind: str) -> frozenset[str]:
    """Return the leaf labels at or below a kind."""
    below = [leaves_of(other.name) for other in KINDS if other.above == kind]
    own = frozenset({kind} & set(LEAVES))
    return own.union(*below)


@functools.lru_cache(maxsize=4096)
def meant_by(query: str) -> frozenset[str]:
    """Return the leaf labels that a query means, such as `vehicles`, `cars and ships`; empty if no word is known."""
    text = query[:LONGEST].lower()
    leaves: frozenset[str] = frozenset()
    for phrase in re.split(r",|;|/|\band\b|\bor\b|&|\.", text):
        leaves |= _phrase_means(phrase)
    return leaves


def _phrase_means(phrase: str) -> frozenset[str]:
    """Return the leaves of the longest known run of words at the phrase's end, before any `in`, `on` or `near`."""
    words = re.split(r"\b(?:in|on|at|near|by|within|visible|that|which)\b", singular(phrase))[0].split()
    for start in range(len(words)):
        name = singular(" ".join(words[start:]))
        if name in ANYTHING:
            return frozenset(LEAVES) - {"tree"}
        if name in vocabulary():
            return leaves_of(vocabulary()[name])
    return frozenset()


def is_a(label: str, query: str) -> bool:
    """Return whether a leaf is one of what a query means."""
    return label in meant_by(query)


def plain(label: str, count: int = 1) -> str:
    """Return a label as people write it, plural unless the count is one: `storage_tank` gives `storage tanks`."""
    text = label.replace("_", " ")
    if count == 1:
        return text
    return f"{text}es" if text.endswith(("ch", "sh", "s", "x")) else f"{text}s"


def article(word: str) -> str:
    """Return the indefinite article of a word: `an` before a vowel."""
    return "an" if word[:1].lower() in "aeiou" else "a"


def synonyms(kind: str) -> tuple[str, ...]:
    """Return the words that name a kind, its own first."""
    return next(((kind.replace("_", " "), *other.words) for other in KINDS if other.name == kind), ())


def known_words() -> tuple[str, ...]:
    """Return the names of all kinds in alphabetical order, for refusals."""
    return tuple(sorted(kind.name.replace("_", " ") for kind in KINDS))
