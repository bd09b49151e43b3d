"""The egress gate: which URLs stook asks for and which addresses it dials. It neither resolves nor connects.

    Target    a URL that was parsed by the one parser (WHATWG), refused if it could be read in two ways, and
              normalised; only this form is ever used
    public    an address of the internet at large. Whatever is not known to be public is refused: loopback,
              private, link-local (where clouds keep credentials), shared, multicast, documentation, reserved
    Gate      public targets and addresses pass; others only if their host is on the explicit allow-list

Every fetch passes the gate twice: `check` for each URL, redirects included, and `admit` for the addresses
that its host turned out to have, which are the ones then dialled. An entry of the allow-list names a host as
the URL writes it, never an address behind it: with 10.0.0.5 allowed, a stranger's name that resolves to
10.0.0.5 stays refused.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import ada_url

from stook.errors import EgressError

DEFAULT_PORTS = {"http": 80, "https": 443}

# Servers are asked to take request lines of 8,000 bytes (RFC 9112, 3); most refuse longer ones.
MAX_URL_LENGTH = 8_000

# From IANA's special-purpose registries, 2026. Python's `is_global` is asked too, but what it knows depends
# on its version: 3.11.7 calls 192.0.0.192 global, where one cloud answers with credentials.
SPECIAL_IPV4 = tuple(ipaddress.IPv4Network(network) for network in (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
    "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    "168.63.129.16/32",  # public by number, yet inside one cloud it is the host that answers every machine
))

# Websites live in 2000::/3 only, so the rest needs no list: loopback, unique local, link-local, site-local,
# multicast, IPv4-compatible, local-use NAT64. Within it, these do not count; 2001::/23 has Teredo, 2002::/16
# is 6to4: retired tunnels to an IPv4 address, refused whatever address that is.
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
SPECIAL_IPV6 = tuple(ipaddress.IPv6Network(network) for network in (
    "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
))

# Here the whole IPv6 address is another spelling of an IPv4 address, its last 32 bits. A machine without IPv4
# sees every old website at 64:ff9b::/96.
SPELLINGS_OF_IPV4 = (ipaddress.IPv6Network("::ffff:0:0/96"), ipaddress.IPv6Network("64:ff9b::/96"))

_AUTHORITY = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//([^/?#]*)", re.IGNORECASE)
# The standard lets `$(x)`, `*` and quotes stand in a host. No server has such a name, and what else reads it, as a
# resolver, a log or the shell into which our hint is pasted, may take it for a command.
_HOST_NAME = re.compile(r"[a-z0-9._-]+")
_WEB = re.compile(r"https?://[^/]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that can be read in one way only."""

    url: str
    """Normalised, without fragment."""
    host: str
    """In ASCII and lower case; an IPv6 address without its brackets."""
    port: int


def shown(text: str) -> str:
    """Text from outside, fit for an error message: short, printable, without the password it may carry."""
    authority = _AUTHORITY.match(text)
    if authority and "@" in authority[1]:
        secret_end = authority.start(1) + authority[1].rindex("@")
        text = text[:authority.start(1)] + "…" + text[secret_end:]
    printable = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return printable if len(printable) <= 200 else printable[:199] + "…"


