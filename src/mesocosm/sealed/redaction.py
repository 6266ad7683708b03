"""What keeps the secret seed from being told by a prompt, a tool, an error message or a trace."""

from __future__ import annotations

from dataclasses import dataclass

from mesocosm.sealed.seal import Seal


@dataclass(frozen=True)
class Veil:
    """Puts public ids for the items' own and 0 for their seed, in any text or JSON that leaves the scorer."""

    seal: Seal
    seed: int

    def cover(self, text: str) -> str:
        """The text without the seed."""
        own, shown = f"{self.seal.suite}-s{self.seed}-", self.seal.item_id(0).removesuffix("0000")
        return text.replace(own, shown).replace(str(self.seed), "0").replace(str(abs(self.seed)), "0")
