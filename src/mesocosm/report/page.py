"""Results as one page that opens anywhere, with nothing to load from outside."""

from __future__ import annotations

from html import escape
from pathlib import Path

from mesocosm.files import write_whole
from mesocosm.report.results import ResultRow, SampleRow
from mesocosm.report.wording import number

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; color: #1b2a33; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; text-align: right; white-space: nowrap; }
th { border-bottom: 2px solid #1b2a33; } td { border-bottom: 1px solid #d5dde1; }
th:first-child, td:first-child { text-align: left; }
.grid { display: flex; flex-wrap: wrap; gap: 3px; margin: .5rem 0; }
.cell { width: 1.4rem; height: 1.4rem; border-radius: 3px; }
.bar { background: #d5dde1; border-radius: 3px; height: .7rem; width: 8rem; display: inline-block; }
.bar span { background: #1f5fa8; display: block; height: 100%; border-radius: 3px; }
.note { color: #55666f; font-size: .9rem; }
"""


def write_page(rows: list[ResultRow], path: Path, *, title: str, notes: list[str]) -> None:
    """Write the page whole or not at all."""
    suites = dict.fromkeys(row.suite for row in rows)
    parts = [f"<h1>{escape(title)}</h1>", *(f"<p class=note>{escape(note)}</p>" for note in notes)]
    for suite in suites:
        own = [row for row in rows if row.suite == suite]
        parts += [f"<h2>{escape(suite)} {escape(own[0].version)}</h2>", _table(own), *(_grid(row) for row in own)]
    body = "\n".join(parts)
    head = f"<meta charset=utf-8><title>{escape(title)}</title><style>{STYLE}</style>"
    page = f"<!doctype html><html lang=en>{head}{body}</html>"
    write_whole(path, page)


def _table(rows: list[ResultRow]) -> str:
    head = (
        "agent",
        "score",
        "",
        "success (95 % Wilson)",
        "episodes",
        "unanswered",
        "broken",
        "steps",
        "refused",
        "tokens",
    )
    cells = "".join(f"<th>{name}</th>" for name in head)
    return f"<table><tr>{cells}</tr>{''.join(_table_row(row) for row in rows)}</table>"


def _table_row(row: ResultRow) -> str:
    share = 0.0 if row.score != row.score else max(0.0, min(1.0, row.score))
    values = [
        escape(row.agent),
        f"{number(row.score)} ± {number(row.stderr)}",
        f"<div class=bar><span style='width:{share:.1%}'></span></div>",
        f"{number(row.success)} [{number(row.success_low)}, {number(row.success_high)}]",
        str(row.episodes),
        str(row.unanswered),
        str(row.broken),
        number(row.steps, 1),
        number(row.refused, 1),
        f"{row.tokens:,}",
    ]
    return "<tr>" + "".join(f"<td>{value}</td>" for value in values) + "</tr>"


def _grid(row: ResultRow) -> str:
    cells = "".join(_cell(sample) for sample in row.samples)
    return f"<p><b>{escape(row.agent)}</b>, every episode</p><div class=grid>{cells}</div>"


def _cell(sample: SampleRow) -> str:
    told = f"{sample.item} (epoch {sample.epoch}): {number(sample.score)}, answer {sample.answer}, {sample.end}"
    return f"<div class=cell style='background:{_colour(sample)}' title='{escape(told, quote=True)}'></div>"


def _colour(sample: SampleRow) -> str:
    if sample.answer == "broken":
        return "repeating-linear-gradient(45deg,#999,#999 3px,#fff 3px,#fff 6px)"
    lightness = 88 - 50 * max(0.0, min(1.0, sample.score))
    return f"hsl(210 60% {lightness:.0f}%)"
