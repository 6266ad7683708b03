"""Folders of trajectories on an object server: the bytes of a local folder, also with two writers and with faults."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.storage.test_folders import PLACE, server  # noqa: F401

from mesocosm.storage.objects import ObjectFolder
from mesocosm.synthesis.export import export
from mesocosm.synthesis.folder import LOT, Plan, claim_lot, lot_name, open_folder, read_worked, write_lot
from mesocosm.synthesis.generation import synthesise
from mesocosm.testing.object_server import FAULTS

PLAN = Plan(suite="toy", split="train", seed=4, candidates=2 * LOT + 3)


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    folder = tmp_path_factory.mktemp("local")
    synthesise(PLAN, folder)
    export(folder)
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def hashes(place):
    folder = ObjectFolder(place)
    return {name: hashlib.sha256(folder.read(name)).hexdigest() for name in folder.names()}


def test_two_writers_and_every_fault_change_no_byte(server, local):  # noqa: F811
    place = f"{PLACE}/two-writers"
    server.faults, server.share = FAULTS, 0.2
    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(lambda number: synthesise(PLAN, place), range(2)))
    export(place)
    server.faults = ()
    assert counts == [{"kept": 51, "dropped": 2}] * 2
    assert hashes(place) == local


def test_a_lot_that_another_process_has_begun_comes_last(server):  # noqa: F811
    server.faults = ()
    folder = ObjectFolder(f"{PLACE}/begun")
    open_folder(folder, PLAN)
    claim_lot(folder, 0)
    left = []
    synthesise(PLAN, f"{PLACE}/begun", watch=lambda done, total: left.append(folder.exists(lot_name(0))))
    assert left == [False, False, False, True]
    assert folder.names("claims/") == []


def test_a_short_lot_of_a_smaller_plan_gives_way(server, local):  # noqa: F811
    """The smaller plan's process writes its last lot after the larger plan has removed it."""
    server.faults = ()
    place = f"{PLACE}/short"
    smaller = PLAN.model_copy(update={"candidates": LOT + 1})
    synthesise(smaller, place)
    late = [worked for worked in read_worked(place) if worked.number == LOT]
    open_folder(place, PLAN)
    write_lot(ObjectFolder(place), 1, late)
    assert synthesise(PLAN, place) == {"kept": 51, "dropped": 2}
    export(place)
    assert hashes(place) == local
