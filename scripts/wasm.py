"""Build the compiled rules and levels as a WebAssembly module: js/rules.wasm, with js/layout.json.

The functions of the kernels of ``schwimmen.rules.core``, ``schwimmen.players`` and
``schwimmen.analysis``, those that draw random numbers, and those that find the data for a rule set
are compiled by Numba for a generic
processor; its LLVM IR is compiled again for WebAssembly and linked. Run it with ``make wasm``.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

# For a generic processor, and without the cache, which keeps no IR. LLVM must not optimise for this
# processor first: it would write the sizes of its pointers into offsets.
os.environ |= {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_OPT": "0",
    "NUMBA_CACHE_DIR": f"{os.devnull}/none",
}

import llvmlite.binding as llvm
import numba
import numpy as np

from schwimmen.analysis import kernel as analysis
from schwimmen.analysis.match_review import efforts, grades, records
from schwimmen.analysis.match_review.review import FORMAT as REVIEW_FORMAT
from schwimmen.analysis.puzzles import maker, puzzle
from schwimmen.players import kernel as players
from schwimmen.players import policies, random_play, rule_similarity
from schwimmen.players.equity import match_equity, model, outcomes
from schwimmen.players.levels import CHARACTERS, LEVELS_WITH_CHARACTERS
from schwimmen.players.search import belief, best_reply, budget, situation
from schwimmen.players.search.reasons import records as reasons
from schwimmen.records.record import FORMAT
from schwimmen.records.replay import RESULT_FORMAT
from schwimmen.rules.actions import ACTION_KINDS, SIMPLE_ACTIONS
from schwimmen.rules.cards import CARDS, PACKS, SUITS
from schwimmen.rules.core import completion, events, kernel, legal, record, result, rng, state
from schwimmen.rules.core.jit import source_digest
from schwimmen.rules.history import END_NAMES
from schwimmen.rules.options import INVALID, MAX_NUMBER, NONE, OPTIONS, PRESETS, OptionSpec
from schwimmen.rules.results import STATUS_NAMES
from schwimmen.rules.ruleset import RULES_VERSION
from schwimmen.rules.view_builder import PHASES

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
    "facts": state.FACTS_DTYPE,
    "match_facts": state.MATCH_FACTS_DTYPE,
    "recorded_rounds": state.RECORDED_ROUND_DTYPE,
    "recorded_actions": state.RECORDED_ACTION_DTYPE,
    "recorded_shuffles": state.RECORDED_SHUFFLE_DTYPE,
    "policies": policies.POLICY_DTYPE,
    "catalogue": rule_similarity.CATALOGUE_DTYPE,
    "frequencies": outcomes.FREQUENCY_DTYPE,
    "outcomes": model.OUTCOME_DTYPE,
    "sizes": model.SIZE_DTYPE,
    "values": np.dtype(np.float64),
    "workspaces": model.WORKSPACE_DTYPE,
    "lookups": match_equity.LOOKUP_DTYPE,
    "equity": model.EQUITY_DTYPE,
    "starts": state.ROUND_DTYPE,
    "searches": situation.SEARCH_DTYPE,
    "actions": np.dtype(np.int64),
    "worlds": state.ROUND_DTYPE,
    "models": belief.MODELS_DTYPE,
    "candidates": belief.CANDIDATE_DTYPE,
    "rollouts": np.dtype(np.float64),
    "reasons": reasons.REASONS_DTYPE,
    "rng": np.dtype(np.uint64),
    "blueprint": np.dtype(np.uint64),
    "cards": np.dtype(np.int8),
    "moments": records.MOMENT_DTYPE,
    "befores": records.MOMENT_DTYPE,
    "accounts": records.ACCOUNT_DTYPE,
    "settings": state.SETTING_DTYPE,
    "contradictions": state.CONTRADICTION_DTYPE,
}
"""Records by the name of the parameters that are arrays of them."""

LIMITS: Final = {
    "choices": state.MAX_ACTIONS,
    "events": events.MAX_EVENTS,
    "losses": result.MAX_LOSSES,
    "cards": len(CARDS),
    "sizes": model.NUMBER_OF_SIZES,
    "equity": match_equity.ROWS,
}
"""Largest number of records that a function writes."""

SEARCH_SPACE: Final = {
    "enumerated": situation.MAX_ENUMERATED,
    "replyCandidates": best_reply.REPLY_CANDIDATES,
    "replyWorlds": best_reply.REPLY_WORLDS,
}
"""Sizes of the arrays of ``SearchSpace``."""

PHASES_OF_ROUNDS: Final = {"shuffle": state.SHUFFLE, "over": state.OVER}
"""Phases in which no seat acts."""


def camel_case(name: str) -> str:
    """Return a name in camelCase."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


CODES: Final = {
    "cards": CARDS,
    "suits": tuple(SUITS),
    "phases": PHASES,
    "ends": tuple(END_NAMES.get(code) for code in range(state.CAP + 1)),
    "statuses": STATUS_NAMES,
    "actionKinds": ACTION_KINDS,
    "simpleActions": SIMPLE_ACTIONS,
    "illegalReasons": legal.ILLEGAL_REASONS,
    "eventKinds": events.EVENT_KINDS,
    "eventReasons": events.EVENT_REASONS,
    "lossReasons": result.LOSS_REASONS,
    "criteria": result.CRITERIA,
    "levels": [*policies.POLICY_KINDS],
    "levelsWithCharacters": LEVELS_WITH_CHARACTERS,
    "levelsWithData": ["blueprint", *budget.SEARCH_BUDGETS],
    "levelsThatSearch": [*budget.SEARCH_BUDGETS],
    "characters": [None, *CHARACTERS],
    "ruleSetFaults": completion.RULE_SET_FAULTS,
    "recordFaults": record.RECORD_FAULTS,
    "presets": [*PRESETS],
    "grades": grades.GRADES,
    "reasons": reasons.REASON_CODES,
    "reasonNumbers": [[camel_case(name) for name in names] for names in reasons.REASON_NUMBERS],
}
"""Names in the order of their codes in records."""


