"""Wheels of all platforms: building them, checking their libraries, running those of others.

A library is checked without its system: format, exports, imports, and the oldest system that it
runs on. Programs for arm64 Linux run under an emulator, with Debian's Python for arm64.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import lief
from abi3info import DATAS, FUNCTIONS
from abi3info.models import PyVersion, Symbol

import frontend
import prepare

lief.logging.disable()

ROOT: Final = frontend.ROOT
LIBRARIES: Final = ROOT / ".cache" / "engine" / "libraries"
ARM: Final = ROOT / ".cache" / "arm64"
"""Python for arm64, and the state of the apt that has downloaded it."""
ENGINE: Final = Path("src", "schwimmen", "engine")
STUB: Final = ROOT / ENGINE / "_engine.pyi"
EXPORT: Final = "PyInit__engine"
OLDEST_PYTHON: Final = PyVersion(3, 11)

C_FUNCTIONS: Final = frozenset(
    {"exp", "getenv", "log", "memcpy", "memmove", "memset", "strcmp"}
    | {"__bzero", "bzero", "memset_pattern16"}  # macOS
)
"""C functions that a library may call besides Python's."""

LINKER: Final = frozenset({"___dso_handle", "__mh_dylib_header"})
"""Names that every library of macOS has."""

WINDOWS: Final = re.compile(r"python3\.dll|KERNEL32\.dll|api-ms-win-crt-[a-z]+-l1-1-0\.dll", re.I)
"""Windows' own libraries that a library may load, and Python's."""


@dataclass(frozen=True)
class Expectation:
    """Required properties of the library of a platform."""

    machine: str
    """Name of the processor in lief."""
    libraries: frozenset[str]
    """Libraries that it may load."""
    oldest: str
    """Newest version of the system's interface that it may need."""


GLIBC: Final = frozenset({"libc.so.6", "libm.so.6"})
MACOS: Final = frozenset({"/usr/lib/libSystem.B.dylib"})
EXPECTED: Final = {
    "linux-x86_64": Expectation("X86_64", GLIBC, "2.28"),
    "linux-aarch64": Expectation("AARCH64", GLIBC | {"ld-linux-aarch64.so.1"}, "2.28"),
    "musl-x86_64": Expectation("X86_64", frozenset({"libc.so"}), ""),
    "macos-arm64": Expectation("ARM64", MACOS, "11.0"),
    "macos-x86_64": Expectation("X86_64", MACOS, "10.13"),
    "windows-x86_64": Expectation("AMD64", frozenset(), ""),
}
"""Required properties of libraries, by platform."""


@dataclass(frozen=True)
class Facts:
    """Properties of a library, as read from its file."""

    machine: str
    exports: list[str]
    imports: list[str]
    libraries: list[str]
    oldest: str
    fixed: bool = True
    """Whether its code is loaded as it is, without addresses that the system writes into it."""
    signed: bool = True


def facts_of(library: Path) -> Facts:
    """Return the facts of a library. Raises ``ValueError`` for any other file."""
    parsed = lief.parse(library)
    if isinstance(parsed, lief.ELF.Binary):
        return _elf_facts(parsed)
    if isinstance(parsed, lief.MachO.Binary):
        return _macho_facts(parsed)
    if isinstance(parsed, lief.PE.Binary):
        return _pe_facts(parsed)
    raise ValueError(f"{library.name} is no library")


def _elf_facts(binary: lief.ELF.Binary) -> Facts:
    symbols = [symbol for symbol in binary.dynamic_symbols if symbol.name]
    versions = [
        found[1]
        for needed in binary.symbols_version_requirement
        for one in needed.get_auxiliary_symbols()
        if (found := re.fullmatch(r"GLIBC_([\d.]+)", str(one.name)))
    ]
    return Facts(
        binary.header.machine_type.name,
        [str(one.name) for one in symbols if one.shndx != 0],
        [str(one.name) for one in symbols if one.shndx == 0],
        [str(one) for one in binary.libraries],
        max(versions, key=_version, default=""),
        not binary.has(lief.ELF.DynamicEntry.TAG.TEXTREL),
    )


