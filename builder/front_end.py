"""Front end: entry points as LLVM IR, by Numba.

Numba makes one module of each function and type of its arguments. Here no module is linked, and
no machine code is made: every function is kept by itself, under a name that is a hash of its
content and of all that it calls. So a function is the same in every process and on every machine,
and what several entry points call is kept once.

Importing this module makes Numba the engine of the process and changes how it works, so that it is
for processes that do nothing else.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

# For a generic processor: otherwise the IR depends on this machine.
os.environ |= {
    "SCHWIMMEN_ENGINE": "numba",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_OPT": "0",
}

import llvmlite.binding as llvm
import numba
from numba.core import codegen, registry

from schwimmen.engine import witness

from .files import write_atomically
from .signatures import Number, Parameter, Records, Signature

SYMBOL: Final = re.compile(r'@"([^"]*)"|@([\w.$-]+)|\bc"[^"]*"')  # or bytes, which may have an @
PICKLED: Final = re.compile(
    r'^(@"?\.const\.pickle(?:data|buf)\.[^ ]+ = [^\n]*?constant) (?:\[\d+ x i8\]|(\{[^{}]*\})) .*$',
    re.MULTILINE,
)
"""Constants of exceptions, with paths of this machine; no caller looks into them."""
ADDRESS: Final = re.compile(r"= linkonce global ptr inttoptr \(i64 \d+ to ptr\)")
DROPPED: Final = re.compile(
    r"^(?:; ModuleID|source_filename|target ).*\n"
    r'|"(?:target-cpu|target-features|probe-stack)"="[^"]*"',
    re.MULTILINE,
)


class OwnCode(codegen.JITCodeLibrary):
    """Code of one function, not linked with what it calls, and without machine code."""

    def _optimize_functions(self, ll_module: Any) -> None:
        pass

    def finalize(self) -> None:
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 1  # never called

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)


def prepare_numba() -> None:
    """Make Numba keep functions apart from now on, and make none for calls from Python."""
    target = registry.cpu_target
    target.typing_context.refresh()
    target.target_context.refresh()
    numba.njit(lambda number: number + 1)(1)  # compiles what Numba itself runs
    compiler: Any = codegen.JITCPUCodegen
    compiler._library_class = OwnCode
    compiler.set_env = lambda *_: None
    witness.OPTIONS.update(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    witness.cache_directory = lambda layer: None  # type: ignore[assignment]


def type_of(parameter: Parameter) -> Any:
    """Return the type of a parameter in Numba."""
    types = numba.types
    if isinstance(parameter, Records):
        item = numba.from_dtype(parameter.item)
        return types.Array(item, len(parameter.least), "C", readonly=parameter.read_only)
    if isinstance(parameter, Number):
        return types.boolean if parameter.type == "bool" else getattr(types, parameter.type)
    return types.BaseTuple.from_types(tuple(map(type_of, parameter.parts)), parameter.cls)


class Functions:
    """Functions by the names that Numba gave them, renamed and written once each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[str, str] = {}  # new names of all functions that were written
        self._units: dict[int, str] = {}  # names of the files by library

    def write(self, library: Any) -> list[str]:
        """Write a function and all that it calls; return the names of their files, it last."""
        names: dict[str, None] = {}
        for one in _in_order(library, set()):
            names[self._write_one(one)] = None
        return list(names)

    def name_of(self, symbol: str) -> str:
        """Return the new name of a function."""
        return self._names[symbol]

    def _write_one(self, library: Any) -> str:
        if id(library) in self._units:
            return self._units[id(library)]
        text = DROPPED.sub("", str(library._final_module)).replace(" = common ", " = internal ")
        text = text.replace("@sqrt(", "@llvm.sqrt.f64(")  # an instruction everywhere
        text = text.replace(" = internal constant ", " = internal unnamed_addr constant ")
        # Addresses of the Python objects of captured arrays, which compiled code never follows.
        text = PICKLED.sub(lambda one: f"{one[1]} {one[2] or 'i8'} zeroinitializer", text)
        text = ADDRESS.sub("= internal global ptr null", text)
        own = {name: number for number, name in enumerate(_defined(text))}

        def renamed(prefix: str) -> str:
            def new(found: re.Match[str]) -> str:
                name = found[1] or found[2]
                if name in own:
                    return f"@{prefix}.{own[name]}"
                return f"@{self._names[name]}" if name in self._names else found[0]

            return _declared_once(SYMBOL.sub(new, text))

        unit = "f" + hashlib.sha256(renamed("own").encode()).hexdigest()[:24]
        self._names |= {name: f"{unit}.{number}" for name, number in own.items()}
        self._units[id(library)] = unit
        path = self._folder / f"{unit}.bc"
        if not path.exists():
            write_atomically(path, llvm.parse_assembly(renamed(unit)).as_bitcode())
        return unit


def _in_order(library: Any, seen: set[int]) -> Iterator[Any]:
    """Yield all libraries that one needs, each behind those that it needs itself."""
    seen.add(id(library))
    for other in library._linking_libraries:
        if id(other) not in seen:
            yield from _in_order(other, seen)
    yield library


def _declared_once(text: str) -> str:
    """Return a module without repeated declarations, of functions that turned out to be equal."""
    seen: set[str] = set()
    lines = []
    for line in text.splitlines():
        if not line.startswith("declare ") or line not in seen:
            lines.append(line)
        seen.add(line)
    return "\n".join(lines)


def _defined(text: str) -> list[str]:
    """Return the names of the functions and variables that a module defines."""
    found = re.findall(
        r'^(?:define [^@]*)?@(?:"([^"]*)"|([\w.$-]+))(?= = (?!external)|\()', text, re.MULTILINE
    )
    return [quoted or plain for quoted, plain in found]


def lower(signature: Signature, functions: Functions) -> dict[str, Any]:
    """Compile an entry point to IR; return its root function and the files of all functions."""
    module = sys.modules[signature.entry.function.__module__]
    dispatcher = getattr(module, signature.name)
    types = tuple(map(type_of, signature.parameters))
    dispatcher.compile(types)
    compiled = dispatcher.overloads[types]
    files = functions.write(compiled.library)
    return {"root": functions.name_of(compiled.fndesc.llvm_func_name), "functions": files}
