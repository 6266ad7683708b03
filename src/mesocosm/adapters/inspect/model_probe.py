"""Health check: what a model and its server can do, by real requests, with the server flag that corrects a failure."""

from __future__ import annotations

import re
import struct
import time
import zlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import anyio
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText, GenerateConfig, Model, ModelOutput, get_model
from inspect_ai.tool import ToolInfo, ToolParams
from inspect_ai.util import JSONSchema

from mesocosm.adapters.inspect.models import check_model_name, explain_model_error
from mesocosm.adapters.inspect.server_errors import is_late, unwrap_error, words_of
from mesocosm.adapters.inspect.server_facts import ServerFacts, ask_server
from mesocosm.errors import UnknownName
from mesocosm.report.estimate import per_second
from mesocosm.tools.export import data_url
from mesocosm.tools.written_call import call_in
from mesocosm.types import Image, Record

EACH_S = 20.0
"""Seconds that one request may take by default."""
MOST_REQUESTS = 7
"""Requests: a reply, a call, the tokens that tools add (two), parallel calls, a picture, and the speed."""
FACTS_S = 10.0
"""Seconds that a server has to list what it serves."""
REPLY_TOKENS = 1_024
"""Tokens of a reply, enough for a model that reasons first."""
NO_PARSER = (
    "the server passes tool calls on as text; vLLM: --enable-auto-tool-choice --tool-call-parser NAME; SGLang: "
    "--tool-call-parser NAME; llama.cpp: --jinja; else run with --emulate-tools"
)
NO_TEMPLATE = (
    "the server's chat template drops the tools: give it one that knows them (llama.cpp: --jinja --chat-template-file "
    "FILE; vLLM: --chat-template FILE), or run with --emulate-tools"
)
BAD_CALLS = (
    "the model writes calls that cannot be read: try the tool-call parser made for it, a lower --temperature, or "
    "question suites with --option condition=text"
)
NO_VISION = "a model without vision, or a server without its projector; llama.cpp: --mmproj FILE"
MENDS = (
    (r"enable-auto-tool-choice|tool-call-parser|jinja|tool.?(choice|parser|call)|support tools", NO_PARSER),
    (r"image|vision|multi.?modal|mmproj", NO_VISION),
    (r"api.?key|401|unauthori[sz]ed|403", "set the provider's key in the environment, such as OPENAI_API_KEY"),
    (r"base_url", "say where the server is: --base-url http://HOST:PORT/v1"),
    (r"no module|pip install|not installed", "install the provider's SDK, as the message says"),
    (r"404|not.?found|does not exist", "the server does not serve a model of this name, or not under this address"),
    (r"connect|resolve|unreachable|timed? ?out", "is the server up, and is its address right? --base-url"),
)
"""Text of an error to its correction."""
OWN_CODE = re.compile(r"\bdef\s+add\b|\badd\s*=(?!=)|\blambda\b|\bfunction\s+add\b")
"""Code that defines a function with the tool's name, and so does not call the tool."""
COUNTED_TOKENS = 16
"""Tokens of a reply if only the question's tokens are counted; some providers refuse fewer."""
ADD_QUESTION = "Use the tool `add` to add 2 and 3."
ADD = ToolInfo(
    name="add",
    description="Add two numbers.",
    parameters=ToolParams(
        properties={"a": JSONSchema(type="number"), "b": JSONSchema(type="number")}, required=["a", "b"]
    ),
)


class Finding(Record):
    """The result of one probe."""

    what: str
    works: bool | None
    """Whether the model can do it; None if that is not known."""
    details: str
    mend: str = ""
    """What to change if something is wrong."""


class Checkup(Record):
    """The results of all probes."""

    model: str
    findings: tuple[Finding, ...]
    context: int | None = None
    """Tokens that the server says it accepts."""
    speed: float | None = None
    """Tokens written per second."""

    @property
    def replies(self) -> bool:
        return bool(self.findings and self.findings[0].works)


def longest_s(patience_s: float) -> float:
    """Return the seconds that all probes take at most, with a time limit for each request."""
    return FACTS_S + MOST_REQUESTS * patience_s


def check_up(model: str, *, base_url: str | None = None, patience_s: float = EACH_S) -> Checkup:
    """Probe a model; failures are findings, and only a wrong name raises. Each request has `patience_s` seconds."""
    check_model_name(model)
    return anyio.run(_check_up, model, base_url, patience_s)


