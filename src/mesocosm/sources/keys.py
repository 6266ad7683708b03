"""API keys and tokens of services: where a person keeps them, how to get one, how they are redacted from all text."""

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
    """A service needs a key that is missing; the message says how to get one."""


class Secret:
    """A key that is never shown in messages."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return HIDDEN

    def reveal(self) -> str:
        """Return the key itself, for the header of a request and nothing else."""
        return self._text

    def redact(self, text: str) -> str:
        """Return a text with the key replaced."""
        return text.replace(self._text, HIDDEN)

    def stands_in(self, data: bytes) -> bool:
        """Say whether the key is part of some bytes."""
        return self._text.encode() in data


@dataclass(frozen=True)
class Key:
    """A key that a service requires."""

    variable: str
    """Environment variable that has the key."""
    file: str
    """Other file that may have it, in a line `key: ...`; relative to the home folder, '' for none."""
    how: str
    """How to get a key, in a sentence."""

    def find(self, environment: Mapping[str, str] = os.environ, home: Path | None = None) -> Secret | None:
        """Return the key, if a person has set it."""
        text = environment.get(self.variable, "").strip() or self._in_file(home or Path.home())
        return Secret(text) if text else None

    def needed(self, environment: Mapping[str, str] = os.environ, home: Path | None = None) -> Secret:
        """Return the key, or raise an error that says how to get one."""
        secret = self.find(environment, home)
        if secret is None:
            raise MissingKey(self.advice)
        return secret

    @property
    def advice(self) -> str:
        """What to do if the key is missing."""
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
