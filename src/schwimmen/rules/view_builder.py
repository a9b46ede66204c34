"""Views, decoded from the records of what a seat may know (R33)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .actions import ACTION_KINDS, name_from_masks
from .cards import SUITS, Card, as_cards, bits_of, cards_of, mask_of
from .core import kernel
from .core.legal import ILLEGAL_REASONS, LEGAL
from .core.state import (
    CHOICE_DTYPE,
    KEYED_VIEW_DTYPE,
    MAX_ACTIONS,
    NO_SEAT,
    NO_SUIT,
    NO_VALUE,
    SEAT_DTYPE,
    SHUFFLE,
    VIEW_DTYPE,
    RecordArray,
)
from .hands import points_of
from .history import END_NAMES, Past
from .results import STATUS_NAMES
from .ruleset import RuleSet
from .view import (
    BriefChoice,
    Choice,
    Loss,
    Phase,
    Points,
    RoundEvent,
    RoundResult,
    SeatView,
    View,
)

if TYPE_CHECKING:
    from .round import Round

PHASES: Final[tuple[Phase, ...]] = ("choice", "turn", "renewed", "turn", "over")
"""Phases by their code; a shuffle of the talon (R32) interrupts a turn."""


def view_of(
    round_: Round,
    seat: int | None,
    matches: RecordArray,
    past: Past,
    result: RoundResult | None,
    open_hands: bool = False,
) -> View:
    """Return the view of a seat, or of a spectator for ``None``.

    With ``open_hands`` it shows all hands. ``matches`` is the array of the match around the round,
    or ``NO_MATCH``. ``result`` is what the view shows as the result of the round.
    """
    viewer = NO_SEAT if seat is None else seat
    memory = bytearray(VIEW_DTYPE.itemsize)
    record = np.frombuffer(memory, VIEW_DTYPE)
    choices = _NO_CHOICES
    if seat is not None and seat == round_.to_act:
        choices = np.empty(MAX_ACTIONS, CHOICE_DTYPE)
    count = kernel.view(*round_.arrays, 0, matches, viewer, int(open_hands), record, choices)
    words = memoryview(memory)[:_ASIDE].cast("q").tolist()
    decoder = ViewDecoder(
        round_.rules,
        record,
        words,
        memory[_ASIDE : _ASIDE + words[_AT["aside_count"]]],
        choices[:count].tolist(),
        past,
        round_.losses,
    )
    view = object.__new__(View)
    set_field = partial(object.__setattr__, view)
    set_field("_decoder", decoder)
    set_field("rules", round_.rules)
    set_field("seat", seat)
    set_field("result", result)
    set_field("replayed", round_.replayed)
    for name, at, decode in _DECODERS:
        set_field(name, decode(words[at]))
    return view


def record_of(view: View) -> RecordArray:
    """Return an array of the record of a view, which holds all but its history and result."""
    decoder = getattr(view, "_decoder", None)
    if decoder is not None:
        record: RecordArray = decoder.record
        return record
    records = np.zeros(1, VIEW_DTYPE)
    record = records.view(KEYED_VIEW_DTYPE)[0]
    for name, encode in _ENCODERS:
        record[name] = encode(getattr(view, name))
    if view.phase == "turn" and view.to_act is None:
        record["phase"] = SHUFFLE
    record["in_match"] = any(s.lives is not None or s.total is not None for s in view.seats)
    record["took"] = any(event.action == "take" for event in view.history)
    record["refusals"] = [_REASON_CODES[view.refused.get(kind)] for kind in ACTION_KINDS]
    record["seat_count"] = len(view.seats)
    for seat, one in zip(record["seats"], view.seats, strict=False):
        seat["cards"] = one.cards
        seat["known"] = mask_of(one.known)
        seat["hand"] = mask_of(one.shown or ())
        seat["value"] = _value_code(one.value)
        seat["suit"] = _suit_code(one.suit)
        seat["closed"] = one.closed
        seat["playing"] = one.playing
        seat["turns"] = one.turns
        seat["score"] = (one.lives or 0) if one.total is None else 2 * one.total
        seat["status"] = 0 if one.status is None else STATUS_NAMES.index(one.status)
    record["aside_count"] = len(view.aside)
    record["aside"][: len(view.aside)] = view.aside
    return records


_FIELDS: Final = VIEW_DTYPE.fields
assert _FIELDS is not None
_ASIDE: Final[int] = _FIELDS["aside"][1]
"""Place of the only bytes among whole numbers of 8 bytes."""
_AT: Final = {name: field[1] // 8 for name, field in _FIELDS.items()}
_REFUSALS: Final = slice(_AT["refusals"], _AT["refusals"] + len(ACTION_KINDS))
_SEAT_SIZE: Final = SEAT_DTYPE.itemsize // 8
_NO_CHOICES: Final = np.empty(MAX_ACTIONS, CHOICE_DTYPE)  # stays as it is

_VALUES: Final = (*map(points_of, range(128)), None)
"""Values of hands by the doubled value; the last one stands for ``NO_VALUE``."""
_SUITS: Final = (*SUITS, None)
"""Counting suits by their code; the last one stands for ``NO_SUIT``."""
assert NO_VALUE == NO_SUIT == -1


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NO_SEAT else seat


_DECODERS: Final[tuple[tuple[str, int, Callable[[int], Any]], ...]] = tuple(
    (name, _AT[name], decode)
    for decode, names in (
        (int, "number dealer leader turns talon passes"),
        (bool, "last_turns all_closes over"),
        (bits_of, "winners closers"),
        (cards_of, "hand table"),
        (_seat_or_none, "to_act by"),
        (PHASES.__getitem__, "phase"),
        (_VALUES.__getitem__, "value"),
        (_SUITS.__getitem__, "suit"),
        (END_NAMES.get, "end"),
    )
    for name in names.split()
)
"""Fields of a view that are one whole number: the name, the place, and the decoder of each."""


def _seat_code(seat: int | None) -> int:
    return NO_SEAT if seat is None else seat


def _value_code(value: Points | None) -> int:
    return NO_VALUE if value is None else int(2 * value)


def _suit_code(suit: str | None) -> int:
    return NO_SUIT if suit is None else SUITS.index(suit)


def _end_code(end: str | None) -> int:
    return next((code for code, name in END_NAMES.items() if name == end), 0)


_ENCODERS: Final[tuple[tuple[str, Callable[[Any], Any]], ...]] = tuple(
    (name, encode)
    for encode, names in (
        (int, "number dealer leader turns talon passes last_turns all_closes over"),
        (mask_of, "winners closers hand table"),
        (_seat_code, "to_act by"),
        (PHASES.index, "phase"),
        (_value_code, "value"),
        (_suit_code, "suit"),
        (_end_code, "end"),
    )
    for name in names.split()
)
"""Fields of a view that are one whole number: the name and the encoder of each."""
_REASON_CODES: Final[dict[str | None, int]] = {
    None: LEGAL,
    **{reason: code for code, reason in enumerate(ILLEGAL_REASONS)},
}


class ViewDecoder:
    """Fields of a view that are decoded when they are first read."""

    __slots__ = ("_aside", "_choices", "_past", "_rules", "_words", "losses", "record")

    def __init__(
        self,
        rules: RuleSet,
        record: RecordArray,
        words: Sequence[int],
        aside: Sequence[int],
        choices: Sequence[tuple[int, ...]],
        past: Past,
        losses: tuple[Loss, ...],
    ) -> None:
        self._rules = rules
        self.record = record
        """Array of the record of the view."""
        self._words = words
        self._aside = aside
        self._choices = choices
        self._past = past
        self.losses = losses
        """Losses with their reasons; none until the round is over."""

    @property
    def aside(self) -> tuple[Card, ...]:
        """Cards laid aside."""
        return as_cards(self._aside)

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """Public views of all seats."""
        words, last_actions = self._words, self._past.last_actions
        scoring = self._rules.scoring if words[_AT["in_match"]] else None
        first, end = _AT["seats"], _AT["seats"] + _SEAT_SIZE * words[_AT["seat_count"]]
        return tuple(
            _seat_view(
                seat,
                last_actions.get(seat),
                scoring,
                *words[at : at + _SEAT_SIZE],
            )
            for seat, at in enumerate(range(first, end, _SEAT_SIZE))
        )

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Legal actions with the hands they leave."""
        return tuple(
            Choice(
                self._action(number, given, taken),
                number,
                cards_of(given),
                cards_of(taken),
                _VALUES[value],
                _SUITS[suit],
                bool(closes),
            )
            for number, given, taken, value, suit, closes in self._choices
        )

    @property
    def brief_choices(self) -> list[BriefChoice]:
        """Choices without the cards exchanged."""
        return [
            (self._action(number, given, taken), _VALUES[value], _SUITS[suit], bool(closes))
            for number, given, taken, value, suit, closes in self._choices
        ]

    @property
    def refused(self) -> dict[str, str]:
        """Reason code of each kind of action that is illegal."""
        codes = zip(ACTION_KINDS, self._words[_REFUSALS], strict=True)
        return {kind: ILLEGAL_REASONS[code] for kind, code in codes if code != LEGAL}

    @property
    def history(self) -> tuple[RoundEvent, ...]:
        """Events of the round."""
        return self._past.events

    def _action(self, number: int, given: int, taken: int) -> str:
        return name_from_masks(number, self._rules.hand_size, given, taken)


@lru_cache(maxsize=8192)  # an action changes one or two seats
def _seat_view(
    seat: int,
    last_action: str | None,
    scoring: str | None,
    cards: int,
    known: int,
    hand: int,
    value: int,
    suit: int,
    closed: int,
    playing: int,
    turns: int,
    score: int,
    status: int,
) -> SeatView:
    """Return the view of a seat from its record; ``scoring`` is that of its match, if any."""
    for_lives = scoring == "lives"
    return SeatView(
        seat=seat,
        active=cards > 0,
        cards=cards,
        known=cards_of(known),
        shown=cards_of(hand) if hand else None,
        value=_VALUES[value],
        suit=_SUITS[suit],
        closed=bool(closed),
        playing=bool(playing),
        turns=turns,
        last_action=last_action,
        lives=score if for_lives else None,
        status=STATUS_NAMES[status] if for_lives else None,
        total=points_of(score) if scoring == "points" else None,
    )
