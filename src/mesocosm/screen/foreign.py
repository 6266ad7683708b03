"""Text of others on a terminal: agents, models, logs and file names never steer it.

An escape sequence in an agent's answer could clear the screen, rename the window or fake a line of a table; a bidi
override could turn a number round. Such characters are spelled out, so that a person sees that they are there.
"""

from __future__ import annotations

import re

import click

UNSAFE = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f"  # C0 but tab and newline; a lone carriage return overwrites what a line said
    "\x80-\x9f"  # C1: one byte that means ESC and more
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks, embeddings and overrides of direction
    "\u2028\u2029"  # line ends that only some programs see
    "\ud800-\udfff"  # half a character: cannot be printed at all
    "\U000e0000-\U000e007f"  # tags: text that no terminal shows
    "]"
)
"""Characters that a terminal obeys, hides or cannot show."""


UNSEEN = re.compile("[\t\n\u00ad\u200b-\u200d\u2060\ufeff]")
"""What tells two names apart, or makes a line of its own, without being seen in it."""


def plain(text: object) -> str:
    """The text with every character that a terminal would obey spelled out, such as `\\x1b`."""
    return UNSAFE.sub(_spelled, str(text).replace("\r\n", "\n"))


def plain_line(text: object) -> str:
    """A name as one line of what can be seen: line ends, tabs and characters without width are spelled out, too."""
    return UNSEEN.sub(_spelled, plain(text))


def cell(text: object) -> str:
    """The text for a place where rich reads markup: `[red]` stays these five characters."""
    from rich.markup import escape

    return escape(plain(text))


def plain_json(text: str) -> str:
    """JSON that says the same, with those characters escaped as JSON has it."""
    return UNSAFE.sub(lambda match: "".join(f"\\u{unit:04x}" for unit in _utf16(match[0])), text)


def tell(text: object, *, err: bool = False) -> None:
    """Print a line that may hold text of others."""
    click.echo(plain(text), err=err)


def pass_over(what: object, why: object) -> None:
    """Say on standard error that something is left out, and the reason."""
    tell(f"passed over: {what}: {why}", err=True)


def _spelled(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _utf16(character: str) -> list[int]:
    data = character.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
