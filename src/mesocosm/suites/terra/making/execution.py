"""The execution of a workflow's plan in a world of its own: its answer, and its steps as a reference path."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.suites.terra.providers.region import sources_of
from mesocosm.suites.terra.scoring.calls import Call, calls_of
from mesocosm.suites.terra.scoring.reference import ArgumentKind, ReferencePath, Step
from mesocosm.suites.terra.scoring.toolbox import Toolbox
from mesocosm.suites.terra.toolkit.published_names import our_name, published_name
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY, ROOM
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.tool_runner import Done, Hands, Plan, PlanFailed
from mesocosm.suites.terra.workflows.workflow import Given, Workflow
from mesocosm.tools.tool import Tool, load
from mesocosm.tools.view import underscored
from mesocosm.types import Item, ToolCall
from mesocosm.workspace.submission import SubmissionDesk

if TYPE_CHECKING:
    from mesocosm.earth.planet.documents.document import Document

LOOKING = (
    "archive.collections",
    "archive.choices",
    "reanalysis.inspect",
    "reanalysis.describe",
    "satellite.describe",
    "gis.describe_features",
    "simulation.describe_engine",
    "files.list_files",
    "files.read_file",
)
"""Tools that only look: extra calls of these are not penalised."""
FREE = (*LOOKING, "calculator.calculate")
"""Tools that no reference requires: sums may also be done in a program or in the head."""
META = ("groups.open_group", "submit.submit")
FREE_TEXT = ("code", "content", "expression", "title", "label", "description", "assumptions", "words", "note")
"""Arguments that can say the same in many ways."""


@dataclass(frozen=True)
class Executed:
    """Result of an execution."""

    answers: dict[str, JsonValue]
    path: ReferencePath
    calls: tuple[ToolCall, ...]
    families: tuple[str, ...]
    seen: tuple[Call, ...] = ()
    """Return every call of the trace with its result, refused calls included."""


def execute(workflow: Workflow, land: Land, given: Given) -> Executed:
    """Carry out a workflow's plan with every tool available, and without faults."""
    setting = Setting(
        tools=toolbox("all", "ours", LIVE_ONLY),
        desk=SubmissionDesk(lambda answer: answer),
        budget=ROOM,
        provided=sources_of(land, functools.partial(workflow_documents, workflow, land, given), reuse_runs=True),
        files=workflow_files(workflow, land, given),
    )
    return executed_plan(setting, workflow.name, workflow.plan, given, land.planet.seed)


def executed_plan(setting: Setting, name: str, plan: Callable[[Hands], Plan], given: Given, seed: int = 0) -> Executed:
    """Carry out the plan of a workflow in a world made from these parts."""
    item: Item = Item(id="execution", suite="terra", prompt="", seed=seed)
    hands = Hands(setting.tools, given)
    with World(item, setting) as world:
        answers = _acted_out(world, name, plan(hands))
        seen = tuple(calls_of(world.finish()))
    calls = tuple(ToolCall(tool=done.tool, arguments=done.arguments, id=done.id) for done in hands.done)
    families = dict.fromkeys(load(done.tool).family for done in hands.done)
    return Executed(answers, reference_path(hands.done), calls, tuple(families), seen)


def workflow_documents(workflow: Workflow, land: Land, given: Given) -> Sequence[Document]:
    """Return the documents in the library of a request."""
    return workflow.documents(land, given)


def workflow_files(workflow: Workflow, land: Land, given: Given) -> dict[str, bytes]:
    """Return the files in the workspace when the agent starts; many worlds of one request begin with the same ones."""
    return dict(_write_files(workflow, land, json.dumps(given)))


@functools.lru_cache(maxsize=4)
def _write_files(workflow: Workflow, land: Land, given: str) -> dict[str, bytes]:
    return workflow.files(land, json.loads(given))


def _acted_out(world: World, name: str, plan: Plan) -> dict[str, JsonValue]:
    try:
        call = next(plan)
        while True:
            call = plan.send(world.call(call.tool, call.arguments))
    except StopIteration as end:
        return dict(end.value)
    except PlanFailed as error:
        raise PlanFailed(f"workflow {name}: {error}") from error


def reference_path(done: Sequence[Done]) -> ReferencePath:
    """Return the steps in the form that scores compare calls with: a partial order, with known files and defaults."""
    counted = [step for step in done if step.tool not in FREE]
    kept = {step.id for step in counted}
    steps = [
        Step(
            id=step.id,
            tool=step.tool,
            arguments=step.arguments,
            after=tuple(name for name in step.after if name in kept),
        )
        for step in counted
    ]
    files = {path: digest for step in done for path, digest in step.files.items()}
    makers = {path: step.id for step in counted for path in step.files}
    return ReferencePath(
        steps=tuple(steps),
        toolbox=Toolbox(
            aliases=published_aliases(),
            groups={step.tool: load(step.tool).family for step in counted},
            meta=META,
            free=FREE,
        ),
        kinds={**path_kinds(counted, files), **dict.fromkeys(FREE_TEXT, "ignored")},
        defaults={
            tool: values for tool in dict.fromkeys(step.tool for step in counted) if (values := defaults(load(tool)))
        },
        files=files,
        makers=makers,
    )


@functools.cache
def published_aliases() -> dict[str, str]:
    """Return the names under which worlds may show our tools, each with our name."""
    tools = [*META, *(tool.id for tool in toolbox("all", "ours", LIVE_ONLY).values())]
    shown = {name(tool): tool for tool in tools for name in (our_name, published_name)}
    return {name: tool for name, tool in shown.items() if underscored(tool) != name}


def path_kinds(done: Iterable[Done], files: dict[str, str]) -> dict[str, ArgumentKind]:
    """Return the arguments that name files which steps made."""

    def names_files(value: JsonValue) -> bool:
        return value in files if isinstance(value, str) else bool(value) and _all_named(value)

    def _all_named(value: JsonValue) -> bool:
        return isinstance(value, list) and all(isinstance(member, str) and member in files for member in value)

    return {name: "path" for step in done for name, value in step.arguments.items() if names_files(value)}


def defaults(tool: Tool) -> dict[str, JsonValue]:
    """Return the default values of a tool's arguments."""
    fields = tool.arguments.model_fields
    values = {name: field.default for name, field in fields.items() if not field.is_required()}
    return {name: value for name, value in values.items() if isinstance(value, str | int | float | list)}
