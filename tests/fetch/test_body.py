"""The body under its limits: decoding is right for all that servers send, and a bomb does not go off."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stook.errors import ResponseError
from stook.fetch.body import Body
from stook.fetch.models import Limits

URL = "https://example.org/"
TEXT = "<p>Ünïcode ページ</p>".encode() * 5_000


def bare_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes, "identity": bytes, "gzip": gzip.compress, "x-gzip": gzip.compress, "GZIP": gzip.compress,
    "deflate": zlib.compress, "identity, deflate": bare_deflate,
}


def read(pieces: Iterator[bytes] | list[bytes], encoding: str = "", limits: Limits | None = None) -> bytes:
    body = Body(URL, encoding, limits or Limits())
    for piece in pieces:
        body.feed(piece)
    return body.finish()


@given(st.binary(min_size=1, max_size=2_000), st.sampled_from(sorted(ENCODERS)), st.integers(1, 300))
def test_what_was_encoded_comes_back_however_it_is_cut(data: bytes, encoding: str, cut: int) -> None:
    sent = ENCODERS[encoding](data)
    assert data == read([sent[start:start + cut] for start in range(0, len(sent), cut)], encoding)


@pytest.mark.parametrize("encoding", ENCODERS)
def test_a_body_of_many_pieces_comes_back_whole(encoding: str) -> None:
    assert read([ENCODERS[encoding](TEXT)], encoding) == TEXT


@pytest.mark.parametrize("cut", [1, 7, 10_000])
def test_gzip_members_follow_each_other_and_padding_after_them_is_left(cut: int) -> None:
    sent = gzip.compress(b"one ") + gzip.compress(b"two") + b"\x00" * 40 + b"rest"
    assert read([sent[start:start + cut] for start in range(0, len(sent), cut)], "gzip") == b"one two"


@pytest.mark.parametrize("encoding", ["br", "zstd", "compress", "gzip, gzip", "deflate, br", "gzip;q=1"])
def test_an_encoding_that_was_not_asked_for_is_refused(encoding: str) -> None:
    with pytest.raises(ResponseError, match="did not ask for"):
        Body(URL, encoding, Limits())


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_damage_is_told(encoding: str) -> None:
    with pytest.raises(ResponseError, match="damaged"):
        read([b"<html>not compressed at all</html>"], encoding)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_half_a_compressed_page_is_no_page(encoding: str) -> None:
    sent = ENCODERS[encoding](TEXT)
    with pytest.raises(ResponseError, match="cut short"):
        read([sent[:len(sent) // 2]], encoding)


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_an_empty_body_is_no_page(encoding: str) -> None:
    with pytest.raises(ResponseError, match="empty page"):
        read([ENCODERS[encoding](b"")], encoding)


def test_the_limits_are_inclusive() -> None:
    limits = Limits(max_bytes=10, max_decoded_bytes=10)
    assert read([b"12345", b"67890"], "", limits) == b"1234567890"
    with pytest.raises(ResponseError, match="larger than"):
        read([b"12345", b"678901"], "", limits)
    with pytest.raises(ResponseError, match="unfolds to more than"):
        read([gzip.compress(b"12345678901")], "gzip", Limits(max_decoded_bytes=10))


def bomb_of_one_stream() -> Iterator[bytes]:
    """Ten gigabytes of zeros as ten megabytes of gzip: after a full flush, a block can be repeated."""
    packer = zlib.compressobj(9, wbits=16 + zlib.MAX_WBITS)
    head, block = (packer.compress(bytes(10_000_000)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    yield head + block * 999


def bomb_of_many_members() -> Iterator[bytes]:
    yield gzip.compress(bytes(10_000_000)) * 1_000


@pytest.mark.parametrize("bomb", [bomb_of_one_stream, bomb_of_many_members])
def test_a_bomb_is_stopped_at_the_limit_with_little_memory(bomb: Callable[[], Iterator[bytes]]) -> None:
    limits = Limits(max_bytes=20_000_000, max_decoded_bytes=2_000_000)
    pieces = list(bomb())
    assert len(pieces[0]) > 9_000_000
    tracemalloc.start()
    try:
        with pytest.raises(ResponseError, match="unfolds to more than 2 MB"):
            read(pieces, "gzip", limits)
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


def test_padding_after_the_page_counts_as_sent() -> None:
    with pytest.raises(ResponseError, match="larger than"):
        read([gzip.compress(b"page"), *[bytes(1_000)] * 10], "gzip", Limits(max_bytes=5_000))


def test_many_empty_members_take_little_time() -> None:
    """Each is 20 bytes that unfold to nothing, so no limit on what comes out stops them."""
    assert read([gzip.compress(b"") * 50 for _ in range(1_000)] + [gzip.compress(b"end")], "gzip") == b"end"
