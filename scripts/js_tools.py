"""Trial of the package for JavaScript in the tools of other people.

python scripts/js_tools.py [PACKED]   bundle and run a program in every tool, with a packed package
                                      or with one that is packed first

The tools are those of npm, in fixed versions, in a folder that stays for the next trial. In each
tool the program plays a match of a level without data and one of a strong level, whose data it gets
by their address. The exit status is 1 if a tool fails or plays another match than Node does, or if
a bundle names a folder of this machine.
"""

import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final, TypeAlias

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError

import frontend
import release
from js_programs import (
    HTML,
    IMPORT_MAP,
    MATCH,
    NEXT,
    PAGE,
    PAGE_WITH_WORKER,
    PROGRAM,
    REQUIRE,
    WORKER,
    WORKERD,
    WORKERD_CONFIG,
    inline,
)
from wheels import run

FOLDER: Final = frontend.ROOT / ".cache" / "js-tools"
PACKAGES: Final = FOLDER / "node_modules"
DATA: Final = PACKAGES / "schwimmen" / "data"
NODES: Final = {"node20": "20.20.2", "node22": "22.23.3", "node24": "24.21.0"}
CPUS: Final = {"x86_64": "x64", "aarch64": "arm64"}
TOOLS: Final = {
    "bun": "1.4.5",
    "deno": "2.9.6",
    "esbuild": "0.28.2",
    "next": "16.4.6",
    "parcel": "2.16.4",
    "react": "19.3.1",
    "react-dom": "19.3.1",
    "vite": "8.3.8",
    "webpack": "5.113.0",
    "webpack-cli": "6.0.1",
    "workerd": "1.20261117.1",
}
BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PLAYED: Final = re.compile(r"\d+ rounds, \d+ with data")
PATIENCE: Final = 120  # seconds
BUNDLED: Final = (".js", ".mjs", ".cjs", ".wasm", ".html")


