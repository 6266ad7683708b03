"""Inspect's own ReAct loop over tools with the same schemas, driven by a model that takes no time.

The same model drives both sides of a comparison; it makes one call in each turn and then submits.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable, Mapping
from typing import Any

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.agent import AgentState, react
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    get_model,
    modelapi,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCall, ToolChoice, ToolDef, ToolInfo, ToolParams

from mesocosm.suite import Suite
from mesocosm.tools.view import ToolView

CALLS = 10
"""Calls of an episode, the last of which submits."""
Turn = tuple[str, Mapping[str, Any]]
Turns = Callable[[int], Turn]
"""Tool and arguments of the call of a turn, by the number of the turn from 0."""
Body = Callable[[Mapping[str, Any]], str]
"""Function from a tool's arguments to its output."""


class Script(ModelAPI):
    """A model that takes no time and makes the next of its turns, whatever is said."""

    def __init__(self, turns: Turns, **options: Any) -> None:
        super().__init__("turns")
        self.turns = turns

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        made = sum(isinstance(message, ChatMessageTool) for message in input)
        name, arguments = self.turns(made)
        calls = [ToolCall(id=f"call-{made}", function=name, arguments=dict(arguments))]
        choice = ChatCompletionChoice(message=ChatMessageAssistant(content="", tool_calls=calls, source="generate"))
        return ModelOutput(model="script", choices=[choice], usage=ModelUsage())


@modelapi(name="script")
def script() -> type[ModelAPI]:
    return Script


@scorer(metrics=[mean()])
def nothing() -> Scorer:
    async def compute(state: TaskState, target: Target) -> Score:
        return Score(value=0.0)

    return compute


@solver
def bare_react(view: ToolView, body: Body, submit: str) -> Solver:
    """Inspect's ReAct loop over tools with the schemas of a view."""

    def made() -> Callable[..., Any]:
        # Inspect keeps a tool's schema on its function: one function for all would show one schema for all.
        async def execute(**kwargs: Any) -> str:
            return body(kwargs)

        return execute

    async def until_submitted(state: AgentState) -> bool:
        return all(call.function != submit for call in state.output.message.tool_calls or [])

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        tools = [
            ToolDef(made(), name=name, description=tool.description, parameters=ToolParams.model_validate(tool.schema))
            for name, tool in view.items()
        ]
        agent = react(prompt=None, tools=tools, submit=False, on_continue=until_submitted)
        done = await agent(AgentState(messages=state.messages))
        state.messages, state.output = done.messages, done.output
        return state

    return solve


def bare_task(suite: Suite, samples: int, view: ToolView, body: Body, submit: str) -> Task:
    """Return the questions of a suite, asked by Inspect alone."""
    items = [item for item, _ in suite.cases(7, samples)]
    dataset = MemoryDataset([Sample(id=item.id, input=item.prompt) for item in items])
    return Task(dataset=dataset, solver=bare_react(view, body, submit), scorer=nothing())


def inspect_seconds(task: Task, turns: Turns) -> float:
    """Return the CPU seconds of one run, with its own garbage collection and without that of earlier runs."""
    gc.collect()
    gc.freeze()
    with tempfile.TemporaryDirectory() as folder:
        model = get_model("script/x", turns=turns, memoize=False)
        started = time.process_time()
        [log] = inspect_eval(task, model=model, log_dir=folder, display="none", max_samples=8)
        seconds = time.process_time() - started
        samples = list(log.samples or ())
    calls = sum(isinstance(message, ChatMessageTool) for sample in samples for message in sample.messages)
    if log.status != "success" or calls != len(samples) * CALLS:
        raise SystemExit(f"made {calls} calls and ended with {log.status}: {log.error}")
    return seconds