def _refuse_ambiguous(text: str) -> None:
    """Refuses what parsers are known to read differently: it shall not matter who reads the URL next."""
    said, hint = None, None
    authority = _AUTHORITY.match(text)
    if len(text) > MAX_URL_LENGTH:
        said = f"longer than the {MAX_URL_LENGTH} characters that servers take"
    elif "\\" in text:
        said, hint = "has a backslash in it", "write slashes as /"
    elif any(unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp", "Zs"} for c in text):
        said, hint = "has a space or a control character in it", "write a space as %20"
    elif authority and "@" in authority[1]:
        said, hint = "has a user name or a password in it", "leave out what stands before the @"
    if said:
        raise EgressError(said, subject=shown(text), hint=hint)


def is_address(host: str) -> bool:
    """Whether the host of a Target is an address already, with nothing to resolve."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def parse(url: str, base: str | None = None) -> Target:
    """The URL, normalised; relative to `base` if given. EgressError unless it is plain http or https."""
    text = url.strip()
    _refuse_ambiguous(text)
    try:
        parsed = ada_url.URL(text, base)
    except ValueError:
        raise EgressError("not a URL", subject=shown(text),
                          hint="write it in full, as https://example.org/news") from None
    scheme = parsed.protocol.removesuffix(":")
    if scheme not in DEFAULT_PORTS:
        raise EgressError("neither http nor https", subject=shown(text),
                          hint="name a file of this machine by its path" if base is None else None)
    # The standard repairs http:host and http:///host; a person who wrote that may have meant something else.
    if base is None and not _WEB.match(text):
        raise EgressError("not a full URL", subject=shown(text), hint=f"did you mean {shown(parsed.href)} ?")
    host = parsed.hostname.removeprefix("[").removesuffix("]")
    if not (_HOST_NAME.fullmatch(host) or is_address(host)):
        raise EgressError("has characters in its host that no host name has", subject=shown(text),
                          hint="a name is made of letters, digits, dots and hyphens")
    port = int(parsed.port) if parsed.port else DEFAULT_PORTS[scheme]
    return Target(parsed.href.partition("#")[0], host, port)


def _is_public_ipv4(address: ipaddress.IPv4Address) -> bool:
    return address.is_global and not any(address in network for network in SPECIAL_IPV4)


def is_public(address: str) -> bool:
    """Whether the address, in each form that it embeds, belongs to the internet at large."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return _is_public_ipv4(ip)
    if ip.scope_id is not None:  # an address with a zone belongs to one network interface of this machine
        return False
    if any(ip in network for network in SPELLINGS_OF_IPV4):
        return _is_public_ipv4(ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF))
    return ip.is_global and ip in GLOBAL_UNICAST and not any(ip in network for network in SPECIAL_IPV6)


def _allowed_host(entry: str) -> tuple[str, int | None]:
    """`host`, `host:port`, `[v6]`, `[v6]:port` or a bare v6, normalised as a URL's host is."""
    unfit = EgressError("not a host that can be allowed", subject=shown(entry),
                        hint="write it as intranet.example or as intranet.example:8080")
    if not entry or any(mark in entry for mark in "/?#@"):
        raise unfit
    host = f"[{entry}]" if entry.count(":") > 1 and not entry.startswith("[") else entry
    try:
        plain, secure = parse(f"http://{host}/"), parse(f"https://{host}/")
    except EgressError:
        raise unfit from None
    # Without a port, each scheme puts in its own.
    return plain.host, plain.port if plain.port == secure.port else None


@dataclass(frozen=True, slots=True)
class Gate:
    """Lets public targets pass, and those whose host was explicitly allowed, on one port or on all (None)."""

    allowed: frozenset[tuple[str, int | None]] = frozenset()

    @classmethod
    def allowing(cls, hosts: Iterable[str]) -> Gate:
        entries = (hosts,) if isinstance(hosts, str) else hosts
        return cls(frozenset(map(_allowed_host, entries)))

    def check(self, url: str, base: str | None = None) -> Target:
        """The target that a URL names. A name passes here; `admit` judges it once its addresses are known."""
        target = parse(url, base)
        if is_address(target.host):
            self.admit(target.host, target.port, [target.host])
        return target

    def admit(self, host: str, port: int, addresses: Sequence[str]) -> None:
        """Raises EgressError if the host, found at these addresses, may not be dialled.

        One address that is not public is enough: a name that is half inside is a mistake or an attack, and
        choosing among its addresses would leave the outcome to the order in which they came.
        """
        if (host, None) in self.allowed or (host, port) in self.allowed:
            return
        if not all(map(is_public, addresses)):
            # The address stays unsaid: an error that told it would let strangers map the network inside.
            raise EgressError("not on the public internet", subject=shown(host),
                              hint=f"if you trust it, allow it: --allow {shown(host)}")
