from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.earth.weather.soundings.making import DATA, profile

from mesocosm.earth.weather.soundings.bufkit_writing import write_bufkit
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord
from mesocosm.suites.tornado.archive.folder_day import EXCLUSION_FILE, FolderDay, read_exclusions
from mesocosm.suites.tornado.days.day import ForecastDay

RUN = datetime(2025, 3, 15, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    day = tmp_path / "hrrr_20250315_00z"
    (day / "hrrr_maps").mkdir(parents=True)
    for hour in (12, 13):
        (day / "hrrr_maps" / f"hrrr.t00z.wrfsfcf{hour}.grib2").touch()
    (day / "bufkit").mkdir()
    for name, latitude in (("KABC", 35.0), ("BNA", 36.0)):
        station = Station(name, latitude, -97.0, 300.0)
        file = day / "bufkit" / f"hrrr_{name.lower()}.buf"
        write_bufkit(file, station, [profile(valid=RUN + timedelta(hours=12))], run=RUN)
    return day


def test_a_folder_is_a_forecast_day(folder: Path) -> None:
    day: ForecastDay = FolderDay(folder)
    assert day.run == RUN
    assert [one.id for one in day.stations()] == ["BNA", "KABC"]
    assert day.surface_file(13).name == "hrrr.t00z.wrfsfcf13.grib2"
    assert day.sounding_file("KABC").name == "hrrr_kabc.buf"


def test_a_missing_map_names_the_hours_there_are(folder: Path) -> None:
    with pytest.raises(InvalidRecord, match=r"wrfsfcf36.grib2 is missing; hours there: 12, 13"):
        FolderDay(folder).surface_file(36)


def test_an_unknown_station_suggests(folder: Path) -> None:
    with pytest.raises(InvalidRecord, match="no station is called 'KABD'; did you mean KABC"):
        FolderDay(folder).sounding_file("KABD")


def test_stations_are_excluded_by_hand_or_by_the_published_file(folder: Path) -> None:
    assert [one.id for one in FolderDay(folder, excluded=["kabc"]).stations()] == ["BNA"]
    (folder.parent / EXCLUSION_FILE).write_text("Broken Station ID,Broken Date(s)\nBNA,20250301\n")
    assert [one.id for one in FolderDay(folder).stations()] == ["KABC"]
    assert len(FolderDay(folder, excluded=()).stations()) == 2


def test_a_file_cut_in_its_first_lines_is_no_station(folder: Path) -> None:
    (folder / "bufkit" / "hrrr_empty.buf").touch()
    assert [one.id for one in FolderDay(folder).stations()] == ["BNA", "KABC"]


def test_two_files_of_one_id_are_two_stations(folder: Path) -> None:
    text = (folder / "bufkit" / "hrrr_bna.buf").read_bytes()
    (folder / "bufkit" / "hrrr_kbna.buf").write_bytes(text)
    day = FolderDay(folder)
    assert [one.id for one in day.stations()] == ["BNA", "KABC", "KBNA"]
    assert day.sounding_file("KBNA").name == "hrrr_kbna.buf"


def test_a_folder_of_another_name_or_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="must be called hrrr_YYYYMMDD_00z, got 'day'"):
        FolderDay(tmp_path / "day")
    with pytest.raises(InvalidRecord, match="there is no folder"):
        FolderDay(tmp_path / "hrrr_20250315_00z")
    (tmp_path / "hrrr_20251345_00z").mkdir()
    with pytest.raises(InvalidRecord, match="names no date and hour, got '2025134500'"):
        FolderDay(tmp_path / "hrrr_20251345_00z")


def test_a_folder_without_soundings_says_what_it_lacks(folder: Path) -> None:
    for file in (folder / "bufkit").iterdir():
        file.unlink()
    with pytest.raises(InvalidRecord, match=r"has no readable files hrrr_<station>\.buf"):
        FolderDay(folder).stations()


def test_the_published_list_has_88_stations() -> None:
    file = DATA / "agentcaster" / "bufkit" / EXCLUSION_FILE
    if not file.exists():
        pytest.skip("needs ../shared/data/agentcaster/bufkit")
    assert len(read_exclusions(file)) == 88


def test_a_list_of_another_shape_is_refused(tmp_path: Path) -> None:
    file = tmp_path / EXCLUSION_FILE
    file.write_text("station\nBNA\n")
    with pytest.raises(InvalidRecord, match="needs a column 'Broken Station ID', has"):
        read_exclusions(file)
