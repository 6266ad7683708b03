"""Index lines, their messages, and the bytes fetched for them, on real HRRR messages if they are available."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.shared import SHARED

from mesocosm.errors import InvalidRecord, UnknownName, UserError
from mesocosm.sources.web import Span, WebError
from mesocosm.suites.tornado.sources.hrrr import (
    Hrrr,
    grib_fault,
    matching,
    merge_spans,
    read_index,
    source,
    surface_name,
)
from mesocosm.testing import check_source

HRRR = SHARED / "data" / "real" / "weather_grid" / "hrrr"
NAMES = ("hrrr_tmp700mb.grib2", "subset_20201214_hrrr.t00z.wrfsfcf12.grib2")
needs_hrrr = pytest.mark.skipif(not HRRR.exists(), reason="needs ../shared/data/real/weather_grid/hrrr")

HOUR_12 = surface_name("20250314", 12)
INDEX = """\
1:0:d=2025031400:REFC:entire atmosphere:12 hour fcst:
2:400:d=2025031400:CAPE:surface:12 hour fcst:
3:900:d=2025031400:CAPE:90-0 mb above ground:12 hour fcst:
4.1:1500:d=2025031400:UGRD:10 m above ground:12 hour fcst:
4.2:1500:d=2025031400:VGRD:10 m above ground:12 hour fcst:
5:2100:d=2025031400:MXUPHL:5000-2000 m above ground:11-12 hour max fcst:
"""


def message(content: bytes) -> bytes:
    """Make the frame of a GRIB2 message: its length is in bytes 8 to 16, and it ends with 7777."""
    return b"GRIB\x00\x00\x00\x02" + (20 + len(content)).to_bytes(8, "big") + content + b"7777"


def test_an_index():
    messages = read_index(INDEX)
    assert [one.variable for one in messages] == ["REFC", "CAPE", "CAPE", "UGRD", "VGRD", "MXUPHL"]
    assert messages[1].span == Span(400, 900)
    assert messages[2].label == ":CAPE:90-0 mb above ground:12 hour fcst:"
    assert messages[5].span == Span(2100, None)


def test_messages_that_share_their_bytes_end_together():
    u, v = read_index(INDEX)[3:5]
    assert u.span == v.span == Span(1500, 2100)


def test_a_line_that_is_none():
    with pytest.raises(UserError, match=r"the index, line 2, must read 'n:byte:d=.*', got 'two:400'"):
        read_index("1:0:d=2025031400:REFC:entire atmosphere:12 hour fcst:\ntwo:400\n")


def test_messages_by_pattern():
    found = matching(read_index(INDEX), [":CAPE:surface:", "GRD:10 m"])
    assert [one.number for one in found] == ["2", "4.1", "4.2"]


def test_a_pattern_that_finds_nothing_is_answered_with_what_there_is():
    with pytest.raises(UserError, match="no message of the index matches 'HLCY'; its variables: REFC, CAPE, UGRD"):
        matching(read_index(INDEX), ["HLCY"])


def test_a_pattern_that_is_no_expression():
    with pytest.raises(UserError, match=r"must be a regular expression, got '\(CAPE'"):
        matching(read_index(INDEX), ["(CAPE"])


def test_neighbours_are_fetched_together():
    spans = [one.span for one in matching(read_index(INDEX), ["CAPE", "GRD", "REFC"])]
    assert merge_spans(spans) == [Span(0, 2100)]
    assert merge_spans([Span(900, 1500), Span(0, 400)]) == [Span(0, 400), Span(900, 1500)]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(1, 50), min_size=1, max_size=30), st.data())
def test_merged_spans_hold_the_same_bytes(sizes, data):
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    every = [Span(start, start + size) for start, size in zip(starts, sizes, strict=True)]
    chosen = data.draw(st.lists(st.sampled_from(every)))
    joined = merge_spans(chosen)
    assert {byte for one in joined for byte in range(*one)} == {byte for one in chosen for byte in range(*one)}
    assert all(one.stop < other.start for one, other in itertools.pairwise(joined))


def test_where_the_files_of_a_run_are():
    run = Hrrr(address="https://example.org")
    entries = run.entries("20250314/")
    assert len(entries) == 49
    assert entries[12].recipe == "https://example.org/hrrr.20250314/conus/hrrr.t00z.wrfsfcf12.grib2"
    assert entries[-1].name == surface_name("20250314", 48) == "20250314/hrrr_maps/hrrr.t00z.wrfsfcf48.grib2"
    assert (entries[0].sha256, entries[0].bytes) == (None, None)  # only the bytes will tell


@pytest.mark.parametrize("name", ["20250314/hrrr_maps/hrrr.t00z.wrfsfcf49.grib2", "hrrr_maps/x.grib2", "20250314/../x"])
def test_other_names_are_unknown(name, tmp_path):
    with pytest.raises(UnknownName, match="no file of this service is called"):
        Hrrr(address="https://example.org").fetch(name, tmp_path / "f")


def test_years_are_not_listed_at_once():
    with pytest.raises(InvalidRecord, match="a name must begin with a date as in 20250314/, got '2025'"):
        Hrrr().entries("2025")


def test_the_address_is_a_setting(monkeypatch):
    monkeypatch.delenv("MESOCOSM_HRRR_URL", raising=False)
    assert Hrrr().address == "https://noaa-hrrr-bdp-pds.s3.amazonaws.com"
    monkeypatch.setenv("MESOCOSM_HRRR_URL", "http://127.0.0.1:9/")
    assert Hrrr().address == "http://127.0.0.1:9"
    monkeypatch.setenv("MESOCOSM_HRRR_URL", "s3://bucket")
    with pytest.raises(UserError, match="MESOCOSM_HRRR_URL must start with https:// or http://, got 's3://bucket'"):
        Hrrr().entries("20250314/")


def test_it_keeps_the_contract(server, web):
    served(server, [message(b"a" * 100)], ["A:surface:12 hour fcst"])
    check_source(Hrrr(web, server.url), reach=True)


def test_without_the_network_it_is_checked_as_far_as_that_goes():
    check_source(source)


def test_faults_of_a_grib_file(tmp_path):
    path = tmp_path / "f"
    for data, fault in (
        (message(b"abc") + message(b""), ""),
        (message(b"abc") + b"G" + message(b"") + b"G", ""),
        (b"G" + message(b"abc"), "is not a GRIB2 file: message 1 begins with b'GGRI' at byte 0"),
        (b"", "is empty"),
        (b"<html>sorry, no</html>", "is not a GRIB2 file: message 1 begins with b'<htm'"),
        (message(b"abc") + message(b"abcdef")[:-5], "is cut: message 2 of 26 bytes"),
        (message(b"abc") + b"garbage and more", "message 2 begins with b'garb' at byte 23"),
    ):
        path.write_bytes(data)
        found = grib_fault(path)
        assert fault in found
        assert bool(fault) == bool(found)


def served(server, messages: list[bytes], names: list[str], hour: int = 12) -> None:
    folder = "/hrrr.20250314/conus"
    starts = [sum(map(len, messages[:number])) for number in range(len(messages))]
    lines = [f"{n}:{at}:d=2025031400:{name}:" for n, (at, name) in enumerate(zip(starts, names, strict=True), 1)]
    server.put(f"{folder}/hrrr.t00z.wrfsfcf{hour}.grib2", b"".join(messages))
    server.put(f"{folder}/hrrr.t00z.wrfsfcf{hour}.grib2.idx", "\n".join(lines).encode())


def test_only_the_messages_asked_for_are_fetched(server, web, tmp_path):
    names = ["A:surface:12 hour fcst", "B:surface:12 hour fcst", "C:surface:12 hour fcst", "D:surface:12 hour fcst"]
    served(server, [message(name.encode() * 50) for name in names], names)
    Hrrr(web, server.url, messages=[":B:", ":D:"]).fetch(HOUR_12, tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == message(names[1].encode() * 50) + message(names[3].encode() * 50)
    assert server.ranges("/hrrr.20250314/conus/hrrr.t00z.wrfsfcf12.grib2") == ["bytes=1120-2239", "bytes=3360-"]


def test_an_index_of_another_file_is_noticed(server, web, tmp_path):
    names = ["A:surface:12 hour fcst", "B:surface:12 hour fcst"]
    served(server, [message(b"a" * 100), message(b"b" * 100)], names)
    index = b"1:0:d=2025031400:A:surface:12 hour fcst:\n2:77:d=2025031400:B:surface:12 hour fcst:\n"
    server.put("/hrrr.20250314/conus/hrrr.t00z.wrfsfcf12.grib2.idx", index)
    with pytest.raises(WebError, match="is not a GRIB2 file: message 1 begins with b'aaaa'"):
        Hrrr(web, server.url, messages=[":B:"]).fetch(HOUR_12, tmp_path / "f")


@needs_hrrr
@pytest.mark.fidelity
def test_a_real_message_out_of_two(server, web, tmp_path):
    eccodes = pytest.importorskip("eccodes")
    real = [(HRRR / name).read_bytes() for name in NAMES]
    served(server, real, ["TMP:700 mb:anl", "OTHER:surface:12 hour fcst"])
    Hrrr(web, server.url, messages=[":TMP:700 mb:"]).fetch(HOUR_12, tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == real[0]
    with (tmp_path / "f").open("rb") as file:
        handle = eccodes.codes_grib_new_from_file(file)
        assert (eccodes.codes_get(handle, "shortName"), eccodes.codes_get(handle, "level")) == ("t", 700)
        eccodes.codes_release(handle)


@needs_hrrr
@pytest.mark.fidelity
def test_real_files_have_no_fault():
    assert {grib_fault(path) for path in HRRR.glob("*.grib2")} == {""}
