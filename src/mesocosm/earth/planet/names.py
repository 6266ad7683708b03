"""Invented names of places: syllables from the sounds of a region, so that neighbours sound alike and no name is real.

Towns, waters, hills and streets have different endings, so that no two things in a region share a name; a longer list
begins with the shorter one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

from mesocosm.earth.planet.regions import Climate, Region
from mesocosm.seeding import generator

Kind = Literal["town", "river", "lake", "hill", "street", "island"]


@dataclass(frozen=True)
class Sounds:
    """The sounds of a region's words: onset + vowel + coda, syllable by syllable, then an ending."""

    onsets: tuple[str, ...]
    vowels: tuple[str, ...]
    codas: tuple[str, ...]
    endings: dict[Kind, tuple[str, ...]]


def _sounds(onsets: str, vowels: str, codas: str, **endings: str) -> Sounds:
    """Return sounds from words; `_` stands for none."""
    parts = [tuple("" if part == "_" else part for part in words.split()) for words in (onsets, vowels, codas)]
    by_kind: dict[Kind, tuple[str, ...]] = {
        "town": tuple(endings["town"].split()),
        "river": tuple(endings["river"].split()),
        "lake": tuple(endings["lake"].split()),
        "hill": tuple(endings["hill"].split()),
        "island": tuple(endings["island"].split()),
        "street": tuple(f" {word}" for word in endings["street"].split()),
    }
    return Sounds(parts[0], parts[1], parts[2], by_kind)


SOUNDS: dict[Climate, Sounds] = {
    "oceanic": _sounds(
        "b br d dr f g gr h k kl l m n p r s sk st t th tr v w",
        "a e i o u ei oa au",
        "_ _ l n r s rd lm nd th ck",
        town="hythe wyke combe stoke ferth mere thorn garth",
        river="esk owe avon ithe urne",
        lake="mere tarn water",
        hill="fell barrow tor how",
        island="holm sey skerry",
        street="Street Road Lane Row Gate",
    ),
    "mediterranean": _sounds(
        "b c d f g l m n p r s t v z ch gr pr tr br",
        "a e i o u ia ei au",
        "_ _ _ l n r s",
        town="ara esca onza ilio adra ento ossa iana",
        river="ebro illo orra ano etta",
        lake="agno osco elago",
        hill="orro ombre etto acco",
        island="isola ierra eris",
        street="Via Calle Corso Passeo",
    ),
    "continental": _sounds(
        "b bl d dr g gr h k kr l m n p r s st sv t v z zl",
        "a e i o u ie y",
        "_ _ k l n r sk t v sh",
        town="ovitz ograd enburg ava itsa ostok inek erov",
        river="ava itza onya elna ura",
        lake="ozero ensee enko",
        hill="berg gora ovrh",
        island="ostrov enhof",
        street="Ulitz Strasse Prospekt Gasse",
    ),
    "humid_subtropical": _sounds(
        "b ch d f g h j k l m n p r s sh t w y",
        "a e i o u ao ai ia",
        "_ _ _ n ng m sh",
        town="ton ville wood field burg haven port dale",
        river="oosa atchie anoa ichi",
        lake="lagoon pond bayou",
        hill="ridge knob bluff",
        island="key bank cay",
        street="Avenue Street Drive Court Way",
    ),
    "semi_arid": _sounds(
        "b d dz g h j k kh l m n q r s sh t y z zh",
        "a e i o u aa ay",
        "_ _ k l n r m z t",
        town="abad kent orda shahr tepe qala bulaq arka",
        river="darya suv chay ozen",
        lake="kul nor golu",
        hill="tau dagh tash",
        island="aral otrau",
        street="Koche Avenue Yol Prospect",
    ),
    "tropical": _sounds(
        "b d g j k l m mb n nd ng p s t w y kw",
        "a e i o u aa oa",
        "_ _ _ n m ng",
        town="ando bari ona wala puri enga tala kiri",
        river="inga zi oru ambe",
        lake="ziwa wewe oma",
        hill="lima kilo undu",
        island="unguja motu puko",
        street="Road Barabara Marg Lorong",
    ),
}
VOWELS = "aeiouy"
SHORTEST, LONGEST = 7, 13
"""Least letters of a name and most letters of a word; shorter names are too often those of real places."""


def place_names(region: Region, kind: Kind, count: int, within: str = "") -> tuple[str, ...]:
    """Return the first `count` names of a kind in a region, no two alike; `within` a town the names are its own."""
    draw = generator("planet", region.seed, "names", region.key, kind, within)
    names: dict[str, None] = {}
    while len(names) < count:
        name = _name(draw, SOUNDS[region.climate], kind)
        if len(name) >= SHORTEST and len(name.partition(" ")[0]) <= LONGEST:
            names[name] = None
    return tuple(names)


def _name(draw: Generator, sounds: Sounds, kind: Kind) -> str:
    """Return a stem of two or three syllables with the kind's ending; the end of the stem is adapted to the ending."""
    ending = _pick(draw, sounds.endings[kind])
    stem = _stem(draw, sounds, 2 if draw.uniform() < 0.8 else 3)
    if ending.startswith(" "):
        return stem.capitalize() + ending
    if ending[0] in VOWELS:
        return (stem.rstrip(VOWELS) + ending).capitalize()
    while _consonants_at_end(stem) + _consonants_at_start(ending) > 3:
        stem = stem[:-1]
    return (stem + ending).capitalize()


def _stem(draw: Generator, sounds: Sounds, syllables: int) -> str:
    word = ""
    for place in range(syllables):
        coda = _pick(draw, sounds.codas) if place == syllables - 1 or draw.uniform() < 0.25 else ""
        word += _pick(draw, sounds.onsets) + _pick(draw, sounds.vowels) + coda
    return _ease(word)


def _ease(word: str) -> str:
    """Allow at most two vowels in a row, and break every run of more than three consonants by a vowel."""
    eased = ""
    for letter in word:
        vowel = letter in VOWELS
        run = len(eased) - len(eased.rstrip(VOWELS)) if vowel else _consonants_at_end(eased)
        if vowel and (run >= 2 or eased.endswith(letter)):
            continue
        eased += ("e" + letter) if not vowel and run >= 3 else letter
    return eased


def _consonants_at_end(word: str) -> int:
    count = 0
    for letter in reversed(word):
        if letter in VOWELS:
            break
        count += 1
    return count


def _consonants_at_start(word: str) -> int:
    return _consonants_at_end(word[::-1])


def _pick(draw: Generator, parts: tuple[str, ...]) -> str:
    return parts[int(draw.integers(len(parts)))]
