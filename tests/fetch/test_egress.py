"""The gate: what is refused, what passes, and that it does not depend on how a URL is spelled."""

from __future__ import annotations

import ipaddress

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stook.errors import EgressError
from stook.fetch.egress import Gate, Target, is_public, parse, shown


def table(text: str) -> list[str]:
    return text.split()


# As the host of a URL, so that every spelling goes through the one parser.
INSIDE = table("""
    127.0.0.1 127.0.0.2 127.255.255.254 127.1 127.0.1 0177.0.0.1 0x7f.0.0.1 0x7f.1 0x7f000001 2130706433
    017700000001 0x7F.0x0.0x0.0x1 127.0.0.1. 127。0。0。1 127．0．0．1 １２７.0.0.1 ①②⑦.0.0.1 %31%32%37.0.0.1
    0 0.0.0.0 0.0.0.1 0.255.255.255 00000000.0
    10.0.0.0 10.0.0.1 10.255.255.255 012.0.0.1 167772161
    100.64.0.0 100.64.0.1 100.100.100.200 100.127.255.255
    169.254.0.1 169.254.169.254 2852039166 0xa9fea9fe 0xA9.0xFE.0xA9.0xFE 0251.0376.0251.0376 169.254.43518
    172.16.0.0 172.16.0.1 172.31.255.255
    192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 192.168.257
    198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 168.63.129.16
    224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.254 255.255.255.255 4294967295
    [::] [::1] [0:0:0:0:0:0:0:1] [::127.0.0.1] [::7f00:1] [::a00:1] [::8.8.8.8]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:169.254.169.254] [::ffff:10.0.0.1] [::ffff:0.0.0.0]
    [::ffff:0:127.0.0.1] [::ffff:0:8.8.8.8]
    [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b::10.0.0.1] [64:ff9b:1::1] [64:ff9b:1::8.8.8.8]
    [2002:7f00:1::] [2002:a9fe:a9fe::1] [2002:a00:1::] [2002:c0a8:101::1]
    [2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:0:7f00:1::] [2001:2::1] [2001:10::1] [2001:20::1]
    [2001:db8::1] [3fff::1] [3fff:fff:ffff::1] [100::1] [5f00::1]
    [fc00::1] [fd00::1] [fd00:ec2::254] [fe80::1] [febf::1] [fec0::1] [feff::1] [ff02::1] [ff0e::1]
""")

OUTSIDE = table("""
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 134744072
    169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 198.17.255.255
    198.20.0.0 223.255.255.255
    [2001:200::1] [2001:4860:4860::8888] [2606:4700:4700::1111] [2a00:1450:4001::1] [3ffe::1]
    [::ffff:8.8.8.8] [64:ff9b::8.8.8.8]
    example.org EXAMPLE.org. xn--zckzah.example 例え.example مثال.example localhost.example
""")


@pytest.mark.parametrize("host", INSIDE)
def test_addresses_inside_are_refused_in_every_spelling(host: str) -> None:
    with pytest.raises(EgressError, match=r"not on the public internet.*--allow"):
        Gate().check(f"http://{host}/latest/meta-data")


@pytest.mark.parametrize("host", OUTSIDE)
def test_addresses_and_names_outside_pass(host: str) -> None:
    assert Gate().check(f"http://{host}/news").url.endswith("/news")


def test_the_table_of_addresses_is_long_enough() -> None:
    assert len(set(INSIDE)) >= 60


@pytest.mark.parametrize("address", [
    "fe80::1%eth0", "2606:4700::1111%1", "", "localhost", "1.2.3", "1.2.3.4/32",
])
def test_what_is_not_one_whole_address_is_not_public(address: str) -> None:
    assert not is_public(address)


