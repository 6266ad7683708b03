"""The world of one item: `World.call` is the only place where a tool runs.

Every loop (plain, Inspect, Gymnasium, MCP) dispatches its calls here, so that each is checked, charged, run under
limits, hashed and written to the trace in the same way.
"""

from __future__ import annotations

import functools
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from mesocosm.episode.attribution import fault_of, is_machine_trouble, refusal
from mesocosm.episode.budget_ledger import Ledger
from mesocosm.episode.end_notice import describe_end
from mesocosm.episode.message_limits import MessageLog
from mesocosm.episode.reminder import MOST_REMINDERS, write_reminder
from mesocosm.episode.runner import OutOfTime, Runner, Steps
from mesocosm.episode.setting import Setting, bind
from mesocosm.episode.submission_calls import count_refusal, refuse_answer
from mesocosm.episode.trace_events import episode_end, episode_start, provenance_of
from mesocosm.errors import BrokenEpisode, BudgetSpent, InvalidArguments, ToolError, ToolFailed
from mesocosm.extras import needs
from mesocosm.tools.arguments import read_arguments
from mesocosm.tools.export import openai_tools
from mesocosm.tools.tool import Output, Tool, as_output
from mesocosm.trace.schema import (
    CRASH_ROLE,
    TO_AGENT_ROLE,
    Answered,
    Blob,
    Broke,
    Called,
    EndReason,
    Said,
    Trace,
    observation_event,
    spell_text,
    spell_value,
)
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Artifact, Fault, Item, Observation
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import asyncio

Call = Steps[Observation]
"""The steps of a call, which yield the tool to be run unless the call is refused."""


