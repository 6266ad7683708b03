"""The material of a site for questions: its pictures by kind and the things in them, cached."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.questions.nouns import Noun
from mesocosm.suites.eo.questions.question import Shares
from mesocosm.suites.eo.taxonomy import meant_by

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame, Thing
    from mesocosm.suites.eo.lake.imagery import Imagery

STEPS = 192
"""Steps along the side of a picture on which views begin and end."""


@functools.lru_cache(maxsize=40)  # enough for a block of items
def things_of(lake: Imagery, name: str) -> tuple[Thing, ...]:
    """Return every thing in a picture."""
    return lake.things(lake.frame(name))


@functools.lru_cache(maxsize=40)
def left_out_of(lake: Imagery, name: str) -> tuple[Thing, ...]:
    """Return the things in a picture's window that are not in its list."""
    return lake.left_out(lake.frame(name))


@functools.lru_cache(maxsize=32)
def mask_of(lake: Imagery, name: str, cover: str) -> NDArray[np.bool_]:
    """Return the exact mask of a cover in a picture."""
    return lake.masks(lake.frame(name))[cover]


def things_called(lake: Imagery, frame: Frame, word: str) -> list[Thing]:
    """Return the things in a picture that a word of the taxonomy means."""
    return [*_called(lake, frame.name, word)]


@functools.lru_cache(maxsize=512)
def _called(lake: Imagery, name: str, word: str) -> tuple[Thing, ...]:
    """Return the same as `called`, sorted once: windows are tried by the hundred, with thousands of things."""
    leaves = meant_by(word)
    return tuple(thing for thing in things_of(lake, name) if thing.label in leaves)


@functools.lru_cache(maxsize=256)
def labels_of(lake: Imagery, name: str) -> frozenset[str]:
    """Return the labels of all things in a picture."""
    return frozenset(thing.label for thing in things_of(lake, name))


def any_noun(lake: Imagery, frame: Frame | None, nouns: tuple[Noun, ...], draw: Generator) -> Noun:
    """Return a noun for something in the picture; None if none of them is in it."""
    labels = labels_of(lake, frame.name) if frame is not None else frozenset()
    there = [noun for noun in nouns if meant_by(noun.word) & labels] or list(nouns)
    return there[int(draw.integers(len(there)))]


def photographs(lake: Imagery, site: str) -> list[Frame]:
    """Return the colour pictures of a site that no disaster touched, in order of time."""
    return [frame for frame in lake.frames(site, "rgb") if not frame.event]


def series(lake: Imagery, site: str) -> list[Frame]:
    """Return all colour pictures of a site in order of time, including those of a disaster."""
    return [*lake.frames(site, "rgb")]


def before_and_after(lake: Imagery, site: str) -> tuple[Frame, Frame] | None:
    """Return the pictures before and after the site's disaster; None if it had none."""
    pictures = {frame.event: frame for frame in lake.frames(site, "rgb") if frame.event}
    return (pictures["before"], pictures["after"]) if {"before", "after"} <= pictures.keys() else None


def any_of(frames: list[Frame], draw: Generator) -> Frame | None:
    """Draw one of them."""
    return frames[int(draw.integers(len(frames)))] if frames else None


def a_view(draw: Generator, smallest: float = 0.22, largest: float = 0.62) -> Shares:
    """Draw a square view anywhere in a picture, its edges on whole 192nds.

    Pictures have 1536, 384, 360 or 120 pixels along a side: halves of a view end on whole pixels of the first two.
    """
    side = min(max(2 * round(96.0 * float(draw.uniform(smallest, largest))), 2), STEPS)
    left, top = (int(draw.integers(0, STEPS - side + 1)) for _ in range(2))
    return left / STEPS, top / STEPS, (left + side) / STEPS, (top + side) / STEPS