CONFUSED = {
    "backslash": [
        r"http://10.0.0.1\@example.org/", r"http:\\example.org", r"http://example.org\news",
        r"\\example.org\share",
        r"https:/\example.org/", r"http://example.org/a?b=\c",
    ],
    "user name or a password": [
        "http://user@example.org/", "http://user:secret@example.org/", "http://@example.org/",
        "http://:@example.org/",
        "http://example.org@127.0.0.1/", "http://example.org:80@10.0.0.1/", "http://a@b@example.org/",
        "http://example.org%2F@10.0.0.1/", "https://example.org&@evil.example#@example.net/",
    ],
    "space or a control character": [
        "http://exam\tple.org/", "http://example.org/\nnews", "http://example.org/a\r\nHost: b",
        "ht\ntp://example.org/",
        "http://example.org/a b", "http:// example.org/", "http://example.org\x00.evil.example/",
        "http://a\x7fb/",
        "http://example.org/\u2028a", "http://example.org\u3000/", "http://example.org/\xa0a",
        "http://a\ud800/",
    ],
    "not a full URL": [
        "http:/example.org", "http:example.org", "http:///example.org", "https:////example.org/",
        "HTTP:example.org",
    ],
    "neither http nor https": [
        "file:///etc/passwd", "ftp://example.org/", "gopher://example.org/1", "data:text/html,hello",
        "javascript:alert(1)", "ws://example.org/", "dict://example.org:11211/", "blob:http://example.org/x",
        "jar:http://example.org/!/", "view-source:http://example.org/", "unix:/run/x.sock", "about:blank",
        "example.org:80/news",
    ],
    "not a URL": [
        "", "example.org", "//example.org/", "/news", "http://", "https://?q", "http://[::1",
        "http://[fe80::1%25lo]/",
        "http://1.2.3.4.5/", "http://256.256.256.256/", "http://0x100000000/", "http://example.org:99999/",
        "http://example.org:-1/", "http://example.org:8o/", "http://exa%6dple%2eorg%2f/", "http://a%00b/",
        "http://a^b/",
        "http://\xad/", "http://[127.0.0.1]/",
    ],
    "no host name has": [
        "http://$(reboot).example/", "http://`id`.example/", "http://a;b.example/", "http://a&b/", "http://*/",
        "http://a'b.example/", 'http://a"b/', "http://a*b.example/", "http://{a}/", "http://a,b/", "http://a+b=c/",
        "http://~root/", "http://a!b/",
    ],
    "longer than": ["http://example.org/" + "a" * 8_000],
}


@pytest.mark.parametrize(("reason", "url"), [
    (reason, url) for reason, urls in CONFUSED.items() for url in urls
])
def test_a_url_that_could_be_read_in_two_ways_is_refused_with_the_reason(reason: str, url: str) -> None:
    with pytest.raises(EgressError, match=reason):
        Gate().check(url)


@pytest.mark.parametrize(("url", "target"), [
    ("  http://EXAMPLE.org \n", Target("http://example.org/", "example.org", 80)),
    ("HTTPS://example.org:443/a/../b/./c#top", Target("https://example.org/b/c", "example.org", 443)),
    ("http://example.org:8080/?q=a@b", Target("http://example.org:8080/?q=a@b", "example.org", 8080)),
    ("http://example.org/@me/x:y", Target("http://example.org/@me/x:y", "example.org", 80)),
    ("http://exam\xadple.org/", Target("http://example.org/", "example.org", 80)),
    ("https://例え.example/パン?順=新", Target(
        "https://xn--r8jz45g.example/%E3%83%91%E3%83%B3?%E9%A0%86=%E6%96%B0", "xn--r8jz45g.example", 443)),
    ("https://مثال.example/", Target("https://xn--mgbh0fb.example/", "xn--mgbh0fb.example", 443)),
    ("http://[2606:4700:4700:0::1111]/", Target("http://[2606:4700:4700::1111]/", "2606:4700:4700::1111",
    80)),
])
def test_a_plain_url_is_normalised(url: str, target: Target) -> None:
    assert target == Gate().check(url)


@pytest.mark.parametrize(("location", "url"), [
    ("next", "https://example.org/a/next"), ("/b", "https://example.org/b"), ("?p=2",
    "https://example.org/a/b?p=2"),
    ("//other.example/", "https://other.example/"), ("http://example.org/", "http://example.org/"),
    ("", "https://example.org/a/b"),
])
def test_a_relative_url_is_read_against_its_base(location: str, url: str) -> None:
    assert url == Gate().check(location, "https://example.org/a/b").url


@pytest.mark.parametrize("location", [
    "//127.0.0.1/", "//@example.org/", "///10.0.0.1/", "file:///etc/passwd", "http://0/",
])
def test_a_relative_url_passes_the_same_gate(location: str) -> None:
    with pytest.raises(EgressError):
        Gate().check(location, "https://example.org/a/b")


@pytest.mark.parametrize(("entry", "url"), [
    ("10.0.0.5", "http://10.0.0.5:8080/"), ("127.1", "http://2130706433/"), ("127.0.0.1:8080",
    "http://127.1:8080/"),
    ("::1", "http://[::1]:3000/"), ("[::1]", "http://[0::1]/"), ("[::1]:3000", "http://[::1]:3000/"),
    ("10.0.0.5:80", "http://10.0.0.5/"), ("10.0.0.5:443", "https://10.0.0.5/"),
])
def test_an_allowed_host_passes(entry: str, url: str) -> None:
    assert Gate.allowing([entry]).check(url).url


