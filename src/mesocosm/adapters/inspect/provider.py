"""Reference agents as models: `--model mesocosm/oracle` runs, logs and reports like any other model."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import anyio.to_thread
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolCall as InspectCall
from inspect_ai.tool import ToolChoice, ToolInfo

from mesocosm import registry
from mesocosm.adapters.inspect.sample_session import SEAT, Seat
from mesocosm.episode.agent import Action, Agent, Case
from mesocosm.episode.player import named_agent
from mesocosm.episode.reference_agents import needs_reference
from mesocosm.errors import AgentOverdue, BrokenEpisode, InvalidRecord
from mesocosm.types import ToolCall


class ReferenceAgents(ModelAPI):
    """A model that plays the agent whose name follows the slash."""

    def __init__(
        self, model_name: str, base_url: str | None = None, api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(), **model_args: Any,  # noqa: B008 - as Inspect declares it
    ) -> None:  # fmt: skip
        super().__init__(model_name, base_url, api_key, [], config)
        registry.check_agent_name(model_name)  # a misspelt name fails here, before any sample runs

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """Return the agent's next action as a model's answer."""
        seat = SEAT.get(None)
        if seat is None:
            raise InvalidRecord(f"mesocosm/{self.model_name} acts in mesocosm tasks only")
        action = await self._act_in_time(seat)
        seat.stopped = action is None
        number = sum(isinstance(message, ChatMessageTool) for message in input) + 1
        return _output(self.model_name, action, number)

    def max_connections(self) -> int:
        return 64

    async def _act_in_time(self, seat: Seat) -> Action:
        """Return the agent's next action. It is a program: its time is charged to the episode and limited."""
        seat.is_program = True
        ledger, action = seat.world.ledger, None
        with anyio.move_on_after(ledger.seconds_left()) as limit, ledger.running():
            # Abandoned if the sample is cancelled: an agent in another process may never answer.
            action = await anyio.to_thread.run_sync(self._act, seat, abandon_on_cancel=True)
        if limit.cancelled_caught:
            seat.world.finish("budget")
        return action

    def _act(self, seat: Seat) -> Action:
        try:
            if seat.agent is None:
                # Looked up for every call: Inspect has one model object per name in a process.
                seat.agent = _make(self.model_name, seat)
            return seat.agent.act(seat.seen)
        except AgentOverdue as error:
            seat.world.say("note", str(error))
            seat.world.finish("budget")
            return None
        except BrokenEpisode as error:
            seat.world.break_off(error.boundary, str(error))
            return None
        except Exception as error:  # any exception of an agent's program is the agent's failure, and scored as such
            seat.world.crash(f"{type(error).__name__}: {error}")
            return None


def _make(name: str, seat: Seat) -> Agent:
    """Build the agent for a sample; only agents that declare that they need the reference get it."""
    case = _with_reference(name, seat) if needs_reference(name) else seat.case
    return named_agent(name, case, seat.world.ledger)


def _with_reference(name: str, seat: Seat) -> Case:
    if not seat.world.knows_reference:  # a bridged agent of another model asks the oracle for help
        raise InvalidRecord(f"{name} knows the truth: it plays as the model of a whole run only")
    _, reference = registry.load("suites", seat.case.item.suite).find(seat.case.item.id)
    return replace(seat.case, reference=reference)


@modelapi(name="mesocosm")
def reference_agents() -> type[ModelAPI]:
    return ReferenceAgents


def _output(name: str, action: Action, number: int) -> ModelOutput:
    text = action if isinstance(action, str) else ""
    calls = [_call(action, number)] if isinstance(action, ToolCall) else None
    message = ChatMessageAssistant(content=text, tool_calls=calls, model=name, source="generate")
    choice = ChatCompletionChoice(message=message, stop_reason="tool_calls" if calls else "stop")
    # Without a usage Inspect would count tokens itself, and download a vocabulary to do so.
    return ModelOutput(model=name, choices=[choice], usage=ModelUsage())


def _call(action: ToolCall, number: int) -> InspectCall:
    arguments = action.arguments if isinstance(action.arguments, dict) else {}
    problem = (
        None if isinstance(action.arguments, dict) else f"arguments are not an object: {json.dumps(action.arguments)}"
    )
    return InspectCall(id=action.id or f"call-{number}", function=action.tool, arguments=arguments, parse_error=problem)
