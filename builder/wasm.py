"""The WebAssembly modules in js/, with their layouts, which say how to call and read them.

``rules.wasm`` has all functions, ``play.wasm`` those for play without search.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from schwimmen.analysis import decision, luck
from schwimmen.analysis.match_review import efforts
from schwimmen.analysis.match_review.moments import (
    Change,
    ReviewedAction,
    ReviewedDecision,
    ReviewedMoment,
)
from schwimmen.analysis.match_review.review import FORMAT as REVIEW_FORMAT
from schwimmen.analysis.match_review.review import Account, PlayerReview, Swing
from schwimmen.analysis.puzzles import kernel as judgement
from schwimmen.analysis.puzzles import maker, puzzle
from schwimmen.analysis.statistics.facts import MatchFacts, RoundFacts
from schwimmen.players import budget, policies
from schwimmen.players.equity import match_equity, model
from schwimmen.players.levels import (
    CHARACTERS,
    LEVELS_WITH_CHARACTERS,
    LEVELS_WITH_DATA,
    SEARCH_BUDGETS,
    SOLVERS,
)
from schwimmen.players.search import best_reply, situation
from schwimmen.players.search.reasons.records import REASON_NUMBERS
from schwimmen.players.value_function import Estimate, Reason
from schwimmen.records.record import FORMAT
from schwimmen.records.replay import RESULT_FORMAT
from schwimmen.rules import position
from schwimmen.rules import position_notation as notation
from schwimmen.rules.actions import ACTION_KINDS, SIMPLE_ACTIONS
from schwimmen.rules.cards import CARDS, PACKS, SUITS
from schwimmen.rules.core import (
    completion,
    events,
    legal,
    position_faults,
    record,
    result,
    rows,
    state,
)
from schwimmen.rules.options import INVALID, MAX_NUMBER, NONE, OPTIONS, PRESETS, OptionSpec
from schwimmen.rules.ruleset import RULES_VERSION
from schwimmen.rules.schema import Field, fields_of
from schwimmen.rules.view import Choice, Loss, RoundEvent, RoundResult, SeatView, View

from .files import write_atomically
from .native import zig
from .plan import ROOT, Plan
from .signatures import Records

FOLDER: Final = ROOT / "js"
STACK_BYTES: Final = 64 * 2**10

LIMITS: Final = {
    "choices": state.MAX_ACTIONS,
    "events": events.MAX_EVENTS,
    "losses": result.MAX_LOSSES,
    "cards": len(CARDS),
    "hands": rows.MAX_SEATS,
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

SEARCH: Final = "estimate"
"""Function that only the module with searches has."""

PHASES_OF_ROUNDS: Final = {"shuffle": state.SHUFFLE, "over": state.OVER}
"""Phases in which no seat acts."""


def camel_case(name: str) -> str:
    """Return a name in camelCase."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


PLAYED: Final[dict[str, type]] = {
    "view": View,
    "seat": SeatView,
    "choice": Choice,
    "event": RoundEvent,
    "result": RoundResult,
    "loss": Loss,
    "roundFacts": RoundFacts,
    "facts": MatchFacts,
}
"""Classes of objects that play has, by the names of these in JavaScript."""

DECLARED: Final[dict[str, type]] = PLAYED | {
    "estimate": Estimate,
    "reviewedAction": ReviewedAction,
    "reason": Reason,
    "decision": ReviewedDecision,
    "change": Change,
    "moment": ReviewedMoment,
    "swing": Swing,
    "account": Account,
    "player": PlayerReview,
}
"""All classes that declare fields, with those of reviews."""

_NAMES: Final = {declaring: name for name, declaring in DECLARED.items()}

CODES: Final = {
    **{
        field.kind.name: field.kind.codes
        for declaring in DECLARED.values()
        for field in fields_of(declaring)
        if field.kind is not None and field.kind.codes
    },
    "cards": CARDS,
    "suits": tuple(SUITS),
    "actionKinds": ACTION_KINDS,
    "simpleActions": SIMPLE_ACTIONS,
    "illegalReasons": legal.ILLEGAL_REASONS,
    "levels": [*policies.POLICY_KINDS],
    "levelsWithCharacters": LEVELS_WITH_CHARACTERS,
    "levelsWithData": LEVELS_WITH_DATA,
    "levelsThatSearch": [*SEARCH_BUDGETS],
    "characters": [None, *CHARACTERS],
    "ruleSetFaults": completion.RULE_SET_FAULTS,
    "recordFaults": record.RECORD_FAULTS,
    "presets": [*PRESETS],
    "reasonNumbers": [[camel_case(name) for name in names] for names in REASON_NUMBERS],
}
"""Names in the order of their codes in records."""


def records_of(plan: Plan, names: Sequence[str]) -> dict[str, np.dtype[Any]]:
    """Return the records by the names of the parameters of functions that are arrays of them.

    Raises ``ValueError`` if a name stands for two kinds of records.
    """
    found: dict[str, np.dtype[Any]] = {}
    for name in names:
        for leaf in plan.signatures[name].parameters:
            if isinstance(leaf, Records) and found.setdefault(leaf.path, leaf.item) != leaf.item:
                raise ValueError(f"{name}: {leaf.path} are other records elsewhere")
    return found


