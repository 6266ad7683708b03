"""Which addresses of the internet are public: none of this machine, its network, or a way around into them."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from mesocosm.errors import UserError

Resolve = Callable[[str], Sequence[str]]
"""The addresses of a name; `OSError` where there are none."""


def resolve_host(host: str) -> list[str]:
    """Addresses by the machine's own resolver, the one it likes best first."""
    rows = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]).partition("%")[0] for row in rows))


def addresses_of(host: str, resolve: Resolve = resolve_host) -> list[str]:
    """All addresses of a host, asked for once; `UserError` where nobody knows it."""
    try:
        addresses = list(resolve(host))
    except (OSError, UnicodeError):
        addresses = []
    if not addresses:
        raise UserError(f"`url` names a host that nobody knows: {host[:100]!r}")
    return addresses


SPECIAL = tuple(
    map(ipaddress.ip_network, ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "3fff::/20", "5f00::/16"))
)
"""Networks that lead to no public machine and that some versions of Python call global: RFC 6890, 7526, 9602, 9637, and
the address by which a cloud talks to its own machines."""
ISATAP = 0x00005EFE
"""Of an address's last 64 bits the first half, less one bit, if the second half is an address of IPv4 (RFC 5214)."""


def is_public(text: str) -> bool:
    """Whether an address is one of a single machine on the public network.

    Addresses of IPv6 that hold one of IPv4 lead to that one: mapped ones (RFC 4291) and those of 6to4 (RFC 3056) are
    as public as it is; those that a translator reads (RFC 6052) lie in a reserved block and are not.
    """
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        held = address.ipv4_mapped or address.sixtofour
        if held is not None:
            return is_public(str(held))
        if address.is_site_local:
            return False
        if int(address) >> 32 & 0xFDFFFFFF == ISATAP:
            return is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
    if any(address in network for network in SPECIAL if network.version == address.version):
        return False
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    return address.is_global and not special and not address.is_link_local


def public_addresses(url: str, resolve: Resolve = resolve_host) -> list[str]:
    """The addresses of a URL's host; `UserError` where one of them is not public."""
    host = host_of(url)
    addresses = addresses_of(host, resolve)
    if not all(map(is_public, addresses)):
        raise UserError(f"`url` must be of a public host, got {host[:100]!r}")
    return addresses


def host_of(url: str) -> str:
    """The host of a URL of the web; anything else is refused."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        raise UserError(f"`url` is not an address: {url[:100]!r}") from None
    if parts.scheme not in ("http", "https") or not host:
        raise UserError(f"`url` must begin with https:// or http:// and name a host, got {url[:100]!r}")
    return host


def origin_of(url: str) -> str:
    """Host and port of a URL, which tell one server from another; empty where it is no URL."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def direct_request(url: str, headers: Mapping[str, str], address: str) -> dict[str, Any]:
    """A request for the client that goes to an address and looks up no name.

    It still names its host, in its header and to TLS, whose certificate must fit. The connection is not kept: another
    host at the same address needs one of its own.
    """
    import httpx

    asked = httpx.URL(url)
    host = asked.raw_host.decode("ascii")
    return {
        "url": asked.copy_with(host=address),
        "headers": {**headers, "Host": asked.netloc.decode("ascii"), "Connection": "close"},
        "extensions": {"sni_hostname": host} if host != address else {},
    }
