"""The answer of an episode beside the truth, as its suite shows it or else as the log stores both."""

from __future__ import annotations

import json

from pydantic import JsonValue

from mesocosm.report.logged_episodes import StoredEpisode
from mesocosm.report.site.geojson import collection_of, fields_of, in_words, shapes_map
from mesocosm.report.site.sanitising import short
from mesocosm.suite.blocks import AnswerBlock, AnswerField, Block, FieldVerdict, MapBlock

LONGEST = 200
"""Characters of a value in the table; the whole answer is folded below it."""


def blocks_of(episode: StoredEpisode) -> tuple[Block, ...]:
    """Return what is shown of an episode, including the answer; GeoJSON is shown on a map."""
    shown = tuple(_without_coordinates(block) for block in episode.view)
    if any(isinstance(block, MapBlock) and block.section == "result" for block in shown):
        return shown
    drawn = shapes_map(episode.trace.answer.value, episode.truth)
    maps = () if drawn is None else (drawn,)
    if any(isinstance(block, AnswerBlock) for block in shown):
        return (*shown, *maps)
    return (_answers(episode), *maps, *shown)


def _without_coordinates(block: Block) -> Block:
    if not isinstance(block, AnswerBlock):
        return block
    fields = (
        field.model_copy(update={"answer": _count(field.answer), "truth": _count(field.truth)})
        for field in block.fields
    )
    return block.model_copy(update={"fields": tuple(fields)})


def _count(text: str) -> str:
    collection = collection_of(text)
    return text if collection is None else in_words(collection)


def _answers(episode: StoredEpisode) -> AnswerBlock:
    """Compare answer and truth field by field if either has fields, else as a whole."""
    answer, truth = fields_of(episode.trace.answer.value), fields_of(episode.truth)
    names = dict.fromkeys(name for side in (truth, answer) for name in side if name or len(side) == 1)
    if any(names):
        names.pop("", None)
    return AnswerBlock(
        fields=tuple(_field(name, answer.get(name), truth.get(name), episode, alone=len(names) == 1) for name in names)
    )


def _field(name: str, answer: JsonValue, truth: JsonValue, episode: StoredEpisode, *, alone: bool) -> AnswerField:
    return AnswerField(
        name=name or "answer",
        answer=value_text(answer),
        truth="" if episode.truth is None else value_text(truth),
        verdict=_verdict(answer, truth, episode, alone=alone),
    )


def _verdict(answer: JsonValue, truth: JsonValue, episode: StoredEpisode, *, alone: bool) -> FieldVerdict:
    """Return the verdict if the score is certain about it: tolerances are the suite's own."""
    if episode.row.success >= 1 or (answer is not None and answer == truth):
        return "right"
    return "wrong" if answer is None or (alone and episode.row.score == 0) else ""


def value_text(value: JsonValue) -> str:
    """Describe a value in a few words: shapes are counted, long values cut."""
    if value is None:
        return "none"
    collection = collection_of(value)
    if collection is not None:
        return in_words(collection)
    return short(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), LONGEST)
