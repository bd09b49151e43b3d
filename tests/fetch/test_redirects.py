"""The walk along redirects, tested as a dialogue: no server, no transport."""

from __future__ import annotations

import pytest

from stook.errors import EgressError, FetchError
from stook.fetch.egress import Gate
from stook.fetch.redirects import redirects

START = "https://example.org/a/start"


@pytest.mark.parametrize(("location", "url"), [
    ("https://other.example/", "https://other.example/"),
    ("next#part", "https://example.org/a/next"),
    ("//other.example/x", "https://other.example/x"),
    ("http://example.org/plain", "http://example.org/plain"),
    (" /two words ", "https://example.org/two%20words"),
    ("/パン", "https://example.org/%E3%83%91%E3%83%B3"),
])
def test_a_location_leads_to_the_next_target(location: str, url: str) -> None:
    walk = redirects(Gate(), START, 10)
    assert next(walk).url == START
    assert url == walk.send(location).url


@pytest.mark.parametrize("location", [
    "http://127.0.0.1/", "http://169.254.169.254/latest/", "//0x7f.1/", "http://[::1]/", "file:///etc/passwd",
    "data:text/html,x", "javascript:x", "http://user:secret@example.org/", "http:\\\\example.org", "/a\tb",
    "https://[", "gopher://example.org/",
])
def test_every_hop_passes_the_gate(location: str) -> None:
    walk = redirects(Gate(), START, 10)
    next(walk)
    with pytest.raises(EgressError, match=r"^https://example\.org/a/start: redirects to ") as refused:
        walk.send(location)
    assert "secret" not in str(refused.value)


def test_the_first_url_passes_the_gate_too() -> None:
    with pytest.raises(EgressError, match="not on the public internet"):
        next(redirects(Gate(), "http://10.0.0.1/", 10))


def test_a_later_hop_is_relative_to_the_hop_before() -> None:
    walk = redirects(Gate(), START, 10)
    next(walk)
    walk.send("https://other.example/deep/page")
    assert walk.send("sibling").url == "https://other.example/deep/sibling"


def test_a_circle_ends_at_once() -> None:
    walk = redirects(Gate(), START, 10)
    next(walk)
    walk.send("/b")
    with pytest.raises(FetchError, match="in a circle"):
        walk.send(START)


def test_as_many_redirects_as_allowed_are_followed_and_no_more() -> None:
    walk = redirects(Gate(), START, 10)
    next(walk)
    followed = [walk.send(f"/{number}").url for number in range(10)]
    assert followed[-1] == "https://example.org/9"
    with pytest.raises(FetchError, match="redirects more than 10 times"):
        walk.send("/11")
