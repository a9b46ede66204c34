"""Builds of the native library: their compilations, and recovery from failures."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.builder.checkout import COMPILER, ROOT, Checkout
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
FEW = ("next_bits", "randbelow", "shuffle", "write_mask")
"""Entry points of two packages that are compiled in a moment."""
RANDOM = """
import json
from schwimmen.rules.core.rng import new_rng, randbelow
rng = new_rng(7)
print(json.dumps([int(randbelow(rng, 52)) for _ in range(9)]))
"""
MASK = """
import json, numpy as np
from schwimmen.envs.bitmask_simd import write_mask
out = np.zeros(8, np.int8)
write_mask(5, out)
print(json.dumps(out.tolist()))
"""
LOWER = """
import json, shutil
from builder.__main__ import compile_jobs, only_build
from builder.native import levels_of_this_machine, this_platform
from builder.plan import CACHE, Plan
plan = Plan()
(level, target), = levels_of_this_machine(this_platform()).items()
job = plan.job(("active", "legal", "choose_from_masks"), target, level)
objects = []
for _ in range(2):
    with only_build():
        compile_jobs(plan, [job])
    objects.append(job.path.read_bytes().hex())
    shutil.rmtree(CACHE)
print(json.dumps(objects))
"""


@pytest.fixture
def fresh_checkout(checkout: Checkout) -> Checkout:
    """Copy without compiled files, of a few entry points in the sample and of all in the long run.

    Interruptions and waits of a build do not depend on their number.
    """
    if EFFORT < 1:
        checkout.keep_entries(*FEW)
    shutil.rmtree(checkout.cache)
    checkout.library.unlink()
    return checkout


@pytest.fixture
def built_checkout(checkout: Checkout) -> Checkout:
    """Copy with everything compiled, of a few entry points in the sample and of all otherwise."""
    if EFFORT < 1:
        checkout.keep_entries(*FEW)
        assert checkout.build() == (0, "", "")
    return checkout


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


def test_only_what_has_changed_is_compiled(built_checkout: Checkout) -> None:
    built_checkout.change(
        "envs/bitmask_simd.py", "bits_to_bytes(legal, ", "bits_to_bytes(legal + 1, "
    )
    before = files_of(built_checkout)
    assert built_checkout.build() == (0, "", "")
    compiled = {name: at for name, at in files_of(built_checkout).items() if before.get(name) != at}
    assert sorted(Path(name).suffix for name in compiled) == [".json", ".o"]
    for engine in ("library", "python"):
        assert built_checkout.json(MASK, engine=engine) == [0, 1, 1, 0, 0, 0, 0, 0], engine


def test_the_same_sources_give_the_same_bytes(checkout: Checkout) -> None:
    """One build starts from the IR of another checkout, the other from nothing."""
    first, second = checkout.json(LOWER, COMPILER)
    assert first == second


def test_a_build_that_was_interrupted_goes_on(fresh_checkout: Checkout) -> None:
    process = fresh_checkout.start("native")
    deadline = time.monotonic() + PATIENCE
    while not any(fresh_checkout.cache.glob("ir/*.json")) and time.monotonic() < deadline:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert not fresh_checkout.library.exists()
    complete = files_of(fresh_checkout)
    assert complete
    (fresh_checkout.cache / "ir" / "tmp1234").write_bytes(b"a part")
    (fresh_checkout.package / "engine" / "manifest.json").write_bytes(b"a part")
    assert fresh_checkout.build() == (0, "", "")
    kept = {name: at for name, at in files_of(fresh_checkout).items() if name in complete}
    assert kept == complete
    assert fresh_checkout.json(RANDOM, engine="library") == fresh_checkout.json(RANDOM)


def test_two_builds_at_once_do_not_disturb_each_other(fresh_checkout: Checkout) -> None:
    processes = [fresh_checkout.start("native") for _ in range(2)]
    outputs = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outputs
    assert {out for out, _ in outputs} <= {"", "waiting for another build of the engine ...\n"}
    assert fresh_checkout.json(RANDOM, engine="library") == fresh_checkout.json(RANDOM)


def test_missing_compilers_are_named(sources: Checkout) -> None:
    status, _, errors = sources.build(python=Path(sys.executable))
    assert status == 1
    assert errors == "the compiler's packages are missing (ziglang)\n"


@pytest.mark.parametrize("place", ["cache", "stub"])
def test_what_cannot_be_written_is_named(checkout: Checkout, place: str) -> None:
    """A full disk and a read-only checkout fail like a path of another kind."""
    if place == "cache":
        shutil.rmtree(checkout.cache)
        checkout.cache.touch()
    else:
        stub = checkout.package / "engine" / "_engine.pyi"
        stub.unlink()
        stub.mkdir()
    status, _, errors = checkout.build()
    assert status == 1
    assert errors.startswith("the engine cannot be built: [Errno ")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("arguments", [("nothing",), ("native", "amiga")])
def test_usage_errors_are_one_line(sources: Checkout, arguments: tuple[str, ...]) -> None:
    status, _, errors = sources.build(*arguments)
    assert status == 1
    assert errors.startswith("usage: native [PLATFORM...], wasm or key; platforms: linux-x86_64")


def test_the_builder_needs_no_installed_package() -> None:
    code = """
from importlib import metadata

def missing(name):
    raise metadata.PackageNotFoundError(name)

metadata.version = missing
from builder.signatures import signatures
signatures()
"""
    subprocess.run((sys.executable, "-c", code), cwd=ROOT, check=True, timeout=PATIENCE)
