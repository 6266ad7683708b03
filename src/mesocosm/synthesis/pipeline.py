"""Candidates through acting, review and repair into a folder, in parallel, resumable.

Candidates are numbered; a lot of them is worked in one go and written as one whole file, so that work that was broken
off goes on after the last whole lot. Which process works a lot changes no byte.
"""

from __future__ import annotations

import contextlib
import importlib
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol, cast

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.files import read_lines, spell_json, write_whole
from mesocosm.synthesis.formats import picture_path
from mesocosm.synthesis.review import Finding, Rule, review
from mesocosm.synthesis.trajectory import Trajectory
from mesocosm.types import Record

LOT = 25
"""Candidates to a lot: small enough that little is lost, large enough that files are few."""
MOST_REPAIRS = 3
PLAN = "plan.json"
Pictures = Mapping[str, bytes]
"""SHA-256 to PNG."""
Watch = Callable[[int, int], None]
"""Told how many lots are done, and of how many."""


class Workshop(Protocol):
    """What a suite brings: `workshop(split, seed)` of its `synthesis` package."""

    @property
    def rules(self) -> Sequence[Rule]:
        """Structural and logical reviewers, in order."""

    def act(self, number: int, findings: Sequence[Finding], attempt: int) -> tuple[Trajectory, Pictures]:
        """A way through the task of a candidate, after what a review found wrong with the one before."""

    def word(self, trajectory: Trajectory) -> Trajectory:
        """The trajectory with its thoughts put into words from what had been seen by then."""

    def audit(self, trajectory: Trajectory) -> Sequence[Finding]:
        """What is wrong with the whole: the answer beside the evidence, words that tell what was not yet seen."""


class Worked(Record):
    """What became of a candidate."""

    number: int
    outcome: Literal["kept", "dropped"]
    trajectory: Trajectory
    rejected: tuple[Trajectory, ...] = ()
    """Ways that a review sent back, the first first."""
    findings: tuple[tuple[Finding, ...], ...] = ()
    """What was found in each of those, and in the last one where it was dropped."""


class Plan(Record):
    """What a folder of trajectories is made from."""

    suite: str
    split: str
    seed: int
    candidates: int


def work(workshop: Workshop, number: int) -> tuple[Worked, Pictures]:
    """Act, review, and act again with the feedback, at most three times; then word and audit what passed."""
    rejected: list[Trajectory] = []
    findings: list[tuple[Finding, ...]] = []
    pictures: dict[str, bytes] = {}
    for attempt in range(MOST_REPAIRS + 1):
        trajectory, shown = workshop.act(number, findings[-1] if findings else (), attempt)
        pictures.update(shown)
        problems = review(trajectory, workshop.rules)
        if not problems:
            worded = workshop.word(trajectory).model_copy(update={"repairs": attempt})
            problems = tuple(workshop.audit(worded))
            if not problems:
                return _worked("kept", number, worded, rejected, findings), pictures
        findings.append(problems)
        rejected.append(trajectory)
    return _worked("dropped", number, rejected[-1], rejected[:-1], findings), pictures


def _worked(
    outcome: Literal["kept", "dropped"],
    number: int,
    trajectory: Trajectory,
    rejected: Sequence[Trajectory],
    findings: Sequence[tuple[Finding, ...]],
) -> Worked:
    return Worked(
        number=number, outcome=outcome, trajectory=trajectory, rejected=tuple(rejected), findings=tuple(findings)
    )


def synthesise(plan: Plan, folder: Path, *, jobs: int = 1, watch: Watch | None = None) -> Counter[str]:
    """Work every candidate of a plan whose lot is not yet in the folder; how many were kept and dropped.

    Args:
        plan: Suite, split, seed and how many candidates.
        folder: New, empty, or begun with the same plan.
        jobs: Processes at a time.
        watch: Told after every lot.
    """
    if jobs < 1:
        raise UserError(f"jobs must be at least 1, got {jobs}")
    open_folder(folder, plan)
    lots = range(-(-plan.candidates // LOT))
    missing = [lot for lot in lots if not lot_path(folder, lot).exists()]
    with contextlib.ExitStack() as stack:
        for done, _ in enumerate(_run(plan, folder, missing, jobs, stack), start=len(lots) - len(missing) + 1):
            if watch is not None:
                watch(done, len(lots))
    return Counter(worked.outcome for worked in read_worked(folder))


def open_folder(folder: Path, plan: Plan) -> None:
    """Begin a folder, or go on with it where its plan is the same."""
    path = folder / PLAN
    if path.exists():
        begun = Plan.model_validate_json(path.read_text())
        if begun != plan.model_copy(update={"candidates": begun.candidates}) or begun.candidates > plan.candidates:
            raise InvalidRecord(f"{folder} was begun with {begun!r}; give another folder, or the same plan")
        if begun.candidates % LOT and begun.candidates != plan.candidates:
            raise InvalidRecord(f"candidates must stay {begun.candidates} in {folder}: its last lot is not full")
    elif folder.exists() and any(folder.iterdir()):
        raise InvalidRecord(f"{folder} must be new, empty or begun by this command; it holds other files")
    write_whole(path, spell_json(plan.model_dump(mode="json")) + "\n")


def lot_path(folder: Path, lot: int) -> Path:
    return folder / "lots" / f"{lot:05d}.jsonl"


def read_worked(folder: Path) -> Iterator[Worked]:
    """What became of every candidate so far, in their order."""
    for path in sorted((folder / "lots").glob("*.jsonl")):
        for _, record in read_lines(path, "a worked candidate"):
            yield Worked.model_validate(record)


def _run(plan: Plan, folder: Path, lots: list[int], jobs: int, stack: contextlib.ExitStack) -> Iterator[int]:
    if jobs == 1 or len(lots) < 2:
        workshop = load_workshop(plan)
        return (_work_lot(workshop, plan, folder, lot) for lot in lots)
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(min(jobs, len(lots)), get_context("spawn"), _start_worker, (plan, str(folder)))
    stack.callback(pool.shutdown, wait=True, cancel_futures=True)
    return (future.result() for future in as_completed([pool.submit(_work_here, lot) for lot in lots]))


def load_workshop(plan: Plan) -> Workshop:
    """The workshop of a plan's suite."""
    from mesocosm import registry

    package = registry.load("suites", plan.suite).package
    try:
        module = importlib.import_module(f"{package}.synthesis")
    except ModuleNotFoundError as error:
        raise UserError(f"suite {plan.suite} makes no trajectories") from error
    return cast("Workshop", module.workshop(plan.split, plan.seed))


def _work_lot(workshop: Workshop, plan: Plan, folder: Path, lot: int) -> int:
    """Work a lot; its pictures are written first, so that a lot that is there is whole."""
    lines = []
    for number in range(lot * LOT, min((lot + 1) * LOT, plan.candidates)):
        worked, pictures = work(workshop, number)
        for sha256, png in pictures.items():
            if not (path := folder / picture_path(sha256)).exists():
                write_whole(path, png)
        lines.append(worked.model_dump_json())
    write_whole(lot_path(folder, lot), "\n".join(lines) + "\n")
    return lot


_worker: list[tuple[Workshop, Plan, Path]] = []


def _start_worker(plan: Plan, folder: str) -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker[:] = [(load_workshop(plan), plan, Path(folder))]


def _work_here(lot: int) -> int:
    return _work_lot(*_worker[0], lot)