FUNCTIONS: Final[dict[str, Any]] = {
    name: function
    for module in (kernel, players, analysis)
    for name, function in vars(module).items()
    if getattr(function, "__module__", "") == module.__name__ and hasattr(function, "py_func")
} | {
    "randbelow": rng.randbelow,
    "shuffle": rng.shuffle,
    "play_random_rounds": random_play._play_random_rounds,
    "nearest_blueprint": rule_similarity.nearest_blueprint,
    "nearest_family": rule_similarity.nearest_family,
    "has_own_entry": rule_similarity.has_own_entry,
    "start_lookup": match_equity.start_lookup,
}
"""Compiled functions of the module by name."""


def parameters(name: str) -> list[str]:
    """Return the names of the parameters of a function."""
    return list(inspect.signature(FUNCTIONS[name].py_func).parameters)


def number_of_results(name: str) -> int:
    """Return how many whole numbers a function returns."""
    returned = get_type_hints(FUNCTIONS[name].py_func, localns=vars(state))["return"]
    return len(get_args(returned)) or int(returned is int)


def layout_of(dtype: np.dtype[Any]) -> dict[str, Any]:
    """Return the size of a record and its fields, with the length of those that are arrays."""
    fields: dict[str, Any] = {}
    for name, (field, offset, *_) in (dtype.fields or {}).items():
        base, shape = field.subdtype or (field, ())
        kind = layout_of(base) if base.fields else base.name
        fields[name] = {"at": offset, "type": kind} | ({"length": shape[0]} if shape else {})
    return {"size": dtype.itemsize, "fields": fields}


def option_values(spec: OptionSpec[Any]) -> dict[str, Any]:
    """Return the name of an option and how its values become numbers."""
    values = {"choices": spec.choices} if spec.is_named else {"unit": spec.unit}
    return {"name": spec.name, "kind": spec.kind} | values


def layout() -> dict[str, Any]:
    """Return what a program needs to call the module and to read its records."""
    return {
        "sources": source_digest("analysis"),
        "functions": {
            name: {"parameters": parameters(name), "results": number_of_results(name)}
            for name in FUNCTIONS
        },
        "records": {name: layout_of(dtype) for name, dtype in DTYPES.items()},
        "limits": LIMITS,
        "searchSpace": SEARCH_SPACE,
        "codes": CODES,
        "phases": PHASES_OF_ROUNDS,
        "packs": PACKS,
        "presets": PRESETS,
        "record": {
            "format": FORMAT,
            "resultFormat": RESULT_FORMAT,
            "rulesVersion": RULES_VERSION,
        },
        "review": {
            "format": REVIEW_FORMAT,
            "efforts": {name: asdict(effort) for name, effort in efforts.EFFORTS.items()},
            "effort": efforts.DEFAULT_EFFORT,
        },
        "puzzles": {
            "limit": maker.LIMIT,
            "standardErrors": maker.STANDARD_ERRORS,
            "effort": maker.SECOND_EFFORT,
            "maxActions": maker.MAX_ACTIONS,
            "maxLoss": puzzle.MAX_LOSS,
            "solvers": puzzle.SOLVERS,
            "attempts": puzzle.ATTEMPTS,
            "casualAttempts": maker.CASUAL_ATTEMPTS,
            # By the number of successful attempts of all solvers.
            "ratings": [
                maker.rating_of([found])
                for found in range(len(puzzle.SOLVERS) * puzzle.ATTEMPTS + 1)
            ],
        },
        "options": [option_values(spec) for spec in OPTIONS.values()],
        "optionNumbers": {"none": NONE, "invalid": INVALID, "limit": MAX_NUMBER},
    }


def intermediate(name: str, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """Return the module of a function for WebAssembly, with all functions that it calls."""
    function = FUNCTIONS[name]
    types = tuple(
        numba.from_dtype(DTYPES[one])[::1] if one in DTYPES else numba.int64
        for one in parameters(name)
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
    return llvm.parse_assembly(ir)


def build() -> bytes:
    """Return the linked module."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("wasm32-unknown-unknown").create_target_machine(
        cpu="generic", features="+bulk-memory,+sign-ext,+mutable-globals", opt=3, reloc="static"
    )
    first, *others = (intermediate(name, machine) for name in FUNCTIONS)
    for other in others:
        first.link_in(other)  # what several functions call is there once
    for one in first.functions:
        if not one.is_declaration and one.name not in FUNCTIONS:
            one.linkage = "internal"
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(first, passes)
    merging = llvm.create_new_module_pass_manager()
    merging.add_global_dead_code_eliminate_pass()
    merging.add_constant_merge_pass()
    merging.add_merge_functions_pass()
    merging.run(first, passes)
    first.verify()
    with tempfile.TemporaryDirectory() as folder:
        code, linked = Path(folder) / "rules.o", Path(folder) / "rules.wasm"
        code.write_bytes(machine.emit_object(first))
        linker = [sys.executable, "-m", "ziglang", "wasm-ld", "-O3", "--no-entry", "--gc-sections"]
        linker += ["--strip-all", "-z", f"stack-size={STACK_BYTES}", "--export=__heap_base"]
        exports = [f"--export={name}" for name in FUNCTIONS]
        subprocess.run([*linker, *exports, "-o", linked, code], check=True)
        return linked.read_bytes() + section("layout", source_digest("analysis").encode())


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
