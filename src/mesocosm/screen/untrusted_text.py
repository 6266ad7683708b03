"""Text from agents, models, logs and file names on a terminal, made unable to control it.

An escape sequence in an agent's answer could clear the screen, rename the window or fake a line of a table; a bidi
override could reverse a number. Such characters are spelled out, so that a person sees that they are there.
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from mesocosm.storage.places import original_of

UNSAFE = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f"  # C0 except tab and newline; a lone carriage return overwrites a line
    "\x80-\x9f"  # C1: one byte that means ESC and more
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks, embeddings and overrides of direction
    "\u2028\u2029"  # line ends that only some programs see
    "\ud800-\udfff"  # half a character: cannot be printed at all
    "\U000e0000-\U000e007f"  # tags: invisible text
    "]"
)
"""Characters that a terminal obeys, hides or cannot show."""

BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Characters that Unicode calls printable but that show nothing: fillers, joiners, variation selectors."""


def plain(text: object) -> str:
    """Spell out every character of a text that a terminal would obey, such as `\\x1b`."""
    return UNSAFE.sub(_spell, str(text).replace("\r\n", "\n"))


def plain_line(text: object) -> str:
    """Return a name or message on one line; line ends and invisible characters such as `\\u200b` are spelled out."""
    return "".join(character if _shows(character) else spell(character) for character in str(text))


def cell(text: object) -> str:
    """Escape a text for a place where rich reads markup: `[red]` stays these five characters."""
    from rich.markup import escape

    return escape(plain(text))


def plain_json(text: str) -> str:
    """Return equivalent JSON in which those characters are escaped."""
    return UNSAFE.sub(lambda match: "".join(f"\\u{unit:04x}" for unit in _utf16(match[0])), text)


def tell(text: object, *, err: bool = False) -> None:
    """Print a line that may hold untrusted text."""
    click.echo(plain(text), err=err)


def pass_over(what: object, why: object) -> None:
    """Say on standard error that something, such as a file, is skipped, and why."""
    what = original_of(what) if isinstance(what, Path) else what
    tell(f"skipped: {what}: {why}", err=True)


def _shows(character: str) -> bool:
    """Return whether a character leaves a visible mark in a line, or is a plain space."""
    if character.isascii():
        return character.isprintable()
    return character.isprintable() and not BLANK.fullmatch(character)


def _spell(match: re.Match[str]) -> str:
    return spell(match[0])


def spell(character: str) -> str:
    """Spell a character by its number, such as `\\u200b`."""
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _utf16(character: str) -> list[int]:
    data = character.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
