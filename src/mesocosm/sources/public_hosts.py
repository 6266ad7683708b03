"""Test whether internet addresses are public (against SSRF): none of this machine, its network, or a way into them."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from mesocosm.errors import UserError

Resolve = Callable[[str], Sequence[str]]
"""Returns the addresses of a name; raises `OSError` if there are none."""


def resolve_host(host: str) -> list[str]:
    """Return addresses from the machine's own resolver, in its order of preference."""
    rows = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]).partition("%")[0] for row in rows))


def addresses_of(host: str, resolve: Resolve = resolve_host) -> list[str]:
    """Return all addresses of a host, resolved once; raise `UserError` if it is unknown."""
    try:
        addresses = list(resolve(host))
    except (OSError, UnicodeError):
        addresses = []
    if not addresses:
        raise UserError(f"`url` names an unknown host: {host[:100]!r}")
    return addresses


SPECIAL = tuple(
    map(ipaddress.ip_network, ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "3fff::/20", "5f00::/16"))
)
"""Networks without public machines that some versions of Python call global (RFC 6890, 7526, 9602, 9637), and the
address by which a cloud provider communicates with its own machines.
"""
ISATAP = 0x00005EFE
"""First half of an address's last 64 bits, up to one bit, if the second half is an IPv4 address (RFC 5214)."""


def is_public(text: str) -> bool:
    """Say whether an address belongs to a single machine on the public network.

    IPv6 addresses that contain an IPv4 address lead to that one: mapped addresses (RFC 4291) and those of 6to4 (RFC
    3056) are as public as it is; those that a translator reads (RFC 6052) lie in a reserved block and are not public.
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
    """Return the addresses of a URL's host; raise `UserError` if one of them is not public."""
    host = host_of(url)
    addresses = addresses_of(host, resolve)
    if not all(map(is_public, addresses)):
        raise UserError(f"`url` must be of a public host, got {host[:100]!r}")
    return addresses


def host_of(url: str) -> str:
    """Return the host of a web URL; refuse anything else."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        raise UserError(f"`url` is not an address: {url[:100]!r}") from None
    if parts.scheme not in ("http", "https") or not host:
        raise UserError(f"`url` must begin with https:// or http:// and name a host, got {url[:100]!r}")
    return host


def origin_of(url: str) -> str:
    """Return host and port of a URL, which identify a server; empty if it is not a URL."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def direct_request(url: str, headers: Mapping[str, str], address: str) -> dict[str, Any]:
    """Make a request for the client that goes to an address without resolving a name.

    It still names its host, in its header and to TLS, whose certificate must match. The connection is not kept open:
    another host at the same address needs its own.
    """
    import httpx

    asked = httpx.URL(url)
    host = asked.raw_host.decode("ascii")
    return {
        "url": asked.copy_with(host=address),
        "headers": {**headers, "Host": asked.netloc.decode("ascii"), "Connection": "close"},
        "extensions": {"sni_hostname": host} if host != address else {},
    }
