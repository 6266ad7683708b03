"""Items of a suite as data."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from mesocosm.screen.options import limit_option


@click.command()
@click.argument("suite")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@limit_option()
@click.option("--references", is_flag=True, help="Write each item's truth beside it.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="A file instead of the screen.")
def command(suite: str, seed: int, limit: int | None, references: bool, out: Path | None) -> None:
    """Write the items of a seed, one JSON object a line. The same seed gives the same bytes."""
    from mesocosm import registry

    chosen = registry.load("suites", suite)
    count = limit if limit is not None else chosen.card.items
    lines = []
    with click.progressbar(chosen.cases(seed, limit), length=count, label=f"{suite} items", file=sys.stderr) as cases:
        for item, reference in cases:
            record = item.model_dump(mode="json")
            if references:
                record["reference"] = reference.model_dump(mode="json")
            lines.append(json.dumps(record, ensure_ascii=False, sort_keys=True))
    text = "\n".join(lines) + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        from mesocosm.files import write_whole

        write_whole(out, text)