class World:
    """Workspace, tools, budget and clock for one item, with one trace."""

    def __init__(
        self,
        item: Item,
        setting: Setting,
        *,
        agent: str = "",
        knows_reference: bool = False,
        writer: TraceWriter | None = None,
        workspace: Workspace | None = None,
    ) -> None:
        budget = setting.budget
        self.item = item
        self.tools = setting.tools
        self.desk = setting.desk
        self.budget = budget
        self.system = setting.system
        self.prompt = setting.prompt or item.prompt
        self.images = tuple(setting.images)
        self.options = dict(setting.options)
        self.knows_reference = knows_reference
        self._tell_budget = setting.tell_budget
        self._extras = setting.extras
        self.writer = writer if writer is not None else TraceWriter()
        self.workspace = workspace or Workspace(most_bytes=budget.bytes, most_files=budget.files)
        self.ledger = Ledger(budget)
        self.ended: EndReason | None = None
        self.last_observation: Observation | None = None
        """The last answer to a call, or to a turn without one."""
        self.showed_pictures = bool(self.images)
        self._runner = Runner()
        self._lock = threading.RLock()
        self._idle_turns = 0
        """Turns without a call since the last one with a call."""
        self._calls: set[str] = set()
        self._tool_names = tuple(self.tools)
        """Names of the tools that the agent was shown."""
        self._messages = MessageLog()
        self._arrays: tuple[Blob, ...] = ()
        """Stored arrays of the current call, until its event is written."""
        self._cause = ""
        """Why a tool failed in the current call, until its event is written; agents never see it."""
        try:
            things = (self.workspace, self.desk, setting.clock, setting.tools, *setting.provided)
            self._bound = bind(setting.tools.whole, things)
            for path, data in setting.files.items():
                self.workspace.write_bytes(path, data)
            self.workspace.take_fresh()
            self.writer.append(episode_start(item, setting, agent=agent, knows_reference=knows_reference))
        except BaseException:
            self.workspace.close()
            raise

    # ------------------------------------------------------------ acting

    @property
    def done(self) -> bool:
        """Whether the episode is over: an answer is accepted, a budget is spent, or something on our side failed."""
        return self.ended is not None

    @property
    def ending(self) -> str:
        """A sentence that says how the episode ended; empty while it runs."""
        return "" if self.ended is None else describe_end(self.ended, self.desk.answer, self.ledger)

    def call(self, name: str, arguments: JsonValue = None, call_id: str | None = None) -> Observation:
        """Run one tool for the agent. Return an agent's mistake as an observation; raise `BrokenEpisode` for ours."""
        with self._lock:
            return self._runner.drive(self._call(name, {} if arguments is None else arguments, call_id))

    async def call_beside(self, name: str, arguments: JsonValue = None, call_id: str | None = None) -> Observation:
        """Do the same on asyncio's loop, which is not blocked while the tool runs on a thread. Calls take turns."""
        async with self._turn:
            return await self._runner.drive_beside(self._call(name, {} if arguments is None else arguments, call_id))

    def refuse(self, name: str, arguments: JsonValue, fault: Fault, call_id: str | None = None) -> Observation:
        """Record a call that the harness refused before it reached us; it costs a step like any other."""
        with self._lock:
            return self._runner.drive(self._call(name, arguments, call_id, fault))

    def idle(self, *, emulated: bool = False) -> Observation:
        """Answer a turn without a call by a reminder of how to submit, at most twice in a row.

        The reminder is recorded, and fits calls that are `emulated`, that is read from the agent's text. Such a turn
        costs a step too. Where the submission desk accepts one reply in words, the text is submitted.
        """
        with self._lock:
            if self.ended is not None:
                return refusal("over", self.ending, done=True)
            try:
                self.ledger.charge_step()
            except BudgetSpent as error:
                self.finish("budget")
                return refusal(error.kind, str(error), done=True)
            if self.desk.reader is not None:
                return self._submit_text(self.desk.reader(self._messages.last))
            self._idle_turns += 1
            if self.ledger.steps_spent:
                self.finish("budget")
            elif self._idle_turns > MOST_REMINDERS:
                self.finish("stopped")
            reminder = write_reminder(self.tools, self.desk, words=self._messages.last, emulated=emulated)
            self.say(TO_AGENT_ROLE, reminder)
            self.last_observation = Observation(text=reminder, done=self.done)
            return self.last_observation

    def begin_turn(self) -> None:
        """Begin a turn of the model, where the harness has turns: `calls_per_turn` of the budget counts from here."""
        self.ledger.begin_turn()

    def say(self, role: str, text: str, stop: str = "") -> None:
        """Record a message outside any call; `stop` says what cut it off, if anything did."""
        with self._lock:
            if self.done:
                return
            recorded = self._messages.admit(spell_text(text)) if role == "assistant" else spell_text(text)
            if recorded is not None:
                self.writer.append(Said(role=spell_text(role), text=recorded, stop=stop))

    def charge_tokens(self, tokens: int) -> None:
        """Charge model tokens; end the episode if they are used up."""
        with self._lock:
            try:
                self.ledger.charge_tokens(tokens)
            except BudgetSpent:
                self.finish("budget")

    def break_off(self, name: str, message: str, call: str = "") -> None:
        """Record a failure on our side, with the call in which it happened, and end the episode."""
        with self._lock:
            if not self.done:
                with suppress(BrokenEpisode):  # a trace that cannot be written records that itself
                    self.writer.append(Broke(boundary=name, message=spell_text(message), call=call))
                self.finish("broken")

    def crash(self, message: str) -> None:
        """End the episode because the agent's own program failed, which is scored."""
        self.say(CRASH_ROLE, message)
        self.finish("crashed")

    def finish(self, reason: EndReason = "stopped") -> Trace:
        """End the episode and return its trace; the first reason counts."""
        with self._lock:
            if self.ended is None:
                self.ended = reason
                try:
                    self._write_end(reason)
                except BrokenEpisode:  # the trace records that; what still fits is written
                    self.ended = "broken"
                    self._write_end("broken")
            return self.writer.trace()

    def close(self) -> None:
        """End the episode if it still runs, and remove what it used."""
        self.finish()
        self._runner.close()
        self.writer.close()
        self.workspace.close()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------ one call

    @functools.cached_property
    def _turn(self) -> asyncio.Lock:
        import asyncio

        return asyncio.Lock()

    def _call(self, name: str, arguments: JsonValue, call_id: str | None, fault: Fault | None = None) -> Call:
        """The steps of a call; the tool is yielded, since threads and event loops run it in different ways."""
        if self.ended is not None:
            return refusal("over", self.ending, done=True)
        name, arguments, call = spell_text(name), spell_value(read_arguments(arguments)), self._call_id(call_id)
        self._idle_turns = 0
        started = time.perf_counter()
        try:
            self.writer.append(Called(call=call, tool=name, arguments=arguments))
            observation = yield from self._attempt(name, arguments, call, fault)
            return self._record(call, observation, time.perf_counter() - started)
        except BrokenEpisode as error:
            self.break_off(error.boundary, str(error), call)
            raise
        except GeneratorExit:
            cancelled = refusal("cancelled", "the harness cancelled this call")
            self._record(call, cancelled, time.perf_counter() - started)
            raise

    def _call_id(self, requested: str | None) -> str:
        call, number = spell_text(requested or ""), len(self._calls) + 1
        while not call or call in self._calls:
            call, number = f"call-{number}", number + 1
        self._calls.add(call)
        return call

    def _attempt(self, name: str, arguments: JsonValue, call: str, fault: Fault | None) -> Call:
        try:
            self.ledger.charge_step()
            if fault is not None:
                count_refusal(self.desk, self.tools.get(name), arguments, fault)
                return refusal(fault.kind, fault.message, done=self.desk.closed)
            self.ledger.charge_turn()
            tool = self.tools.find(name)
            values = self._checked(tool, arguments)
            if not self.ledger.charge_call(name):
                raise ToolError(f"the {self.budget.calls[name]} calls of {name} are used up; go on without it")
            return (yield from self._run(tool, name, values, call))
        except (ToolError, BudgetSpent) as error:
            return refusal(error.kind, str(error), done=self.desk.closed or isinstance(error, BudgetSpent))

    def _checked(self, tool: Tool, arguments: JsonValue) -> dict[str, Any]:
        """Return the arguments as the tool needs them; an answer of the wrong type counts as a failed attempt."""
        try:
            return tool.check(arguments)
        except InvalidArguments as error:
            raise InvalidArguments(refuse_answer(self.desk, tool, arguments, str(error))) from None

    def _run(self, tool: Tool, name: str, values: dict[str, Any], call: str) -> Call:
        started = time.perf_counter()
        fault = None
        try:
            output = yield from self._output(tool, name, values)
        except ToolError as error:
            output, fault = Output(text=str(error)), fault_of(error.kind, str(error))
        artifacts = self._attributed(tool, output, call, time.perf_counter() - started)
        self._arrays = self.writer.store_arrays(output.arrays) if output.arrays else ()
        if any(file.path == self.desk.file for file in artifacts):
            fault = self._submit_file() or fault
        return Observation(
            text=fault.message if fault is not None else spell_text(output.text),
            error=fault,
            images=output.images,
            artifacts=artifacts,
            data=spell_value(output.data) if output.data is not None else None,
            done=self.desk.closed,
        )

    def _submit_file(self) -> Fault | None:
        """Submit the answer file that was just written; return why it was refused, if it was."""
        try:
            self.desk.submit(self.workspace.read_text(self.desk.file).strip())
        except ToolError as error:
            return fault_of(error.kind, str(error))
        except Exception as error:  # as with tools: what an agent wrote must not break its episode
            self._cause = f"answer file: {type(error).__name__}: {error}"
            return fault_of(ToolFailed.kind, "the answer file could not be read")
        return None

    def _submit_text(self, answer: JsonValue) -> Observation:
        if answer is not None:
            with suppress(ToolError):  # the answer records what is wrong; there is no second reply
                self.desk.submit(answer)
        self.finish("submitted" if self.desk.answer.accepted else "stopped")
        return Observation(text="", done=True)

    def _output(self, tool: Tool, name: str, values: dict[str, Any]) -> Steps[Output]:
        """Run the tool under its time limit, and return its output.

        If the tool fails because of what the agent sent, that is the agent's failure, even where the tool has a defect:
        an agent that finds an input on which a tool fails must not thereby remove the episode from its mean score. The
        trace has the cause, for people. What no agent can cause (a missing library or disk) breaks the episode.
        """
        bound = self._bound[name]
        seconds, by_budget = self.ledger.call_limit_s()
        try:
            with self.ledger.running(), needs(f"the suite {self.item.suite}", *self._extras):
                if tool.marks.instant:
                    return as_output(tool.function(*bound, **values))
                return as_output((yield lambda: tool.function(*bound, **values), seconds))
        except GeneratorExit:  # the harness cancelled the sample in the middle of the call
            self.workspace.revoke(self._runner.abandon())
            raise
        except OutOfTime as error:
            self.workspace.revoke(error.thread)
            if by_budget:
                raise BudgetSpent("seconds", self.budget.seconds or seconds) from None
            self._cause = f"tool {tool.id}: did not return within {seconds:g} s"
            raise ToolFailed(f"{name} did not return within {seconds:g} s on this call and was given up") from None
        except (ToolError, BudgetSpent, BrokenEpisode):
            raise
        except Exception as error:  # the tool failed on what the agent sent: the docstring says whose failure that is
            if is_machine_trouble(error, self.workspace):
                raise BrokenEpisode(f"tool {tool.id}", f"{type(error).__name__}: {error}") from error
            self._cause = f"tool {tool.id}: {type(error).__name__}: {error}"
            raise ToolFailed(f"{name} failed on this call; nothing is known of what it did") from error

    def _attributed(self, tool: Tool, output: Output, call: str, runtime_s: float) -> tuple[Artifact, ...]:
        fresh = self.workspace.take_fresh()
        if not fresh:
            return ()
        provenance = provenance_of(tool, output, call, runtime_s)
        artifacts = tuple(file.model_copy(update={"provenance": provenance}) for file in fresh)
        self.workspace.attribute(artifacts)
        return artifacts

    def _record(self, call: str, observation: Observation, runtime_s: float) -> Observation:
        if self.ended is not None:  # the episode ended while the tool was running
            return observation.model_copy(update={"done": True})
        images = self.writer.store_images(observation.images) if observation.images else ()
        self.showed_pictures = self.showed_pictures or bool(images)
        arrays, self._arrays = self._arrays, ()
        cause, self._cause = self._cause, ""
        if self.ledger.steps_spent and not observation.done:
            observation = observation.model_copy(update={"done": True})
        if self._tell_budget and not observation.done:
            observation = observation.model_copy(update={"text": f"{observation.text}\n\n[{self.ledger.left()}]"})
        self.writer.append(observation_event(call, observation, images, arrays, runtime_s, cause))
        observation = self._with_tools(observation)
        self.last_observation = observation
        if observation.done and not self.done:
            self.finish("submitted" if self.desk.closed else "budget")
        return observation

    def _with_tools(self, observation: Observation) -> Observation:
        """Add the list of tools to the observation if the call has opened or closed some."""
        names = tuple(self.tools)
        if names == self._tool_names:
            return observation
        self._tool_names = names
        return observation.model_copy(update={"tools": tuple(openai_tools(self.tools))})

    def _write_end(self, reason: EndReason) -> None:
        if self.desk.answer.status != "missing":
            self.writer.append(Answered(answer=self.desk.answer))
        self.writer.append(episode_end(reason, self.workspace, self.ledger))
