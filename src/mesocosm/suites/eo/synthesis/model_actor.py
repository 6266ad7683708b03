"""A model as the actor: any that Inspect knows by name, such as `openai/gpt-5` or `vllm/Qwen/Qwen3-VL-4B-Instruct`.

Its own words become the thoughts of the trajectory. It gets the findings of a review before it tries again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mesocosm.episode.agent import Action
from mesocosm.episode.briefing import brief
from mesocosm.types import Observation, ToolCall

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, Model

    from mesocosm.episode.world import World

AGAIN = "A reviewer sent your last attempt back. Work the task anew, with this in mind:\n{findings}"


def names_model(actor: str) -> bool:
    """Return whether an actor's name is that of a model: a provider before a slash."""
    return "/" in actor


class ModelActor:
    """An actor that asks a model for one call at a time."""

    def __init__(self, model: str | Model, world: World, feedback: Sequence[str] = ()) -> None:
        from inspect_ai.model import get_model
        from inspect_ai.tool import ToolInfo, ToolParams

        self._model = get_model(model) if isinstance(model, str) else model
        self._world = world
        self._messages = _opening(world, feedback)
        self._call = ""
        self._tools = [
            ToolInfo(name=name, description=tool.description, parameters=ToolParams.model_validate(tool.schema))
            for name, tool in world.tools.items()
        ]

    def act(self, seen: Observation) -> Action:
        """Return the model's next call, and record its words beside the call."""
        if self._call:
            self._messages.append(_reply(seen, self._call))
        message = asyncio.run(self._model.generate(self._messages, self._tools)).message
        calls = message.tool_calls or []
        if not calls:
            self._call = ""
            self._messages.append(message)
            return message.text or None
        if message.text:
            self._world.say("assistant", message.text)
        message.tool_calls = calls[:1]  # the other calls would get no reply
        self._messages.append(message)
        self._call = calls[0].id
        return ToolCall(tool=calls[0].function, arguments=dict(calls[0].arguments), id=calls[0].id)


def _opening(world: World, feedback: Sequence[str]) -> list[ChatMessage]:
    from mesocosm.adapters.inspect.solver import opening_messages

    messages: list[Any] = opening_messages(brief(world))
    if feedback:
        from inspect_ai.model import ChatMessageUser

        findings = "\n".join(f"- {text}" for text in dict.fromkeys(feedback))
        messages.append(ChatMessageUser(content=AGAIN.format(findings=findings)))
    return messages


def _reply(seen: Observation, call: str) -> ChatMessage:
    from inspect_ai.model import ChatMessageTool

    from mesocosm.adapters.inspect.tools import with_pictures

    content: Any = with_pictures(seen.text, seen.images)
    return ChatMessageTool(content=content, tool_call_id=call)
