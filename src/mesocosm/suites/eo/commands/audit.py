"""How far the pictures of each split lie from those of the others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from mesocosm.screen.tables import json_option, show, show_json

if TYPE_CHECKING:
    from rich.table import Table

    from mesocosm.suites.eo.audit import Audit


@click.command()
@click.option("--exact", is_flag=True, help="Place every site by its own spot, building those that are not built.")
@json_option
def command(exact: bool, as_json: bool) -> None:
    """Print the distance of each source of a split to the nearest of another split.

    Sites that are not built are placed by the market square of their town, which lies within 2.2 km of the spot. Ends
    with status 1 where the splits share an identifier or lie closer than 5 km.
    """
    from mesocosm.suites.eo.audit import audit, spot_of_site, square_of_site
    from mesocosm.suites.eo.lake.lake import lake
    from mesocosm.suites.eo.lake.sites import every_site

    every = every_site()
    known = {site.key for site in every if exact or lake().is_built(site.key)}
    report = audit(lambda site: (spot_of_site if site.key in known else square_of_site)(site), len(every) - len(known))
    show_json({**json.loads(report.model_dump_json()), "clean": report.clean}) if as_json else show(_table(report))
    raise SystemExit(0 if report.clean else 1)


def _table(report: Audit) -> Table:
    from mesocosm.report.number_format import number, percent
    from mesocosm.report.table import make_table

    rows = [
        (
            f"{scope.split} and {scope.other}",
            scope.scope,
            str(scope.sources),
            str(scope.others),
            *(number(value, 1) for value in (scope.nearest_km, scope.median_km, scope.p90_km)),
            percent(scope.within_1_km),
            percent(scope.within_5_km),
            str(scope.shared),
        )
        for scope in report.scopes
    ]
    headings = (
        "of the first",
        "of the second",
        "nearest km",
        "median km",
        "P90 km",
        "within 1 km",
        "within 5 km",
        "shared ids",
    )
    placed = f"; {report.by_square} sites by the market square of their town" if report.by_square else ""
    caption = f"great-circle distance of each source of the first split to the nearest of the second{placed}"
    return make_table("Sources and the nearest source of another split", ("splits", "scope"), headings, rows, caption)
