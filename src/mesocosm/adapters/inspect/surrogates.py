"""Replies with lone surrogates in them, mended as they arrive.

They are characters that no UTF-8 file can hold. Inspect cannot write a log with one in it: a model that says one would
lose the whole run, or leave its own mean.
"""

from __future__ import annotations

from typing import Any

from inspect_ai.model import Model, ModelCall, ModelOutput
from pydantic_core import PydanticSerializationError, to_json

from mesocosm.trace.schema import spell_text

MENDED = "mesocosm_mends_replies"


def mend_replies(model: Model) -> None:
    """From now on every reply of this model can be written down.

    Inspect has no public place between a model and its log.
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
    """An output or the record of a call; one without such characters is left as it is."""
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
