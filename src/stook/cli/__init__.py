"""The command line: `stook try`, `feed`, `look`, `demo`. Data to standard output, talk to standard error."""

from stook.cli.commands import main

__all__ = ["main"]
