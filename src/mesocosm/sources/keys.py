"""Keys of services: where a person keeps them, how to get one, and how they stay out of every text."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mesocosm.errors import UserError

HIDDEN = "[key]"
LINE = re.compile(r"^\s*key\s*[:=]\s*(\S+)\s*$", re.MULTILINE)


class MissingKey(UserError):
    """A service needs a key that is not there; the message says how to get one."""


class Secret:
    """A key whose text shows in no message."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return HIDDEN

    def reveal(self) -> str:
        """The key itself, for the header of a request and nothing else."""
        return self._text

    def hidden_in(self, text: str) -> str:
        """A text in which the key does not stand."""
        return text.replace(self._text, HIDDEN)

    def stands_in(self, data: bytes) -> bool:
        """Whether the key is part of some bytes."""
        return self._text.encode() in data


@dataclass(frozen=True)
class Key:
    """A key that a service asks for."""

    variable: str
    """The environment variable that holds it."""
    file: str
    """Where else it may stand, in a line `key: ...`; below the home folder, '' for nowhere."""
    how: str
    """How to get one, in a sentence."""

    def find(self, environment: Mapping[str, str] = os.environ, home: Path | None = None) -> Secret | None:
        """The key, where a person has put it."""
        text = environment.get(self.variable, "").strip() or self._in_file(home or Path.home())
        return Secret(text) if text else None

    def needed(self, environment: Mapping[str, str] = os.environ, home: Path | None = None) -> Secret:
        """The key, or what to do to have one."""
        secret = self.find(environment, home)
        if secret is None:
            raise MissingKey(self.advice)
        return secret

    @property
    def advice(self) -> str:
        """What to do where the key is missing."""
        file = f" or write `key: ...` to ~/{self.file}" if self.file else ""
        return f"no key: set {self.variable}{file}. {self.how}"

    def _in_file(self, home: Path) -> str:
        if not self.file:
            return ""
        try:
            match = LINE.search((home / self.file).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            return ""
        return match[1] if match else ""
