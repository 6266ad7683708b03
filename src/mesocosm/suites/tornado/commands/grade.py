"""Grade outlooks in files against truths, beside forecasts that anyone can make."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.files import write_json
from mesocosm.screen.options import Renamed, seed_option
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json
from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from mesocosm.suites.tornado.outlooks.outlook import Outlook, Reading
    from mesocosm.suites.tornado.verification.comparison import Performance, Summary
    from mesocosm.suites.tornado.verification.probabilities import Verification

FOLDER = Place(exists=True, file_okay=False)


@click.command()
@click.option("--truth", required=True, type=FOLDER, help="Folder of YYYYMMDD.geojson.")
@click.option("--forecasts", required=True, type=FOLDER, help="Folder of FORECASTER/YYYYMMDD.geojson.")
@click.option(
    "--mode",
    type=click.Choice(["compat", "strict", "repair"]),
    help="How to treat a malformed file: drop parts as published, reject it, or read it as meant. "
    "[default: strict; compat with --profile published]",
)
@click.option(
    "--profile",
    type=click.Choice(["published", "default"]),
    help="Scoring definition. [default: default; published with --mode compat]",
)
@click.option(
    "--reports",
    cls=Renamed,
    former=("--verify",),
    type=Place(exists=True, dir_okay=False),
    help="CSV of tornado reports (date, lat, lon), against which the probabilities are measured too.",
)
@seed_option("Seed of the intervals.")
@click.option("-o", "--out", type=Output(dir_okay=False), help="File to write, as JSON.")
@json_option
def command(
    truth: Path,
    forecasts: Path,
    mode: str | None,
    profile: str | None,
    reports: Path | None,
    seed: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Grade outlooks in files with TornadoBench, beside an empty outlook, persistence and climatology."""
    from mesocosm.suites.tornado.archive.outlook_folders import read_forecasts, read_truths
    from mesocosm.suites.tornado.verification.baselines import baselines
    from mesocosm.suites.tornado.verification.comparison import perform, summarise, truths_of

    chosen_mode: Any = mode or ("compat" if profile == "published" else "strict")
    chosen_profile: Any = profile or ("published" if mode == "compat" else "default")
    outlooks = read_truths(truth)
    readings: dict[str, Any] = {**read_forecasts(forecasts, chosen_mode), **baselines(outlooks)}
    _warn_of_days_without_truth(readings, outlooks)
    truths = truths_of(outlooks, chosen_profile)
    performances = {name: perform(own, truths) for name, own in readings.items()}
    summaries = {name: summarise(performance, seed=seed) for name, performance in performances.items()}
    checked = _verify(readings, outlooks, reports) if reports else {}
    if out or as_json:
        document = _document(chosen_mode, chosen_profile, performances, summaries, checked, seed)
        if out:
            write_json(out, document)
        if as_json:
            return show_json(document)
    _show(chosen_mode, chosen_profile, performances, summaries, seed)
    for name, performance in performances.items():
        for date, reading in performance.readings.items():
            if reading.status == "rejected":
                tell(f"{name}/{date}: {reading}", err=True)
    if checked:
        _show_verification(checked)


def _warn_of_days_without_truth(readings: Mapping[str, Mapping[str, Reading]], truths: Mapping[str, Outlook]) -> None:
    strange = sorted({date for own in readings.values() for date in own} - truths.keys())
    if strange:
        click.echo(f"left out, since they have no truth: {', '.join(strange)}", err=True)


def _verify(
    readings: Mapping[str, Mapping[str, Reading]], truths: Mapping[str, Outlook], reports: Path
) -> dict[str, Verification]:
    from mesocosm.suites.tornado.verification.baselines import CLIMATOLOGY_NAME, day_of
    from mesocosm.suites.tornado.verification.climatology import climatology
    from mesocosm.suites.tornado.verification.grid import grid_probabilities, reported_cells
    from mesocosm.suites.tornado.verification.probabilities import verify
    from mesocosm.suites.tornado.verification.reports import read_reports

    text = reports.read_text(encoding="utf-8", errors="replace")
    places = {date: read_reports(text, date) for date in truths}
    lost = sorted(date for date in truths if truths[date].shapes and not len(places[date]))
    if lost:
        click.echo(f"not verified, since their truth has risk but no report is given: {', '.join(lost)}", err=True)
    observed = {date: reported_cells(places[date]) for date in truths if date not in lost}
    reference = {date: climatology(day_of(date)) for date in observed}
    verified = {}
    for name, own in readings.items():
        fields = {
            date: grid_probabilities(reading.outlook)
            for date, reading in own.items()
            if reading.outlook and date in observed
        }
        verified[name] = verify(reference if name == CLIMATOLOGY_NAME else fields, observed, reference)
    return verified


