"""The body of a response, gathered piece by piece and stopped as soon as it breaks a limit.

Decompression is done here in small pieces, because a kilobyte sent can unfold to a megabyte: a decoder that
unfolds whatever has come before anybody counts is what a bomb is made for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from stook.errors import ResponseError
from stook.fetch.models import MEGABYTE, Limits

ACCEPTED_ENCODINGS = "gzip, deflate"
"""What is asked for: the encodings that Python's own library can unfold in bounded pieces."""

PIECE = 64 * 1024

_GZIP, _ZLIB, _RAW = 16 + zlib.MAX_WBITS, zlib.MAX_WBITS, -zlib.MAX_WBITS
_GZIP_MAGIC = b"\x1f\x8b"


class _Inflater:
    """Unfolds gzip and deflate, at most PIECE bytes at a time."""

    def __init__(self, encoding: str) -> None:
        self._gzip = encoding != "deflate"
        self._stream: zlib._Decompress | None = None
        self._members = 0

    @property
    def cut_short(self) -> bool:
        return self._stream is not None

    def _format(self, data: bytes) -> int:
        if self._gzip:
            return _GZIP
        # The standard means zlib's format, but servers send bare deflate too. Every zlib stream begins with a
        # byte that ends in 8; bare deflate that does would be a stored block with its padding bits set.
        return _ZLIB if data[0] & 0x0F == 8 else _RAW

    def _begins_member(self, data: bytes) -> bool:
        """Whether this is to be unfolded: the first member or a further one of gzip, not padding after it."""
        return not self._members or (self._gzip and _GZIP_MAGIC.startswith(data[:2]))

    def feed(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self._stream is None:
                if not self._begins_member(data):
                    return
                self._stream = zlib.decompressobj(self._format(data))
                self._members += 1
            stream = self._stream
            piece = stream.decompress(data, PIECE)
            yield piece
            # A full piece may leave output waiting inside although all input was taken.
            while len(piece) == PIECE and not stream.eof:
                piece = stream.decompress(stream.unconsumed_tail, PIECE)
                yield piece
            if not stream.eof:
                return
            data, self._stream = stream.unused_data, None


def _size(count: int) -> str:
    return f"{count / MEGABYTE:g} MB"


class Body:
    """Takes the body as it is sent; gives it back whole and decoded. `url` is named in errors."""

    def __init__(self, url: str, content_encoding: str, limits: Limits) -> None:
        self._url = url
        self._limits = limits
        self._sent = 0
        self._content = bytearray()
        layers = [name for part in content_encoding.lower().split(",")
                  if (name := part.strip()) and name != "identity"]
        if len(layers) > 1 or not {"gzip", "x-gzip", "deflate"}.issuperset(layers):
            raise ResponseError("compressed in a way that stook did not ask for", subject=url)
        self._inflater = _Inflater(layers[0]) if layers else None

    def refuse_if_over(self, sent: int, decoded: int = 0) -> None:
        """Raises if this many bytes, sent or decoded, are too many."""
        if sent > self._limits.max_bytes:
            raise ResponseError(f"larger than {_size(self._limits.max_bytes)}", subject=self._url,
                                hint="raise Limits.max_bytes if you want it nevertheless")
        if decoded > self._limits.max_decoded_bytes:
            raise ResponseError(f"unfolds to more than {_size(self._limits.max_decoded_bytes)}",
                                subject=self._url,
                                hint="raise Limits.max_decoded_bytes if you want it nevertheless")

    def feed(self, data: bytes) -> None:
        self._sent += len(data)
        self.refuse_if_over(self._sent)
        # In slices, since with each piece that it returns zlib copies all input that it has not read yet.
        for start in range(0, len(data), PIECE):
            self._take(data[start:start + PIECE])

    def _take(self, data: bytes) -> None:
        try:
            for piece in self._inflater.feed(data) if self._inflater else (data,):
                self.refuse_if_over(self._sent, len(self._content) + len(piece))
                self._content += piece
        except zlib.error as damage:
            raise ResponseError("its compression is damaged", subject=self._url,
                                hint="try again later") from damage

    def finish(self) -> bytes:
        # Half a page would look as if its other records were gone.
        if self._inflater and self._inflater.cut_short:
            raise ResponseError("cut short on its way", subject=self._url, hint="try again")
        if not self._content:
            raise ResponseError("an empty page", subject=self._url, hint="try again later")
        return bytes(self._content)
