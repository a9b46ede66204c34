"""Positions: a round at one moment as a line of text, as FEN is for chess (docs/positions.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, TypeAlias, cast, get_args

import numpy as np

from .cards import PACKS, SUITS, Card, card_names, mask_of, parse_card
from .core import kernel
from .core.state import (
    CHOICE,
    FIRE,
    IN,
    KEYED_MATCH_DTYPE,
    KEYED_ROUND_DTYPE,
    MATCH_DTYPE,
    NO_SEAT,
    OUT,
    RENEWED,
    SWIMMING,
    THIRTY_ONE,
    TURN,
    RecordArray,
    new_round,
    rules_array,
)
from .errors import CardError, PositionError, RuleSetError, quote
from .history import END_NAMES
from .options import format_value, parse_options
from .ruleset import RuleSet
from .view import End, Phase, Points, View

Cards: TypeAlias = tuple[Card | None, ...]
"""Cards, ``None`` for each one that is unknown."""

SeatState: TypeAlias = Literal["open", "closed", "exchanged", "shown", "done"]

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
_PHASES: Final[Mapping[Phase, int]] = {"choice": CHOICE, "turn": TURN, "renewed": RENEWED}
_HAND: Final = re.compile(r"(?P<cards>[^:]+?)(:(?P<turns>[0-9]{1,6})(?P<state>[cxsd]?))?")
_TABLE: Final = re.compile(r"(?P<table>[^\[\]]*)(\[(?P<extra>[^\[\]]+)\])?")
_ATTEMPTS: Final = 1000


@dataclass(frozen=True, slots=True)
class HandPosition:
    """Hand of a seat in a position; a seat that is not dealt in has no ``cards``.

    ``known`` are the cards that open exchanges revealed to all (R33), ``turns`` the turns of the
    seat in the round.

    ``state`` is one of:

    - ``open``: gets further turns, or the round is over
    - ``closed``: closed by an action (R10)
    - ``exchanged``: closed by exchanging all cards (R26)
    - ``shown``: shows a special hand (R28)
    - ``done``: has had its last turn
    """

    cards: Cards
    known: tuple[Card, ...] = ()
    turns: int = 0
    state: SeatState = "open"


@dataclass(frozen=True, slots=True)
class Position:
    """Round at one moment, with the scores of its match if it belongs to one.

    ``str(position)`` writes it in the notation of docs/positions.md and ``Position.parse`` reads
    it. Unknown cards are ``None``, unless the notation marks them as ``??``. ``extra`` is the hand
    next to the dealer's in the dealer's choice (R5), ``took`` whether the dealer took it. ``end``
    and ``by`` say how the round ended or, in last turns, will end. ``replayed`` is true if the
    match does not count the round (R24).

    ``number`` and ``scores`` belong to the match: the number of the round, and the lives or points
    of each seat, ``None`` for a seat that is out; both are ``None`` for a round by itself.
    """

    rules: RuleSet
    hands: tuple[HandPosition, ...]
    table: Cards
    extra: Cards
    talon: Cards
    aside: tuple[Card, ...]
    phase: Phase
    to_act: int | None
    dealer: int
    took: bool
    leader: int
    passes: int
    end: End | None
    by: int | None
    replayed: bool = False
    number: int | None = None
    scores: tuple[Points | None, ...] | None = None

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position in a text.

        Raises ``PositionError`` that names the field at fault.

        >>> position = Position.parse("pagat ??????/9HADTd:1 7C8C9C 23 - turn:0 1 0 0 -")
        >>> position.to_act, position.hands[1].known
        (0, (TD,))
        """
        return _read(text)

    @classmethod
    def of(cls, position: str | Position) -> Position:
        """Return a position, or read it from a text. Raises ``PositionError`` if it is invalid."""
        if isinstance(position, str):
            return cls.parse(position)
        position.check()
        return position

    @classmethod
    def of_view(cls, view: View) -> Position:
        """Return the position that a view shows; cards that it does not show are unknown.

        Raises ``PositionError`` while the talon is being shuffled (R32).
        """
        if view.to_act is None and view.phase != "over":
            raise PositionError("there is no position while the talon is being shuffled (R32)")
        in_match = any(seat.lives is not None or seat.total is not None for seat in view.seats)
        return cls(
            rules=view.rules,
            hands=tuple(_hand_in_view(view, seat) for seat in range(len(view.seats))),
            table=view.table,
            extra=() if view.table else (None,) * view.rules.hand_size,
            talon=(None,) * view.talon,
            aside=view.aside,
            phase=view.phase,
            to_act=view.to_act,
            dealer=view.dealer,
            took=any(event.action == "take" for event in view.history),
            leader=view.leader,
            passes=view.passes,
            end=view.end,
            by=view.by,
            replayed=view.replayed,
            number=view.number if in_match else None,
            scores=tuple(
                None if seat.status == "out" else seat.lives if seat.total is None else seat.total
                for seat in view.seats
            )
            if in_match
            else None,
        )

    def check(self) -> None:
        """Raise ``PositionError`` with the first fault, if there is one."""
        for check in _CHECKS:
            fault = check(self)
            if fault:
                raise PositionError(fault)

    @property
    def public(self) -> Position:
        """Position as a spectator sees it."""
        size, over = self.rules.hand_size, self.phase == "over"
        hands = (
            hand
            if over or hand.state == "shown" or not hand.cards
            else replace(hand, cards=(*hand.known, *[None] * (size - len(hand.known))))
            for hand in self.hands
        )
        return replace(
            self,
            hands=tuple(hands),
            extra=(None,) * len(self.extra),
            talon=(None,) * len(self.talon),
        )

    @property
    def unknown(self) -> tuple[Card, ...]:
        """Cards of the pack that are at no known place."""
        placed = set(self._places())
        return tuple(card for card in self.rules.cards if card not in placed)

    def deal_unknown(self, chance: Random) -> Position:
        """Return the position with every unknown card drawn at random.

        No hidden hand becomes one that would have ended the round or would lie open (R12, R28).
        Raises ``PositionError`` if no such deal is found.
        """
        unknown = self.unknown
        if not unknown:
            return self
        for _ in range(_ATTEMPTS):
            drawn = iter(chance.sample(unknown, len(unknown)))
            filled = replace(
                self,
                hands=tuple(replace(hand, cards=_filled(hand.cards, drawn)) for hand in self.hands),
                table=_filled(self.table, drawn),
                extra=_filled(self.extra, drawn),
                talon=_filled(self.talon, drawn),
            )
            if filled._special_seat() is None:
                return filled
        raise PositionError("hands: every deal of the unknown cards would have ended the round")

    def encode(self) -> RecordArray:
        """Return the round as an array of one record for the compiled rules.

        Raises ``PositionError`` if a card is unknown.
        """
        rules, size = rules_array(self.rules), len(self.rules.cards)
        talon = _complete(self.talon)
        others = [card for card in self.rules.cards if card not in talon]
        rounds = new_round([*others, *talon])
        state = rounds.view(KEYED_ROUND_DTYPE)[0]
        for seat, hand in enumerate(self.hands):
            state["hands"][seat] = mask_of(_complete(hand.cards))
            state["known"][seat] = mask_of(hand.known)
            state["turns_of"][seat] = hand.turns
        state["seats"] = len(self.hands)
        state["table"] = mask_of(_complete(self.table))
        state["extra"] = mask_of(_complete(self.extra))
        state["took"] = self.took
        state["active"] = self._seats(*_LETTERS)
        state["playing"] = self._seats("open")
        state["open"] = self._seats("open", "shown", "done")
        state["closed"] = self._seats("closed")
        state["shown"] = self._seats("shown")
        state["dealer"], state["leader"] = self.dealer, self.leader
        state["turns"] = sum(hand.turns for hand in self.hands)
        state["passes"] = self.passes
        state["talon_top"], state["talon_end"] = len(others), size
        state["aside"][: len(self.aside)] = self.aside
        state["aside_count"] = len(self.aside)
        state["end"] = next((code for code, name in END_NAMES.items() if name == self.end), 0)
        state["by"] = NO_SEAT if self.by is None else self.by
        if self.by is not None:
            special = state["end"] in (THIRTY_ONE, FIRE)
            state["dealt_special"] = special and not self.hands[self.by].turns
        if self.to_act is None:
            kernel.finish_round(rules, rounds, 0, int(state["end"]), int(state["by"]))
            if self.replayed:
                state["score"] = 0
        else:
            state["last_turns"] = self.end is not None
            state["to_act"], state["phase"] = self.to_act, _PHASES[self.phase]
        return rounds

    def encode_match(self, rounds: RecordArray) -> RecordArray:
        """Return the match as an array of one record, given the array of its encoded round.

        Raises ``PositionError`` for a position without the scores of a match.
        """
        if self.scores is None or self.number is None:
            raise PositionError("scores: a match needs the fields round and scores at the end")
        matches: RecordArray = np.zeros(1, MATCH_DTYPE)
        match = matches.view(KEYED_MATCH_DTYPE)[0]
        over = self.phase == "over"
        match["seats"] = len(self.hands)
        match["rounds"] = self.number - (not over)
        for seat, score in enumerate(self.scores):
            if self.rules.scoring == "points":
                assert score is not None
                match["totals"][seat] = int(2 * score)
            else:
                match["lives"][seat] = score or 0
                match["status"][seat] = OUT if score is None else IN if score else SWIMMING
                match["chicken_taken"] |= not score  # someone has run out of chips (R29)
        if over:
            kernel.conclude_match(rules_array(self.rules), matches, rounds, 0)
        return matches

    def __str__(self) -> str:
        fields = [
            ",".join([self.rules.preset, *_changes(self.rules)]),
            "/".join(map(_write_hand, self.hands)),
            _write(self.table) + (f"[{_write(self.extra)}]" if self.extra else "") or "-",
            str(len(self.talon))
            if all(card is None for card in self.talon)
            else _write(self.talon),
            _write(self.aside) or "-",
            self.phase if self.to_act is None else f"{self.phase}:{self.to_act}",
            f"{self.dealer}:took" if self.took else str(self.dealer),
            str(self.leader),
            str(self.passes),
            self._write_end(),
        ]
        if self.scores is not None:
            scores = ("-" if score is None else str(score) for score in self.scores)
            fields += [str(self.number), "/".join(scores)]
        return " ".join(fields)

    def _write_end(self) -> str:
        if self.end is None:
            return "-"
        seat = [] if self.by is None else [str(self.by)]
        return ":".join([self.end, *seat, *(["replayed"] if self.replayed else [])])

    def _seats(self, *states: SeatState) -> int:
        """Return the mask of the seats dealt in that have one of the states."""
        return mask_of(
            seat for seat, hand in enumerate(self.hands) if hand.cards and hand.state in states
        )

    def _places(self) -> Iterator[Card]:
        """Yield every known card, in the order of the fields."""
        groups: list[Cards] = [hand.cards for hand in self.hands]
        for cards in (*groups, self.table, self.extra, self.talon, self.aside):
            yield from (card for card in cards if card is not None)

    def _special_seat(self) -> int | None:
        """Return a seat whose whole, hidden hand would have ended the round (R12, R28)."""
        if self.phase == "over":
            return None
        rules = rules_array(self.rules)
        for seat, hand in enumerate(self.hands):
            whole = hand.cards and None not in hand.cards
            second = self.end == "31" and hand.state == "done"  # a further 31 does not lie open
            if hand.state == "shown" or second or not whole:
                continue
            if kernel.special_hand(rules, mask_of(_complete(hand.cards))):
                return seat
        return None