async def _check_up(name: str, base_url: str | None, patience_s: float) -> Checkup:
    try:
        model = _model(name, base_url)
    except Exception as error:  # each provider raises its own error for a missing key, SDK or address
        if isinstance(unknown := explain_model_error(name, error), UnknownName):
            raise unknown from error
        return Checkup(model=name, findings=(_failure("reply", error),))
    facts = await _facts_of(model, base_url)
    first = await _try("reply", lambda: _reply(model), patience_s)
    if not first.works:
        return Checkup(model=name, findings=(_serve(first, facts, model),), context=facts.context)
    speeds: list[float] = []
    probes: dict[str, Callable[[], Awaitable[Finding]]] = {
        "parallel calls": lambda: _parallel_calls(model),
        "picture": lambda: _picture(model),
        "speed": lambda: _speed(model, speeds),
    }
    call = await _try("tool call", lambda: _tool_call(model), patience_s)
    seen = await _tools_seen(model, call, patience_s)
    found = [call, seen, *[await _try(what, probe, patience_s) for what, probe in probes.items()]]
    return Checkup(
        model=name,
        findings=(first, *(_mend(one, seen) for one in found), _context(facts)),
        context=facts.context,
        speed=speeds[0] if speeds else None,
    )


def _model(name: str, base_url: str | None) -> Model:
    from inspect_ai._util.error import PrerequisiteError

    try:
        return get_model(name, base_url=base_url, memoize=False)
    except PrerequisiteError:
        if base_url is None:
            raise
        return get_model(name, base_url=base_url, api_key="none", memoize=False)  # a local server needs none


async def _facts_of(model: Model, base_url: str | None) -> ServerFacts:
    with anyio.move_on_after(FACTS_S):
        return await ask_server(model.api.base_url or base_url, model.api.api_key, model.name)
    return ServerFacts()


async def _try(what: str, probe: Callable[[], Awaitable[Finding]], patience_s: float) -> Finding:
    try:
        with anyio.fail_after(patience_s):
            return await probe()
    except Exception as error:  # providers raise errors of their own, and each is a finding
        return _late(what, patience_s) if is_late(error) else _failure(what, error)


def _late(what: str, patience_s: float) -> Finding:
    mend = "give it longer: --request-timeout; is the server busy with others, or is the model too large for it?"
    return Finding(what=what, works=None, details=f"not known: no answer in {patience_s:g} s", mend=mend)


def _failure(what: str, error: BaseException) -> Finding:
    error = unwrap_error(error)
    said = words_of(error)
    message = " ".join(re.sub(r"\[/?[a-z #]+\]", "", said).split())[:300]
    own = {"tool call": NO_PARSER, "parallel calls": NO_PARSER, "picture": NO_VISION}
    kinds = [mend for pattern, mend in MENDS if re.search(pattern, f"{type(error).__name__} {error}", re.IGNORECASE)]
    mend = own.get(what) or next(iter(kinds), "")
    return Finding(what=what, works=False, details=f"{type(error).__name__}: {message}", mend=mend)


# ---------------------------------------------------------------- the probes


async def _ask(model: Model, content: Any, *, tokens: int = REPLY_TOKENS, with_tool: bool = False) -> ModelOutput:
    config = GenerateConfig(max_tokens=tokens, max_retries=0)
    return await model.generate(
        [ChatMessageUser(content=content)], tools=[ADD] if with_tool else [], tool_choice="auto", config=config
    )


async def _reply(model: Model) -> Finding:
    said = (await _ask(model, "Reply with one word: ready")).completion.strip()
    if not said:
        mend = (
            "nothing came but an empty text: a reasoning model needs more --max-tokens, or a server its chat template"
        )
        return Finding(what="reply", works=False, details="an empty reply", mend=mend)
    return Finding(what="reply", works=True, details=f"said {said[:40]!r}")


async def _tool_call(model: Model) -> Finding:
    output = await _ask(model, ADD_QUESTION, with_tool=True)
    calls, text = output.message.tool_calls or [], output.completion.strip()
    if calls and calls[0].function == ADD.name and not calls[0].parse_error:
        return Finding(what="tool call", works=True, details=f"called add with {calls[0].arguments}")
    if calls:
        problem = calls[0].parse_error or f"called {calls[0].function!r}, which is not there"
        return Finding(what="tool call", works=False, details=str(problem)[:200], mend=BAD_CALLS)
    if is_call_as_text(text):
        return Finding(what="tool call", works=False, details=f"a call as text: {text[:80]!r}", mend=NO_PARSER)
    mend = "a model that does not call tools: run with --emulate-tools, or question suites with --option condition=text"
    return Finding(what="tool call", works=False, details=f"no call but words: {text[:80]!r}", mend=mend)


