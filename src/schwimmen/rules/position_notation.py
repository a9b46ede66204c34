"""Notation of positions, as FEN is for chess: read, write and check it (docs/positions.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

from .cards import NOT_A_CARD, PACKS, SUITS, Card, card_names, cards_of, parse_card
from .core.position_faults import POSITION_FAULTS, VALID
from .errors import CardError, PositionError, RuleSetError, quote
from .options import PRESETS, format_value, parse_options
from .position import (
    NEEDS_SCORES,
    NO_DEAL,
    NOT_TO_ACT,
    OTHER_PLAYERS,
    STATES,
    UNKNOWN_HAND,
    Cards,
    HandPosition,
    Position,
)
from .ruleset import RuleSet
from .schema import Points, points_of
from .view import ENDS, End, Phase

UNKNOWN: Final = "??"
WORD: Final = r"[^ \t\n\v\f\r]+"
"""Pattern of a field among blanks."""

LENGTHS: Final = (10, 12)
"""Numbers of fields of a position, without and with those of a match."""

_NUMBER: Final = "[0-9]{1,9}"
_SEAT: Final = f":({_NUMBER})"

PATTERNS: Final[dict[str, tuple[str, str]]] = {
    "rules": ("([^ ]+)", "a preset"),
    "hands": (
        "-|([^:]+)(?::([0-9]{1,6})([cxsd]?))?",
        "a hand such as AC????, with known cards as Ac and turns and state as in AC????:2c",
    ),
    "table": (
        r"-?([^\[\]-]*)(?:\[([^\[\]]+)\])?",
        "cards such as 7C8C9C, [??????] or -",
    ),
    "talon": ("([0-9]{1,2})|([^ ]+)", "a number of cards"),
    "aside": ("-|([^ ]+)", "cards"),
    "turn": (f"over|(choice|turn|renewed){_SEAT}", "choice:SEAT, turn:SEAT, renewed:SEAT or over"),
    "dealer": (f"({_NUMBER})(:took)?", "SEAT or SEAT:took"),
    "leader": (f"({_NUMBER})", "a whole number"),
    "passes": (f"({_NUMBER})", "a whole number"),
    "end": (
        f"-|(?:(close|31|fire){_SEAT}|(talon|cap))(:replayed)?",
        "-, close:SEAT, 31:SEAT, fire:SEAT, talon or cap, each with :replayed or without",
    ),
    "round": (f"({_NUMBER})", "a whole number"),
    "scores": (
        r"-|(-?[0-9]{1,6}(?:\.5)?)",
        "lives or points of each seat such as 3/0/-",
    ),
}
"""Patterns of the fields by their names, and what else a field is said to be not.

