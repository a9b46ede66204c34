"""Build the compiled rules as a WebAssembly module: js/rules.wasm, with js/layout.json.

The functions of ``schwimmen.rules.core.kernel`` are compiled by Numba for a generic processor; its
LLVM IR is compiled again for WebAssembly and linked. Run it with ``make wasm``.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

# For a generic processor, and without the cache, which keeps no IR.
os.environ |= {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_CACHE_DIR": f"{os.devnull}/none",
}

import llvmlite.binding as llvm
import numba
import numpy as np

from schwimmen.rules.core import events, kernel, legal, result, state
from schwimmen.rules.core.jit import source_digest

FOLDER: Final = Path(__file__).parents[1] / "js"
STACK_BYTES: Final = 64 * 2**10
DTYPES: Final = {
    "rules": state.RULES_DTYPE,
    "rounds": state.ROUND_DTYPE,
    "matches": state.MATCH_DTYPE,
    "views": state.VIEW_DTYPE,
    "choices": state.CHOICE_DTYPE,
    "events": state.EVENT_DTYPE,
    "results": state.RESULT_DTYPE,
    "losses": state.LOSS_DTYPE,
}
"""Records by the name of the parameters that are arrays of them."""

CODES: Final = {
    "actionKinds": legal.ACTION_KINDS,
    "illegalReasons": legal.ILLEGAL_REASONS,
    "eventKinds": events.EVENT_KINDS,
    "eventReasons": events.EVENT_REASONS,
    "lossReasons": result.LOSS_REASONS,
    "criteria": result.CRITERIA,
}
"""Names in the order of their codes in records."""


def functions() -> dict[str, list[str]]:
    """Return the functions of the module with the names of their parameters."""
    return {
        name: list(inspect.signature(function.py_func).parameters)
        for name, function in vars(kernel).items()
        if getattr(function, "__module__", "") == kernel.__name__ and hasattr(function, "py_func")
    }


def number_of_results(name: str) -> int:
    """Return how many whole numbers a function returns."""
    returned = get_type_hints(getattr(kernel, name).py_func)["return"]
    return len(get_args(returned)) or int(returned is int)


def layout_of(dtype: np.dtype[Any]) -> dict[str, Any]:
    """Return the size of a record and its fields, with the length of those that are arrays."""
    assert dtype.fields is not None
    fields: dict[str, Any] = {}
    for name, (field, offset, *_) in dtype.fields.items():
        base, shape = field.subdtype or (field, ())
        kind = layout_of(base) if base.fields else base.name
        fields[name] = {"at": offset, "type": kind} | ({"length": shape[0]} if shape else {})
    return {"size": dtype.itemsize, "fields": fields}


def layout() -> dict[str, Any]:
    """Return what a program needs to call the module and to read its records."""
    return {
        "sources": source_digest("rules"),
        "functions": {
            name: {"parameters": parameters, "results": number_of_results(name)}
            for name, parameters in functions().items()
        },
        "records": {name: layout_of(dtype) for name, dtype in DTYPES.items()},
        "codes": CODES,
    }


def intermediate(name: str, parameters: list[str], machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """Return a function of the kernel for WebAssembly; all others in its module are internal."""
    function = getattr(kernel, name)
    types = tuple(
        numba.from_dtype(DTYPES[one])[::1] if one in DTYPES else numba.int64 for one in parameters
    )
    function.compile(types)
    compiled = function.overloads[types]
    symbol = compiled.fndesc.llvm_func_name
    ir = compiled.library.get_llvm_str()
    ir = re.sub('target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', ir)
    ir = re.sub('target triple = ".*"', f'target triple = "{machine.triple}"', ir)
    ir = re.sub('"(target-cpu|target-features|probe-stack)"="[^"]*"', "", ir)
    ir = ir.replace(" = common ", " = internal ")
    ir = re.sub(" = internal constant ", " = internal unnamed_addr constant ", ir)  # to be merged
    ir = ir.replace(f'@"{symbol}"', f"@{name}").replace(f"@{symbol}", f"@{name}")
    module = llvm.parse_assembly(ir)
    for one in module.functions:
        if not one.is_declaration and one.name != name:
            one.linkage = "internal"
    return module


def build() -> bytes:
    """Return the linked module."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("wasm32-unknown-unknown").create_target_machine(
        cpu="generic", features="+bulk-memory,+sign-ext,+mutable-globals", opt=3, reloc="static"
    )
    first, *others = (intermediate(name, known, machine) for name, known in functions().items())
    for other in others:
        first.link_in(other)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_constant_merge_pass()
    passes.add_merge_functions_pass()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    passes.run(first, llvm.create_pass_builder(machine, options))
    first.verify()
    with tempfile.TemporaryDirectory() as folder:
        code, linked = Path(folder) / "rules.o", Path(folder) / "rules.wasm"
        code.write_bytes(machine.emit_object(first))
        linker = [sys.executable, "-m", "ziglang", "wasm-ld", "-O3", "--no-entry", "--gc-sections"]
        linker += ["--strip-all", "-z", f"stack-size={STACK_BYTES}", "--export=__heap_base"]
        exports = [f"--export={name}" for name in functions()]
        subprocess.run([*linker, *exports, "-o", linked, code], check=True)
        return linked.read_bytes() + section("layout", source_digest("rules").encode())


def section(name: str, content: bytes) -> bytes:
    """Return a custom section, which belongs at the end of a module; both are short."""
    body = bytes([len(name)]) + name.encode() + content
    assert len(body) < 128  # a length of one byte
    return bytes([0, len(body)]) + body


def main() -> None:
    """Write the module and its layout."""
    module = build()
    (FOLDER / "rules.wasm").write_bytes(module)
    (FOLDER / "layout.json").write_text(json.dumps(layout(), indent=1) + "\n")
    print(f"js/rules.wasm: {len(module):,} bytes")


if __name__ == "__main__":
    main()
