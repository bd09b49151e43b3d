"""Where redirects lead, as a dialogue without I/O: it says which target to ask for and is told what came.

    walk = redirects(gate, url, most)
    target = next(walk)              # ask for this; if the answer is a redirect:
    target = walk.send(location)     # its Location header leads here; ask again

Only the HTTP header is followed, never a meta element of the page. A step from https down to http is
followed: stook sends no credentials and keeps no cookies, so nothing can leak, and public sites still do it.
"""

from __future__ import annotations

from collections.abc import Generator

from stook.errors import EgressError, FetchError
from stook.fetch.egress import Gate, Target, shown

REDIRECTS = frozenset({301, 302, 303, 307, 308})


def _next(gate: Gate, location: str, base: Target) -> Target:
    try:
        # Servers send plain spaces, and all readers agree on what they mean there.
        return gate.check(location.strip().replace(" ", "%20"), base.url)
    except EgressError as refused:
        raise EgressError(f"redirects to {refused.subject} ({refused.message})", subject=base.url,
                          hint=refused.hint) from refused


def redirects(gate: Gate, url: str, most: int) -> Generator[Target, str, None]:
    """Yields each target to ask for, checked; is sent the Location that answered it, at most `most` times."""
    target = gate.check(url)
    first, seen = target.url, {target.url}
    for _ in range(most):
        location = yield target
        target = _next(gate, location, target)
        # Nothing is remembered between steps, so the same question has the same answer.
        if target.url in seen:
            raise FetchError(f"redirects in a circle, back to {shown(target.url)}", subject=first,
                             hint="it may want cookies or a login; open it in a browser")
        seen.add(target.url)
    yield target
    raise FetchError(f"redirects more than {most} times", subject=first,
                     hint="open it in a browser and give the address where it ends")
