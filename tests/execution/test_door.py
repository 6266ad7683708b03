"""Whom the door lets in: every expected job once, whatever strangers and thieves of keys do."""

import errno
import os
import pickle
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from tests.execution.test_authenticated_connection import Trap

from mesocosm.errors import UserError
from mesocosm.execution import door as door_module
from mesocosm.execution.authenticated_connection import HELLO, introduce
from mesocosm.execution.door import MOST_GREETINGS, Door, _listen
from mesocosm.execution.nodes import NodeFacts

NODE = NodeFacts(
    host="n17", cores=4, memory_gb=8.0, python="3.12.1", version="1.0", code="abcd", libraries={"numpy": "2.0 (abcd)"}
)
FACTS = NODE.model_dump_json().encode()


@pytest.fixture
def door() -> Iterator[Door]:
    with closing(Door("127.0.0.1")) as door:
        yield door


def stranger(door: Door) -> socket.socket:
    connected = socket.create_connection(door.address)
    connected.settimeout(60)
    return connected


def is_turned_away(door: Door, number: int, key: bytes, words: bytes = FACTS) -> bool:
    try:
        with closing(introduce(door.address, number, key, words)) as connection:
            connection.recv()
    except (EOFError, ConnectionError):
        return True
    return False


def lets_in(door: Door, number: int) -> bool:
    with closing(introduce(door.address, number, door.expect(number), FACTS)) as job:
        connection, arrived, facts = door.next_arrival()
        with closing(connection):
            job.send("hello")
            return (arrived, facts, connection.recv()) == (number, NODE, "hello")


def test_strangers_do_not_keep_jobs_out(door: Door) -> None:
    door.expect(3)
    with ExitStack() as stack:
        for words in (b"", b"\xff" * 64, HELLO.pack(3, b"n" * 32), HELLO.pack(9, b"n" * 32) + b"x" * 100):
            stack.enter_context(stranger(door)).sendall(words)
        assert lets_in(door, 7)


def test_nobody_with_a_key_makes_us_unpickle(door: Door, tmp_path) -> None:
    key = door.expect(7)
    for words in (pickle.dumps(Trap(tmp_path / "trapped")), b"{}", b"5", b"\xff", b" " * 256_001):
        assert is_turned_away(door, 7, key, words)
    assert not (tmp_path / "trapped").exists()
    assert lets_in(door, 7)


def test_a_key_lets_one_job_in_once(door: Door, capsys: pytest.CaptureFixture[str]) -> None:
    key = door.expect(7)
    with closing(introduce(door.address, 7, key, FACTS)), closing(door.next_arrival()[0]):
        assert is_turned_away(door, 7, key)
        assert is_turned_away(door, 7, key)
        assert lets_in(door, 8)
    assert capsys.readouterr().err.count("job 7 came a second time and is refused") == 1


def test_the_key_of_one_job_is_not_that_of_another(door: Door) -> None:
    door.expect(7)
    with pytest.raises(ConnectionError, match="does not have the key of job 7"):
        introduce(door.address, 7, door.expect(8), FACTS)
    key = door.expect(9)
    door.forget(9)
    assert is_turned_away(door, 9, key)


def test_silent_strangers_make_room(door: Door) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(stranger(door)) for _ in range(MOST_GREETINGS + 1)]
        assert silent[0].recv(1) == b""
        assert lets_in(door, 7)


def test_a_greeting_ends_in_time(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "GREETING_S", 0.01)
    with stranger(door) as silent:
        assert silent.recv(1) == b""


def test_too_many_open_files_pass(door: Door) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with socket.socket() as one:
        free = os.dup(one.fileno())
        os.close(free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (free, before[1]))
        try:
            one.connect(door.address)
            time.sleep(2 * door_module.PAUSE_S)  # it tries in vain to accept
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        assert lets_in(door, 7)


def test_a_door_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(door: Door) -> socket.socket:
        raise OSError(errno.EBADF, "bad file descriptor")

    monkeypatch.setattr(Door, "_knock", fail)
    with closing(Door("127.0.0.1")) as door, pytest.raises(UserError, match="no job can connect any more.*descriptor"):
        door.next_arrival()


@pytest.mark.parametrize(
    ("host", "resolved", "address"),
    [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("localhost", "127.0.0.1", "127.0.0.1"),
        ("login1", "127.0.1.1", "0.0.0.0"),
        ("login1.example.org", "198.51.100.7", "0.0.0.0"),
    ],
    ids=["loopback", "localhost", "a name with a loopback address", "an address of another machine"],
)
def test_where_it_listens(monkeypatch: pytest.MonkeyPatch, host: str, resolved: str, address: str) -> None:
    monkeypatch.setattr(socket, "gethostbyname", {host: resolved}.__getitem__)
    with _listen(host) as listener:
        assert listener.getsockname()[0] == address