def layout_of(dtype: np.dtype[Any]) -> dict[str, Any]:
    """Return the size of a record and its fields, with the length of those that are arrays."""
    fields: dict[str, Any] = {}
    for name, (field, offset, *_) in (dtype.fields or {}).items():
        base, shape = field.subdtype or (field, ())
        kind = layout_of(base) if base.fields else base.name
        fields[name] = {"at": offset, "type": kind} | ({"length": shape[0]} if shape else {})
    return {"size": dtype.itemsize, "fields": fields}


def declared_field(field: Field) -> dict[str, Any]:
    """Return the derivation of a field from the numbers of a record; without a kind it is given."""
    made: dict[str, Any] = {"name": field.name, "key": camel_case(field.name)}
    if field.made is not None:
        made["made"] = _NAMES[field.made]
    if field.row is not None:
        made |= {"number": field.number, "count": field.row.count}
    if not field.travels:
        made["stays"] = True
    if field.kind is None or not field.stored:
        return made
    made |= {"kind": "code" if field.kind.codes else field.kind.name, "number": field.number}
    if field.kind.codes:
        made["codes"] = field.kind.name
    if field.per_seat is not None:
        made["perSeat"] = field.per_seat.value
    if field.only is not None:
        made |= {"only": field.only.scoring, "inMatch": field.only.in_match}
    return made


def option_values(spec: OptionSpec[Any]) -> dict[str, Any]:
    """Return the name of an option and how its values become numbers."""
    values = {"choices": spec.choices} if spec.is_named else {"unit": spec.unit}
    words = {"words": spec.words} if spec.words else {}
    return {"name": spec.name, "kind": spec.kind} | values | words


def layout(plan: Plan, names: Sequence[str]) -> dict[str, Any]:
    """Return the layout of the module of some functions: their records, and fields and codes."""
    declared = DECLARED if SEARCH in names else PLAYED
    return {
        "sources": plan.key_of(plan.javascript),
        "functions": {
            name: {
                "parameters": [one.path for one in plan.signatures[name].parameters],
                "results": len(plan.signatures[name].results),
            }
            for name in names
        },
        "records": {name: layout_of(dtype) for name, dtype in records_of(plan, names).items()},
        "fields": {
            name: [*map(declared_field, fields_of(declaring))]
            for name, declaring in declared.items()
        },
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
        "positions": {
            "word": notation.WORD,
            "lengths": notation.LENGTHS,
            "fields": notation.PATTERNS,
            "letters": notation.LETTERS,
            "unknown": notation.UNKNOWN,
            "texts": notation.TEXTS,
            "faults": position_faults.POSITION_FAULTS,
            "attempts": position.ATTEMPTS,
        },
        "worlds": {"first": budget.FIRST_WORLDS, "most": budget.MOST_WORLDS},
        "budgets": {level: asdict(one) for level, one in SEARCH_BUDGETS.items()},
        "analysis": {
            "budget": asdict(decision.BUDGET),
            "limit": asdict(decision.DEFAULT_LIMIT),
        },
        "review": {
            "format": REVIEW_FORMAT,
            "efforts": {name: asdict(effort) for name, effort in efforts.EFFORTS.items()},
            "effort": efforts.DEFAULT_EFFORT,
        },
        "dealLuck": {"level": luck.LEVEL, "deals": luck.DEALS},
        "puzzles": {
            "maxActions": maker.MAX_ACTIONS,
            "budgets": [asdict(budget) for budget in maker.BUDGETS],
            "solvers": SOLVERS,
            "obvious": judgement.OBVIOUS,
            "attempts": puzzle.ATTEMPTS,
            "themes": puzzle.THEMES,
        },
        "options": [option_values(spec) for spec in OPTIONS.values()],
        "optionNumbers": {"none": NONE, "invalid": INVALID, "limit": MAX_NUMBER},
    }


def write(plan: Plan, code: Path, cache: Path) -> None:
    """Link the modules from their object file, and write them and the layout of all functions."""
    for name, functions in (("rules.wasm", plan.javascript), ("play.wasm", plan.playing)):
        compact = json.dumps(layout(plan, functions), separators=(",", ":"))
        module = linked(functions, code, cache) + section("layout", compact.encode())
        write_atomically(FOLDER / name, module)
        print(f"js/{name}: {len(module):,} bytes")
    described = json.dumps(layout(plan, plan.javascript), indent=1)
    write_atomically(FOLDER / "layout.json", described.encode() + b"\n")


def linked(functions: Sequence[str], code: Path, cache: Path) -> bytes:
    """Return a module of some functions of an object file, and of what they need."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "linked.wasm"
        zig(
            cache,
            "wasm-ld", "-O3", "--no-entry", "--gc-sections", "--strip-all",
            "-z", f"stack-size={STACK_BYTES}", "--export=__heap_base",
            *(f"--export={name}" for name in functions), "-o", path, code,
        )  # fmt: skip
        return path.read_bytes()


def section(name: str, content: bytes) -> bytes:
    """Return a custom section, which belongs at the end of a module.

    >>> section("a", b"bc")
    b'\\x00\\x04\\x01abc'
    """
    body = leb128(len(name)) + name.encode() + content
    return b"\0" + leb128(len(body)) + body


def leb128(number: int) -> bytes:
    """Return a number as modules write lengths: seven bits a byte, the lowest first.

    >>> leb128(624485).hex()
    'e58e26'
    """
    return bytes([number & 127 | 128, *leb128(number >> 7)]) if number > 127 else bytes([number])
