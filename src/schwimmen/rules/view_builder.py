"""Views, decoded from records that the compiled rules write (R33)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

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
    choices = np.frombuffer(bytearray(_CHOICES_SIZE), CHOICE_DTYPE) if acts else _NO_CHOICES
    ruled, rounds, matches = arrays
    count = kernel.view(ruled, rounds, 0, matches, viewer, int(open_hands), record, choices)
    decoder = ViewDecoder(
        rules, ruled, memory, record, choices, count, past, outcome.losses, earlier
    )
    view = object.__new__(View)
    object.__setattr__(view, "_decoder", decoder)
    object.__setattr__(view, "rules", rules)
    object.__setattr__(view, "seat", seat)
    object.__setattr__(view, "result", outcome.result)
    return view


def decoder_of_view(view: View) -> ViewDecoder:
    """Return the decoder of a view that was made by ``view_of``.

    Raises ``TypeError`` for a copy, which has none.
    """
    decoder: ViewDecoder | None = getattr(view, "_decoder", None)
    if decoder is None:
        raise TypeError("a copy of a view has no numbers: take the view of the match itself")
    return decoder


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
ASIDE: Final[int] = _FIELDS["aside"][1]
"""Offset of the cards laid aside, which are bytes, after whole numbers of 8 bytes."""
_AT: Final = {name: field[1] // 8 for name, field in _FIELDS.items()}
_REFUSALS: Final = slice(_AT["refusals"], _AT["refusals"] + len(ACTION_KINDS))
_SEAT_SIZE: Final = SEAT_DTYPE.itemsize // 8
_CHOICES_SIZE: Final = MAX_ACTIONS * CHOICE_DTYPE.itemsize
_NO_CHOICES: Final = np.empty(MAX_ACTIONS, CHOICE_DTYPE)  # never written

_DECODERS: Final = {
    field.name: (_AT[field.number], decode_number(field.kind))
    for field in fields_of(View)
    if field.kind is not None and field.stored and field.kind.expression
}
"""Place and decoder of each field of a view that is one number."""
_REASON_CODES: Final[dict[str | None, int]] = {
    None: LEGAL,
    **{reason: code for code, reason in enumerate(ILLEGAL_REASONS)},
}


class ViewDecoder:
    """Numbers of a view, and its fields, which are decoded when they are first read."""

    __slots__ = (
        "_numbers",
        "_words",
        "choice_count",
        "choice_records",
        "earlier",
        "losses",
        "memory",
        "past",
        "record",
        "ruled",
        "rules",
    )

    def __init__(
        self,
        rules: RuleSet,
        ruled: RecordArray,
        memory: bytearray,
        record: RecordArray,
        choice_records: RecordArray,
        choice_count: int,
        past: Past,
        losses: tuple[Loss, ...],
        earlier: tuple[View, ...],
    ) -> None:
        self.rules = rules
        self.ruled = ruled
        """Array of the record of the rules."""
        self.memory = memory
        """Memory of the record."""
        self.record = record
        """Array of the record of the view."""
        self.choice_records = choice_records
        """Array of the records of its choices, of which the first ``choice_count`` count."""
        self.choice_count = choice_count
        self.past = past
        """Events of the round up to the view, and the last actions."""
        self.losses = losses
        """Losses with their reasons; empty until the round is over."""
        self.earlier = earlier
        """Views by a spectator at the ends of the earlier rounds of the match."""
        self._words: Sequence[int] | None = None
        self._numbers: NDArray[np.int64] | None = None

    @property
    def words(self) -> Sequence[int]:
        """Numbers of 8 bytes of the record, at the places of ``_AT``."""
        if self._words is None:
            self._words = memoryview(self.memory)[:ASIDE].cast("q").tolist()
        return self._words

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The same numbers as an array."""
        if self._numbers is None:
            self._numbers = np.frombuffer(self.memory, np.int64, ASIDE // 8)
        return self._numbers

    def fields_with(self, name: str) -> Iterable[tuple[str, Any]]:
        """Return the names and values of fields that are decoded with the one named."""
        if name not in _DECODERS:
            return [(name, getattr(self, name))]
        words = self.words
        return [(one, decode(words[place])) for one, (place, decode) in _DECODERS.items()]

    @property
    def aside(self) -> tuple[Card, ...]:
        """Cards laid aside."""
        return as_cards(self.memory[ASIDE : ASIDE + self.words[_AT["aside_count"]]])

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """Public views of all seats."""
        words, last_actions = self.words, self.past.last_actions
        scoring = self.rules.scoring if words[_AT["in_match"]] else None
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
        size = self.rules.hand_size
        return tuple(_choice(size, *numbers) for numbers in self._choice_numbers())

    @property
    def brief_choices(self) -> list[BriefChoice]:
        """Choices without the cards exchanged."""
        size = self.rules.hand_size
        return [_brief_choice(size, *numbers) for numbers in self._choice_numbers()]

    def _choice_numbers(self) -> list[tuple[int, ...]]:
        """Return the numbers of each choice, in the order of ``CHOICE_DTYPE``."""
        numbers: list[tuple[int, ...]] = self.choice_records[: self.choice_count].tolist()
        return numbers

    @property
    def refused(self) -> dict[str, str]:
        """Reason code of each kind of action that is illegal."""
        codes = zip(ACTION_KINDS, self.words[_REFUSALS], strict=True)
        return {kind: ILLEGAL_REASONS[code] for kind, code in codes if code != LEGAL}

    @property
    def history(self) -> tuple[RoundEvent, ...]:
        """Events of the round."""
        return self.past.events


_choice = decoder_of(Choice, CHOICE_DTYPE, ("hand_size",))
_brief_choice = decoder_of(BriefChoice, CHOICE_DTYPE, ("hand_size",))
_seat_view = lru_cache(maxsize=8192)(  # an action changes one or two seats
    decoder_of(SeatView, SEAT_DTYPE, ("seat", "last_action", "match_scoring"))
)