In ``hands`` and ``scores`` they are those of each part. Python and JavaScript read them alike.
"""

LETTERS: Final[tuple[str, ...]] = ("", "c", "x", "s", "d")
"""Letters of the states of a hand, in the order of their codes."""

TEXTS: Final[dict[str, str]] = {
    "length": (
        f"a position has {LENGTHS[0]} fields ({' '.join([*PATTERNS][: LENGTHS[0]])}), "
        f"or {LENGTHS[1]} with those of a match ({' '.join([*PATTERNS][LENGTHS[0] :])}), "
        "not {number}"
    ),
    "field": "{field}: {text} is not {right}",
    "option": "rules: {text} is not one option=value",
    "card": f"{{field}}: {NOT_A_CARD}",
    "hidden": f"{{field}}: all these cards are public, none is {UNKNOWN}",
    "scores": NEEDS_SCORES,
    "players": OTHER_PLAYERS,
    "undealt": NO_DEAL,
    "turn": NOT_TO_ACT,
    "unknownHand": UNKNOWN_HAND,
}
"""Texts of the faults of the notation and of its use, by what is at fault."""


def write_position(position: Position) -> str:
    """Return a position as a line of text.

    >>> text = "pagat ??????/9HADTd:1 7C8C9C 23 - turn:0 1 0 0 -"
    >>> write_position(read_position(text)) == text
    True
    """
    talon = position.talon
    fields = [
        ",".join([position.rules.preset, *_changes(position.rules)]),
        "/".join(map(_write_hand, position.hands)),
        _write(position.table) + (f"[{_write(position.extra)}]" if position.extra else "") or "-",
        str(len(talon)) if all(card is None for card in talon) else _write(talon),
        _write(position.aside) or "-",
        position.phase if position.to_act is None else f"{position.phase}:{position.to_act}",
        f"{position.dealer}:took" if position.took else str(position.dealer),
        str(position.leader),
        str(position.passes),
        _write_end(position),
    ]
    if position.scores is not None:
        scores = ("-" if score is None else str(score) for score in position.scores)
        fields += [str(position.number), "/".join(scores)]
    return " ".join(fields)


def _write_end(position: Position) -> str:
    if position.end is None:
        return "-"
    seat = [] if position.by is None else [str(position.by)]
    return ":".join([position.end, *seat, *(["replayed"] if position.replayed else [])])


def _changes(rules: RuleSet) -> Iterator[str]:
    """Yield the options that differ from the preset, as ``name=value``."""
    if not rules.standard_pack:
        yield f"pack={_write(rules.cards)}"
    for name, value in rules.changed.items():
        if value != PRESETS[rules.preset][name]:
            yield f"{name}={format_value(value)}"


def _write(cards: Iterable[Card | None], known: Sequence[Card] = ()) -> str:
    names = (UNKNOWN if card is None else card_names([card]) for card in cards)
    known_names = set(card_names(known).split())
    return "".join(name[0] + name[1].lower() if name in known_names else name for name in names)


def _write_hand(hand: HandPosition) -> str:
    if not hand.cards:
        return "-"
    letter = LETTERS[STATES.index(hand.state)]
    turns = f":{hand.turns}{letter}" if hand.turns or letter else ""
    return _write(hand.cards, hand.known) + turns


def read_position(text: str) -> Position:
    """Return the position in a text. Raises ``PositionError`` that names the field at fault."""
    words = re.findall(WORD, text)
    if len(words) not in LENGTHS:
        raise PositionError(TEXTS["length"].format(number=len(words)))
    given = dict(zip(PATTERNS, words, strict=False))
    rules = _read_rules(given["rules"])
    hands = tuple(_read_hand(*_groups("hands", part)) for part in given["hands"].split("/"))
    table, extra = _groups("table", given["table"])
    phase, to_act = _groups("turn", given["turn"])
    dealer, took = _groups("dealer", given["dealer"])
    end, by, seatless_end, replayed = _groups("end", given["end"])
    unknown, talon = _groups("talon", given["talon"])
    number, scores = None, None
    if "scores" in given:
        number = _number("round", given)
        scores = tuple(_read_score(part) for part in given["scores"].split("/"))
    position = Position(
        rules=rules,
        hands=hands,
        table=_read_cards("table", table),
        extra=_read_cards("table", extra),
        talon=(None,) * int(unknown) if unknown else _read_cards("talon", talon),
        aside=_known_cards("aside", *_groups("aside", given["aside"])),
        phase=cast(Phase, phase or "over"),
        to_act=int(to_act) if to_act else None,
        dealer=int(dealer),
        took=bool(took),
        leader=_number("leader", given),
        passes=_number("passes", given),
        end=cast(End, end or seatless_end or None),
        by=int(by) if by else None,
        replayed=bool(replayed),
        number=number,
        scores=scores,
    )
    check_position(position)
    return position


def check_position(position: Position) -> None:
    """Raise ``PositionError`` with the first fault of a position, if there is one."""
    fault, number, other, cards = position.fault
    if fault == VALID:
        return
    text = POSITION_FAULTS[fault]
    places = {"number": number, "other": other, "cards": card_names(cards_of(cards))}
    if "{hand}" in text:
        places["hand"] = quote(_write_hand(position.hands[number]))
    if "{end}" in text:
        places["end"] = str(ENDS[number])
    if "{unknown}" in text:
        places["unknown"] = UNKNOWN * number
    raise PositionError(text.format_map(places))


def _groups(field: str, text: str) -> list[str]:
    """Return the groups of the pattern of a field, empty for those that the text lacks."""
    pattern, right = PATTERNS[field]
    found = re.fullmatch(pattern, text)
    if found is None:
        raise PositionError(TEXTS["field"].format(field=field, text=quote(text), right=right))
    return [group or "" for group in found.groups()]


def _number(field: str, given: Mapping[str, str]) -> int:
    [number] = _groups(field, given[field])
    return int(number)


def _read_rules(text: str) -> RuleSet:
    preset, *changes = text.split(",")
    options: dict[str, str] = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals or name in options:
            raise PositionError(TEXTS["option"].format(text=quote(change)))
        options[name] = value
    try:
        if "pack" in options and options["pack"] not in PACKS:
            cards = _known_cards("rules", options.pop("pack"))
            attributes = {"pass_" if name == "pass" else name: options[name] for name in options}
            return RuleSet.study(card_names(cards), preset, **attributes)
        return RuleSet(preset, parse_options(options))
    except (RuleSetError, CardError) as error:
        raise PositionError(f"rules: {error}") from None


def _read_cards(field: str, text: str) -> Cards:
    names = [text[start : start + 2] for start in range(0, len(text), 2)]
    try:
        return tuple(None if name == UNKNOWN else parse_card(name) for name in names)
    except CardError as error:
        raise PositionError(f"{field}: {error}") from None


def _known_cards(field: str, text: str) -> tuple[Card, ...]:
    cards = _read_cards(field, text)
    known = tuple(card for card in cards if card is not None)
    if known != cards:
        raise PositionError(TEXTS["hidden"].format(field=field))
    return known


def _read_hand(written: str, turns: str, letter: str) -> HandPosition:
    names = [written[start : start + 2] for start in range(0, len(written), 2)]
    known = [name for name in names if name[1:] and name[1] in SUITS.lower()]
    return HandPosition(
        _read_cards("hands", "".join(name.upper() if name in known else name for name in names)),
        _known_cards("hands", "".join(known).upper()),
        int(turns or 0),
        STATES[LETTERS.index(letter)],
    )


def _read_score(text: str) -> Points | None:
    [score] = _groups("scores", text)
    return points_of(int(2 * float(score))) if score else None
