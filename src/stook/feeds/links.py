"""Links that may stand in a feed: absolute, http or https, written as RFC 3986 wants it."""

from __future__ import annotations

import re
from urllib.parse import quote

import ada_url

_HOST = "!$&'()*+,;=:%[]"
_PATH = "!$&'()*+,;=:@%/?"
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


def web_link(url: str | None, base: str | None = None) -> str | None:
    """The link as every reader understands it; None for what is no web link, as `javascript:` or `mailto:`.

    A user name and a password are left out: a feed travels further than the page that was read with them.
    """
    if not url or not url.strip():
        return None
    try:
        parsed = ada_url.URL(url, base)
    except ValueError:
        return None
    if parsed.protocol not in ("http:", "https:"):
        return None
    parsed.username = parsed.password = ""
    return _as_rfc3986(parsed.href)


def _as_rfc3986(href: str) -> str:
    """A browser leaves `|`, `[` and a bare `%` as they are; in the IRI of a feed they are encoded."""
    scheme, _, rest = href.partition("://")
    host, _, path = rest.partition("/")
    path, hash_mark, fragment = path.partition("#")
    encoded = f"{scheme}://{quote(host, _HOST)}/{quote(path, _PATH)}{hash_mark}{quote(fragment, _PATH)}"
    return _STRAY_PERCENT.sub("%25", encoded)
