"""Folders of outlooks: one file per day, one folder per forecaster."""

from __future__ import annotations

import re
from pathlib import Path

from mesocosm.errors import UserError
from mesocosm.suites.tornado.outlooks.outlook import Mode, Outlook, Reading
from mesocosm.suites.tornado.outlooks.reading import read_outlook

DAY_FILE = re.compile(r"\d{8}")


def day_files(folder: Path) -> dict[str, Path]:
    """Map dates to `YYYYMMDD.geojson`, by date; a file of another name is an error, so that none is overlooked."""
    files = sorted(path for path in folder.iterdir() if path.suffix == ".geojson")
    for path in files:
        check_date(path.stem, f"the name of {path}")
    return {path.stem: path for path in files}


def check_date(text: str, what: str) -> None:
    """Refuse a text that is no date written YYYYMMDD."""
    from datetime import datetime

    try:
        if not DAY_FILE.fullmatch(text):
            raise ValueError
        datetime.strptime(text, "%Y%m%d")  # noqa: DTZ007
    except ValueError as error:
        raise UserError(f"{what} must be a date written YYYYMMDD, got {text!r}") from error


def read_truths(folder: Path) -> dict[str, Outlook]:
    """Read the truths of a folder. A truth that breaks a rule is an error: no score is better than a wrong one."""
    truths = {}
    for date, path in day_files(folder).items():
        reading = read_outlook(path.read_bytes(), "strict")
        if reading.outlook is None:
            raise UserError(f"{path} is not a truth to score by: {'; '.join(reading.notes)}")
        truths[date] = reading.outlook
    if not truths:
        raise UserError(f"{folder} holds no truth; it must hold files named YYYYMMDD.geojson")
    return truths


def read_forecasts(folder: Path, mode: Mode) -> dict[str, dict[str, Reading]]:
    """Read the forecasts of every folder in `folder`: forecaster to date to reading."""
    forecasters = sorted(path for path in folder.iterdir() if path.is_dir())
    forecasts = {
        forecaster.name: {date: read_outlook(path.read_bytes(), mode) for date, path in day_files(forecaster).items()}
        for forecaster in forecasters
    }
    forecasts = {name: readings for name, readings in forecasts.items() if readings}
    if not forecasts:
        raise UserError(f"{folder} holds no forecasts; it must hold FORECASTER/YYYYMMDD.geojson")
    return forecasts
