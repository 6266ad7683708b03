"""Listings of Apache's kind and the stations in them."""

from __future__ import annotations

import pytest
from tests.shared import SHARED

from mesocosm.errors import UnknownName
from mesocosm.sources.web import WebError
from mesocosm.suites.tornado.sources.bufkit import Bufkit, read_listing, source
from mesocosm.testing import check_source

REAL = SHARED / "data" / "real" / "soundings" / "bufkit"
PATH = "/2025/03/14/bufkit/00/hrrr/"
FOLDER = "https://example.org/2025/03/14/bufkit/00/hrrr/"
LISTING = """<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
<html><head><title>Index of /2025/03/14/bufkit/00/hrrr</title></head><body><h1>Index of /2025/03/14/bufkit/00/hrrr</h1>
<table><tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th></tr>
<tr><td><a href="/2025/03/14/bufkit/00/">Parent Directory</a></td></tr>
<tr><td><a href="hrrr_kbuf.buf">hrrr_kbuf.buf</a></td><td align="right">2025-03-14 02:11</td><td>214K</td></tr>
<tr><td><a href="hrrr_%23kx1.buf">hrrr_#kx1.buf</a></td><td>214K</td></tr>
<tr><td><a href="hrrr_k%5fy.buf">hrrr_k_y.buf</a></td><td>214K</td></tr>
<tr><td><a href="rap_kbuf.buf">rap_kbuf.buf</a></td></tr>
<tr><td><a href="../../../hrrr_up.buf">up</a></td></tr>
<tr><td><a href="https://elsewhere.org/2025/03/14/bufkit/00/hrrr/hrrr_far.buf">far</a></td></tr>
<tr><td><a href="hrrr_..%2f..%2fescape.buf">escape</a></td></tr>
</table></body></html>
"""


def test_a_listing():
    assert read_listing(LISTING, FOLDER) == ["hrrr_#kx1.buf", "hrrr_k_y.buf", "hrrr_kbuf.buf"]


def test_files_by_name():
    files = Bufkit(address="https://example.org").list_entries("20250314", LISTING)
    assert [entry.name for entry in files] == [
        "20250314/bufkit/hrrr_#kx1.buf",
        "20250314/bufkit/hrrr_k_y.buf",
        "20250314/bufkit/hrrr_kbuf.buf",
    ]
    assert [entry.recipe for entry in files] == [f"{FOLDER}hrrr_{end}.buf" for end in ("%23kx1", "k_y", "kbuf")]


def test_entries_are_the_listing_and_what_it_names(server, web):
    server.put(PATH, LISTING.encode())
    entries = Bufkit(web, server.url).entries("20250314/")
    assert [entry.name.rpartition("/")[2] for entry in entries] == [
        "hrrr_#kx1.buf",
        "hrrr_k_y.buf",
        "hrrr_kbuf.buf",
        "index.html",
    ]


@pytest.mark.parametrize(
    "name", ["20250314/bufkit/../x.buf", "20250314/bufkit/rap_kbuf.buf", "2025/bufkit/index.html", "bufkit/index.html"]
)
def test_other_names_are_unknown(name, tmp_path):
    with pytest.raises(UnknownName, match="no file of this service is called"):
        Bufkit().fetch(name, tmp_path / "f")


def test_it_keeps_the_contract(server, web):
    server.put(PATH, LISTING.encode())
    server.put(f"{PATH}hrrr_kbuf.buf", b"SNPARM = PRES;TMPC")
    check_source(Bufkit(web, server.url), reach=True)


def test_without_the_network_it_is_checked_as_far_as_that_goes():
    check_source(source)


def test_a_listing_without_soundings_is_not_kept(server, web, tmp_path):
    server.put(PATH, b"<html><a href='rap_kbuf.buf'>x</a></html>")
    with pytest.raises(WebError, match=r"/2025/03/14/bufkit/00/hrrr/ lists no files named hrrr_STATION.buf"):
        Bufkit(web, server.url).fetch("20250314/bufkit/index.html", tmp_path / "index.html")


def test_a_name_with_a_sign_is_fetched_by_its_address(server, web, tmp_path):
    server.put(f"{PATH}hrrr_#kx1.buf", b"\r\nSNPARM = PRES;TMPC")
    Bufkit(web, server.url).fetch("20250314/bufkit/hrrr_#kx1.buf", tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == b"\r\nSNPARM = PRES;TMPC"


def test_positions_from_the_first_lines(server, web):
    head = b"SNPARM = PRES\r\n\r\nSTID = STNM = 1 TIME = 250314/0000\r\nSLAT = 42.93 SLON = -78.73 SELV = 2\r\n"
    server.put(f"{PATH}hrrr_kbuf.buf", head + b"x" * 10_000)
    server.put(f"{PATH}hrrr_#kx1.buf", b"SNPARM = nothing else")
    server.put(f"{PATH}hrrr_k_y.buf", head.replace(b"42.93", b"-1.5"))
    archive = Bufkit(web, server.url)
    places = archive.positions([entry.name for entry in archive.list_entries("20250314", LISTING)])
    assert places == {
        "20250314/bufkit/hrrr_kbuf.buf": (-78.73, 42.93),
        "20250314/bufkit/hrrr_k_y.buf": (-78.73, -1.5),
    }
    assert server.ranges(f"{PATH}hrrr_kbuf.buf") == ["bytes=0-2047"]


@pytest.mark.fidelity
@pytest.mark.skipif(not REAL.exists(), reason="needs ../shared/data/real/soundings/bufkit")
def test_real_files_pass_the_check_and_tell_their_place(server, web):
    server.put(f"{PATH}hrrr_kbuf.buf", (REAL / "hrrr_kbuf.buf").read_bytes())
    archive = Bufkit(web, server.url)
    assert archive.fault(source.example, REAL / "hrrr_kbuf.buf") == ""
    # As the file's second block says.
    assert archive.positions([source.example]) == {source.example: (-78.73, 42.93)}
