"""Builds of the native library: what they compile, and what they survive."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.builder.checkout import COMPILER, Checkout
from tests.effort import EFFORT
from tests.processes import PATIENCE

POSITION = """
import json
from schwimmen.rules import Match
match = Match("choy", players=3, seed=5)
for _ in range(4):
    match.play(match.view(match.to_act).legal_actions[0])
print(json.dumps(match.position))
"""
LOWER = """
import json, sys
from pathlib import Path
from builder.__main__ import compile_jobs, only_build
from builder.back_end import machine_code
from builder.native import levels_of_this_machine, this_platform
from builder.plan import Plan
plan = Plan()
(level, target), = levels_of_this_machine(this_platform()).items()
names = plan.groups[sys.argv[1]] if len(sys.argv) > 1 else ("active", "legal", "choose_from_masks")
job = plan.job(names, target, level)
with only_build():
    compile_jobs(plan, [job])
print(json.dumps([job.path.name, job.path.read_bytes().hex()]))
"""


def files_of(checkout: Checkout) -> dict[str, int]:
    """Return the times of all files that compilation has made."""
    paths = [*checkout.cache.glob("ir/*.json"), *checkout.cache.glob("objects/*.o")]
    return {path.name: path.stat().st_mtime_ns for path in paths}


def test_nothing_is_compiled_for_another_text(checkout: Checkout) -> None:
    checkout.change("rules/core/turn.py", '"""', '"""Another summary. ')
    before, built = files_of(checkout), checkout.library.read_bytes()
    assert checkout.build() == (0, "", "")
    assert {name: before.get(name) for name in files_of(checkout)} == files_of(checkout)
    assert checkout.library.read_bytes() == built
    assert checkout.json(POSITION, engine="library") == checkout.json(POSITION)


def test_only_what_has_changed_is_compiled(checkout: Checkout) -> None:
    checkout.change("envs/batch/kernel.py", "totals[0, 0] += 1", "totals[0, 0] += 2")
    before = files_of(checkout)
    assert checkout.build() == (0, "", "")
    compiled = {name: at for name, at in files_of(checkout).items() if before.get(name) != at}
    assert sorted(Path(name).suffix for name in compiled) == [".json", ".o"]
    assert checkout.json(POSITION, engine="library") == checkout.json(POSITION)


def test_the_same_sources_give_the_same_bytes(checkout: Checkout, tmp_path: Path) -> None:
    name, first = checkout.json(LOWER, COMPILER)
    shutil.rmtree(checkout.cache)
    assert checkout.json(LOWER, COMPILER) == [name, first]


def test_a_build_that_was_interrupted_goes_on(checkout: Checkout) -> None:
    if EFFORT >= 1:
        shutil.rmtree(checkout.cache)
        process = checkout.start("native")
        deadline = time.monotonic() + PATIENCE
        while not any(checkout.cache.glob("ir/*.json")) and time.monotonic() < deadline:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    else:  # as an interruption leaves it: some files are missing, others were never completed
        for path in sorted(checkout.cache.glob("objects/*.o"))[:1]:
            path.unlink()
        (checkout.cache / "ir" / "tmp1234").write_bytes(b"a part")
    checkout.library.unlink()
    complete = files_of(checkout)
    assert checkout.build() == (0, "", "")
    kept = {name: at for name, at in files_of(checkout).items() if name in complete}
    assert kept == complete
    assert checkout.json(POSITION, engine="library") == checkout.json(POSITION)


def test_two_builds_at_once_do_not_disturb_each_other(checkout: Checkout) -> None:
    checkout.library.unlink()
    next(checkout.cache.glob("objects/*.o")).unlink()
    processes = [checkout.start("native") for _ in range(2)]
    outputs = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outputs
    assert {out for out, _ in outputs} <= {"", "waiting for another build of the engine ...\n"}
    assert checkout.json(POSITION, engine="library") == checkout.json(POSITION)


def test_missing_compilers_are_named(checkout: Checkout) -> None:
    status, _, errors = checkout.build(python=Path(sys.executable))
    assert status == 1
    assert errors == "the compiler's packages are missing (ziglang)\n"


@pytest.mark.parametrize("place", ["cache", "manifest"])
def test_what_cannot_be_written_is_named(checkout: Checkout, place: str) -> None:
    """A full disk and a checkout that is read-only fail like a path that is something else."""
    if place == "cache":
        shutil.rmtree(checkout.cache)
        checkout.cache.touch()
    else:
        manifest = checkout.package / "engine" / "manifest.json"
        manifest.unlink()
        manifest.mkdir()
    status, _, errors = checkout.build()
    assert status == 1
    assert errors.startswith("the engine cannot be built: [Errno ")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("arguments", [("nothing",), ("native", "amiga")])
def test_usage_errors_are_one_line(checkout: Checkout, arguments: tuple[str, ...]) -> None:
    status, _, errors = checkout.build(*arguments)
    assert status == 1
    assert errors.startswith("usage: native [PLATFORM...], wasm or key; platforms: linux-x86_64")
