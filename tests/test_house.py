"""The plan of the house holds: rooms import only what is below them, and the pure rooms touch nothing outside.

    room       a module or package right below `stook`: errors, page, cli ...; a package in it belongs to it
    direction  an import leads to the own room or to a lower one, whether it stands at the top of the module, in a
               function, or only for the type checker: to know a type is to know its room
    face       what a room shows to the command line: the names in `__all__` of the modules in FACES
    pure       no network, database, clock, chance or environment, no other process, no file but at a known door

The sources are read for all of this. What reading cannot show is run, in a Python of its own.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import stook
from stook import errors

SOURCE = Path(stook.__file__).parent
TESTS = Path(__file__).parent

ROOMS = ("errors", "files", "records", "page", "recognise", "wrapper", "learning", "feeds", "fetch", "store", "crawl", "monitor",
         "scale", "project", "stook", "demo", "web", "cli", "__main__")
"""Lowest first. `stook` is the package's own `__init__`, which shows the rooms below it to the world."""

PURE = ("errors", "records", "page", "recognise", "wrapper", "learning", "feeds", "stook")

OUTERMOST = ("web", "cli")

FACES = ("stook", "stook.errors", "stook.files", "stook.records", "stook.page", "stook.recognise.dates", "stook.wrapper",
         "stook.learning.listing", "stook.learning.paste", "stook.learning.template", "stook.feeds", "stook.fetch", "stook.demo")
"""What the outermost rooms may import from. Most of what they need is in `stook`; beyond that they fetch and write
feeds by the one function that these rooms have for it, catch errors, resolve a link, show the dates that were
recognised, and say what text is nearest to one that is not there. A module without `__all__` shows all its names but those that begin with an underscore."""

THIRD_PARTY = {"ada_url", "dateparser", "lxml", "pyarrow", "selectolax"}
"""What pure rooms may import beside the standard library, for each was looked at; none of them connects or guesses."""

OUTSIDE = {
    "network": "asyncio ftplib http imaplib poplib select selectors smtplib socket socketserver ssl telnetlib "
               "urllib.error urllib.request urllib.robotparser webbrowser wsgiref xmlrpc",
    "database": "dbm shelve sqlite3",
    "clock": "sched time zoneinfo",
    "chance": "random secrets",
    "machine": "builtins concurrent ctypes fcntl fileinput getpass glob importlib io locale logging mmap multiprocessing "
               "os platform pty pwd resource runpy shutil signal site subprocess sys sysconfig tempfile threading",
    "unsafe": "marshal pickle",
}
"""Modules that pure rooms do without. Not all are impure in all they do, but none is needed."""

OUTSIDE_NAMES = set("now today utcnow uuid1 uuid4 getnode".split())
"""Methods that ask the clock or chance, though their modules are harmless; whatever they are called on."""

FILE_NAMES = set("open read_text read_bytes write_text write_bytes exists is_file is_dir iterdir rglob stat mkdir unlink "
                 "touch home cwd expanduser".split())

FILE_DOORS = {
    "stook.records.schema": {"load"},
    "stook.wrapper.format": {"load"},
    "stook.wrapper.rules.model": {"save"},
    "stook.learning.template.keeping": {"write", "read"},
    "stook.recognise.dates": {"__init__", "_orders"},
    "stook.recognise.measures": {"written", "by_hand"},
    "stook.feeds.spreadsheet": {"write_spreadsheet"},
}
"""Where pure rooms may touch files: what a user loads and saves by name, and the package's own data; and the parts of an
archive that is written into a stream."""


# --- reading the sources

@dataclass(frozen=True)
class Import:
    """One imported module, and the name that was taken from it, if any."""

    module: str
    name: str | None
    at_the_top: bool
    """Whether it runs as soon as the module is imported."""


