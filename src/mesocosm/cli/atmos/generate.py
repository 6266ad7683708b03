"""Sets of generated questions as files."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--set", "name", type=click.Choice(["mcq10", "mcq10-ext", "mcq30"]), required=True, help="Which set.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Other seeds, other questions.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="JSONL to write.")
def command(name: str, seed: int, out: Path) -> None:
    """Write a set of questions with their keys: ten or thirty of every template."""
    import json

    from mesocosm.suites.atmos.sets import records

    draft = out.with_suffix(f"{out.suffix}.draft")
    count = 0
    with draft.open("w", encoding="utf-8") as lines:
        for record in records(name, seed):
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
            count += 1
    draft.replace(out)
    click.echo(f"{out}: {count} questions")