@dataclass(frozen=True)
class Place:
    """New folder in which a tool is tried: sources, and what it bundles in ``out``."""

    folder: Path
    browser: Browser

    @property
    def out(self) -> Path:
        """Return the folder of the bundle."""
        return self.folder / "out"

    def write(self, **sources: str) -> None:
        """Write modules by their names."""
        for name, source in sources.items():
            (self.folder / f"{name}.mjs").write_text(source)

    def run(self, tool: str, *arguments: object) -> str:
        """Run a tool; return its output."""
        return run([command(tool), *arguments], self.folder, variables()).strip()

    @contextmanager
    def running(self, tool: str, *arguments: object, port: int) -> Iterator[str]:
        """Run a tool that serves; yield its address once it accepts connections."""
        words = [str(word) for word in (command(tool), *arguments)]
        log = self.folder / "log"
        with log.open("w") as file:
            process = subprocess.Popen(
                words, cwd=self.folder, env=variables(), stdout=file, stderr=file
            )
        try:
            if not accepts(port, process):
                raise SystemExit(f"failed: {' '.join(words)}\n{log.read_text()}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)

    def title_of(self, url: str) -> str:
        """Return the title that a page in Chromium gets."""
        page = self.browser.new_page()
        try:
            page.goto(url)
            page.wait_for_function("document.title", timeout=1000 * PATIENCE)
            return page.title()
        except PlaywrightError as error:
            raise SystemExit(f"no title: {error.message}") from None
        finally:
            page.close()

    def title_of_bundle(self) -> str:
        """Return the title of the bundled page, beside which the data lie."""
        with serving(self.out) as url:
            return self.title_of(url)


Trial: TypeAlias = Callable[[Place], str]


def command(tool: str) -> Path:
    """Return the command of a tool."""
    if tool in NODES:
        return PACKAGES / tool / "bin" / "node"
    return PACKAGES / ".bin" / tool


def variables() -> dict[str, str]:
    """Return the environment variables of tools, most of which are programs for Node."""
    path = os.pathsep.join((str(frontend.node()), os.environ["PATH"]))
    return os.environ | {"PATH": path, "NEXT_TELEMETRY_DISABLED": "1", "NODE_ENV": "production"}


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def accepts(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until a server accepts connections; return whether it does."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return True
    return False


class Site(SimpleHTTPRequestHandler):
    """Requests to a folder, and to the data of the package as ``/data``."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def translate_path(self, path: str) -> str:
        """Return the path of a file."""
        if path.startswith("/data/"):
            return str(DATA / path.removeprefix("/data/"))
        return super().translate_path(path)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder, and the data of the package; yield the address."""
    handler = partial(Site, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def fetch(url: str) -> str:
    """Return the text at an address, of whatever status."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as response:
            return str(response.read().decode())
    except urllib.error.HTTPError as error:
        return f"status {error.code}: {error.read().decode()}"


def without_bundler(command: Sequence[str], place: Place) -> str:
    """Import and require the package in programs that a command runs; return what both print."""
    place.write(program=PROGRAM)
    (place.folder / "program.cjs").write_text(REQUIRE)
    return " or ".join({place.run(*command, f"program.{kind}") for kind in ("mjs", "cjs")})


def by_bun(place: Place) -> str:
    """Bundle the program with Bun, and run it there."""
    place.write(program=inline(PROGRAM))
    place.run("bun", "build", "program.mjs", "--target=bun", "--outdir=out")
    return place.run("bun", "out/program.js", DATA.as_uri())


def by_esbuild(kind: str, place: Place) -> str:
    """Bundle the program with esbuild in a format, and run it in Node."""
    place.write(program=inline(PROGRAM))
    suffix = {"esm": "mjs", "cjs": "cjs"}[kind]
    options = ("--bundle", "--platform=node", f"--format={kind}")
    place.run("esbuild", "program.mjs", *options, f"--outfile=out/program.{suffix}")
    return place.run("node24", f"out/program.{suffix}", DATA.as_uri())


def by_esbuild_for_pages(place: Place) -> str:
    """Bundle the page with esbuild, and open it."""
    place.write(page=inline(PAGE))
    place.run("esbuild", "page.mjs", "--bundle", "--format=esm", "--outfile=out/page.mjs")
    (place.out / "index.html").write_text(HTML)
    return place.title_of_bundle()


def by_webpack_for_node(place: Place) -> str:
    """Bundle the program with webpack for Node, and run it there."""
    place.write(program=PROGRAM)
    options = ("--mode=production", "--target=node", "--output-path=out")
    place.run("webpack", "--entry=./program.mjs", *options, "--output-filename=program.cjs")
    return place.run("node24", "out/program.cjs", DATA.as_uri())


def by_webpack(place: Place) -> str:
    """Bundle the page and its worker with webpack, and open the page."""
    place.write(page=PAGE_WITH_WORKER, worker=WORKER)
    options = ("--mode=production", "--output-path=out", "--output-filename=page.mjs")
    place.run("webpack", "--entry=./page.mjs", *options)
    (place.out / "index.html").write_text(HTML)
    return place.title_of_bundle()


def by_vite(place: Place) -> str:
    """Bundle the page and its worker with Vite, and open the page."""
    place.write(page=PAGE_WITH_WORKER, worker=WORKER)
    (place.folder / "index.html").write_text(HTML)
    place.run("vite", "build", "--outDir=out")
    return place.title_of_bundle()


def in_vite(place: Place) -> str:
    """Open the page and its worker as Vite serves them to developers."""
    place.write(page=PAGE_WITH_WORKER, worker=WORKER)
    (place.folder / "index.html").write_text(HTML)
    shutil.copytree(DATA, place.folder / "public" / "data")
    port = free_port()
    with place.running("vite", "--force", "--host=127.0.0.1", f"--port={port}", port=port) as url:
        return place.title_of(url)


def by_parcel(place: Place) -> str:
    """Bundle the page and its worker with Parcel, and open the page."""
    place.write(page=PAGE_WITH_WORKER, worker=WORKER)
    (place.folder / "index.html").write_text(HTML)
    place.run(
        "parcel", "build", "index.html", "--dist-dir=out", "--cache-dir=cache", "--no-source-maps"
    )
    return place.title_of_bundle()


def by_next(bundler: str, place: Place) -> str:
    """Build a page and a route of Next with one of its bundlers; return what both play."""
    place.write(match=MATCH)
    for name, source in NEXT.items():
        file = place.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    shutil.copytree(DATA, place.folder / "public" / "data")
    place.run("next", "build", f"--{bundler}")
    port = free_port()
    with place.running("next", "start", f"--port={port}", port=port) as url:
        return " or ".join({place.title_of(url), fetch(f"{url}/api")})


def in_workerd(place: Place) -> str:
    """Bundle a worker as Wrangler does, and send it a request."""
    place.write(worker=WORKERD)
    options = ("--bundle", "--format=esm", "--external:*.wasm", "--outfile=out/worker.js")
    place.run("esbuild", "worker.mjs", *options)
    shutil.copy(PACKAGES / "schwimmen" / "rules.wasm", place.out)
    port = free_port()
    with serving(place.out) as site:
        (place.folder / "config.capnp").write_text(WORKERD_CONFIG % (port, site))
        with place.running("workerd", "serve", "config.capnp", port=port) as url:
            return fetch(url)


def without_tools(place: Place) -> str:
    """Open a page with an import map, on a server of files."""
    place.write(page=PAGE)
    (place.folder / "index.html").write_text(IMPORT_MAP)
    shutil.copytree(PACKAGES / "schwimmen", place.folder / "schwimmen")
    with serving(place.folder) as url:
        return place.title_of(url)


TRIALS: Final[dict[str, tuple[str, Trial]]] = {  # package and trial of each name
    "Node 20": ("node20", partial(without_bundler, ["node20"])),
    "Node 22": ("node22", partial(without_bundler, ["node22"])),
    "Node 24": ("node24", partial(without_bundler, ["node24"])),
    "Deno": ("deno", partial(without_bundler, ["deno", "run", "--allow-read"])),
    "Bun": ("bun", partial(without_bundler, ["bun"])),
    "Bun, bundled": ("bun", by_bun),
    "esbuild, ESM": ("esbuild", partial(by_esbuild, "esm")),
    "esbuild, CommonJS": ("esbuild", partial(by_esbuild, "cjs")),
    "esbuild, page": ("esbuild", by_esbuild_for_pages),
    "webpack": ("webpack", by_webpack),
    "webpack for Node": ("webpack", by_webpack_for_node),
    "Vite": ("vite", by_vite),
    "Vite, developing": ("vite", in_vite),
    "Parcel": ("parcel", by_parcel),
    "Next": ("next", partial(by_next, "turbopack")),
    "Next with webpack": ("next", partial(by_next, "webpack")),
    "workerd": ("workerd", in_workerd),
    "no tools": ("", without_tools),
}


def files_of(bundle: Path) -> list[Path]:
    """Return the files of a bundle, without others that its tool writes."""
    return [file for file in bundle.rglob("*") if file.suffix in BUNDLED and file.is_file()]


def size_of(bundle: Path) -> str:
    """Return the size of a bundle in MB; of what browsers get if it is one of Next."""
    static = bundle / "static"
    size = release.size_of(files_of(static if static.is_dir() else bundle))
    return f"{size:.2f}" if size else ""


def files_with_address(bundle: Path) -> list[str]:
    """Return the names of bundled files that name the folder of the installed package."""
    address = str(PACKAGES / "schwimmen").encode()
    return [file.name for file in files_of(bundle) if address in file.read_bytes()]


def failures(played: dict[str, str]) -> list[str]:
    """Return a line for each tool that does not play the match that most play."""
    matches = Counter(said for said in played.values() if PLAYED.fullmatch(said))
    [(expected, _)] = matches.most_common(1) or [("", 0)]
    return [f"{name}: {said}" for name, said in played.items() if said != expected]


def install(packed: Path) -> None:
    """Install the tools, unless they are there, and the packed package."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    machine = f"{sys.platform}-{CPUS[platform.machine()]}"
    nodes = {name: f"npm:node-{machine}@{version}" for name, version in NODES.items()}
    wanted = {"private": True, "dependencies": TOOLS | nodes}
    (FOLDER / "package.json").write_text(json.dumps(wanted, indent=2))
    shutil.rmtree(PACKAGES / "schwimmen", ignore_errors=True)
    release.install("--no-save", str(packed.resolve()), folder=FOLDER)


def try_tool(name: str, trial: Trial, browser: Browser) -> tuple[str, str]:
    """Try a tool in a new folder; return the size of its bundle, and what it plays or its error."""
    folder = FOLDER / "trials" / re.sub(r"\W+", "-", name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    place = Place(folder, browser)
    place.write(match=MATCH)
    try:
        played = trial(place)
    except (OSError, SystemExit) as error:
        played = str(error)
    if found := files_with_address(place.out):
        played = f"a folder of this machine is in {', '.join(found)}"
    return size_of(place.out), played


def try_tools(packed: Path) -> None:
    """Try the packed package in all tools, and print a table; exit with an error if one fails."""
    install(packed)
    rows = [("tool", "version", "MB", "plays")]
    played = {}
    with open_browser() as browser:
        for name, (package, trial) in TRIALS.items():
            size, played[name] = try_tool(name, trial, browser)
            version = (TOOLS | NODES).get(package, "")
            rows.append((name, version, size, played[name].partition("\n")[0]))
    print(release.table(rows, left=(0, 1, 3)))
    if failed := failures(played):
        raise SystemExit("\n".join(failed))


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Launch Chromium; close it after the block."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def main() -> None:
    """Try the package that the command names, or a new one."""
    if sys.argv[1:]:
        try_tools(Path(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory() as folder:
        try_tools(release.pack_js(Path(folder)))


if __name__ == "__main__":
    main()
