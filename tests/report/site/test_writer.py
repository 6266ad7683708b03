"""The folder of a site: its own files are written again, those of others stay."""

from mesocosm.report.site.writer import PNG, Shelf


def test_what_an_earlier_site_wrote_is_gone_and_what_others_wrote_stays(tmp_path):
    (tmp_path / "analyses").mkdir()
    (tmp_path / "analyses" / "mine.txt").write_text("mine")
    (tmp_path / "mine.txt").write_text("mine")
    Shelf(tmp_path).data("e/0/0", {"old": True})
    Shelf(tmp_path)
    assert not (tmp_path / "data" / "e").exists()
    assert (tmp_path / "mine.txt").exists()


def test_a_folder_with_files_of_others_is_never_emptied(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine.csv").write_text("mine")
    for _ in range(2):
        Shelf(tmp_path)
    assert (tmp_path / "data" / "mine.csv").read_text() == "mine"


def test_a_picture_is_written_once_and_must_be_a_png(tmp_path):
    shelf = Shelf(tmp_path)
    assert shelf.picture(PNG + b"1") == shelf.picture(PNG + b"1")
    assert shelf.picture(b"<svg onload='x'>") == ""
    assert len(list((tmp_path / "data" / "pictures").iterdir())) == 1


def test_the_assets_are_there_with_or_without_the_library(tmp_path):
    shelf = Shelf(tmp_path)
    has_map = shelf.assets()
    assert (tmp_path / "assets" / "site.css").is_file()
    assert (tmp_path / "assets" / "episode.js").is_file()
    assert (tmp_path / "assets" / "map.js").is_file() == has_map
