"""A model as judge (LLM judge) of sub-answers that the grader left undecided: an Inspect role, every reply in a log.

Rulings are cached in the logs of the folder, also of a run that was interrupted or killed, under the hash that
`judge_case` makes of a case.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesocosm import registry
from mesocosm.adapters.inspect.judge_case import (
    INSTRUCTIONS,
    PROMPT_SHA256,
    Case,
    Dispute,
    Ruling,
    brief,
    clean,
    make_case,
    read_ruling,
)
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample
    from inspect_ai.log import EvalLog, EvalSample
    from inspect_ai.model import Model
    from inspect_ai.solver import Solver

__all__ = ["Dispute", "Ruling", "rule"]

ROLE = "judge"
MARK = "mesocosm.judge"
"""The maker of a log, in the metadata of our logs."""
MAX_TOKENS = 1024
"""Tokens of a reply: a ruling takes about 60, but models that reason first need more."""
ATTEMPT_TIMEOUT_S = 120


def rule(
    disputes: Sequence[Dispute],
    model: str,
    log_dir: Path,
    *,
    model_args: dict[str, Any] | None = None,
    max_retries: int = 6,
) -> dict[str, Ruling]:
    """Return a ruling on each dispute by its id, and ask only for those that no log in `log_dir` has.

    `model` is an Inspect model, PROVIDER/NAME; `model_args` go to its provider, `base_url` and `api_key` among them.
    """
    _check(disputes, model)
    unasked = {dispute.id: ruling for dispute in disputes if (ruling := _without_asking(dispute))}
    cases = {dispute.id: make_case(dispute, model) for dispute in disputes if dispute.id not in unasked}
    wanted = {case.id: case for case in cases.values()}
    given = _earlier(wanted, model, log_dir) if wanted else {}
    rest = [case for case in wanted.values() if case.id not in given]
    if rest:
        given |= _ask(rest, model, log_dir, model_args or {}, max_retries)
    return {dispute.id: unasked.get(dispute.id) or given[cases[dispute.id].id] for dispute in disputes}


def _check(disputes: Sequence[Dispute], model: str) -> None:
    provider, _, name = model.partition("/")
    if not provider.strip() or not name.strip():
        raise InvalidRecord(f"judge must be PROVIDER/NAME such as openai/gpt-5, got {model!r}")
    seen: set[str] = set()
    for dispute in disputes:
        if dispute.id in seen:
            raise InvalidRecord(f"id must differ from dispute to dispute, got {dispute.id!r} twice")
        seen.add(dispute.id)


def _without_asking(dispute: Dispute) -> Ruling | None:
    """Return the ruling if no judge is needed, so that no tokens are spent; else None."""
    if not clean(dispute.answer).strip():
        return Ruling(False, "no_answer", "")
    if not clean(dispute.key).strip():
        return Ruling(None, "no_key", "")
    return None


def _ask(
    cases: Sequence[Case], model: str, log_dir: Path, model_args: Mapping[str, Any], max_retries: int
) -> dict[str, Ruling]:
    registry.require("inspect_ai")
    from inspect_ai import eval as run

    judge = _model(model, model_args)
    _make_folder(log_dir)
    before = _logs(log_dir)
    logs = run(
        _task(cases, model, max_retries),
        model=None,
        model_roles={ROLE: judge},
        log_dir=str(log_dir),
        log_format="eval",
        fail_on_error=False,  # a case that fails is undecided; the others continue
        log_realtime=False,  # the log itself is up to date, and no other file is written
        log_buffer=1,  # every ruling is on disk at once
        display="rich" if sys.stdout.isatty() else "none",
    )
    # After Ctrl-C Inspect may return no log at all: what is on disk counts.
    made = [log for log in _logs(log_dir) if log not in before]
    known = {case.id: case for case in cases}
    return dict.fromkeys(known, _silence(logs)) | _rulings(made, model, known)


def _model(model: str, model_args: Mapping[str, Any]) -> Model:
    from inspect_ai.model import get_model

    try:
        return get_model(model, memoize=False, **model_args)
    except Exception as error:  # Inspect raises ValueError, and a class of its own that is not public
        reason = " ".join(re.sub(r"\[/?\w+\]", "", str(error)).split())
        raise InvalidRecord(f"judge must be a model that Inspect can reach, got {model!r}: {reason}") from error


def _make_folder(log_dir: Path) -> None:
    try:
        log_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidRecord(f"log_dir {log_dir} cannot be written: {error.strerror}") from error


def _task(cases: Iterable[Case], model: str, max_retries: int) -> Task:
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset

    return Task(
        dataset=MemoryDataset([_sample(case) for case in cases], name="disputes"),
        solver=_solver(max_retries),
        name="judge_of_open_answers",
        metadata={"made_by": MARK, "judge": model, "prompt_sha256": PROMPT_SHA256},
    )


def _sample(case: Case) -> Sample:
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser

    return Sample(
        id=case.id,
        input=[ChatMessageSystem(content=INSTRUCTIONS), ChatMessageUser(content=case.message)],
        metadata={"dispute": case.dispute, "case": case.code},
    )


def _solver(max_retries: int) -> Solver:
    from inspect_ai.model import GenerateConfig, get_model
    from inspect_ai.solver import Generate, TaskState, solver

    config = GenerateConfig(
        temperature=0.0, max_tokens=MAX_TOKENS, max_retries=max_retries, attempt_timeout=ATTEMPT_TIMEOUT_S
    )

    @solver(name="ask_judge")
    def ask_judge() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            state.output = await get_model(role=ROLE, required=True).generate(state.messages, config=config)
            state.messages.append(state.output.message)
            return state

        return solve

    return ask_judge()


def _silence(logs: Sequence[EvalLog]) -> Ruling:
    """Return the ruling on cases that no log mentions."""
    if not logs or logs[0].status == "cancelled":
        return Ruling(None, "interrupted", "")
    return Ruling(None, "failed", brief(logs[0].error.message if logs[0].error is not None else ""))


def _earlier(cases: Mapping[str, Case], model: str, log_dir: Path) -> dict[str, Ruling]:
    """Read the judge's rulings on these cases from logs of earlier runs, finished or not."""
    if not log_dir.is_dir():
        return {}
    rulings = _rulings(_logs(log_dir), model, cases)
    return {name: replace(ruling, cached=True) for name, ruling in rulings.items() if ruling.value is not None}


