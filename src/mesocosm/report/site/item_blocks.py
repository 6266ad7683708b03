"""What the page of an item shows: material of the question, and the truth without any agent's answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mesocosm.report.site.episode_record import block_record
from mesocosm.report.site.writer import Shelf
from mesocosm.suite.blocks import AnswerBlock, Block, MapBlock

Shown = dict[str, object]


def item_blocks(blocks: Sequence[Block], shelf: Shelf) -> list[Shown]:
    """Return the blocks of any episode of the item that are about the item itself."""
    return [block_record(block, shelf) | extra for block, extra in _about_item(blocks)]


def _about_item(blocks: Sequence[Block]) -> Iterator[tuple[Block, Shown]]:
    for block in blocks:
        if block.section == "question":
            yield block, {}
        elif isinstance(block, AnswerBlock) and any(field.truth for field in block.fields):
            yield _truth(block), {"kind": "truth"}
        elif isinstance(block, MapBlock) and not all(layer.is_answer for layer in block.layers):
            yield _true_map(block), {}


def _truth(block: AnswerBlock) -> AnswerBlock:
    blank = {"answer": "", "verdict": "", "note": ""}
    fields = tuple(field.model_copy(update=blank) for field in block.fields)
    return block.model_copy(update={"title": "The truth", "fields": fields})


def _true_map(block: MapBlock) -> MapBlock:
    layers = tuple(layer for layer in block.layers if not layer.is_answer)
    alt = f"Drawn are: {', '.join(layer.name for layer in layers)}."
    return block.model_copy(update={"title": "The truth on a map", "layers": layers, "alt": alt})
