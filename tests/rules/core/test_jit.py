"""Cache of compiled code, and rules without a writable cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from schwimmen.rules.core.jit import LAYERS, cache_directory

CHECK = """
import numba
from schwimmen.rules.core.jit import cache_directory
from schwimmen.rules.core.bits import nth_bit
print(cache_directory("rules"), nth_bit(0b1010, 1), numba.config.CACHE_DIR)
"""


def compiling_with(cache: Path) -> tuple[str, str, str]:
    """Return the cache directory, the second bit of 0b1010, and Numba's own setting."""
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "0", "NUMBA_CACHE_DIR": str(cache)},
    )
    assert done.returncode == 0, done.stderr
    directory, second, setting = done.stdout.split()
    return directory, second, setting


def test_the_cache_is_named_by_the_hash_of_its_sources(tmp_path: Path) -> None:
    directory, second, setting = compiling_with(tmp_path)
    assert second == "8"
    assert Path(directory).parent == tmp_path
    assert list(Path(directory).rglob("bits.nth_bit*.nbc"))
    assert setting == str(tmp_path)


def test_without_a_writable_directory_there_is_no_cache(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert compiling_with(tmp_path / "file" / "below")[:2] == ("None", "8")


def test_each_folder_has_its_own_cache() -> None:
    assert len({cache_directory(folder) for folder in LAYERS}) == len(LAYERS)