def is_call_as_text(text: str) -> bool:
    """Whether a text contains a call of the tool with its arguments, and not code of the model's own."""
    called = call_in(text, (ADD.name,))
    return called is not None and called[1] is not None and not OWN_CODE.search(text)


async def _tools_seen(model: Model, call: Finding, patience_s: float) -> Finding:
    """Find out whether tools reach the model: with a tool, the same question must have more tokens."""
    if call.works:
        return Finding(what="tools seen", works=True, details="it called one")
    counts: list[int] = []
    for with_tool in (True, False):
        counted = await _try("tools seen", partial(_counted, model, with_tool, counts), patience_s)
        if counted.works is not True:
            return counted.model_copy(update={"works": None})
    if counts[0] > counts[1]:
        return Finding(what="tools seen", works=True, details=f"a tool adds {counts[0] - counts[1]} tokens")
    details = f"the model never saw the tool: the question has {counts[0]} tokens with it and {counts[1]} without"
    return Finding(what="tools seen", works=False, details=details, mend=NO_TEMPLATE)


async def _counted(model: Model, with_tool: bool, counts: list[int]) -> Finding:
    output = await _ask(model, ADD_QUESTION, tokens=COUNTED_TOKENS, with_tool=with_tool)
    read = output.usage.total_tokens - output.usage.output_tokens if output.usage is not None else 0
    if read <= 0:
        return Finding(what="tools seen", works=None, details="the server does not say how many tokens it read")
    counts.append(read)
    return Finding(what="tools seen", works=True, details="")


def _mend(found: Finding, seen: Finding) -> Finding:
    """Return a finding about calls, or, if tools do not reach the model, that finding."""
    is_about_calls = found.what in ("tool call", "parallel calls") and found.works is False
    return found.model_copy(update={"mend": NO_TEMPLATE}) if is_about_calls and seen.works is False else found


async def _parallel_calls(model: Model) -> Finding:
    output = await _ask(
        model, "Use the tool `add` twice in this one turn: for 2 and 3, and for 4 and 5.", with_tool=True
    )
    number = len(output.message.tool_calls or [])
    if number > 1:
        return Finding(what="parallel calls", works=True, details=f"{number} calls in one turn")
    details = "one call a turn: every suite works, in more turns" if number else "no call"
    return Finding(what="parallel calls", works=False, details=details)


async def _picture(model: Model) -> Finding:
    picture = ContentImage(image=data_url(Image(png=red_square())))
    question = ContentText(text="Which colour is this picture? Reply with one word.")
    said = (await _ask(model, [question, picture])).completion.strip()
    if "red" in said.lower():
        return Finding(what="picture", works=True, details="it saw that a red square is red")
    return Finding(what="picture", works=False, details=f"taken, but not seen: {said[:40]!r}", mend=NO_VISION)


async def _speed(model: Model, speeds: list[float]) -> Finding:
    began = time.monotonic()
    output = await _ask(model, "Count from 1 to 100, in digits, with spaces between.", tokens=128)
    seconds = max(time.monotonic() - began, 1e-3)
    written = output.usage.output_tokens if output.usage is not None else 0
    if not written:
        return Finding(what="speed", works=None, details="the server does not say how many tokens it wrote")
    speeds.append(written / seconds)
    return Finding(what="speed", works=True, details=f"{per_second(speeds[0])} tokens/s ({written} in {seconds:.1f} s)")


def _context(facts: ServerFacts) -> Finding:
    if facts.context is None:
        return Finding(what="context", works=None, details="the server does not say")
    return Finding(what="context", works=True, details=f"{facts.context:,} tokens")


def _serve(found: Finding, facts: ServerFacts, model: Model) -> Finding:
    """Return the finding of a failed reply, with the server's models if it does not have the requested one."""
    if not facts.models or any(model.name.endswith(served) for served in facts.models):
        return found
    note = f"{model.name} is not among the models that the server lists: {', '.join(facts.models[:5])}"
    return found.model_copy(update={"mend": f"{found.mend}; {note}" if found.mend else note})


def red_square(side: int = 64) -> bytes:
    """Return a PNG of one colour."""
    rows = (b"\x00" + b"\xff\x00\x00" * side) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    chunks = [struct.pack(">I", len(data)) + kind + data + _crc(kind + data) for kind, data in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _crc(data: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(data))
