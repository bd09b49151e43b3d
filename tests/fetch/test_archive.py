"""Saved pages stand in for the web, and the archive is not a way into the rest of the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from stook.errors import EgressError, FetchError
from stook.fetch import ArchiveTransport, fetch


def save(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("url", "name"), [
    ("https://shop.example", "shop.example/index.html"),
    ("https://shop.example/list/", "shop.example/list/index.html"),
    ("https://shop.example/list", "shop.example/list/index.html"),
    ("https://shop.example/list?page=2", "shop.example/list?page=2"),
    ("https://shop.example/本", "shop.example/%E6%9C%AC"),
    ("http://SHOP.example:80/a/../b.html#part", "shop.example/b.html"),
])
def test_a_folder_is_laid_out_as_wget_leaves_it(tmp_path: Path, url: str, name: str) -> None:
    save(tmp_path, name, "<p>saved")
    assert fetch(url, transport=ArchiveTransport(str(tmp_path))).content == b"<p>saved"


@pytest.mark.parametrize("page", ["<p>größer", "<p>größer".encode()])
def test_a_mapping_gives_text_or_bytes(page: str | bytes) -> None:
    archive = ArchiveTransport({"HTTPS://shop.example/%61/../": page})
    response = fetch("https://shop.example", transport=archive)
    assert response.content.decode() == "<p>größer"
    assert response.url == "https://shop.example/"


@pytest.mark.parametrize("archive", [{}, "folder"])
def test_a_page_that_was_not_saved_is_told(tmp_path: Path, archive: dict[str, bytes] | str) -> None:
    transport = ArchiveTransport(tmp_path if archive else {})
    with pytest.raises(FetchError, match=r"^https://shop\.example/none: not in the archive"):
        fetch("https://shop.example/none", transport=transport)


@pytest.mark.parametrize("path", [
    "/../secret", "/%2e%2e/secret", "/..%2fsecret", "//secret", "/a/..%2f..%2fsecret", "/link",
    "/" + "a" * 5_000,
])
def test_no_url_leads_out_of_the_folder(tmp_path: Path, path: str) -> None:
    save(tmp_path, "secret", "key")
    save(tmp_path, "archive/shop.example/index.html", "<p>saved")
    (tmp_path / "archive/shop.example/link").symlink_to(tmp_path / "secret")
    with pytest.raises(FetchError, match="not in the archive"):
        fetch(f"https://shop.example{path}", transport=ArchiveTransport(tmp_path / "archive"))


def test_the_gate_stands_before_the_archive_too() -> None:
    with pytest.raises(EgressError):
        fetch("http://127.0.0.1/", transport=ArchiveTransport({"http://127.0.0.1/": "x"}))
