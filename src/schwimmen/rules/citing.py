"""Which rule of RULES.md stands behind what has happened."""

from __future__ import annotations

from typing import Any, Final

from .state import GRACE, RECYCLE, UNTIL_ONE_OPEN

_BY_KIND: Final = {"dealt": "R4", "choice": "R5", "pass": "R8", "renew": "R30", "recycled": "R32"}
_OF_NEW_TABLE: Final = {"all_pass": "R9", "renew": "R30", "seven_eight_nine": "R34"}
_OF_END: Final = {"fire": "R12", "talon": "R9", "cap": "R13"}


def rule_of(rules: Any, kind: str, reason: str | None, closes: bool) -> str:
    """The number of the rule behind a happening, by a rule set in numbers.

    ``closes`` if the seat is no longer open afterwards; in a last turn nothing closes (R27).
    """
    match kind, reason:
        case "exchange", _ if not closes:
            return "R8"
        case "close", _ if not closes:
            return "R27"
        case (("exchange" | "close"), _):
            return "R26" if rules.close_effect == UNTIL_ONE_OPEN else "R10"
        case "table", str():
            return _OF_NEW_TABLE[reason]
        case "stays", _:
            return "R32" if rules.talon_short == RECYCLE else "R9"
        case ("shown", _) | ("end", "31"):
            return "R28" if rules.special == GRACE else "R12"
        case "end", "close":
            return "R27" if rules.close_effect == UNTIL_ONE_OPEN else "R11"
        case "end", str():
            return _OF_END[reason]
        case _:
            return _BY_KIND[kind]
