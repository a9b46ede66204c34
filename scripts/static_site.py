"""The static site: the page with all that it loads, and the documentation, for any host of files.

python scripts/static_site.py [FOLDER]   build it, into site/ by default
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

import documentation
import frontend
from schwimmen.server.http.engine_data import write
from schwimmen.server.http.errors import SECURITY_HEADERS

FOLDER: Final = frontend.ROOT / "site"

ONLY_IN_HEADERS: Final = ("frame-ancestors ",)
"""Directives of the content security policy that browsers ignore in a page."""


def policy() -> str:
    """Return the server's content security policy as far as a page can state it."""
    directives = SECURITY_HEADERS["content-security-policy"].split("; ")
    return "; ".join(one for one in directives if not one.startswith(ONLY_IN_HEADERS))


def build_page(folder: Path) -> None:
    """Build the page into a folder, which is emptied first."""
    frontend.install(tools=False)
    frontend.vite("build", "--mode", "site", "--logLevel", "warn", "--outDir", str(folder))
    for name in ("link-previews.json", "error-pages.json"):  # for a server
        (folder / name).unlink()
    (folder / ".nojekyll").touch()  # GitHub Pages serves all files as they are
    page = folder / "index.html"
    head = '<meta charset="utf-8" />\n'
    stated = f'    <meta http-equiv="Content-Security-Policy" content="{policy()}" />\n'
    page.write_text(page.read_text().replace(head, head + stated, 1))
    manifest = folder / "manifest.webmanifest"
    installed = json.loads(manifest.read_text())
    for shortcut in installed["shortcuts"]:
        shortcut["url"] = f"./#{shortcut['url'].removeprefix('.')}"
    manifest.write_text(json.dumps(installed))


def build(folder: Path) -> None:
    """Build the site into a folder, which is emptied first."""
    build_page(folder)
    write(folder / "engine-data")
    documentation.build(folder / "docs")


if __name__ == "__main__":
    build(Path(*sys.argv[1:]).resolve() if sys.argv[1:] else FOLDER)
