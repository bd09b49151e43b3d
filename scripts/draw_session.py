"""Draws docs/stook.svg: a session on the demo shop, as it looks on a terminal.

    python scripts/draw_session.py            draws it anew
    python scripts/draw_session.py --check    says whether it shows what stook says today

What is drawn is what the commands below really write on a terminal, in its colours.
"""

from __future__ import annotations

import html
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from stook import demo

PICTURE = Path(__file__).parent.parent / "docs" / "stook.svg"
SITE = Path(demo.__file__).parent / "site"
COLUMNS = 120
SESSION = (
    "stook learn shop/tin-frog.html shop"
    " -l 'title=Tin frog, hopping' -l 'price=9.50 crowns' -l 'weight=80 g' -o shop.json",
    "stook apply shop.json shop -o shop.csv",
    "# … weeks later the shop has a new design",
    "stook check shop.json shop-redesigned",
    "stook heal shop.json shop-redesigned --known shop.csv --in-place",
)

# One SVG of plain texts: the fonts of whoever looks at it, nothing that would be fetched.
_FORMAT = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<title>A session with stook: learn, apply, check, heal</title>
<style>
.{unique_id}-matrix {{
font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def said(command: str, folder: Path) -> str:
    """What a command writes on a terminal."""
    reading, writing = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "COLORTERM": ""}
    environment.pop("NO_COLOR", None)
    words = f"'{sys.executable}' -m {command}"
    with subprocess.Popen(words, shell=True, cwd=folder, env=environment, stdin=writing, stdout=writing,
                          stderr=writing) as process:
        os.close(writing)
        found = b""
        try:
            while some := os.read(reading, 65536):
                found += some
        except OSError:  # how Linux tells that the other side has gone
            pass
    os.close(reading)
    assert process.returncode in (0, 1), found.decode()
    return _shown(found.decode())


_PASSING = re.compile(r"[━╸╺⠀-⣿]")
"""What bars and spinners are made of, which come and go."""
_MOVES = re.compile(r"\x1b\[\??\d*[A-HJKSThl]")


def _shown(written: str) -> str:
    """What stays on the screen."""
    lines = [_MOVES.sub("", line) for line in re.split(r"\r?\n|\r", written)]
    return "\n".join(line for line in lines if not _PASSING.search(line))


def session() -> Text:
    """The commands, and below each what it says; the steps that it proposes are left out."""
    text = Text()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for pages in ("shop", "shop-redesigned"):
            shutil.copytree(SITE / pages, folder / pages)
        for command in SESSION:
            if command.startswith("#"):
                text.append(f"{command}\n\n", "italic dim")
                continue
            text.append("$ ", "dim").append(f"{command}\n", "bold")
            text.append_text(Text.from_ansi(said(command, folder).partition("\n\nNext")[0].strip("\n"))).append("\n\n")
    text.rstrip()
    return text


def drawn() -> str:
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, highlight=False, force_terminal=True)
        console.print(session())
    return console.export_svg(title="stook", code_format=_FORMAT, unique_id="stook")


def words(picture: str) -> str:
    """What a picture says, without how it is drawn."""
    lines = re.findall(r'<text[^>]*\by="([\d.]+)"[^>]*>([^<]*)</text>', picture)
    return html.unescape(" ".join(text for _, text in lines)).replace("\u00a0", " ").strip()


def main() -> None:
    picture = drawn()
    if "--check" not in sys.argv:
        PICTURE.write_text(picture, encoding="utf-8")
    elif words(PICTURE.read_text(encoding="utf-8")) != words(picture):
        raise SystemExit(f"{PICTURE.name} shows what stook does not say; draw it anew")


if __name__ == "__main__":
    main()
