"""Types of the package for JavaScript.

Types of data come from the declarations of the Python package, those of functions and classes from
the comments of their code.

python scripts/js_types.py     rewrite js/types.d.ts and js/types/
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import frontend
from schwimmen.analysis.decision import AnalysedAction
from schwimmen.analysis.hints import Hint
from schwimmen.analysis.match_review.efforts import EFFORTS
from schwimmen.analysis.match_review.grades import GRADES
from schwimmen.analysis.match_review.moments import (
    Change,
    ReviewedAction,
    ReviewedDecision,
    ReviewedMoment,
)
from schwimmen.analysis.match_review.review import Account, PlayerReview, Swing
from schwimmen.analysis.puzzles.puzzle import THEME_LETTERS
from schwimmen.analysis.statistics.facts import MatchFacts, RoundFacts
from schwimmen.players.levels import CHARACTERS
from schwimmen.players.policies import POLICY_KINDS
from schwimmen.players.search.reasons.records import REASON_CODES
from schwimmen.players.value_function import Estimate, PossibleHand, Reason
from schwimmen.rules.actions import SIMPLE_ACTIONS
from schwimmen.rules.cards import RANKS, SUITS, Card
from schwimmen.rules.core.legal import ILLEGAL_REASONS, LEGAL
from schwimmen.rules.options import OPTIONS, PRESETS, OptionSpec
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.schema import Field, fields_of
from schwimmen.rules.view import (
    CRITERIA,
    ENDS,
    EVENT_KINDS,
    EVENT_REASONS,
    LOSS_REASONS,
    PHASES,
    STATUSES,
    Choice,
    Loss,
    RoundEvent,
    RoundResult,
    SeatView,
    View,
)

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "js"
TARGET: Final = PACKAGE / "types.d.ts"
DECLARATIONS: Final = PACKAGE / "types"
"""Folder of the types of functions and classes."""

TSC: Final = (
    *("--ignoreConfig", "--allowJs", "--declaration", "--emitDeclarationOnly", "--strict"),
    *("--target", "esnext", "--module", "nodenext", "--lib", "esnext,dom"),
)

LINE_LENGTH: Final = 100
"""Characters of a line, at most."""

UNIONS: Final[dict[str, tuple[str, Iterable[str | None]]]] = {
    "Rank": ("Rank of a card.", RANKS),
    "Suit": ("Suit of a card.", SUITS),
    "SimpleAction": ("Action that exchanges no single card.", SIMPLE_ACTIONS),
    "Phase": ("Phase of a round.", dict.fromkeys(PHASES)),
    "End": ("How a round ended.", ENDS),
    "Status": ("Status of a seat in a match for lives.", STATUSES),
    "EventKind": ("Kind of a public event.", EVENT_KINDS),
    "EventReason": ("Reason of a public event.", EVENT_REASONS),
    "LossReason": ("Reason of a loss.", LOSS_REASONS),
    "Criterion": ("Criterion by which two hands differ (R16).", CRITERIA),
    "RefusalReason": (
        "Reason for which an action is illegal.",
        [one for code, one in enumerate(ILLEGAL_REASONS) if code != LEGAL],
    ),
    "Preset": ("Name of a preset.", PRESETS),
    "Level": ("Name of a level, or of a baseline that measures levels.", POLICY_KINDS),
    "Character": ("Name of a character, the small bias of a player.", CHARACTERS),
    "Effort": ("Effort of a review, from the quickest one.", EFFORTS),
    "Grade": ("Grade of a decision that loses much.", GRADES),
    "PuzzleTheme": ("Theme of a puzzle.", THEME_LETTERS),
    "ReasonCode": ("Code of a reason; docs/review.md explains all of them.", REASON_CODES),
}
"""Types that are unions of names: their descriptions and names."""

TEXTS: Final = {
    "phases": "Phase",
    "ends": "End",
    "statuses": "Status",
    "eventKinds": "EventKind",
    "eventReasons": "EventReason",
    "lossReasons": "LossReason",
    "criteria": "Criterion",
    "grades": "Grade",
    "reasons": "ReasonCode",
    "actionOrNull": "Action",
    "namedAction": "Action",
    "suitOrNull": "Suit",
    "cards": "Card",
    "cardNames": "string",
}
"""Types of texts by the kinds of their fields."""

INTERFACES: Final[tuple[type, ...]] = (
    RoundEvent,
    Choice,
    SeatView,
    RoundResult,
    Loss,
    View,
    RoundFacts,
    MatchFacts,
    Estimate,
    ReviewedAction,
    Reason,
    ReviewedDecision,
    Hint,
    Change,
    ReviewedMoment,
    Swing,
    Account,
    PlayerReview,
    AnalysedAction,
    PossibleHand,
)

WHOLE: Final = {
    "refusals": "Partial<Record<ActionKind, RefusalReason>>",
    "playedAction": "Action",
    "gradeCounts": "Record<Grade, number>",
}
"""Types of fields by their kinds."""

NAMED: Final = {
    (AnalysedAction, "action"): "Action",
    (MatchFacts, "preset"): "Preset",
    (MatchFacts, "options"): "Partial<Options>",
    (ReviewedMoment, "action"): "Action | null",
    (RoundEvent, "reason"): "EventReason | (string & {}) | null",
}
"""Types of fields that are given, whose types in Python say less."""

FROZEN: Final = {RoundEvent}
"""Classes whose objects are frozen, as all views of a round share them."""

PLAIN: Final[dict[Any, str]] = {
    Card: "Card",
    RuleSet: "Rules",
    NoneType: "null",
    bool: "boolean",
    float: "number",
    int: "number",
    str: "string",
    **{one: one.__name__ for one in INTERFACES},
}


def generated_types() -> str:
    """Return the expected content of the generated file."""
    lines = ["/** Types of data; scripts/js_types.py writes them from the Python package. */", ""]
    for name, (meaning, names) in UNIONS.items():
        lines += [f"/** {meaning} */", *_union(name, [one for one in names if one is not None]), ""]
    lines += [
        "/** Card as in a record: its rank, then its suit, such as `TC`. */",
        "export type Card = `${Rank}${Suit}`;",
        "",
        "/** Kind of action; `!` marks an exchange that also closes. */",
        'export type ActionKind = "exchange" | "exchange!" | SimpleAction;',
        "",
        "/** Name of an action as in a record, such as `9DxTH!`. */",
        "export type Action = SimpleAction | `${Card}x${Card}` | `${Card}x${Card}!`;",
        "",
        "/** All options, by their names in RULES.md. */",
        "export type Options = {",
        *(line for spec in OPTIONS.values() for line in _option(spec)),
        "};",
        "",
        "/** Value of an option: a switch, a number, one of its choices, or null for no limit. */",
        "export type OptionValue = Options[keyof Options];",
        "",
    ]
    for declaring in INTERFACES:
        lines += [*_interface(declaring), ""]
    lines += [
        "/** Rules of a match. */",
        "export interface Rules {",
        "  preset: Preset;",
        "  /** Options that differ from the preset. */",
        "  changed: Partial<Options>;",
        "  options: Options;",
        "  /**",
        "   * Kinds of action in this game, other than those of the dealer's choice, with those",
        "   * that a seat has only in its last turn (R11).",
        "   */",
        "  actions: ActionKind[];",
        "  /** Names of the options that change this game; others have no effect on it. */",
        "  applying: (keyof Options)[];",
        "}",
    ]
    return "\n".join([*lines, ""])


def _union(name: str, names: Sequence[str]) -> list[str]:
    """Return the declaration of a union of names, as prettier formats it."""
    one_of = " | ".join(map(json.dumps, names)) + ";"
    if len(f"export type {name} = {one_of}") <= LINE_LENGTH:
        return [f"export type {name} = {one_of}"]
    if len(f"  {one_of}") <= LINE_LENGTH:
        return [f"export type {name} =", f"  {one_of}"]
    members = [f"  | {json.dumps(one)}" for one in names]
    return [f"export type {name} =", *members[:-1], f"{members[-1]};"]


def _option(spec: OptionSpec[Any]) -> Iterator[str]:
    if spec.kind == "choice":
        kind = " | ".join(map(json.dumps, spec.choices))
    else:
        kind = "boolean" if spec.kind == "bool" else "number"
    yield f"  /** {spec.rule}: {spec.describe()}. */"
    yield f"  {spec.name}: {kind}{' | null' if spec.nullable else ''};"


def _interface(declaring: type) -> Iterator[str]:
    comments, hints = _comments(declaring), get_type_hints(declaring)
    text = inspect.getdoc(declaring) or ""
    yield from _comment(_in_javascript(text.split("\n\n")[0] if comments else text), "")
    yield f"export interface {declaring.__name__} {{"
    readonly = "readonly " if declaring in FROZEN else ""
    for field in fields_of(declaring):
        if field.name in comments:
            yield from _comment(_in_javascript(comments[field.name]), "  ")
        kind = _field_type(declaring, field, hints[field.name])
        if readonly and kind.endswith("[]"):
            kind = f"readonly {kind}"
        yield f"  {readonly}{camel_case(field.name)}: {kind};"
    yield "}"


def _comments(declaring: type) -> dict[str, str]:
    """Return the texts that follow the fields of a class in its source."""
    [tree] = ast.parse(textwrap.dedent(inspect.getsource(declaring))).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(comment))),
            ):
                found[name] = inspect.cleandoc(comment)
    return found


def _in_javascript(text: str) -> str:
    """Return a docstring with names as they are in JavaScript."""
    text = re.sub(r"``None``", "null", text)
    text = re.sub(r"``(True|False)``", lambda found: found[1].lower(), text)
    fields = {field.name for declaring in INTERFACES for field in fields_of(declaring)}
    return re.sub(
        r"``([^`]+)``",
        lambda found: f"`{camel_case(found[1]) if found[1] in fields else found[1]}`",
        text,
    )


def _comment(text: str, margin: str) -> Iterator[str]:
    if "\n" not in text:
        line = f"{margin}/** {text} */"
        if len(line) <= LINE_LENGTH:
            yield line
            return
    yield f"{margin}/**"
    for paragraph in text.split("\n\n"):
        if not text.startswith(paragraph):
            yield f"{margin} *"
        for item in re.split(r"\n(?=- )", paragraph):
            indent = "  " if item.startswith("- ") else ""
            words = " ".join(item.split())
            width = LINE_LENGTH - len(margin) - 3
            for line in textwrap.wrap(words, width, subsequent_indent=indent):
                yield f"{margin} * {line}"
    yield f"{margin} */"


def _field_type(declaring: type, field: Field, hint: Any) -> str:
    """Return the type of a field."""
    kind = "" if field.kind is None else field.kind.name
    whole = NAMED.get((declaring, field.name)) or WHOLE.get(kind)
    return whole or _type(hint, TEXTS.get(kind, ""))


def _type(hint: Any, name: str = "") -> str:
    """Return a type; ``name`` is that of its texts, if they have one."""
    arguments = get_args(hint)
    origin = get_origin(hint)
    if origin is Literal:
        return name or " | ".join(map(json.dumps, arguments))
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(_type(one, name) for one in arguments))
    if origin is tuple:
        one = _type(arguments[0], name)
        return f"({one})[]" if " | " in one else f"{one}[]"
    if origin is not None and issubclass(origin, Mapping):
        return f"Record<{_type(arguments[0])}, {_type(arguments[1])}>"
    return name if hint is str and name else PLAIN[hint]


def camel_case(name: str) -> str:
    """Return a name in camelCase."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def declarations() -> dict[str, str]:
    """Return the expected content of the files with the types of functions and classes."""
    tools = frontend.PACKAGES
    with tempfile.TemporaryDirectory() as folder:
        _node(tools / "typescript/bin/tsc", *TSC, "--outDir", folder, PACKAGE / "index.js")
        files = {path.name: path for path in Path(folder).iterdir()}
        needed = ["index.d.ts"]
        for name in needed:
            text = files[name].read_text(encoding="utf-8")
            needed += [
                one
                for one in dict.fromkeys(f"{found}.d.ts" for found in _IMPORT.findall(text))
                if one in files and one not in needed
            ]
            kept = _TYPEDEF.sub("", text).replace('"./types.js"', '"../types.js"')
            if name == "index.d.ts":
                kept += 'export type * from "../types.js";\n'
            files[name].write_text(kept, encoding="utf-8")
        found = [files[name] for name in needed]
        style = frontend.FRONTEND / ".prettierrc.json"
        _node(tools / "prettier/bin/prettier.cjs", "--write", "--config", style, *found)
        return {path.name: path.read_text(encoding="utf-8") for path in sorted(found)}


_IMPORT: Final = re.compile(r'(?:from |import\()"\./(\w+)\.js"')
_TYPEDEF: Final = re.compile(r"^/\*\*(?:(?!\*/).)*@typedef.*?\*/\n", re.DOTALL | re.MULTILINE)


def _node(*command: str | Path) -> None:
    subprocess.run(
        [frontend.node() / "node", *command],
        check=True,
        cwd=frontend.FRONTEND,  # where prettier looks for its plugins
        stdout=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    TARGET.write_text(generated_types(), encoding="utf-8")
    for name, content in declarations().items():
        (DECLARATIONS / name).write_text(content, encoding="utf-8")
