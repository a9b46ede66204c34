"""Scenes: the contents of a text or a picture of a table, independent of its form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import combining, east_asian_width

from schwimmen.rules import Card, Match, Points, Round, SeatView, View
from schwimmen.rules.errors import one_line
from schwimmen.rules.view import Displayable

MAX_NAME_WIDTH: Final = 16

_PHASES: Final = {"choice": "is to keep or take a hand", "renewed": "is to exchange one card"}
_ENDS: Final = {"close": "closed", "31": "has 31", "fire": "has fire"}
_ENDS_OF_ALL: Final = {"talon": "the talon is too short", "cap": "the limit of turns is reached"}


@dataclass(frozen=True, slots=True)
class SeatScene:
    """Seat of a scene.

    ``name`` is printable and at most ``MAX_NAME_WIDTH`` columns wide. ``cards`` holds ``None`` for
    a card face down and is empty for a seat not dealt in. ``value`` is the value of the hand, empty
    unless the whole hand is visible; ``score`` is the number of lives or points; ``notes`` are
    words such as ``dealer`` and ``closed``.
    """

    name: str
    cards: tuple[Card | None, ...]
    value: str
    score: str
    notes: tuple[str, ...]
    last_action: str
    to_act: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Scene of a table at one moment; ``talon`` and ``aside`` are numbers of cards.

    ``bottom`` is the seat nearest to the reader in a picture.
    """

    title: str
    status: str
    seats: tuple[SeatScene, ...]
    table: tuple[Card, ...]
    talon: int
    aside: int
    bottom: int


def scene_of(subject: Displayable, names: Sequence[str] | None = None) -> Scene:
    """Return the scene of a view, or of a match or round with all hands face up.

    The scene of a view shows the cards that its viewer may know (R33), and others face down.
    ``names`` are the players' names, by default those of the match, or the numbers of the seats.

    Raises ``TypeError`` for any other object.

    >>> scene_of(Match("pagat", players=["Ann", "Ben"], seed=7, dealer=0)).status
    'Ann is to keep or take a hand'
    """
    match subject:
        case View():
            hands = [_visible_hand(subject, seat) for seat in subject.seats]
            return _scene(subject, f", round {subject.number}", names, hands)
        case Match() if not subject.rounds:
            return _undealt_scene(subject, names)
        case Match():
            view, title = subject.view(), f", round {len(subject.rounds)}"
            return _scene(view, title, names or subject.players, _open_hands(subject.round))
        case Round():
            return _scene(subject.view(), "", names, _open_hands(subject))
        case _:
            raise TypeError(f"a match, a round or a view has a scene, not {subject!r}")


Hand = tuple[tuple[Card | None, ...], Points | None]
"""Cards of a seat, ``None`` for a card face down, and the value of the hand if it is visible."""


def _open_hands(round_: Round) -> list[Hand]:
    own = [round_.view(seat) for seat in range(round_.players)]
    return [(one.hand, one.value) for one in own]


def _visible_hand(view: View, seat: SeatView) -> Hand:
    if seat.seat == view.seat:
        return view.hand, view.value
    if seat.shown is not None:
        return seat.shown, seat.value
    return (*seat.known, *[None] * (seat.cards - len(seat.known))), None


def _scene(view: View, title: str, names: Sequence[str] | None, hands: Sequence[Hand]) -> Scene:
    shown = _names(names, len(view.seats))
    seats = tuple(
        SeatScene(
            name=shown[seat.seat],
            cards=cards,
            value="" if value is None else format_points(value),
            score=_score(seat),
            notes=_notes(view, seat),
            last_action=seat.last_action or "",
            to_act=seat.seat == view.to_act,
        )
        for seat, (cards, value) in zip(view.seats, hands, strict=True)
    )
    return Scene(
        title=f"{view.rules.preset}{title}",
        status=_status(view, shown),
        seats=seats,
        table=view.table,
        talon=view.talon,
        aside=len(view.aside),
        bottom=view.seat or 0,
    )


def _undealt_scene(match: Match, names: Sequence[str] | None) -> Scene:
    seats = tuple(
        SeatScene(name, (), "", "", ("dealer",) if seat == match.dealer else (), "", False)
        for seat, name in enumerate(_names(names or match.players, len(match.players)))
    )
    status, talon = "no round has been dealt yet", len(match.rules.cards)
    return Scene(match.rules.preset, status, seats, (), talon, 0, 0)


def _names(names: Sequence[str] | None, seats: int) -> list[str]:
    if names is None:
        return [f"Seat {seat}" for seat in range(seats)]
    return [shorten(one_line(name)) for name in names]


def width_of(text: str) -> int:
    """Return the number of columns of a text in a terminal.

    >>> width_of("Ann"), width_of("安")
    (3, 2)
    """
    wide = sum(east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(combining(character) > 0 for character in text)


def shorten(text: str, columns: int = MAX_NAME_WIDTH) -> str:
    """Return a text, cut with an ellipsis if it is wider than ``columns``.

    >>> shorten("Bartholomäus", columns=7)
    'Bartho…'
    """
    if len(text) <= 2 * columns and width_of(text) <= columns:
        return text
    text = text[:columns]
    while width_of(text) >= columns:
        text = text[:-1]
    return f"{text}…"


def format_points(points: Points) -> str:
    """Return points as text, a half as ``½``.

    >>> format_points(30.5), format_points(21), format_points(-0.5)
    ('30½', '21', '-½')
    """
    whole, half = divmod(abs(points), 1)
    digits = f"{whole:.0f}" if whole or not half else ""
    return "-" * (points < 0) + digits + "½" * bool(half)


def _score(seat: SeatView) -> str:
    if seat.total is not None:
        return _count(seat.total, "point", "points")
    if seat.status in ("swimming", "out"):
        return seat.status
    return "" if seat.lives is None else _count(seat.lives, "life", "lives")


def _count(number: Points, one: str, many: str) -> str:
    return f"{format_points(number)} {one if number == 1 else many}"


def _notes(view: View, seat: SeatView) -> tuple[str, ...]:
    lost = [loss.amount for loss in view.losses if loss.seat == seat.seat and loss.amount]
    notes = {
        "wins": seat.seat in view.winners,
        "dealer": seat.seat == view.dealer,
        "closed": seat.closed,
        "not dealt in": not seat.active and seat.status != "out",
        "last turn": view.last_turns and seat.playing,
        f"loses {format_points(sum(lost))}": bool(lost) and not view.replayed,
    }
    return tuple(note for note, applies in notes.items() if applies)


def _status(view: View, names: Sequence[str]) -> str:
    if view.winners:
        winners = " and ".join(names[seat] for seat in view.winners)
        return f"{winners} {'wins' if len(view.winners) == 1 else 'win'} the match"
    if view.result is not None:
        by, end = view.result.by, view.result.end
        if by is not None and end in _ENDS:
            return f"round over, {names[by]} {_ENDS[end]}"
        return f"round over, {_ENDS_OF_ALL.get(end, end)}"
    if view.to_act is None:
        return "the talon is to be shuffled"
    return f"{names[view.to_act]} {_PHASES.get(view.phase, 'is to act')}"
