"""A small made-up site to try stook on, and a server for it on this machine alone.

    with demo.running() as site:
        print(stook.entries(stook.Page(demo.page("news.html"), url=site + "news.html")))

The pages in `site/` are also test pages: `tests/test_demo.py` says what stook must read from each of them.
"""

from stook.demo.server import page, running

__all__ = ["page", "running"]
