"""Removal of the secret seed from prompts, tools, error messages and traces; for API keys see `sources/keys`."""

from __future__ import annotations

from dataclasses import dataclass

from mesocosm.sealed.seal import Seal


@dataclass(frozen=True)
class Redaction:
    """Replaces item ids by public ids and their seed by 0, in any text or JSON that leaves the scorer."""

    seal: Seal
    seed: int

    def redact(self, text: str) -> str:
        """Return the text without the seed."""
        own, shown = f"{self.seal.suite}-s{self.seed}-", self.seal.item_id(0).removesuffix("0000")
        return text.replace(own, shown).replace(str(self.seed), "0").replace(str(abs(self.seed)), "0")