def _hand_in_view(view: View, number: int) -> HandPosition:
    seat = view.seats[number]
    if not seat.active:
        return HandPosition(())
    cards: Cards = (*seat.known, *[None] * (seat.cards - len(seat.known)))
    if seat.shown is not None:
        cards = seat.shown
    elif number == view.seat:
        cards = view.hand
    state: SeatState = "open"
    if seat.closed:
        state = "closed" if number in view.closers else "exchanged"
    elif view.phase != "over" and not seat.playing:
        state = "done" if seat.shown is None else "shown"
    return HandPosition(cards, seat.known, seat.turns, state)


def _filled(cards: Cards, drawn: Iterator[Card]) -> Cards:
    return tuple(next(drawn) if card is None else card for card in cards)


def _complete(cards: Cards) -> tuple[Card, ...]:
    if None in cards:
        raise PositionError("a card is unknown")
    return cast(tuple[Card, ...], cards)


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


def _read(text: str) -> Position:
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
    position.check()
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
    if None in cards:
        raise PositionError(f"{field}: all these cards are public, none is {UNKNOWN}")
    return _complete(cards)


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
    if phase not in _PHASES:
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


_SCORE: Final = re.compile(r"-?[0-9]{1,6}(\.5)?")


def _read_score(text: str) -> Points | None:
    if text == "-":
        return None
    _match(_SCORE, "scores", text, "lives or points of each seat such as 3/0/-")
    return float(text) if "." in text else int(text)


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
    cards = list(position._places())
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
    seat = position._special_seat()
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