def _document(
    mode: str,
    profile: str,
    performances: Mapping[str, Performance],
    summaries: Mapping[str, Summary],
    checked: Mapping[str, Verification],
    seed: int,
) -> dict[str, Any]:
    from mesocosm.suites.tornado.verification.baselines import EMPTY_NAME
    from mesocosm.suites.tornado.verification.comparison import compare

    forecasters = {}
    for name, performance in performances.items():
        ahead = compare(performance, performances[EMPTY_NAME], seed=seed)
        forecasters[name] = {
            **summaries[name].model_dump(),
            "ahead_of_empty": ahead._asdict(),
            "files": dict(performance.counts),
            "daily": performance.daily,
            "status": {date: str(reading) for date, reading in performance.readings.items()},
            **({"verification": checked[name].model_dump()} if name in checked else {}),
        }
    weights = next(iter(performances.values())).weights
    return {"mode": mode, "profile": profile, "weights": dict(weights), "forecasters": forecasters}


def _show(
    mode: str, profile: str, performances: Mapping[str, Performance], summaries: Mapping[str, Summary], seed: int
) -> None:
    from rich.table import Table

    from mesocosm.screen.tables import show
    from mesocosm.screen.untrusted_text import cell
    from mesocosm.suites.tornado.verification.baselines import EMPTY_NAME
    from mesocosm.suites.tornado.verification.comparison import compare

    days = len(next(iter(performances.values())).weights)
    table = Table(
        title=f"TornadoBench over {days} days, profile {profile}, mode {mode}",
        caption="[95 % interval]; ahead: TornadoBench less that of the empty outlook, days drawn together; "
        "files: valid/repaired/rejected/missing",
    )
    table.add_column("forecaster", overflow="fold")
    for heading in ("days", "TornadoBench %", "ahead %", "disjoint %", "simple", "hard", "under/match/over %"):
        table.add_column(heading, justify="right")
    for heading in ("centroid km", "max km", "files"):
        table.add_column(heading, justify="right")
    for name in sorted(performances, key=lambda forecaster: (-summaries[forecaster].tornadobench, forecaster)):
        ahead = compare(performances[name], performances[EMPTY_NAME], seed=seed)
        row = _cells(name, performances[name], summaries[name], ahead)
        table.add_row(*(cell(text) for text in row), style=_style(name))
    show(table)


def _cells(name: str, performance: Performance, summary: Summary, ahead: Any) -> list[str]:
    from mesocosm.report.number_format import number

    counts = performance.counts
    rates = (summary.under, summary.match, summary.over)
    return [
        name,
        str(summary.days),
        f"{number(100 * summary.tornadobench, 2)} [{number(100 * summary.low, 1)}, {number(100 * summary.high, 1)}]",
        f"{number(100 * ahead.value, 1)} [{number(100 * ahead.low, 1)}, {number(100 * ahead.high, 1)}]",
        number(100 * summary.disjoint, 2),
        number(summary.simple, 3),
        number(summary.hard, 2),
        "/".join(number(100 * rate, 1) for rate in rates),
        number(summary.centroid_km, 0),
        number(summary.max_centroid_km, 0),
        "/".join(str(counts[status]) for status in ("valid", "repaired", "rejected", "missing")),
    ]


def _style(name: str) -> str | None:
    from mesocosm.suites.tornado.verification.baselines import is_official

    return "cyan" if name.startswith("baseline") or is_official(name) else None


def _show_verification(checked: Mapping[str, Verification]) -> None:
    from mesocosm.report.number_format import number
    from mesocosm.screen.tables import show_table

    headings = ("forecaster", "days", "Brier skill", "over climatology", "ROC area")
    measured = ("POD", "FAR", "CSI", "bias")
    rows = []
    for name in sorted(checked, key=lambda forecaster: -checked[forecaster].skill):
        verification = checked[name]
        five = {at.level: at for at in verification.thresholds}.get(5)
        at_five = [number(value, 3) for value in (five.pod, five.far, five.csi, five.bias)] if five else ["–"] * 4
        skills = [
            number(value, 3) for value in (verification.skill, verification.climatology_skill, verification.roc_area)
        ]
        value = number(verification.value.get("0.05", float("nan")), 2)
        rows.append(
            [
                name,
                str(verification.days),
                *skills,
                *at_five,
                number(verification.fss.get(5, {}).get(140, float("nan")), 3),
                value,
            ]
        )
    columns = (*headings, *(f"{name} ≥ 5 %" for name in measured), "FSS 140 km", "value at 0.05")
    show_table(columns, rows, "Probabilities against reports within 40 km, on 10 km cells")
