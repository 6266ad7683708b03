"""Make the truth of a day from its reports."""

from __future__ import annotations

from pathlib import Path

import click

from mesocosm.errors import UserError
from mesocosm.files import write_json
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json

PROFILES = ("published", "printed", "canonical")


@click.command()
@click.argument("reports", type=Place(exists=True, dir_okay=False))
@click.option("--date", required=True, metavar="YYYYMMDD", help="The convective day, 12 UTC to 12 UTC.")
@click.option(
    "--profile",
    type=click.Choice(PROFILES),
    default="published",
    show_default=True,
    help="Definition of the truth: as it ran, as the paper prints it, or after Hitchens on the true NCEP Grid 211.",
)
@click.option("-o", "--out", required=True, type=Output(dir_okay=False), help="File to write.")
@json_option
def command(reports: Path, date: str, profile: str, out: Path, as_json: bool) -> None:
    """Spread the tornado REPORTS of a day into bands of probability.

    REPORTS is a CSV with the columns lat and lon, of which rows with another `date` are left out, or SPC's own CSV.
    """
    from mesocosm.suites.tornado.archive.outlook_folders import check_date
    from mesocosm.suites.tornado.verification.practically_perfect import truth_from_reports
    from mesocosm.suites.tornado.verification.reports import read_reports

    check_date(date, "--date")
    places = read_reports(reports.read_text(encoding="utf-8", errors="replace"), date)
    if len(places) and (places[:, 0] > 0).all():
        raise UserError(
            f"all {len(places)} reports lie east of Greenwich; longitudes of the United States are negative"
        )
    outlook = truth_from_reports(places, profile)  # type: ignore[arg-type]  # click allows the profiles only
    write_json(out, outlook.geojson())
    if as_json:
        return show_json({"file": str(out), "levels": list(outlook.shapes), "reports": len(places)})
    levels = ", ".join(f"{level}%" for level in outlook.shapes) or "no risk"
    click.echo(f"{out}: {levels} from {len(places)} report{'' if len(places) == 1 else 's'}")
