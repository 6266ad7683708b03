"""Plant each of the nine failures into trajectories of a folder, and count what the reviewers catch.

python benchmarks/eo_synthesis.py FOLDER [--planted 100]

FOLDER was made by `mesocosm eo synthesise`. Prints, for each failure, how many were planted and how many its own rule
caught; the share of attempts without a temptation that pass at once; and the size of the folder. Ends with status 1 if
a planted fault was missed, fewer than twenty could be planted, or fewer than 98 % of the clean ones passed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

from mesocosm.seeding import generator
from mesocosm.suites.eo.synthesis.failures import Failure, failures
from mesocosm.suites.eo.synthesis.temptations import choose_temptation
from mesocosm.synthesis.folder import Plan, read_plan, read_worked
from mesocosm.synthesis.pipeline import Worked
from mesocosm.synthesis.trajectory import Trajectory

LEAST_PLANTED = 20
LEAST_CLEAN = 0.98


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--planted", type=int, default=100)
    given = parser.parse_args()
    plan = read_plan(given.folder)
    sound = [worked.trajectory for worked in read_worked(given.folder) if worked.outcome == "kept"]
    print(f"{len(sound)} kept trajectories of {given.folder}")
    missed = sum(_plant(name, failure, sound, given.planted) for name, failure in failures().items())
    clean = [worked for worked in read_worked(given.folder) if not _gave_in(plan, worked)]
    passed = sum(worked.outcome == "kept" and not worked.rejected for worked in clean)
    print(f"first attempts without a temptation pass: {passed} of {len(clean)} ({passed / max(len(clean), 1):.1%})")
    _weigh(given.folder, len(sound))
    return int(missed > 0 or passed < LEAST_CLEAN * len(clean))


def _gave_in(plan: Plan, worked: Worked) -> bool:
    """Return whether the planner's first attempt drew a temptation."""
    drawn = generator("eo", "synthesis", plan.split, plan.seed, worked.trajectory.item, 0)
    return bool(choose_temptation(lambda: float(drawn.random())))


def _plant(name: str, failure: Failure, sound: list[Trajectory], most: int) -> int:
    """Plant faults; return how many were missed or could not be planted."""
    faulty = list(islice(_faulty(name, failure, sound), most))
    caught = sum(bool(failure.find(trajectory)) for trajectory in faulty)
    print(f"{name:28s} planted {len(faulty):4d}  caught {caught:4d}")
    return len(faulty) - caught + max(LEAST_PLANTED - len(faulty), 0)


def _faulty(name: str, failure: Failure, sound: list[Trajectory]) -> Iterator[Trajectory]:
    for turn in range(20):
        for trajectory in sound:
            planted = failure.plant(trajectory, _picker(name, turn, trajectory.item))
            if planted is not None:
                yield planted


def _picker(*path: str | int) -> Callable[[int], int]:
    draw = generator("benchmark", *path)
    return lambda below: int(draw.integers(below))


def _weigh(folder: Path, number: int) -> None:
    sizes = {
        "pictures": sum(path.stat().st_size for path in (folder / "images").rglob("*") if path.is_file()),
        "lines": sum(path.stat().st_size for path in folder.glob("*.jsonl")),
        "lots": sum(path.stat().st_size for path in (folder / "lots").glob("*")),
    }
    for what, size in sizes.items():
        print(f"{what:10s} {size / 1e6:9.1f} MB, {size / 1e3 / max(number, 1):8.1f} kB a trajectory")


if __name__ == "__main__":
    sys.exit(main())
