"""Listings of Apache's kind and the stations in them."""

from __future__ import annotations

import pytest
from tests.shared import SHARED

from mesocosm.sources.download import save
from mesocosm.sources.web import WebError
from mesocosm.suites.tornado.sources.bufkit import listing_file, positions, read_listing, sounding_files

REAL = SHARED / "data" / "real" / "soundings" / "bufkit"
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
    assert read_listing(LISTING, FOLDER) == {
        "hrrr_kbuf.buf": f"{FOLDER}hrrr_kbuf.buf",
        "hrrr_#kx1.buf": f"{FOLDER}hrrr_%23kx1.buf",
        "hrrr_k_y.buf": f"{FOLDER}hrrr_k%5fy.buf",
    }


def test_files_by_name():
    files = sounding_files(LISTING, FOLDER)
    assert [one.name for one in files] == ["bufkit/hrrr_#kx1.buf", "bufkit/hrrr_k_y.buf", "bufkit/hrrr_kbuf.buf"]


def test_a_listing_without_soundings_is_not_kept(server, web, tmp_path):
    server.put("/2025/03/14/bufkit/00/hrrr/", b"<html><a href='rap_kbuf.buf'>x</a></html>")
    wanted = listing_file(server.url, "20250314")
    with pytest.raises(WebError, match=r"/2025/03/14/bufkit/00/hrrr/ lists no files named hrrr_STATION.buf"):
        save(web, wanted.url, tmp_path / "index.html", check=wanted.check)


def test_a_name_with_a_sign_is_fetched_by_its_address(server, web, tmp_path):
    folder = f"{server.url}/2025/03/14/bufkit/00/hrrr/"
    wanted = sounding_files(LISTING, folder)[0]
    server.put("/2025/03/14/bufkit/00/hrrr/hrrr_#kx1.buf", b"\r\nSNPARM = PRES;TMPC")
    save(web, wanted.url, tmp_path / "f", check=wanted.check)
    assert (tmp_path / "f").read_bytes() == b"\r\nSNPARM = PRES;TMPC"


def test_positions_from_the_first_lines(server, web):
    head = b"SNPARM = PRES\r\n\r\nSTID = STNM = 1 TIME = 250314/0000\r\nSLAT = 42.93 SLON = -78.73 SELV = 2\r\n"
    folder = "/2025/03/14/bufkit/00/hrrr/"
    server.put(f"{folder}hrrr_kbuf.buf", head + b"x" * 10_000)
    server.put(f"{folder}hrrr_#kx1.buf", b"SNPARM = nothing else")
    server.put(f"{folder}hrrr_k_y.buf", head.replace(b"42.93", b"-1.5"))
    found = positions(web, sounding_files(LISTING, f"{server.url}{folder}"))
    assert found == {"bufkit/hrrr_kbuf.buf": (-78.73, 42.93), "bufkit/hrrr_k_y.buf": (-78.73, -1.5)}
    assert server.ranges(f"{folder}hrrr_kbuf.buf") == ["bytes=0-2047"]


@pytest.mark.fidelity
@pytest.mark.skipif(not REAL.exists(), reason="needs ../shared/data/real/soundings/bufkit")
def test_real_files_pass_the_check_and_tell_their_place(server, web):
    folder = "/2025/03/14/bufkit/00/hrrr/"
    server.put(f"{folder}hrrr_kbuf.buf", (REAL / "hrrr_kbuf.buf").read_bytes())
    wanted = sounding_files('<a href="hrrr_kbuf.buf">', f"{server.url}{folder}")
    assert wanted[0].check(REAL / "hrrr_kbuf.buf") == ""
    assert positions(web, wanted) == {"bufkit/hrrr_kbuf.buf": (-78.73, 42.93)}  # as the file's second block says
