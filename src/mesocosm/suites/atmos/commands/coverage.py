"""Which stage decided the sub-answers of open questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.paths import Place
from mesocosm.screen.tables import json_option, show, show_json

if TYPE_CHECKING:
    from rich.table import Table

    from mesocosm.suites.atmos.coverage import Coverage


@click.command()
@click.argument("grades", type=Place(exists=True, dir_okay=False))
@json_option
def command(grades: Path, as_json: bool) -> None:
    """Tell which stages decided the sub-answers.

    GRADES is the JSON that `atmos grade -o` writes.
    """
    import json

    from mesocosm.suites.atmos.coverage import coverage
    from mesocosm.suites.atmos.grade_files import read_grades

    covered = coverage(read_grades(grades))
    if as_json:
        show_json(json.loads(covered.model_dump_json()))
        return
    show(_stages(covered))
    if covered.reasons:
        show(_reasons(covered))


def _stages(covered: Coverage) -> Table:
    from mesocosm.report.number_format import proportion
    from mesocosm.report.table import make_table

    rows = [
        (row.stage, *_counts(row.right, row.wrong, row.undecided), proportion(row.decided)) for row in covered.stages
    ]
    right, wrong, undecided = (
        sum(getattr(row, name) for row in covered.stages) for name in ("right", "wrong", "undecided")
    )
    rows.append(("all", *_counts(right, wrong, undecided), proportion(covered.decided)))
    return make_table(
        f"{covered.subs} sub-answers of {covered.questions} questions",
        ("decided by",),
        ("right", "wrong", "undecided", "decided of all [Wilson 95 %]"),
        rows,
        "none: nothing was answered, which is wrong, or nothing could be read",
    )


def _counts(*counts: int) -> tuple[str, ...]:
    return tuple(str(count) for count in counts)


def _reasons(covered: Coverage) -> Table:
    from mesocosm.report.table import make_table

    rows = [(reason, str(count)) for reason, count in covered.reasons.items()]
    return make_table("Why undecided", ("reason",), ("sub-answers",), rows)
