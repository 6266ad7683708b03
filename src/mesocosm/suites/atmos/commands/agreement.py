"""How far the graders of open questions agree with a person."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.tables import json_option, show, show_json

if TYPE_CHECKING:
    from rich.table import Table

    from mesocosm.stats.agreement import Agreement

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--grades", required=True, type=FILE, help="The JSON that `atmos grade --json` writes.")
@click.option("--labels", required=True, type=FILE, help="JSON lines by a person: id, sub, correct (true or false).")
@json_option
def command(grades: Path, labels: Path, as_json: bool) -> None:
    """Compare the graders with a person.

    Percent agreement and Cohen's kappa with its interval: over all labelled sub-answers, over those that were decided,
    and over those that went to the judge.
    """
    import json

    from mesocosm.stats.agreement import agreement
    from mesocosm.suites.atmos.grades import label_pairs, read_grades, read_labels, verdict_pairs

    subs = read_grades(grades)
    pairs = label_pairs(subs, read_labels(labels, subs))
    found = {
        "all": agreement(verdict_pairs(pairs)),
        "decided": agreement(verdict_pairs([one for one in pairs if one[1].verdict is not None])),
        "judge": agreement(verdict_pairs([one for one in pairs if one[1].by == "judge"])),
    }
    if as_json:
        show_json({name: json.loads(one.model_dump_json()) for name, one in found.items()})
        return
    show(_summary(found))
    for name, one in found.items():
        if one.n and name != "decided":
            show(_crossed(name, one))


def _summary(found: Mapping[str, Agreement]) -> Table:
    from mesocosm.report.table import make_table
    from mesocosm.report.wording import number, proportion

    rows = [
        (name, str(one.n), proportion(one.agreement), f"{number(one.kappa)} [{number(one.low)}, {number(one.high)}]")
        for name, one in found.items()
    ]
    headings = ("labelled", "agreement [Wilson 95 %]", "kappa [95 %]")
    caption = "all: undecided disagrees with either label; judge: what went to it; sub-answers taken as independent"
    return make_table("Agreement with a person", ("sub-answers",), headings, rows, caption)


def _crossed(name: str, one: Agreement) -> Table:
    from mesocosm.report.table import make_table

    rows = [(f"person: {label}", *(str(count) for count in own.values())) for label, own in one.table.items()]
    return make_table(
        f"Verdicts, {name}", ("",), tuple(one.table), [row for row in rows if row[0] != "person: undecided"]
    )
