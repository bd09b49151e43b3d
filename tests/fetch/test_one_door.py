"""The room is the one door to the network: no other module of stook can open a connection."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import stook.fetch

SOURCE = Path(stook.fetch.__file__).parents[1]
CLIENTS = {
    "aiohttp", "anyio", "curl_cffi", "ftplib", "http.client", "httpcore", "httpcore2", "httpx", "httpx2",
    "imaplib",
    "niquests", "poplib", "pycurl", "requests", "smtplib", "socket", "socketserver", "ssl", "telnetlib",
    "treq",
    "urllib.request", "urllib.robotparser", "urllib3", "websockets", "xmlrpc.client",
}


def imported(source: str) -> Iterator[str]:
    """Every module that the source imports, at its top or within a function, by statement or by name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("__import__", "import_module")):
            yield from (str(argument.value) for argument in node.args if isinstance(argument, ast.Constant))


def clients(source: str) -> set[str]:
    return {client for name in imported(source) for client in CLIENTS
            if name == client or name.startswith(client + ".")}


def test_no_other_room_imports_a_client() -> None:
    files = [file for file in SOURCE.rglob("*.py") if not file.is_relative_to(SOURCE / "fetch")]
    assert {str(file): found for file in files if (found := clients(file.read_text(encoding="utf-8")))} == {}


def test_within_the_room_one_module_opens_connections() -> None:
    opens = {"httpcore2", "socket", "anyio"}
    assert {"transport.py"} == {file.name for file in (SOURCE / "fetch").rglob("*.py")
                                if clients(file.read_text(encoding="utf-8")) & opens}


@pytest.mark.parametrize("source", [
    "import socket", "import urllib.request as u", "from urllib import request",
    "from http.client import HTTPConnection",
    "def f():\n    import requests.sessions", "__import__('httpx2')",
    "import importlib\nimportlib.import_module('ssl')",
])
def test_the_check_sees_every_way_to_import(source: str) -> None:
    assert clients(source)


def test_the_check_lets_other_modules_be() -> None:
    assert set() == clients("import urllib.parse, sockets\nfrom http import HTTPStatus\nfrom . import socket")
