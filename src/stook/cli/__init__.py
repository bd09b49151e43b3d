"""The command line: `stook try`, `feed`, `look` and `demo`. Data goes to standard output, talk to standard error."""

from stook.cli.commands import main

__all__ = ["main"]
