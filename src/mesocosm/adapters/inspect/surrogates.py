"""Replace lone surrogates in replies as they arrive.

No UTF-8 file can hold these characters, and Inspect cannot write a log with one: a reply with one would end the whole
run, or remove the episode from the model's mean score.
"""

from __future__ import annotations

from typing import Any

from inspect_ai.model import Model, ModelCall, ModelOutput
from pydantic_core import PydanticSerializationError, to_json

from mesocosm.trace.schema import spell_text

MENDED = "mesocosm_mends_replies"


def mend_replies(model: Model) -> None:
    """Let every reply of this model pass through the replacement.

    Inspect has no public hook between a model and its log.
    """
    api: Any = model.api
    if getattr(api, MENDED, False):
        return
    generate = api.generate

    async def legible(*given: Any, **named: Any) -> Any:
        result = await generate(*given, **named)
        return tuple(map(_mend, result)) if isinstance(result, tuple) else _mend(result)

    api.generate = legible
    setattr(api, MENDED, True)


def _mend(said: Any) -> Any:
    """Replace them in an output or the record of a call; return one without such characters as it is."""
    if isinstance(said, ModelCall):
        return said if _can_be_written(said.response) else said.model_copy(update={"response": _spell(said.response)})
    if isinstance(said, ModelOutput) and not _can_be_written(said):
        return ModelOutput.model_validate(_spell(said.model_dump()))
    return said


def _can_be_written(said: object) -> bool:
    try:
        to_json(said)
    except PydanticSerializationError:
        return False
    return True


def _spell(value: Any) -> Any:
    if isinstance(value, str):
        return spell_text(value)
    if isinstance(value, dict):
        return {_spell(name): _spell(inner) for name, inner in value.items()}
    return [_spell(inner) for inner in value] if isinstance(value, list | tuple) else value
