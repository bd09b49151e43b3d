"""What tests of the command line start from."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from stook_runs import Answer, Run, Saved

import stook
from stook import demo
from stook.cli import main
from stook.wrapper import RulesWrapper

SITE = Path(demo.__file__).parent / "site"


@pytest.fixture
def run(capsysbinary: Any, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run stook in this process, its output going into a pipe."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*words: str) -> Answer:
        with pytest.raises(SystemExit) as end:
            main(words)
        captured = capsysbinary.readouterr()
        return Answer(end.value.code, captured.out, captured.err.decode())

    return run


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with demo.running() as site:
        yield site


@pytest.fixture
def saved(tmp_path: Path) -> Saved:
    """A demo page or other content as a file."""
    def saved(content: str, name: str = "page.html") -> str:
        path = tmp_path / name
        path.write_bytes(demo.page(content) if content.endswith(".html") else content.encode())
        return str(path)

    return saved


@pytest.fixture(scope="session")
def shop_wrapper() -> RulesWrapper:
    """Reads title, price, makers and weight from a page of the demo shop."""
    def page(name: str) -> stook.Page:
        return stook.Page(demo.page(f"shop/{name}.html"))

    known = {"title": ["Tin frog, hopping"], "price": ["9.50 crowns"], "makers": ["Agnes Pell"], "weight": ["80 g"]}
    return stook.learn([stook.Example(page("tin-frog"), known)], pages=[page("music-box"), page("gear-puzzle")])


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shop_wrapper: RulesWrapper) -> Path:
    """Where the test runs: a folder with the pages of the demo shop in `shop`, those after its redesign in
    `shop-redesigned`, and in `shop.json` a wrapper for the former."""
    for folder in ("shop", "shop-redesigned"):
        shutil.copytree(SITE / folder, tmp_path / folder)
    shop_wrapper.save(tmp_path / "shop.json")
    monkeypatch.chdir(tmp_path)
    return tmp_path
