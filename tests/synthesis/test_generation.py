"""Folders of trajectories: interruption and continuation, identical bytes with one process and two, and bad folders."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from tests.suite_marks import needs_suite

from mesocosm.errors import InvalidRecord, UnknownName, UserError
from mesocosm.execution.executor import Executor
from mesocosm.synthesis.export import export
from mesocosm.synthesis.folder import LOT, Plan, lot_path, picture_path, read_worked
from mesocosm.synthesis.generation import synthesise
from mesocosm.synthesis.pipeline import WRONG

PLAN = Plan(suite="toy", split="train", seed=4, candidates=2 * LOT + 3)


def bytes_of(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "folder"
    synthesise(PLAN, folder)
    export(folder)
    return folder


def test_counts_what_is_kept_and_dropped(made: Path) -> None:
    worked = {candidate.number: candidate for candidate in read_worked(made)}
    assert sorted(worked) == list(range(PLAN.candidates))
    # 5 never takes a reading; 7 takes one and answers wrongly: each is dropped, all others are kept.
    assert [number for number, candidate in worked.items() if candidate.outcome == "dropped"] == [5, 7]
    assert [len(worked[number].rejected) for number in (3, 4, 5)] == [1, 0, 3]
    assert [len(worked[number].findings) for number in (3, 4, 5)] == [1, 0, 4]
    assert worked[7].findings[-1][0].rule == WRONG
    assert (worked[3].trajectory.repairs, worked[4].trajectory.repairs) == (1, 0)


def test_ways_sent_back_are_worded_like_kept_ones(made: Path) -> None:
    sent_back = next(candidate for candidate in read_worked(made) if candidate.number == 3).rejected[0]
    assert sent_back.thought == "That is enough."


def test_goes_on_after_the_last_whole_lot(made: Path, tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def kill(done: int, total: int) -> None:
        if done >= LOT:
            raise Killed

    with pytest.raises(Killed):
        synthesise(PLAN, tmp_path, watch=kill)
    assert sorted(path.name for path in (tmp_path / "lots").iterdir()) == ["00000.jsonl"]
    first = lot_path(tmp_path, 0).stat().st_mtime_ns
    progress: list[tuple[int, int]] = []
    counted = synthesise(PLAN, tmp_path, watch=lambda done, total: progress.append((done, total)))
    assert progress == [(LOT, 53), (2 * LOT, 53), (53, 53)]
    assert lot_path(tmp_path, 0).stat().st_mtime_ns == first
    assert counted == {"kept": 51, "dropped": 2}
    export(tmp_path)
    assert bytes_of(tmp_path) == bytes_of(made)


def test_two_processes_make_the_same_bytes(made: Path, tmp_path: Path) -> None:
    synthesise(PLAN, tmp_path, on=Executor(workers=2))
    export(tmp_path)
    assert bytes_of(tmp_path) == bytes_of(made)


def test_pictures_lie_under_their_hashes(made: Path) -> None:
    for candidate in read_worked(made):
        for step in candidate.trajectory.steps:
            content = (made / picture_path(step.images[0])).read_bytes()
            assert hashlib.sha256(content).hexdigest() == step.images[0]


def test_a_plan_may_grow(made: Path, tmp_path: Path) -> None:
    """A plan may grow by any number: a last lot that was cut short is worked again, and the bytes are those of a single
    run.
    """
    for candidates in (LOT, LOT + 2, PLAN.candidates):
        plan = PLAN.model_copy(update={"candidates": candidates})
        assert synthesise(plan, tmp_path).total() == candidates
    export(tmp_path)
    assert bytes_of(tmp_path) == bytes_of(made)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 5}, r"was begun with seed 4, not 5; choose another folder"),
        ({"split": "test"}, r"was begun with split 'train', not 'test'"),
        ({"candidates": 3}, r"was begun with 53 candidates; ask for at least as many"),
    ],
)
def test_another_plan_is_refused(made: Path, change: dict[str, object], message: str) -> None:
    with pytest.raises(UserError, match=message):
        synthesise(PLAN.model_copy(update=change), made)


def test_foreign_folders_and_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UserError, match=r"must be new, empty or begun by this command"):
        synthesise(PLAN, tmp_path)
    with pytest.raises(UserError, match=r"must be a folder; it is a file"):
        synthesise(PLAN, tmp_path / "thesis.txt")
    with pytest.raises(UserError, match=r"holds no plan.json"):
        export(tmp_path)


def test_a_torn_plan_and_a_torn_lot_are_named(made: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text('{"suite": "toy"')
    with pytest.raises(InvalidRecord, match=r"plan.json: "):
        synthesise(PLAN, tmp_path)
    (tmp_path / "plan.json").write_text((made / "plan.json").read_text())
    lot_path(tmp_path, 0).parent.mkdir()
    lot_path(tmp_path, 0).write_text('{"number": 0}\n')
    with pytest.raises(InvalidRecord, match=r"00000.jsonl, line 1: .*delete the file"):
        list(read_worked(tmp_path))


def test_bad_plans_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName):
        synthesise(PLAN.model_copy(update={"suite": "nowhere"}), tmp_path)
    assert not any(tmp_path.iterdir())


@needs_suite("atmos")
def test_a_suite_without_trajectories_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"suite atmos does not generate trajectories"):
        synthesise(PLAN.model_copy(update={"suite": "atmos"}), tmp_path)
    assert not any(tmp_path.iterdir())


def test_statistics_count_by_hand(made: Path) -> None:
    statistics = json.loads((made / "statistics.json").read_text())
    assert (statistics["candidates"], statistics["kept"], statistics["dropped"], statistics["steps"]) == (53, 51, 2, 51)
    # 0, 3, ..., 51 are sent back once and mended.
    assert statistics["repaired"] == 18
    # Those 18, and the four ways of candidate 5; one is wrong.
    assert statistics["by_finding"] == {"no_valid_call": 22, "wrong_answer": 1}
    # All 18 guess what they then answer.
    assert (statistics["pairs"], statistics["pairs_left_out"]["same_answer"]) == (0, 18)
    assert statistics["by_tool"] == {"read_meter": 51}
    assert statistics["by_calls"] == {"01": 51}
    assert statistics["pictures"] == 51
    assert statistics["spread"]["site"] == {"different": 51, "first": "site-0", "last": "site-9"}
