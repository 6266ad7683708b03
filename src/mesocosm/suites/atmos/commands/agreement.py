"""How far the graders of open questions agree with a person."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mesocosm.screen.paths import Place
from mesocosm.screen.tables import json_option, show, show_json

if TYPE_CHECKING:
    from rich.table import Table

    from mesocosm.stats.agreement import Agreement

FILE = Place(exists=True, dir_okay=False)


@click.command()
@click.option("--grades", required=True, type=FILE, help="The JSON that `atmos grade -o` writes.")
@click.option("--labels", required=True, type=FILE, help="JSON lines by a person: id, sub, correct (true or false).")
@json_option
def command(grades: Path, labels: Path, as_json: bool) -> None:
    """Compare the graders with a person.

    Percent agreement and Cohen's kappa with its interval: over all labelled sub-answers, over those that were decided,
    and over those that went to the judge.
    """
    import json

    from mesocosm.stats.agreement import agreement
    from mesocosm.suites.atmos.grade_files import label_pairs, read_grades, read_labels, verdict_pairs

    subs = read_grades(grades)
    pairs = label_pairs(subs, read_labels(labels, subs))
    agreements = {
        "all": agreement(verdict_pairs(pairs)),
        "decided": agreement(verdict_pairs([pair for pair in pairs if pair[1].verdict is not None])),
        "judge": agreement(verdict_pairs([pair for pair in pairs if pair[1].by == "judge"])),
    }
    if as_json:
        show_json({name: json.loads(compared.model_dump_json()) for name, compared in agreements.items()})
        return
    show(_summary(agreements))
    for name, compared in agreements.items():
        if compared.n and name != "decided":
            show(_cross(name, compared))


def _summary(agreements: Mapping[str, Agreement]) -> Table:
    from mesocosm.report.number_format import number, proportion
    from mesocosm.report.table import make_table

    rows = [
        (
            name,
            str(compared.n),
            proportion(compared.agreement),
            f"{number(compared.kappa)} [{number(compared.low)}, {number(compared.high)}]",
        )
        for name, compared in agreements.items()
    ]
    headings = ("labelled", "agreement [Wilson 95 %]", "kappa [95 %]")
    caption = "all: undecided disagrees with either label; judge: what went to it; sub-answers taken as independent"
    return make_table("Agreement with a person", ("sub-answers",), headings, rows, caption)


def _cross(name: str, compared: Agreement) -> Table:
    from mesocosm.report.table import make_table

    rows = [(f"person: {label}", *(str(count) for count in own.values())) for label, own in compared.table.items()]
    return make_table(
        f"Verdicts, {name}", ("",), tuple(compared.table), [row for row in rows if row[0] != "person: undecided"]
    )