def _macho_facts(binary: lief.MachO.Binary) -> Facts:
    version_min = binary.version_min
    oldest = binary.build_version.minos if binary.build_version else []
    oldest = version_min.version if version_min else oldest
    return Facts(
        binary.header.cpu_type.name,
        [str(one.name)[1:] for one in binary.exported_symbols if one.name not in LINKER],
        [str(one.name)[1:] for one in binary.imported_symbols if one.name != "dyld_stub_binder"],
        [
            one.name
            for one in binary.libraries
            if one.command != lief.MachO.LoadCommand.TYPE.ID_DYLIB
        ],
        ".".join(map(str, oldest[:2])),
        all(segment != "__TEXT" for segment in _changed_segments(binary)),
        binary.has_code_signature,
    )


def _changed_segments(binary: lief.MachO.Binary) -> Iterator[str]:
    """Yield the names of segments in which the loader writes addresses."""
    for one in (*binary.relocations, *binary.bindings):
        if one.segment:
            yield str(one.segment.name)


def _pe_facts(binary: lief.PE.Binary) -> Facts:
    exported = binary.get_export()
    return Facts(
        binary.header.machine.name,
        [str(one.name) for one in exported.entries] if exported else [],
        [
            str(entry.name)
            for one in binary.imports
            for entry in one.entries
            if str(one.name).lower() == "python3.dll"
        ],
        [str(one.name) for one in binary.imports],
        "",
    )


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part)


def faults(facts: Facts, expected: Expectation) -> Iterator[str]:
    """Yield the faults of a library."""
    if facts.machine != expected.machine:
        yield f"is for {facts.machine}"
    if facts.exports != [EXPORT]:
        yield f"exports {', '.join(facts.exports) or 'nothing'}"
    for name in facts.imports:
        if name not in C_FUNCTIONS and not is_stable(name):
            yield f"needs {name}"
    for name in facts.libraries:
        if name not in expected.libraries and not (
            expected.machine == "AMD64" and WINDOWS.fullmatch(name)
        ):
            yield f"loads {name}"
    if _version(facts.oldest) > _version(expected.oldest):
        yield f"needs a system of version {facts.oldest}"
    if not facts.fixed:
        yield "has addresses in its code"
    if not facts.signed and expected.machine == "ARM64":
        yield "is not signed"


def is_stable(name: str) -> bool:
    """Return whether Python's stable ABI has a symbol since the oldest Python."""
    symbol = Symbol(name)
    found = FUNCTIONS.get(symbol) or DATAS.get(symbol)
    return found is not None and found.added <= OLDEST_PYTHON


def build_libraries() -> None:
    """Build the libraries of all platforms, as far as sources have changed."""
    home = ROOT / prepare.SEPARATE["compiler"]
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    prepare.step(
        "engine: the libraries of all platforms (some minutes from nothing)",
        [python, "-m", "builder", "native", *EXPECTED],
    )


def build_wheel(sdist: Path, platform: str, destination: Path) -> Path:
    """Build the wheel of a platform from an sdist and a library; return its path."""
    library = LIBRARIES / platform
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        [root] = Path(folder).iterdir()
        for path in (*library.iterdir(), STUB):
            shutil.copy(path, root / ENGINE)
        run(hatchling_command("wheel", destination), root)
    tag = json.loads((library / "manifest.json").read_bytes())["tag"]
    [wheel] = destination.glob(f"*-{tag}.whl")
    return wheel


