"""The command line: one command a module or two. Data to standard output, talk to standard error."""

from stook.cli.commands import main

__all__ = ["main"]
