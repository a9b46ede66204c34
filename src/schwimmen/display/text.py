"""Scenes as text: the whole table, or one line."""

from __future__ import annotations

from collections.abc import Iterable

from schwimmen.rules import Card, Match, View, card_names
from schwimmen.rules.view import Displayable

from .scene import Scene, scene_of, width_of


def render_text(scene: Scene) -> str:
    """Return a scene as lines of text: a title, one line for each seat, the table cards.

    An arrow marks the seat to act; ``??`` is a card face down. A seat's line has its score, hand,
    value, last action and notes.

    >>> from schwimmen import Match
    >>> match = Match("pagat", players=["Ann", "Ben"], seed=7, dealer=0)
    >>> match.play("keep")
    >>> print(match)
    pagat, round 1: Ben is to act
       Ann    3 lives  KC TS 7D  10  keep  dealer
    -> Ben    3 lives  TC TH 8D  10
       table           QC JC KH            23 in the talon
    """
    counts = f"{scene.talon} in the talon" + f", {scene.aside} aside" * bool(scene.aside)
    rows = [
        (
            f"{'->' if seat.to_act else '  '} {seat.name}",
            seat.score,
            _names(seat.cards),
            seat.value,
            seat.last_action,
            ", ".join(seat.notes),
        )
        for seat in scene.seats
    ]
    rows.append(("   table", "", _names(scene.table) or "no cards yet", "", "", counts))
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    used = [column for column, width in enumerate(widths) if width]
    lines = (
        "  ".join(row[column] + " " * (widths[column] - width_of(row[column])) for column in used)
        for row in rows
    )
    return "\n".join([f"{scene.title}: {scene.status}", *(line.rstrip() for line in lines)])


def describe(subject: Displayable) -> str:
    """Return a match, round or view in one line.

    >>> match = Match("pagat", players=["Ann", "Ben"], seed=7, dealer=0)
    >>> match
    <Match pagat, round 1: Ann is to keep or take a hand>
    >>> match.play("keep")
    >>> match.view(1)
    <View of seat 1, pagat, round 1: Seat 1 is to act; hand TC TH 8D, table QC JC KH>
    """
    scene = scene_of(subject)
    title, cards = f"Round {scene.title}", {"table": scene.table}
    match subject:
        case Match():
            title = f"Match {scene.title}"
        case View():
            viewer = "a spectator" if subject.seat is None else f"seat {subject.seat}"
            title = f"View of {viewer}, {scene.title}"
            cards = {"hand": subject.hand, "table": scene.table}
    shown = ", ".join(f"{name} {card_names(group)}" for name, group in cards.items() if group)
    return f"<{title}: {scene.status}{'; ' * bool(shown)}{shown}>"


def _names(cards: Iterable[Card | None]) -> str:
    return " ".join("??" if card is None else str(card) for card in cards)
