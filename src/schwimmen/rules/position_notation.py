"""Notation of positions, as FEN is for chess: read, write and check it (docs/positions.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast, get_args

from .cards import PACKS, SUITS, Card, card_names, parse_card
from .errors import CardError, PositionError, RuleSetError, quote
from .options import format_value, parse_options
from .position import Cards, HandPosition, Position, SeatState, placed_cards, special_seat
from .ruleset import RuleSet
from .schema import Points
from .view import End, Phase

UNKNOWN: Final = "??"
_FIELDS: Final = (
    "rules",
    "hands",
    "table",
    "talon",
    "aside",
    "turn",
    "dealer",
    "leader",
    "passes",
    "end",
    "round",
    "scores",
)
_FIELDS_OF_ROUND: Final = 10
_LETTERS: Final[Mapping[SeatState, str]] = {
    "open": "",
    "closed": "c",
    "exchanged": "x",
    "shown": "s",
    "done": "d",
}
_STATES: Final = {letter: state for state, letter in _LETTERS.items()}
_HAND: Final = re.compile(r"(?P<cards>[^:]+?)(:(?P<turns>[0-9]{1,6})(?P<state>[cxsd]?))?")
_TABLE: Final = re.compile(r"(?P<table>[^\[\]]*)(\[(?P<extra>[^\[\]]+)\])?")
_SCORE: Final = re.compile(r"-?[0-9]{1,6}(\.5)?")


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
        yield f"{name}={format_value(value)}"


def _write(cards: Iterable[Card | None], known: Sequence[Card] = ()) -> str:
    names = (UNKNOWN if card is None else card_names([card]) for card in cards)
    known_names = set(card_names(known).split())
    return "".join(name[0] + name[1].lower() if name in known_names else name for name in names)


def _write_hand(hand: HandPosition) -> str:
    if not hand.cards:
        return "-"
    letter = _LETTERS[hand.state]
    turns = f":{hand.turns}{letter}" if hand.turns or letter else ""
    return _write(hand.cards, hand.known) + turns


def read_position(text: str) -> Position:
    """Return the position in a text. Raises ``PositionError`` that names the field at fault."""
    fields = text.split()
    if len(fields) not in (_FIELDS_OF_ROUND, len(_FIELDS)):
        raise PositionError(
            f"a position has {_FIELDS_OF_ROUND} fields ({' '.join(_FIELDS[:_FIELDS_OF_ROUND])}), "
            f"or 12 with those of a match ({' '.join(_FIELDS[_FIELDS_OF_ROUND:])}), "
            f"not {len(fields)}"
        )
    given = dict(zip(_FIELDS, fields, strict=False))
    rules = _read_rules(given["rules"])
    hands = tuple(_read_hand(part) for part in given["hands"].split("/"))
    parts = _match(_TABLE, "table", given["table"], "cards such as 7C8C9C, [??????] or -")
    phase, to_act = _read_turn(given["turn"])
    dealer, took = _read_dealer(given["dealer"])
    end, by, replayed = _read_end(given["end"])
    talon = given["talon"]
    number, scores = None, None
    if "scores" in given:
        number = _number("round", given["round"])
        scores = tuple(_read_score(part) for part in given["scores"].split("/"))
    position = Position(
        rules=rules,
        hands=hands,
        table=_read_cards("table", parts["table"].replace("-", "")),
        extra=_read_cards("table", parts["extra"] or ""),
        talon=(None,) * _number("talon", talon)
        if talon.isdecimal() and len(talon) < 3
        else _read_cards("talon", talon),
        aside=_known_cards("aside", given["aside"].replace("-", "")),
        phase=phase,
        to_act=to_act,
        dealer=dealer,
        took=took,
        leader=_number("leader", given["leader"]),
        passes=_number("passes", given["passes"]),
        end=end,
        by=by,
        replayed=replayed,
        number=number,
        scores=scores,
    )
    check_position(position)
    return position


def _match(pattern: re.Pattern[str], field: str, text: str, right: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise PositionError(f"{field}: {quote(text)} is not {right}")
    return found


def _number(field: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise PositionError(f"{field}: {quote(text)} is not a whole number")
    return int(text)


def _read_rules(text: str) -> RuleSet:
    preset, *changes = text.split(",")
    options: dict[str, str] = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals or name in options:
            raise PositionError(f"rules: {quote(change)} is not one option=value")
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
        raise PositionError(f"{field}: all these cards are public, none is {UNKNOWN}")
    return known


def _read_hand(text: str) -> HandPosition:
    if text == "-":
        return HandPosition(())
    right = "a hand such as AC????, with known cards as Ac and turns and state as in AC????:2c"
    parts = _match(_HAND, "hands", text, right)
    written = parts["cards"]
    names = [written[start : start + 2] for start in range(0, len(written), 2)]
    lower = [name for name in names if name[1:] and name[1] in SUITS.lower()]
    cards = _read_cards("hands", "".join(name[:1] + name[1:].upper() for name in names))
    known = _known_cards("hands", "".join(lower).upper())
    return HandPosition(cards, known, int(parts["turns"] or 0), _STATES[parts["state"] or ""])


def _read_turn(text: str) -> tuple[Phase, int | None]:
    if text == "over":
        return "over", None
    phase, _, seat = text.partition(":")
    if phase == "over" or phase not in get_args(Phase):
        right = "choice:SEAT, turn:SEAT, renewed:SEAT or over"
        raise PositionError(f"turn: {quote(text)} is not {right}")
    return cast(Phase, phase), _number("turn", seat)


def _read_dealer(text: str) -> tuple[int, bool]:
    seat, colon, took = text.partition(":")
    if colon and took != "took":
        raise PositionError(f"dealer: {quote(text)} is not SEAT or SEAT:took")
    return _number("dealer", seat), bool(colon)


def _read_end(text: str) -> tuple[End | None, int | None, bool]:
    if text == "-":
        return None, None, False
    name, *rest = text.split(":")
    replayed = rest[-1:] == ["replayed"]
    seats = rest[:-1] if replayed else rest
    if name not in get_args(End) or len(seats) != (name not in ("talon", "cap")):
        right = "-, close:SEAT, 31:SEAT, fire:SEAT, talon or cap, each with :replayed or without"
        raise PositionError(f"end: {quote(text)} is not {right}")
    return cast(End, name), _number("end", seats[0]) if seats else None, replayed


def _read_score(text: str) -> Points | None:
    if text == "-":
        return None
    _match(_SCORE, "scores", text, "lives or points of each seat such as 3/0/-")
    return float(text) if "." in text else int(text)


def check_position(position: Position) -> None:
    """Raise ``PositionError`` with the first fault of a position, if there is one."""
    for check in _CHECKS:
        fault = check(position)
        if fault:
            raise PositionError(fault)


def _check_hands(position: Position) -> str | None:
    rules, hands = position.rules, position.hands
    size = rules.hand_size
    for hand in hands:
        if hand.cards and len(hand.cards) != size:
            return f"hands: {quote(_write_hand(hand))} is not - or a hand of {size} cards"
        if not hand.cards and hand != HandPosition(()):
            return "hands: a seat that is not dealt in has no turns"
    try:
        rules.check_players(len(hands))
    except RuleSetError as error:
        return f"hands: {error}"
    if sum(bool(hand.cards) for hand in hands) < 2:
        return "hands: at least two seats are dealt in"
    if position.took and not rules.dealer_choice:
        return "dealer: nothing to take in a game without the dealer's choice (R5)"
    for field, seat in (
        ("dealer", position.dealer),
        ("leader", position.leader),
        ("turn", position.to_act),
        ("end", position.by),
    ):
        if seat is not None and not (seat < len(hands) and hands[seat].cards):
            return f"{field}: seat {seat} is not dealt in"
    return None


def _check_cards(position: Position) -> str | None:
    cards = list(placed_cards(position))
    foreign = sorted(set(cards) - set(position.rules.cards))
    if foreign:
        return f"the pack has no {card_names(foreign)}"
    double = sorted({card for card in cards if cards.count(card) > 1})
    if double:
        return f"double {card_names(double)}"
    groups = [hand.cards for hand in position.hands]
    groups += [position.table, position.extra, position.talon, position.aside]
    number, size = sum(map(len, groups)), len(position.rules.cards)
    if number != size:
        return f"{number} cards, but the pack has {size}"
    return None


def _check_phase(position: Position) -> str | None:
    rules, size = position.rules, position.rules.hand_size
    turns = [hand.turns for hand in position.hands]
    if position.phase == "choice":
        if not rules.dealer_choice or position.to_act != position.dealer:
            return "turn: only the dealer chooses, in a game with the dealer's choice (R5)"
        if position.table or len(position.extra) != size:
            return f"table: during the dealer's choice it is [{UNKNOWN * size}] (R5)"
        if any(turns) or position.aside or position.passes or position.took:
            return "turn: the dealer's choice comes before all turns (R5)"
    elif len(position.table or position.extra) != size or (position.table and position.extra):
        return f"table: it has {size} cards"
    elif not position.table and position.phase != "over":
        return "table: it has no cards only in the dealer's choice (R5)"
    if position.phase == "renewed" and not rules.renew:
        return "turn: the table is not renewed in this game (R30)"
    if None in position.table:
        return "table: the table cards are public, none is ??"
    return None


def _check_play(position: Position) -> str | None:
    active = [hand for hand in position.hands if hand.cards]
    over = position.phase == "over"
    if over and position.end is None:
        return "end: a round that is over has an end, such as close:0"
    if not over and position.end not in (None, "close", "31"):
        return f"end: after {position.end} the round is over"
    if position.to_act is not None and position.hands[position.to_act].state != "open":
        return f"turn: seat {position.to_act} has no further turn"
    if not over and position.end is None and any(h.state in ("shown", "done") for h in active):
        return "hands: a seat is shown or done only in last turns, which need an end"
    if position.passes >= len(active) and not over:
        return f"passes: after {len(active)} passes the table is replaced (R9)"
    if not over and sum(hand.turns for hand in active) >= position.rules.turn_cap * len(active):
        return "hands: so many turns end the round (R13)"
    if position.replayed and not (over and position.rules.all_out == "replay"):
        return "end: only a round that is over is replayed, with all_out=replay (R24)"
    if over and any(None in hand.cards for hand in active):
        return "hands: all hands lie open at the end"
    seat = special_seat(position)
    if seat is not None:
        return f"hands: the hand of seat {seat} would have ended the round (R12)"
    return None


def _check_scores(position: Position) -> str | None:
    scores = position.scores
    if scores is None:
        return None
    if len(scores) != len(position.hands):
        return f"scores: there are {len(position.hands)} seats, not {len(scores)}"
    if not position.number:
        return "round: rounds are counted from 1"
    if position.rules.scoring == "points":
        return "scores: in a game for points no seat is out" if None in scores else None
    if any(score is not None and (score < 0 or score % 1) for score in scores):
        return "scores: lives are whole numbers from 0 on"
    if 0 in scores and position.rules.last_chance == "none":
        return "scores: without lives a seat is out (-) in this game (R22)"
    for hand, score in zip(position.hands, scores, strict=True):
        if score is not None and not hand.cards:
            return "scores: a seat without a hand is out (-)"
        if score is None and hand.cards and position.phase != "over":
            return "scores: a seat that is out (-) has no hand (-)"
    return None


_CHECKS: Final = (_check_hands, _check_phase, _check_cards, _check_play, _check_scores)