@pytest.mark.parametrize(("entry", "url"), [
    ("10.0.0.5", "http://10.0.0.6/"), ("127.0.0.1:8080", "http://127.0.0.1/"), ("10.0.0.5:80",
    "https://10.0.0.5/"),
    ("[::1]:3000", "http://[::1]:3001/"), ("intranet.example", "http://10.0.0.5/"), ("127.0.0.1",
    "http://[::1]/"),
    ("127.0.0.1", "http://[::ffff:127.0.0.1]/"),
])
def test_allowing_one_host_opens_nothing_else(entry: str, url: str) -> None:
    with pytest.raises(EgressError):
        Gate.allowing([entry]).check(url)


def test_one_host_may_be_allowed_without_a_list() -> None:
    assert Gate.allowing(["10.0.0.5"]) == Gate.allowing("10.0.0.5")


@pytest.mark.parametrize("entry", [
    "", "http://10.0.0.5", "10.0.0.0/8", "a b", "user@host", "host:port", "[::1", "*",
    "*.example", "10.0.0.*",
])
def test_what_is_not_a_host_cannot_be_allowed(entry: str) -> None:
    with pytest.raises(EgressError, match="not a host"):
        Gate.allowing([entry])


def test_one_address_inside_is_enough_to_refuse_a_name() -> None:
    with pytest.raises(EgressError, match="half\\.example"):
        Gate().admit("half.example", 80, ["8.8.8.8", "10.0.0.1"])


def test_an_allowed_address_does_not_open_names_that_resolve_to_it() -> None:
    """Else a stranger's name could be pointed at it."""
    with pytest.raises(EgressError):
        Gate.allowing(["10.0.0.5"]).admit("stranger.example", 80, ["10.0.0.5"])


def admits(gate: Gate, host: str, port: int, addresses: list[str]) -> bool:
    try:
        gate.admit(host, port, addresses)
    except EgressError:
        return False
    return True


def test_an_allowed_name_may_live_anywhere() -> None:
    inside = ["10.0.0.5", "fd00::5"]
    assert not admits(Gate(), "intranet.example", 8080, inside)
    assert admits(Gate.allowing(["intranet.example"]), "intranet.example", 8080, inside)
    assert admits(Gate.allowing(["intranet.example:8080"]), "intranet.example", 8080, inside)
    assert not admits(Gate.allowing(["intranet.example:8080"]), "intranet.example", 80, inside)


def test_a_refusal_names_the_host_and_the_way_out_but_no_address() -> None:
    with pytest.raises(EgressError) as refused:
        Gate().admit("intranet.example", 80, ["10.20.30.40"])
    assert str(refused.value) == ("intranet.example: not on the public internet; "
                                  "if you trust it, allow it: --allow intranet.example")


@pytest.mark.parametrize(("text", "expected"), [
    ("http://user:secret@example.org/", "http://…@example.org/"),
    ("http://user:se@cret@example.org/a@b", "http://…@example.org/a@b"),
    (r"http://user:secret\@example.org/", "http://…@example.org/"),
    ("http://example.org/\x1b[31m", "http://example.org/\ufffd[31m"),
    ("a" * 300, "a" * 199 + "…"),
])
def test_what_an_error_shows_is_short_printable_and_without_passwords(text: str, expected: str) -> None:
    assert expected == shown(text)


SPELLINGS = (
    "{0}", "0x{0:x}", "0{0:o}", "{1}.{2}.{3}.{4}", "0x{1:x}.0{2:o}.{3}.{4}", "{1}.{2}.{5}",
    "[::ffff:{1}.{2}.{3}.{4}]",
    "[64:ff9b::{1}.{2}.{3}.{4}]",
)


@given(st.ip_addresses(v=4), st.sampled_from(SPELLINGS))
def test_the_verdict_is_the_same_in_every_spelling(ip: ipaddress.IPv4Address, spelling: str) -> None:
    first, second, third, fourth = ip.packed
    host = spelling.format(int(ip), first, second, third, fourth, third << 8 | fourth)
    assert is_public(str(ip)) == is_public(parse(f"http://{host}/").host)


@given(st.ip_addresses(v=4))
def test_nothing_passes_that_python_knows_to_be_inside(ip: ipaddress.IPv4Address) -> None:
    assert ip.is_global or not is_public(str(ip))


_TRICKY = st.text(st.sampled_from("abz019.-_~%2fF:/?#[]@!$&'()*+,;=|^`{}<>\"é例م \\\t"), max_size=24)


@given(_TRICKY, _TRICKY)
def test_the_http_library_reads_a_normalised_url_as_the_gate_does(host: str, rest: str) -> None:
    """httpx2 has a parser of its own, which must find nothing left to decide."""
    try:
        target = parse(f"http://a{host}/{rest}")
    except EgressError:
        return
    read = httpx2.URL(target.url)
    assert (target.host, target.port) == (read.raw_host.decode(), 80 if read.port is None else read.port)
    assert target.url == str(read)
    assert target == parse(target.url)
