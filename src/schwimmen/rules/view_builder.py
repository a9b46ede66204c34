"""Views, decoded from records that the compiled rules write (R33)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

import numpy as np

from .actions import ACTION_KINDS
from .cards import Card, as_cards
from .core import kernel
from .core.legal import ILLEGAL_REASONS, LEGAL
from .core.state import (
    CHOICE_DTYPE,
    KEYED_VIEW_DTYPE,
    MAX_ACTIONS,
    NO_SEAT,
    SEAT_DTYPE,
    SHUFFLE,
    VIEW_DTYPE,
    RecordArray,
    RoundRecord,
)
from .history import Past
from .ruleset import RuleSet
from .schema import check_audience, decode_number, decoder_of, fields_of, numbers_of
from .view import BriefChoice, Choice, Loss, RoundEvent, RoundResult, SeatView, View


class Outcome(NamedTuple):
    """What a view shows of a round that is over."""

    result: RoundResult | None
    losses: tuple[Loss, ...]


def view_of(
    rules: RuleSet,
    arrays: tuple[RecordArray, RecordArray, RecordArray],
    past: Past,
    outcome: Outcome,
    seat: int | None,
    earlier: tuple[View, ...] = (),
    *,
    acts: bool,
    open_hands: bool,
) -> View:
    """Return the view of a seat, or of a spectator for ``None``.

    ``arrays`` are those of the rules, the round, and the match around it or ``NO_MATCH``.
    ``earlier`` are the views at the ends of the earlier rounds of the match. ``acts`` says whether
    the seat is to act; with ``open_hands`` the view shows all hands.
    """
    viewer = NO_SEAT if seat is None else seat
    memory = bytearray(VIEW_DTYPE.itemsize)
    record = np.frombuffer(memory, VIEW_DTYPE)
    choices = np.empty(MAX_ACTIONS, CHOICE_DTYPE) if acts else _NO_CHOICES
    ruled, rounds, matches = arrays
    count = kernel.view(ruled, rounds, 0, matches, viewer, int(open_hands), record, choices)
    words = memoryview(memory)[:_ASIDE].cast("q").tolist()
    decoder = ViewDecoder(
        rules,
        record,
        words,
        memory[_ASIDE : _ASIDE + words[_AT["aside_count"]]],
        choices[:count].tolist(),
        past,
        outcome.losses,
        earlier,
    )
    view = object.__new__(View)
    set_field = partial(object.__setattr__, view)
    set_field("_decoder", decoder)
    set_field("rules", rules)
    set_field("seat", seat)
    set_field("result", outcome.result)
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
    for name, number in numbers_of(view):
        record[name] = number
    if view.phase == "turn" and view.to_act is None:
        record["phase"] = SHUFFLE
    record["in_match"] = any(s.lives is not None or s.total is not None for s in view.seats)
    record["took"] = any(event.action == "take" for event in view.history)
    record["refusals"] = [_REASON_CODES[view.refused.get(kind)] for kind in ACTION_KINDS]
    record["seat_count"] = len(view.seats)
    for seat, one in zip(record["seats"], view.seats, strict=False):
        for name, number in numbers_of(one):
            seat[name] = number
    record["aside_count"] = len(view.aside)
    record["aside"][: len(view.aside)] = view.aside
    return records


for _seen in (View, SeatView, RoundEvent):
    check_audience(_seen, RoundRecord)

_FIELDS: Final = VIEW_DTYPE.fields
assert _FIELDS is not None
_ASIDE: Final[int] = _FIELDS["aside"][1]
"""Offset of the cards laid aside, which are bytes, after whole numbers of 8 bytes."""
_AT: Final = {name: field[1] // 8 for name, field in _FIELDS.items()}
_REFUSALS: Final = slice(_AT["refusals"], _AT["refusals"] + len(ACTION_KINDS))
_SEAT_SIZE: Final = SEAT_DTYPE.itemsize // 8
_NO_CHOICES: Final = np.empty(MAX_ACTIONS, CHOICE_DTYPE)  # never written

_DECODERS: Final = tuple(
    (field.name, _AT[field.number], decode_number(field.kind))
    for field in fields_of(View)
    if field.kind is not None and field.stored and field.kind.expression
)
"""Fields of a view that are one number: the name, the place, and the decoder of each."""
_REASON_CODES: Final[dict[str | None, int]] = {
    None: LEGAL,
    **{reason: code for code, reason in enumerate(ILLEGAL_REASONS)},
}


class ViewDecoder:
    """Fields of a view that are decoded when they are first read."""

    __slots__ = ("_aside", "_choices", "_past", "_rules", "_words", "earlier", "losses", "record")

    def __init__(
        self,
        rules: RuleSet,
        record: RecordArray,
        words: Sequence[int],
        aside: Sequence[int],
        choices: Sequence[tuple[int, ...]],
        past: Past,
        losses: tuple[Loss, ...],
        earlier: tuple[View, ...],
    ) -> None:
        self._rules = rules
        self.record = record
        """Array of the record of the view."""
        self._words = words
        self._aside = aside
        self._choices = choices
        self._past = past
        self.losses = losses
        """Losses with their reasons; empty until the round is over."""
        self.earlier = earlier
        """Views by a spectator at the ends of the earlier rounds of the match."""

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
        size = self._rules.hand_size
        return tuple(_choice(size, *numbers) for numbers in self._choices)

    @property
    def brief_choices(self) -> list[BriefChoice]:
        """Choices without the cards exchanged."""
        size = self._rules.hand_size
        return [_brief_choice(size, *numbers) for numbers in self._choices]

    @property
    def refused(self) -> dict[str, str]:
        """Reason code of each kind of action that is illegal."""
        codes = zip(ACTION_KINDS, self._words[_REFUSALS], strict=True)
        return {kind: ILLEGAL_REASONS[code] for kind, code in codes if code != LEGAL}

    @property
    def history(self) -> tuple[RoundEvent, ...]:
        """Events of the round."""
        return self._past.events


_choice = decoder_of(Choice, CHOICE_DTYPE, ("hand_size",))
_brief_choice = decoder_of(BriefChoice, CHOICE_DTYPE, ("hand_size",))
_seat_view = lru_cache(maxsize=8192)(  # an action changes one or two seats
    decoder_of(SeatView, SEAT_DTYPE, ("seat", "last_action", "match_scoring"))
)
