"""A small made-up site to try stook on, and a server for it on this machine alone.

The pages in `site/` are also test pages: `tests/test_demo.py` says what stook must read from each of them.
"""

from stook.demo.server import LIST_PAGES, LOOPBACK, copy, page, running

__all__ = ["LIST_PAGES", "LOOPBACK", "copy", "page", "running"]
