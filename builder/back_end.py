"""Back end: machine code of functions in LLVM IR, for any target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm


@dataclass(frozen=True)
class Target:
    """Target of machine code, as LLVM names it."""

    triple: str
    processor: str
    features: str = ""
    relocation: str = "pic"
    code_model: str = "default"  # small: the large one of JIT compilers moves addresses into code


WEBASSEMBLY: Final = Target(
    "wasm32-unknown-unknown", "generic", "+bulk-memory,+sign-ext,+mutable-globals", "static"
)


def machine_code(
    folder: Path, lowered: Mapping[str, Mapping[str, Any]], target: Target, prefix: str = ""
) -> bytes:
    """Return an object file of entry points, each as the front end has lowered it.

    ``folder`` has the functions. In the object file the names of entry points have a prefix; all
    that they call is internal, and there once.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor,
        features=target.features,
        opt=3,
        reloc=target.relocation,
        codemodel=target.code_model,
    )
    linked = _linked(
        folder, [name for one in lowered.values() for name in one["functions"]], machine
    )
    roots = {one["root"]: prefix + name for name, one in lowered.items()}
    if len(roots) != len(lowered):
        raise ValueError(f"two of these entry points are equal: {', '.join(lowered)}")
    for function in linked.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in roots else "internal"
            if function.name in roots:
                function.visibility = "hidden"
    for root, name in roots.items():
        linked.get_function(root).name = name
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(linked, passes)
    merging = llvm.create_new_module_pass_manager()
    merging.add_global_dead_code_eliminate_pass()
    merging.add_constant_merge_pass()
    merging.add_merge_functions_pass()
    merging.run(linked, passes)
    linked.verify()
    code: bytes = machine.emit_object(linked)
    return code


def _linked(folder: Path, names: Sequence[str], machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """Return a module of all functions, for a target."""
    linked = llvm.parse_assembly("")
    for module in (linked, *_parsed(folder, names)):
        module.triple = machine.triple
        module.data_layout = str(machine.target_data)
        if module is not linked:
            linked.link_in(module)
    return linked


def _parsed(folder: Path, names: Sequence[str]) -> list[llvm.ModuleRef]:
    return [
        llvm.parse_bitcode((folder / f"{name}.bc").read_bytes()) for name in dict.fromkeys(names)
    ]