def module_name(file: Path) -> str:
    return ".".join(("stook", *file.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


SOURCES = {module_name(file): file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py")}
PACKAGES = {module_name(file) for file in SOURCE.rglob("__init__.py")}


def imports(source: str, importer: str) -> Iterator[Import]:
    tree = ast.parse(source)
    late = {id(inner) for node in ast.walk(tree) if _is_late(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, None, id(node) not in late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (_imported(_origin(node, importer), alias.name, id(node) not in late) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("__import__", "import_module")):
            yield from (Import(str(given.value), None, False) for given in node.args if isinstance(given, ast.Constant))


def _is_late(node: ast.AST) -> bool:
    return (isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            or (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")))


def _origin(node: ast.ImportFrom, importer: str) -> str:
    if not node.level:
        return node.module or ""
    package = importer.split(".") if importer in PACKAGES else importer.split(".")[:-1]
    return ".".join([*package[:len(package) - node.level + 1], *([node.module] if node.module else [])])


def _imported(module: str, name: str, at_the_top: bool) -> Import:
    """`from stook.page import decode` takes a module, `from stook.page import Page` a name of one."""
    whole = f"{module}.{name}"
    return Import(whole, None, at_the_top) if whole in SOURCES else Import(module, name, at_the_top)


def is_below(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else module


# --- direction

def climbs(source: str, importer: str) -> list[str]:
    """The imports that lead to no room of the plan or to a room that is not below."""
    own = room(importer)
    found = (found.module for found in imports(source, importer) if is_below(found.module, "stook"))
    return [module for module in found if room(module) != own
            and (room(module) not in ROOMS or ROOMS.index(room(module)) > ROOMS.index(own))]


def test_every_room_is_in_the_plan() -> None:
    assert {room(module) for module in SOURCES} <= set(ROOMS)


def test_rooms_import_only_rooms_below() -> None:
    assert {} == {module: found for module, source in SOURCES.items() if (found := climbs(source, module))}


@pytest.mark.parametrize(("importer", "source"), [
    ("stook.page.tree", "import stook.recognise.dates"),
    ("stook.page", "from stook.wrapper.selector import Selector"),
    ("stook.wrapper.rules.apply", "def f():\n    from stook.learning import listing"),
    ("stook.wrapper.rules.apply", "from ...learning.listing import found"),
    ("stook.wrapper", "from .. import learning"),
    ("stook.feeds.rss", "if TYPE_CHECKING:\n    from stook.fetch import Response"),
    ("stook.records", "import importlib\nimportlib.import_module('stook.page')"),
    ("stook.learning.listing.auto", "from stook import Page"),
    ("stook.fetch.client", "import stook"),
    ("stook.errors", "import stook.attic"),
])
def test_the_check_sees_every_way_up(importer: str, source: str) -> None:
    assert climbs(source, importer)


@pytest.mark.parametrize(("importer", "source"), [
    ("stook.learning.listing.auto", "from stook.wrapper.rules.model import Pick\nfrom . import tags\nimport stookery"),
    ("stook.page", "from . import tree\nfrom .tree import build\nfrom ..errors import PageError"),
    ("stook", "from stook.learning.listing import entries"),
])
def test_the_check_lets_ways_down_be(importer: str, source: str) -> None:
    assert [] == climbs(source, importer)


def circle(sources: dict[str, str]) -> list[str]:
    """Modules that need each other to be imported; a package's `__init__` only counts where a name is taken from it."""
    needs = {module: {found.module for found in imports(source, module)
                      if found.at_the_top and is_below(found.module, "stook")} - {module}
             for module, source in sources.items()}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other() -> None:
    """Not even within a room; what is imported in a function does not count here."""
    assert [] == circle(SOURCES)


def test_the_check_sees_a_circle() -> None:
    ring = {"stook.feeds.rss": "from stook.feeds import atom", "stook.feeds.atom": "from stook.feeds.rss import write_rss"}
    assert set(ring) == set(circle(SOURCES | ring))
    assert [] == circle(SOURCES | {"stook.feeds.rss": f"def f():\n    {ring['stook.feeds.rss']}"})


# --- faces

def trespasses(source: str, importer: str) -> list[str]:
    """What an outermost room imports of another one that this does not show."""
    return [f"{found.module} {found.name or ''}".strip() for found in imports(source, importer)
            if is_below(found.module, "stook") and room(found.module) != room(importer) and not is_shown(found)]


def is_shown(found: Import) -> bool:
    if found.module not in FACES:
        return False
    shown = getattr(importlib.import_module(found.module), "__all__", None)
    if found.name is None or found.name == "__version__":
        return True
    return not found.name.startswith("_") if shown is None else found.name in shown


def test_the_outermost_rooms_talk_to_faces_only() -> None:
    outermost = {module: source for module, source in SOURCES.items() if room(module) in OUTERMOST}
    assert outermost
    assert {} == {module: found for module, source in outermost.items() if (found := trespasses(source, module))}


@pytest.mark.parametrize("source", [
    "from stook.page.tree import build", "from stook.page import tree", "import stook.fetch.transport",
    "from stook.errors import _rebuild", "def f():\n    from stook.learning.listing.channel import channel_of",
    "from stook.fetch import NetworkTransport",
])
def test_the_check_sees_a_trespass(source: str) -> None:
    assert trespasses(source, "stook.cli.commands")


# --- purity

def outside(source: str, module: str) -> list[str]:
    """What in a source reaches outside, each with its line or module."""
    tree = ast.parse(source)
    doors = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
             and node.name in FILE_DOORS.get(module, ()) for inner in ast.walk(node)}
    reached = [found.module for found in imports(source, module) if _is_outside(found)]
    for node in ast.walk(tree):
        name = _name(node)
        if name in OUTSIDE_NAMES or (name in FILE_NAMES and id(node) not in doors):
            reached.append(f"line {getattr(node, 'lineno', 0)}: {name}")
        if isinstance(node, ast.Call) and _depends_on_the_machine(node):
            reached.append(f"line {node.lineno}: {ast.unparse(node)}")
    return reached


def _is_outside(found: Import) -> bool:
    if is_below(found.module, "stook"):
        return False
    whole = f"{found.module}.{found.name}"
    listed = any(is_below(whole, module) for modules in OUTSIDE.values() for module in modules.split())
    top = found.module.partition(".")[0]
    return listed or not (top in sys.stdlib_module_names or top in THIRD_PARTY)


def _name(node: ast.AST) -> str:
    """What is taken of something, or a builtin that may be called; a variable may have any name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) and node.id in ("open", "hash") else ""


def _depends_on_the_machine(call: ast.Call) -> bool:
    """Its time zone, where none is given; or the seed that `hash` of a text has in each process."""
    name, given = _name(call.func), len(call.args) + len(call.keywords)
    return (isinstance(call.func, ast.Name) and name == "hash") or {"astimezone": 1, "fromtimestamp": 2}.get(name, 0) > given


def test_the_pure_rooms_touch_nothing_outside() -> None:
    pure = {module: source for module, source in SOURCES.items() if room(module) in PURE}
    assert {} == {module: found for module, source in pure.items() if (found := outside(source, module))}


@pytest.mark.parametrize(("door", "functions"), FILE_DOORS.items())
def test_every_door_to_files_is_in_use(door: str, functions: set[str]) -> None:
    touching = {node.name for node in ast.walk(ast.parse(SOURCES[door])) if isinstance(node, ast.FunctionDef)
                and any(_name(inner) in FILE_NAMES for inner in ast.walk(node))}
    assert functions == touching


@pytest.mark.parametrize("source", [
    "import socket", "from urllib.request import urlopen", "from urllib import request", "import httpx2", "import sqlite3",
    "def f():\n    import requests.sessions", "__import__('sqlalchemy')", "import importlib",
    "import time", "from time import monotonic as m", "dt.datetime.now(dt.UTC)", "clock = dt.date.today",
    "from datetime import datetime as d\nd.utcnow()", "moment.astimezone()", "dt.datetime.fromtimestamp(1)",
    "import random", "from secrets import token_hex", "uuid.uuid4()", "hash('a')",
    "import os", "from os import environ", "import sys", "from sys import stdin",
    "open('x')", "Path('x').read_text()", "Path('x').open()", "def load(path):\n    return path.read_bytes()",
])
def test_the_check_sees_every_way_out(source: str) -> None:
    assert outside(source, "stook.page.tree")


@pytest.mark.parametrize(("module", "source"), [
    ("stook.wrapper.format", "def load(path):\n    return path.read_text()"),
    ("stook.feeds.identity", "uuid.uuid5(uuid.NAMESPACE_URL, 'x')\nfrom urllib.parse import quote"),
    ("stook.recognise.dates", "moment.astimezone(dt.UTC)\ndt.datetime.fromtimestamp(1, dt.UTC)\ndt.time(10)"),
    ("stook.page.tree", "from selectolax.lexbor import LexborHTMLParser\n_most_open(opened, known)"),
])
def test_the_check_lets_pure_sources_be(module: str, source: str) -> None:
    assert [] == outside(source, module)


def run(program: str, **environment: str) -> dict[str, object]:
    """What the program prints as JSON, in a Python of its own."""
    done = subprocess.run([sys.executable, "-c", inspect.cleandoc(program)], env=os.environ | environment, check=True,
                          stdout=subprocess.PIPE, text=True, encoding="utf-8")
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_reading_with_a_saved_wrapper_loads_no_learning_code() -> None:
    """Tested is what `stook.wrapper` and `stook.page` bring with them when a file is loaded and applied. The package's
    own `__init__`, which shows the learning functions and so imports them, is kept out by an empty stand-in."""
    loaded = run(f"""
        import json, sys, types
        house = types.ModuleType("stook")
        house.__path__ = [{str(SOURCE)!r}]
        sys.modules["stook"] = house
        from stook.page import Page
        from stook.wrapper import load
        page = Page("<title>x</title><ul>" + "<li><a href=/a>Harbour bridge closed</a> 2024-05-12" * 3 + "</ul>")
        extraction = load({str(TESTS / "wrapper" / "wrapper-format-1.json")!r}).apply(page)
        print(json.dumps(dict(fit=extraction.fit.score, modules=sorted(sys.modules))))
    """)
    modules = loaded["modules"]
    assert isinstance(modules, list)
    ours = {room(module) for module in modules if is_below(module, "stook")} - {"stook"}
    assert {"errors", "records", "page", "recognise", "wrapper"} == ours
    assert set() == {"httpx2", "lxml", "rich", "typer"}.intersection(modules)


WATCHED = """
    import json, sys
    from pathlib import Path
    touched = []
    homes = tuple(str(Path(place).resolve()) for place in (sys.prefix, sys.base_prefix, *filter(None, sys.path)))
    def watch(event, given):
        if event == "open" and isinstance(given[0], (str, bytes)):
            path = given[0] if isinstance(given[0], str) else given[0].decode()
            if not str(Path(path).resolve()).startswith(homes):
                touched.append(f"open {path}")
        elif event.startswith(("socket.", "sqlite3.", "subprocess.", "os.system", "os.exec", "os.putenv")):
            touched.append(event)
    sys.addaudithook(watch)
"""

AT_WORK = WATCHED + """
    import datetime as dt
    import stook
    from stook.feeds import FORMATS, write
    from stook.wrapper.format import dump
    pages = {path.name: path.read_bytes() for path in sorted((Path(stook.__file__).parent / "demo" / "site").glob("*.html"))}
    at = dt.datetime(2026, 5, 20, 12, tzinfo=dt.UTC)
    told = {}
    for name, content in pages.items():
        page = stook.Page(content, url="http://demo.example/" + name, at=at)
        for method in ("auto", "time", "tags"):
            found = stook.listing(page, method=method)
            told[name + " " + method] = [[candidate.score for candidate in found.candidates]]
            if found.wrapper:
                feeds = [write(found.entries, found.channel, format, at=at).decode() for format in FORMATS]
                told[name + " " + method] += [dump(found.wrapper), *feeds]
    print(json.dumps(dict(told=told, touched=touched)))
"""


def test_learning_reading_and_writing_say_the_same_in_every_process_and_touch_nothing() -> None:
    """Neither the seed of hashes nor the zone nor the language of the machine is heard, and the audit sees no file
    opened but Python's and the package's own."""
    here = run(AT_WORK, PYTHONHASHSEED="1", TZ="Pacific/Auckland", LC_ALL="C", PYTHONUTF8="1")
    there = run(AT_WORK, PYTHONHASHSEED="2", TZ="America/Anchorage", LC_ALL="C.UTF-8", PYTHONUTF8="1")

    assert here["told"]
    assert here["told"] == there["told"]
    assert [] == here["touched"]


def test_the_audit_sees_what_is_touched(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.touch()
    seen = run(WATCHED + f"""
    import socket, sqlite3
    Path({str(page)!r}).read_bytes()
    socket.socket().close()
    sqlite3.connect(":memory:").close()
    print(json.dumps(dict(touched=touched)))
    """)
    touched = seen["touched"]
    assert isinstance(touched, list)
    assert {f"open {page}", "socket.__new__", "sqlite3.connect"} <= set(touched)


# --- errors

def tree_in_words(docstring: str) -> dict[str, str]:
    """From each exception that the docstring draws to the one that it stands under."""
    drawn = [(len(line) - len(line.lstrip()), line.split()[0]) for line in docstring.splitlines()
             if line.startswith("    ") and line.strip()]
    parents: dict[str, str] = {}
    for number, (depth, name) in enumerate(drawn):
        above = (other for its_depth, other in reversed(drawn[:number]) if its_depth < depth)
        parents[name] = next(above, "Exception")
    return parents


def exceptions(modules: Iterable[str]) -> Iterator[type[BaseException]]:
    for name in modules:
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, type) and issubclass(value, BaseException) and is_below(value.__module__, "stook"):
                yield value


def test_the_drawn_tree_is_read() -> None:
    drawn = "Errors.\n\n    Base    the one\n      Page  a\n        Deep  b\n      Last  c\n\nMore words."
    assert {"Base": "Exception", "Page": "Base", "Deep": "Page", "Last": "Base"} == tree_in_words(drawn)


def test_every_exception_is_in_the_tree_and_where_it_stands() -> None:
    modules = [found.name for found in pkgutil.walk_packages([str(SOURCE)], "stook.") if room(found.name) != "__main__"]
    found = set(exceptions(modules))

    assert {"stook.errors"} == {kind.__module__ for kind in found}
    assert tree_in_words(errors.__doc__ or "") == {
        kind.__name__: base.__name__ for kind in found for base in kind.__bases__}
