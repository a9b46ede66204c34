"""The native library: its targets, and linking it by the compiler of Zig."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .back_end import Target

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class Platform:
    """Platform of a library: Zig's name, LLVM's targets by level, and the tag of its wheels."""

    zig: str
    levels: Mapping[str, Target]
    tag: str
    file: str = "_engine.abi3.so"

    @property
    def baseline(self) -> str:
        """Processor that the shim is compiled for."""
        return "x86_64_v2" if self.zig.startswith("x86_64") else "baseline"


def _x86(triple: str) -> dict[str, Target]:
    return {"v3_": Target(triple, "x86-64-v3"), "v2_": Target(triple, "x86-64-v2")}


PLATFORMS: Final = {
    "linux-x86_64": Platform(
        "x86_64-linux-gnu.2.28", _x86("x86_64-unknown-linux-gnu"), "manylinux_2_28_x86_64"
    ),
    "linux-aarch64": Platform(
        "aarch64-linux-gnu.2.28",
        {"arm_": Target("aarch64-unknown-linux-gnu", "generic")},
        "manylinux_2_28_aarch64",
    ),
    "musl-x86_64": Platform(
        "x86_64-linux-musl", _x86("x86_64-unknown-linux-musl"), "musllinux_1_2_x86_64"
    ),
    "macos-arm64": Platform(
        "aarch64-macos.11.0",
        {"arm_": Target("arm64-apple-macosx11.0.0", "apple-m1")},
        "macosx_11_0_arm64",
    ),
    "macos-x86_64": Platform(
        "x86_64-macos.10.13", _x86("x86_64-apple-macosx10.13.0"), "macosx_10_13_x86_64"
    ),
    "windows-x86_64": Platform(
        "x86_64-windows-gnu", _x86("x86_64-pc-windows-gnu"), "win_amd64", "_engine.pyd"
    ),
}
"""Platforms for which there are wheels."""


def this_platform() -> str:
    """Return the platform of this machine. Raises ``SystemExit`` if no library is made for it."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, "")
    if system == "linux" and platform.libc_ver()[0] != "glibc":
        system = "musl"
    name = f"{system}-{'arm64' if system == 'macos' and machine == 'aarch64' else machine}"
    if name not in PLATFORMS:
        raise SystemExit(f"there is no engine library for {sys.platform} on {machine}")
    return name


def tag_of_this_machine() -> str:
    """Return the tag of a wheel that need not run on other machines."""
    return re.sub(r"[-.]", "_", sysconfig.get_platform())


def levels_of_this_machine(name: str) -> Mapping[str, Target]:
    """Return the one level that this machine runs, of those of its platform."""
    levels = PLATFORMS[name].levels
    if "v3_" not in levels:
        return levels
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return levels
    level = "v3_" if re.search(r"\bavx2\b", flags) and re.search(r"\bbmi2\b", flags) else "v2_"
    return {level: levels[level]}


def link(one: Platform, shim: str, objects: Sequence[Path], cache: Path) -> bytes:
    """Return the library of a shim and its objects. Raises ``SystemExit`` if a compiler fails."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "shim.c", Path(folder) / one.file
        source.write_text(shim, encoding="utf-8")
        inputs: list[object] = [source, *objects]
        if one.file.endswith(".pyd"):
            inputs.append(_import_library(shim, Path(folder), cache))
        extra = [f"-Wl,-undefined,dynamic_lookup,-install_name,@rpath/{one.file}"]
        zig(
            cache,
            "cc", "-shared", "-O2", "-g0", "-s", "-Wall", "-Werror", "-fvisibility=hidden",
            "-fno-sanitize=undefined", "-Wl,--build-id=none" if "linux" in one.zig else "-s",
            "-target", one.zig, f"-mcpu={one.baseline}", *(extra if "macos" in one.zig else []),
            "-o", library, *inputs,
        )  # fmt: skip
        return library.read_bytes()


def _import_library(shim: str, folder: Path, cache: Path) -> Path:
    """Return the import library of ``python3.dll``, of all that the shim may call."""
    names = re.findall(r"\b(Py\w+|_Py\w+)\(", (FOLDER / "shim.h").read_text(encoding="utf-8"))
    data = ("PyExc_TypeError", "PyExc_ImportError", "PyExc_SystemError")
    lines = [
        "LIBRARY python3.dll",
        "EXPORTS",
        *sorted(set(names)),
        *(f"{one} DATA" for one in data),
    ]
    definition, library = folder / "python3.def", folder / "python3.lib"
    definition.write_text("\n".join(lines) + "\n", encoding="utf-8")
    zig(cache, "dlltool", "-m", "i386:x86-64", "-d", definition, "-l", library)
    return library


def zig(cache: Path, *arguments: object) -> None:
    """Run Zig. Raises ``SystemExit`` with its output if it fails."""
    caches = {"ZIG_GLOBAL_CACHE_DIR": str(cache), "ZIG_LOCAL_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-m", "ziglang", *map(str, arguments)],
        env=os.environ | caches,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"zig {arguments[0]} failed: {(done.stderr or done.stdout).strip()}")