def _logs(log_dir: Path) -> list[str]:
    """Return the logs in a folder, oldest first."""
    log = registry.require("inspect_ai.log")
    infos = log.list_eval_logs(str(log_dir), formats=["eval"], recursive=False, descending=False)
    return [info.name for info in infos]


def _rulings(logs: Iterable[str], model: str, cases: Mapping[str, Case]) -> dict[str, Ruling]:
    """Return the first readable ruling on each case, else the last unreadable one."""
    rulings: dict[str, Ruling] = {}
    for sample in (sample for log in logs if _is_ours(log, model) for sample in _samples(log)):
        case = cases.get(str(sample.id))
        if case is not None and (case.id not in rulings or rulings[case.id].value is None):
            rulings[case.id] = _ruling(sample, case)
    return rulings


def _is_ours(log: str, model: str) -> bool:
    from inspect_ai.log import read_eval_log

    try:
        metadata = read_eval_log(log, header_only=True).eval.metadata or {}
    except Exception:  # Inspect may raise anything on a damaged log: the case is asked again
        return False
    wanted = {"made_by": MARK, "judge": model, "prompt_sha256": PROMPT_SHA256}
    return all(metadata.get(name) == value for name, value in wanted.items())


def _samples(log: str) -> list[EvalSample]:
    from inspect_ai.log import read_eval_log

    try:
        return read_eval_log(log, exclude_fields={"events", "store", "attachments"}).samples or []
    except Exception:  # as above
        return []


def _ruling(sample: EvalSample, case: Case) -> Ruling:
    if sample.error is not None and sample.error.message.startswith("CancelledError("):
        return Ruling(None, "interrupted", "")
    if sample.error is not None:
        return Ruling(None, "failed", brief(_cause(sample.error.message)))
    output = sample.output
    ruling = read_ruling(output.completion, case.code)
    if ruling.value is not None or not output.choices:
        return ruling
    refused = any(getattr(part, "refusal", None) for part in output.message.content)
    if refused or output.stop_reason == "content_filter":
        return replace(ruling, reason="refused")
    return replace(ruling, reason="cut_short") if output.stop_reason == "max_tokens" else ruling


def _cause(message: str) -> str:
    """Return the cause of an error: Inspect quotes the whole request first, and the cause after an empty line."""
    request, _, cause = message.rpartition(r"\n\n")
    return cause.replace(r"\'", "'").removesuffix("')") if request else cause
