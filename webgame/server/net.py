"""The LAN: own addresses, hosts that may be asked for, and QR codes."""

from __future__ import annotations

import io
import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

import ifaddr
import segno

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  (hosts that stand for all addresses)
INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "lxc")  # networks inside the machine


def networks() -> dict[str, str]:
    """Return this machine's private IPv4 addresses and each one's network; those inside the machine last."""
    found: dict[str, str] = {}
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str) and ip.ip not in found:
                address = ipaddress.ip_address(ip.ip)
                if address.is_private and not address.is_loopback and not address.is_link_local:
                    found[ip.ip] = adapter.nice_name
    return dict(sorted(found.items(), key=lambda item: item[1].lower().startswith(INNER)))


def own_addresses() -> list[str]:
    """Return this machine's private IPv4 addresses, except loopback, likeliest first."""
    return list(networks())


def lan_urls(host: str, port: int, scheme: str = "http") -> list[str]:
    """Return the addresses under which others reach a server that listens on `host`."""
    if host in EVERYWHERE:
        return [f"{scheme}://{address}:{port}/" for address in own_addresses()]
    return [] if is_loopback(host) else [f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"]


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def host_allowed(header: str, names: tuple[str, ...] = ()) -> bool:
    """Whether a Host header names this server: local and private addresses, *.local, own name, `names`.

    A page elsewhere whose name was made to point here (DNS rebinding) fails this test.
    """
    try:
        host = (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        own = socket.gethostname().lower()
        return host in ("localhost", own, *(n.lower() for n in names)) or host.endswith(
            (".local", ".localhost")
        )
    return address.is_private or address.is_loopback or address.is_link_local or host in names


def same_origin(origin: str, host: str) -> bool:
    """Whether an Origin header belongs to a page of this very host and port."""
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


@lru_cache(maxsize=64)  # most pages show that of the same address
def qr_svg(url: str) -> str:
    """Return a QR code as SVG markup for a page."""
    svg: str = segno.make(url, error="m").svg_inline(
        scale=4, border=2, svgclass="qr", lineclass="qr-dark", omitsize=True
    )
    return svg


def qr_terminal(url: str) -> str:
    """Return a QR code as text for a terminal."""
    out = io.StringIO()
    segno.make(url, error="l").terminal(out, border=1, compact=True)
    return out.getvalue()
