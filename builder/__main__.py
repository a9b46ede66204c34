"""Build of the engine.

python -m builder native [PLATFORM...]  the library (default: for this machine alone)
python -m builder wasm                  the WebAssembly modules and layout.json, into js/
python -m builder key                   print the key of the modules' sources

It compiles only changes since the last build, even if that was interrupted.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

os.environ["SCHWIMMEN_ENGINE"] = "python"  # the functions as they are written

from schwimmen.engine import library
from schwimmen.engine.preparation import exclusive

from . import shim, wasm
from .files import write_atomically
from .keys import digest
from .native import (
    PLATFORMS,
    levels_of_this_machine,
    link,
    tag_of_this_machine,
    this_platform,
)
from .plan import CACHE, IR, OBJECTS, ROOT, Job, Plan, Share, compilers, source_of

ZIG_CACHE: Final = ROOT / ".cache" / "zig"


def compile_jobs(plan: Plan, jobs: Sequence[Job]) -> None:
    """Make the object files that are missing, on all processors. Raises ``SystemExit``."""
    running = [_start(plan, share) for share in plan.shares(jobs, os.cpu_count() or 1)]
    failures = [process.communicate()[1] for process in running]
    for process, errors in zip(running, failures, strict=True):
        if process.returncode:
            last = errors.strip().splitlines()[-1:] or [f"exit status {process.returncode}"]
            print(errors, file=sys.stderr)
            raise SystemExit(f"the engine could not be compiled: {last[0]}")


def _start(plan: Plan, share: Share) -> subprocess.Popen[str]:
    """Start a process that does a share of the work."""
    work: dict[str, Any] = {
        "folder": str(IR),
        "lower": {name: str(plan.lowered[name]) for name in share.lower},
        "jobs": [
            {
                "entries": {name: str(plan.lowered[name]) for name in job.entries},
                "target": asdict(job.target),
                "prefix": job.prefix,
                "path": str(job.path),
            }
            for job in share.jobs
        ],
    }
    process = subprocess.Popen(
        [sys.executable, "-m", f"{__package__}.worker"],
        cwd=ROOT,
        # Numba's order of variables depends on the hashes of their names.
        env=os.environ | {"PYTHONHASHSEED": "0"},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(json.dumps(work))
        process.stdin.close()
    process.stdin = None
    return process


def build_native(plan: Plan, names: Sequence[str]) -> None:
    """Build the library for this machine into the package, or those of platforms into the cache."""
    targets = {name: PLATFORMS[name].levels for name in names}
    if not names:
        name = this_platform()
        targets = {name: levels_of_this_machine(name)}
    jobs = {
        name: [
            plan.job(entries, target, level)
            for entries in plan.groups.values()
            for level, target in levels.items()
        ]
        for name, levels in targets.items()
    }
    signatures, sources = list(plan.signatures.values()), plan.key_of(plan.signatures)
    shims = {name: shim.shim(signatures, [*levels], sources) for name, levels in targets.items()}
    keys = {
        name: digest(shims[name], name, source_of("native"), *(job.path.name for job in some))
        for name, some in jobs.items()
    }
    places = {name: CACHE / "libraries" / name if names else library.FOLDER for name in targets}
    missing = [
        name
        for name, place in places.items()
        if not (place / PLATFORMS[name].file).exists()
        or _built(place / "manifest.json") != keys[name]
    ]
    compile_jobs(plan, [job for name in missing for job in jobs[name]])
    for name in missing:
        places[name].mkdir(parents=True, exist_ok=True)
        objects = [job.path for job in jobs[name]]
        built = link(PLATFORMS[name], shims[name], objects, ZIG_CACHE)
        write_atomically(places[name] / PLATFORMS[name].file, built)
    for name, place in places.items():
        tag = PLATFORMS[name].tag if names else tag_of_this_machine()
        write_atomically(place / "manifest.json", manifest(plan, keys[name], tag))
    write_atomically(library.FOLDER / "_engine.pyi", shim.stub(signatures).encode())
    if not names:
        plan.prune([job for some in jobs.values() for job in some])


def manifest(plan: Plan, key: str, tag: str) -> bytes:
    """Return the manifest of a library: its sources and compilers, as ``library.py`` reads them.

    ``tag`` names the platform of its wheel.
    """
    sources = {
        path.relative_to(library.PACKAGE).as_posix(): [
            library.digest_of(path.read_bytes()),
            library.code_digest(path.read_bytes()),
        ]
        for path in library.sources()
    }
    content = {
        "library": key,
        "tag": tag,
        "entries": plan.key_of(plan.signatures),
        "javascript": plan.key_of(plan.javascript),
        "compilers": compilers(),
        "sources": sources,
    }
    return json.dumps(content, indent=1).encode() + b"\n"


def _built(path: Path) -> str:
    """Return the key of a library from its manifest, or nothing."""
    try:
        return str(json.loads(path.read_bytes())["library"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def build_wasm(plan: Plan) -> None:
    """Build the WebAssembly modules and their layout."""
    compile_jobs(plan, [plan.module])
    wasm.write(plan, plan.module.path, ZIG_CACHE)


@contextlib.contextmanager
def only_build() -> Iterator[None]:
    """Create the folders of the cache, and keep other builds in this checkout waiting."""
    for folder in (IR, OBJECTS):
        folder.mkdir(parents=True, exist_ok=True)
    with exclusive(CACHE, "build of the engine"):
        yield


def main(command: str, *names: str) -> None:
    """Build the library or the modules, or print the key. Raises ``SystemExit``."""
    unknown = [name for name in names if name not in PLATFORMS]
    if command not in ("native", "wasm", "key") or unknown:
        platforms = ", ".join(PLATFORMS)
        raise SystemExit(f"usage: native [PLATFORM...], wasm or key; platforms: {platforms}")
    plan = Plan()
    if command == "key":
        print(plan.key_of(plan.javascript))
        return
    compilers()
    with only_build():
        if command == "native":
            build_native(plan, names)
        else:
            build_wasm(plan)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:] or ["native"])
    except OSError as error:
        raise SystemExit(f"the engine cannot be built: {error}") from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
