"""Whether an answer is a page, judged by its status and headers before its body is read."""

from __future__ import annotations

import email.utils
from collections.abc import Mapping
from http import HTTPStatus

from stook.errors import ResponseError

PAGE_TYPES = frozenset({"application/xml", "application/xhtml+xml"})
"""Besides these, everything under text/ and every XML application, as feeds are."""

_REFUSALS = {
    304: ("says that nothing has changed, though it was not asked", None),
    401: ("wants a login", "stook reads public pages; save the page from your browser and give the file"),
    403: ("refuses to show the page", "it may want a login or refuse programs; try it in a browser"),
    404: ("has no such page", "check the address"),
    407: ("wants a login at a proxy", "connect without the proxy"),
    410: ("has removed the page for good", "look for its new address"),
    451: ("may not show the page for legal reasons", None),
}


def charset_of(content_type: str) -> str | None:
    for parameter in content_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'").strip().lower() or None
    return None


def _when_to_return(retry_after: str) -> str:
    """What a Retry-After header asks for, in words; it is a number of seconds or a date."""
    if retry_after.isascii() and retry_after.isdigit():
        return f"it asks to wait {retry_after[:9]} seconds"
    try:
        date = email.utils.parsedate_to_datetime(retry_after)
    except ValueError:
        return "try again later"
    return f"it asks to wait until {date:%Y-%m-%d %H:%M} {date:%Z}".rstrip()


def _refusal(status: int, headers: Mapping[str, str]) -> tuple[str, str | None]:
    if status in _REFUSALS:
        return _REFUSALS[status]
    later = _when_to_return(headers.get("retry-after", "").strip())
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return "has had too many requests", later
    if status >= 500:
        return "has trouble of its own", later
    return "gave an answer that is not a page", None


def refuse_unless_page(url: str, status: int, headers: Mapping[str, str]) -> None:
    """Raises ResponseError unless the status is a success and the type is text; no type passes too."""
    if not 200 <= status < 300:
        said, hint = _refusal(status, headers)
        raise ResponseError(f"the server {said} (status {status})", subject=url, hint=hint)
    # Two Content-Type headers arrive joined by a comma; they hardly ever differ.
    kind = headers.get("content-type", "").partition(";")[0].partition(",")[0].strip().lower()
    xml = kind.startswith("application/") and kind.endswith("+xml")
    if kind and not (kind.startswith("text/") or xml or kind in PAGE_TYPES):
        raise ResponseError(f"is {kind[:60]}, not a page of text", subject=url,
                            hint="give the address of a web page")