def hatchling_command(target: str, destination: Path) -> list[object]:
    """Return the command that builds the sdist or wheel of a folder, with these packages."""
    return [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", destination]


def library_in(wheel: Path, folder: Path) -> Path:
    """Extract the library of a wheel into a folder; return its path."""
    with ZipFile(wheel) as archive:
        [name] = [
            name for name in archive.namelist() if re.search(r"/_engine\.(abi3\.so|pyd)$", name)
        ]
        return Path(archive.extract(name, folder))


def check_library(wheel: Path, platform: str) -> str:
    """Check the library of a wheel; return its facts in short, or exit with its faults."""
    with tempfile.TemporaryDirectory() as folder:
        facts = facts_of(library_in(wheel, Path(folder)))
    if wrong := [*faults(facts, EXPECTED[platform])]:
        raise SystemExit(f"{wheel.name}: the library {'; '.join(wrong)}")
    loads = ", ".join(
        Path(name).name for name in facts.libraries if not name.startswith("api-ms-win-")
    )
    return f"{facts.machine}{f' from {facts.oldest}' if facts.oldest else ''}; loads {loads}"


class ArmEmulator:
    """Debian's Python for arm64 Linux, unpacked into a cache and run by QEMU."""

    def __init__(self, uv: object) -> None:
        self._uv = uv
        self._root = ARM / "root"
        self._qemu = self._find()

    def prepare(self) -> str | None:
        """Install missing programs if permitted; return the obstacle to running Python, if any."""
        if not self._qemu and prepare.may_install():
            prepare.step("emulator: QEMU", ["apt-get", "update"], [*prepare.INSTALL, "qemu-user"])
            self._qemu = self._find()
        if not self._qemu:
            return "needs qemu-aarch64 (Debian: qemu-user)"
        if not self._python().exists():
            if not shutil.which("apt-get"):
                return "needs apt-get, for a Python for arm64"
            self._unpack()
        return None

    def install(self, wheel: Path, folder: Path) -> None:
        """Install a wheel for arm64, with all that it needs, into a folder."""
        version = self._python().name.removeprefix("python")
        here = ["--target", folder, "--quiet", "--only-binary", ":all:"]
        target = ["--python-platform", "aarch64-manylinux_2_28", "--python-version", version]
        run([self._uv, "pip", "install", *here, *target, wheel])

    def output(self, folder: Path, *arguments: object) -> str:
        """Run Python with the packages in a folder; return its output."""
        return run(
            [self._qemu, "-L", self._root, self._python(), *arguments],
            folder,
            {"PYTHONPATH": str(folder), "PYTHONHOME": str(self._root / "usr")},
        )

    def _find(self) -> str | None:
        return shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")

    def _python(self) -> Path:
        """Return the path of the unpacked Python, of Debian's version."""
        found = [*(self._root / "usr" / "bin").glob("python3.[0-9]*")]
        return max(found, key=lambda path: _version(path.name.removeprefix("python")), default=ARM)

    def _unpack(self) -> None:
        """Download the packages of Python for arm64, by a state of apt of their own."""
        for name in ("lists/partial", "cache/archives/partial", "root"):
            (ARM / name).mkdir(parents=True, exist_ok=True)
        (ARM / "status").touch()
        settings = (
            "APT::Architecture=arm64",
            "APT::Architectures=arm64",
            "APT::Sandbox::User=root",
            f"Dir::State={ARM}",
            f"Dir::State::Status={ARM / 'status'}",
            f"Dir::Cache={ARM / 'cache'}",
        )
        apt = ["apt-get", *(word for one in settings for word in ("-o", one))]
        install = [*apt, *prepare.INSTALL[1:], "--download-only"]
        prepare.step(
            "emulator: Python for arm64",
            [*apt, "update"],
            [*install, "python3", "libgcc-s1", "libstdc++6", "zlib1g"],
        )
        for package in sorted((ARM / "cache" / "archives").glob("*.deb")):
            run(["dpkg-deb", "-x", package, self._root])


def run(
    command: Sequence[object], folder: Path | None = None, env: Mapping[str, str] | None = None
) -> str:
    """Run a command and return its output; exit with all of it if the command fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=env, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout
