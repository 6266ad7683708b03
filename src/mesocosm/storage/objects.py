"""A folder on an object server, reached through fsspec: each object is there whole or not at all.

Every request is made once by the libraries and repeated here, so that there is one count of attempts. A reply that is
lost leaves open whether a write was done: it is repeated, and what is there is compared with what was to be written.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

from mesocosm.errors import MissingExtra
from mesocosm.storage.places import SCHEME, split_address
from mesocosm.storage.retry import USUAL, Damaged, Patience, ask, is_refused_as_changed

A = TypeVar("A")


class Stamp(NamedTuple):
    """What the server says of an object."""

    tag: str
    """The ETag, which changes with the content."""
    age_s: float
    """Seconds since it was written, by the server's own clock."""


class ObjectFolder:
    """Objects below `s3://BUCKET/FOLDER`. Credentials and server are those of the usual variables and files of AWS."""

    def __init__(self, address: str, patience: Patience = USUAL, page: int = 1000) -> None:
        self.bucket, self._below = split_address(address)
        self.patience, self._page = patience, page
        self._written: set[str] = set()
        """Names written here, which a list may lack for a moment."""
        self._deleted: set[str] = set()
        self._lock = threading.Lock()

    def __str__(self) -> str:
        return "/".join(filter(None, (f"{SCHEME}://{self.bucket}", self._below)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.patience)

    # ------------------------------------------------------------ the contract

    def read(self, name: str) -> bytes:
        return self._ask(lambda: self._checked_content(name), "read", name)

    def write(self, name: str, data: bytes) -> None:
        self._ask(lambda: self._put(name, data), "write", name)
        self._note(name, exists=True)

    def write_new(self, name: str, data: bytes) -> bool:
        return bool(self.create(name, data))

    def names(self, prefix: str = "") -> list[str]:
        listed = set(self.times(prefix))
        with self._lock:
            late = {name for name in (self._written - listed) | (self._deleted & listed) if name.startswith(prefix)}
            self._written -= listed
        return sorted((listed - late) | {name for name in late if self.exists(name)})

    def exists(self, name: str) -> bool:
        try:
            self.stamp(name)
        except FileNotFoundError:
            return False
        return True

    def delete(self, name: str) -> None:
        self._ask(lambda: self._call("delete_object", Key=self._key(name)), "delete", name)
        self._note(name, exists=False)

    # ------------------------------------------------------------ what the server knows beside the content

    def stamp(self, name: str) -> Stamp:
        """Return tag and age of an object; raise `FileNotFoundError` if there is none."""
        head = self._head(name)
        now = parsedate_to_datetime(head["ResponseMetadata"]["HTTPHeaders"]["date"])
        return Stamp(head["ETag"], (now - head["LastModified"]).total_seconds())

    def times(self, prefix: str = "") -> dict[str, datetime]:
        """Return the listed names that begin with a prefix, and when each was written by the server's clock."""
        listed = self._ask(lambda: self._list_objects(prefix), "list", prefix)
        skip = len(self._key(""))
        return {entry["Key"][skip:]: entry["LastModified"] for entry in listed if not entry["Key"].endswith("/")}

    def create(self, name: str, data: bytes) -> str:
        """Write an object unless there is one, and return its tag; empty if there is one."""
        return self._write_if(name, data, IfNoneMatch="*")

    def replace(self, name: str, data: bytes, tag: str) -> str:
        """Write an object if it still has this tag, and return its new one; empty if another writer was first."""
        return self._write_if(name, data, IfMatch=tag)

    # ------------------------------------------------------------ requests

    @cached_property
    def _system(self) -> Any:
        try:
            from s3fs import S3FileSystem
        except ModuleNotFoundError as error:
            raise MissingExtra("s3fs", "s3", asked=f"a folder at {SCHEME}://") from error
        system = S3FileSystem(
            use_listings_cache=False,
            skip_instance_cache=True,
            config_kwargs={
                "retries": {"total_max_attempts": 1},
                "connect_timeout": self.patience.connect_s,
                "read_timeout": self.patience.reply_s,
            },
        )
        system.retries = 1
        return system

    def _key(self, name: str) -> str:
        return "/".join(filter(None, (self._below, name))) if name else f"{self._below}/" if self._below else ""

    def _call(self, method: str, **request: Any) -> dict[str, Any]:
        reply: dict[str, Any] = self._system.call_s3(method, Bucket=self.bucket, **request)
        return reply

    def _ask(self, request: Callable[[], A], verb: str, name: str) -> A:
        return ask(request, f"cannot {verb} {self}/{name}", self.patience)

    def _list_objects(self, prefix: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        page: dict[str, Any] = {}
        while True:
            reply = self._call("list_objects_v2", Prefix=f"{self._key('')}{prefix}", MaxKeys=self._page, **page)
            found += reply.get("Contents", [])
            if not reply.get("IsTruncated"):
                return found
            page = {"ContinuationToken": reply["NextContinuationToken"]}

    def _checked_content(self, name: str) -> bytes:
        """Return an object's content, which is compared with the hash in its tag."""
        from fsspec.asyn import sync

        reply, content = cast("tuple[dict[str, Any], bytes]", sync(self._system.loop, self._get, self._key(name)))
        _check(content, reply)
        return content

    async def _get(self, key: str) -> tuple[dict[str, Any], bytes]:
        reply = await self._system._call_s3("get_object", Bucket=self.bucket, Key=key)
        async with reply["Body"] as body:
            content: bytes = await body.read()
            return reply, content

    def _head(self, name: str) -> dict[str, Any]:
        return self._ask(lambda: self._call("head_object", Key=self._key(name)), "read", name)

    def _put(self, name: str, data: bytes, **more: Any) -> str:
        reply = self._call("put_object", Key=self._key(name), Body=data, **more)
        _check(data, reply)
        return str(reply["ETag"])

    def _write_if(self, name: str, data: bytes, **condition: str) -> str:
        """Write an object under a condition; return its tag, empty if the condition does not hold.

        A write whose reply is lost is repeated, here or unseen in aiohttp, and then refused because of itself: each
        write carries a mark of its own, by which it is recognised.
        """
        mark = secrets.token_hex(8)

        def put() -> str:
            nonlocal condition
            try:
                return self._put(name, data, Metadata={"writer": mark}, **condition)
            except Damaged as error:
                condition = {"IfMatch": str(error)}  # what is there is ours, and wrong
                raise
            except Exception as error:
                if is_refused_as_changed(error):
                    return ""
                raise

        tag = self._ask(put, "write", name) or self._tag_of_mark(name, mark)
        if tag:
            self._note(name, exists=True)
        return tag

    def _tag_of_mark(self, name: str, mark: str) -> str:
        """Return the tag of an object that carries the mark of a write; empty if it was written by another."""
        try:
            head = self._head(name)
        except FileNotFoundError:
            return ""
        return str(head["ETag"]) if head["Metadata"].get("writer") == mark else ""

    def _note(self, name: str, *, exists: bool) -> None:
        with self._lock:
            (self._written if exists else self._deleted).add(name)
            (self._deleted if exists else self._written).discard(name)


def _check(content: bytes, reply: Mapping[str, Any]) -> None:
    """Raise `Damaged` if a tag is the hash of other bytes.

    The tag of an object in parts is longer than a hash, and that of an object under a key of the user is another's.
    """
    tag = str(reply["ETag"])
    digest = tag.strip('"')
    has_key = str(reply.get("ServerSideEncryption", "")).startswith("aws:") or "SSECustomerAlgorithm" in reply
    if not has_key and len(digest) == 32 and digest != hashlib.md5(content, usedforsecurity=False).hexdigest():
        raise Damaged(tag)
