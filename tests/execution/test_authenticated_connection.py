"""Messages of jobs: they come whole and in order, or the connection ends; nothing forged is ever unpickled."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mesocosm.execution.authenticated_connection import (
    HELLO,
    LARGEST_MESSAGE,
    MESSAGE,
    REPLY,
    AuthenticatedConnection,
    ForgedMessage,
    introduce,
    proof,
    read,
)

KEY, OTHER_KEY, NONCE = b"k" * 32, b"o" * 32, b"n" * 32
HELLO_OF_7, HELLO_OF_8 = (HELLO.pack(number, b"h" * 32) for number in (7, 8))


class Trap:
    """Its unpickling makes a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.path),)


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, socket.socket]]:
    here, there = socket.socketpair()
    with here, there:
        for each in (here, there):
            each.settimeout(60)
        yield here, there


def test_both_ends_understand_each_other(sockets: tuple[socket.socket, socket.socket]) -> None:
    command = AuthenticatedConnection(sockets[0], "command", KEY, HELLO_OF_7, NONCE)
    job = AuthenticatedConnection(sockets[1], "job", KEY, HELLO_OF_7, NONCE)
    for value in ("first", {"second": 2}, b"x" * 100_000):
        command.send(value)
        assert job.recv() == value
        job.send([value])
        assert command.recv() == [value]
    job.close()
    with pytest.raises(EOFError):
        command.recv()


@pytest.mark.parametrize(
    ("role", "key", "hello", "nonce"),
    [
        ("job", OTHER_KEY, HELLO_OF_7, NONCE),
        ("job", KEY, HELLO_OF_8, NONCE),
        ("job", KEY, HELLO_OF_7, b"m" * 32),
        ("command", KEY, HELLO_OF_7, NONCE),
    ],
    ids=["another key", "another job", "another greeting", "sent back"],
)
def test_messages_of_others_are_not_unpickled(
    sockets: tuple[socket.socket, socket.socket], tmp_path: Path, role, key, hello, nonce
) -> None:
    command = AuthenticatedConnection(sockets[0], "command", KEY, HELLO_OF_7, NONCE)
    AuthenticatedConnection(sockets[1], role, key, hello, nonce).send(Trap(tmp_path / "trapped"))
    with pytest.raises(ForgedMessage, match="not what the other end has sent now"):
        command.recv()
    assert not (tmp_path / "trapped").exists()


@pytest.mark.parametrize("order", [(0, 0), (1,), (1, 0)], ids=["repeated", "left out", "moved"])
def test_messages_come_once_and_in_order(sockets: tuple[socket.socket, socket.socket], order: tuple[int, ...]) -> None:
    command = AuthenticatedConnection(sockets[0], "command", KEY, HELLO_OF_7, NONCE)
    for value in (0, 1):
        command.send(value)
    sizes = [MESSAGE.unpack_from(sockets[1].recv(1 << 16, socket.MSG_PEEK))[1] + MESSAGE.size] * 2
    recorded = [read(sockets[1], size) for size in sizes]
    job = AuthenticatedConnection(sockets[1], "job", KEY, HELLO_OF_7, NONCE)
    sockets[0].sendall(b"".join(recorded[place] for place in order))
    with pytest.raises(ForgedMessage):
        [job.recv() for _ in order]


def test_a_huge_message_is_refused_before_it_is_read(sockets: tuple[socket.socket, socket.socket]) -> None:
    command = AuthenticatedConnection(sockets[0], "command", KEY, HELLO_OF_7, NONCE)
    sockets[1].sendall(MESSAGE.pack(b"c" * 32, LARGEST_MESSAGE + 1))
    with pytest.raises(ForgedMessage, match="64,000,001 bytes"):
        command.recv()


@pytest.mark.parametrize("role", ["job", "command"])
def test_a_stranger_without_the_key_cannot_play_the_command(role: str) -> None:
    """Proofs of another job, in either role, are all that a stranger can get; one of its own key is worth no more."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            with listener.accept()[0] as job:
                hello = read(job, HELLO.size)
                job.sendall(REPLY.pack(NONCE, proof(KEY if role == "job" else OTHER_KEY, role, hello, NONCE)))

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(ForgedMessage, match="does not have the key of job 7"):
            introduce(listener.getsockname(), 7, KEY, b"")
        thread.join()
