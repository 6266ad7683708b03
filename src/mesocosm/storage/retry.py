"""Requests to an object server, asked again while the server has trouble, and errors in words without credentials."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from mesocosm.errors import MesocosmError, StorageError
from mesocosm.seeding import generator

A = TypeVar("A")

PASSING_CODES = frozenset(
    {
        "BadDigest",  # an upload arrived with other bytes than it was sent with
        "ConditionalRequestConflict",
        "IncompleteBody",
        "InternalError",
        "OperationAborted",
        "RequestTimeout",
        "ServiceUnavailable",
        "SlowDown",
        "XAmzContentSHA256Mismatch",
    }
)
"""Codes of S3 with which the same request may succeed later; so may one with a status of 429 or from 500 on."""
ADVICE = {
    "NoCredentialsError": "no credentials are found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
    "NoSuchBucket": "there is no such bucket",
    "InvalidAccessKeyId": "the server does not know the access key",
    "SignatureDoesNotMatch": "the secret access key does not fit the access key",
    "AccessDenied": "these credentials do not allow it",
    "403": "these credentials do not allow it",
    "404": "there is no such bucket",
}


@dataclass(frozen=True)
class Patience:
    """How often a request is repeated, and how long it may take; by default about a minute in all."""

    attempts: int = 9
    first_wait_s: float = 0.2
    longest_wait_s: float = 15.0
    reply_s: float = 60.0
    """Seconds without a byte from the server, after which a request is given up."""
    connect_s: float = 10.0

    def wait_s(self, what: str, attempt: int) -> float:
        """Return a doubling wait, of which a part differs from process to process so that they do not come at once."""
        longest = min(self.first_wait_s * 2.0**attempt, self.longest_wait_s)
        return longest * (1 - generator("storage", what, attempt, os.getpid()).random() / 2)


USUAL = Patience()


class Damaged(Exception):
    """The server stored or sent other bytes than those of the file; the request is repeated."""


def ask(request: Callable[[], A], what: str, patience: Patience) -> A:
    """Return what a request returns, repeated while the server has passing trouble.

    `FileNotFoundError` and other refusals of the file itself pass through. Any other failure becomes a `StorageError`
    that says `what` cannot be done.
    """
    for attempt in range(patience.attempts):
        try:
            return request()
        except (ImportError, MesocosmError):
            raise
        except Exception as error:
            if is_missing(error):
                raise FileNotFoundError(what) from error
            if not is_passing(error) or attempt + 1 == patience.attempts:
                raise StorageError(f"{what}: {_describe(error, attempt + 1)}") from error
            time.sleep(patience.wait_s(what, attempt))
    raise AssertionError("a patience has at least one attempt")


def is_missing(error: BaseException) -> bool:
    """Return whether there is no such object."""
    return _answer(error) in {("NoSuchKey", 404), ("404", 404)}


def is_refused_as_changed(error: BaseException) -> bool:
    """Return whether the server refused to write because the object is not the expected one."""
    return _answer(error)[1] == 412


def is_passing(error: BaseException) -> bool:
    """Return whether the same request may succeed later."""
    code, status = _answer(error)
    if status:
        return code in PASSING_CODES or status == 429 or status >= 500
    return any(isinstance(one, _connection_errors()) for one in _causes(error))


def _connection_errors() -> tuple[type[BaseException], ...]:
    """Return the errors of a connection that broke, or took too long."""
    from aiohttp import ClientError, ServerTimeoutError
    from botocore import exceptions
    from botocore.parsers import ResponseParserError
    from fsspec.exceptions import FSTimeoutError

    return (
        Damaged, ConnectionError, TimeoutError, FSTimeoutError, ClientError, ServerTimeoutError,
        exceptions.ConnectionError, exceptions.HTTPClientError, exceptions.FlexibleChecksumError,
        exceptions.IncompleteReadError, ResponseParserError,
    )  # fmt: skip


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and those it came from: s3fs wraps what botocore raises."""
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__


def _answer(error: BaseException) -> tuple[str, int]:
    """Return code and status with which the server answered; ("", 0) if it did not."""
    for one in _causes(error):
        reply: Any = getattr(one, "response", None)
        if isinstance(reply, dict):
            status = reply.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
            return str(reply.get("Error", {}).get("Code", "")), int(status)
    return "", 0


def _describe(error: BaseException, attempts: int) -> str:
    """Say what went wrong. The server's own text is left out, since it may name keys."""
    code, status = _answer(error)
    kind = type(list(_causes(error))[-1]).__name__
    advice = ADVICE.get(code) or ADVICE.get(kind) or (f"the server answered {status} ({code})" if status else kind)
    return f"{advice}, {attempts} times in a row" if attempts > 1 else advice
