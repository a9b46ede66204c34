"""A table as people see it, for those who watch an environment: as text, or as a picture."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import gymnasium
from gymnasium.error import UnsupportedMode

from schwimmen.rules import Card, RuleSet, SchwimmenError, card_names, cards_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.state import OUT, OVER, SHUFFLE, SWIMMING, RecordArray, rules_array
from schwimmen.rules.view_builder import points_of

from .options import check_choice

RENDER_MODES: Final = ("human", "ansi", "rgb_array")


class UnknownRenderMode(SchwimmenError, UnsupportedMode):
    """A ``render_mode`` that there is not, as Gymnasium reports it."""


def check_render_mode(mode: str | None) -> None:
    """Raise ``UnknownRenderMode`` unless it is one of ``RENDER_MODES`` or ``None``.

    Raises ``ModuleNotFoundError`` for ``rgb_array`` where Pillow is not installed.
    """
    if mode is None:
        return
    try:
        check_choice("render_mode", mode, RENDER_MODES)
    except SchwimmenError as error:
        raise UnknownRenderMode(str(error)) from None
    if mode == "rgb_array":
        try:
            from .picture import drawn  # noqa: F401 (to see that it can be)
        except ModuleNotFoundError as error:
            what = f'render_mode="{mode}" needs Pillow: pip install "schwimmen[pictures]"'
            raise ModuleNotFoundError(what, name=error.name) from None


@dataclass(frozen=True)
class Place:
    """A seat as watchers see it: ``cards`` is ``None`` for a hidden hand, empty for a seat out."""

    name: str
    cards: tuple[Card, ...] | None
    value: str
    turns: int
    standing: str
    marks: tuple[str, ...]
    acts: bool


@dataclass(frozen=True)
class Scene:
    """A round within its match. ``places`` has every seat; the watcher's is number ``below``."""

    places: tuple[Place, ...]
    below: int
    hand_size: int
    standing_in: str
    table: tuple[Card, ...]
    talon: int
    aside: int
    over: bool


def scene_of(
    rules: RuleSet,
    rounds: RecordArray,
    matches: RecordArray,
    names: Sequence[str],
    watching: Collection[int] | None = None,
) -> Scene:
    """Return what is seen of a round within its match.

    Hands are seen from the seats that are ``watching`` (by default all of them); of the others only
    what lies open.
    """
    state, match = rounds[0], matches[0]
    over = state.phase == OVER
    places = []
    for seat, name in enumerate(names):
        if not state.active >> seat & 1:
            places.append(Place(name, (), "", 0, "out", (), False))
            continue
        cards, value = None, "?"
        if watching is None or seat in watching or over or state.shown >> seat & 1:
            cards = cards_of(state.hands[seat])
            value = str(
                points_of(kernel.hand_value_and_suit(rules_array(rules), state.hands[seat])[0])
            )
        marks = tuple(
            word
            for word, holds in (
                ("deals", seat == state.dealer),
                ("closed", not state.open >> seat & 1),
                ("swims", match.status[seat] == SWIMMING),
                ("out", match.status[seat] == OUT),
                ("wins", match.over and match.winners >> seat & 1),
            )
            if holds
        )
        acts = bool(state.phase < SHUFFLE and seat == state.to_act)
        turns = int(state.turns_of[seat])
        places.append(Place(name, cards, value, turns, _standing(rules, match, seat), marks, acts))
    return Scene(
        places=tuple(places),
        below=min(watching, default=0) if watching else 0,
        hand_size=rules.hand_size,
        standing_in="points" if rules.scoring == "points" else "lives",
        table=cards_of(state.table),
        talon=int(state.talon_end - state.talon_top),
        aside=int(state.aside_count),
        over=bool(over),
    )


def rendered(mode: str | None, scene: Scene) -> Any:
    """What ``render()`` of an environment returns: text (``ansi``), an image, or nothing."""
    if mode is None:
        gymnasium.logger.warn("render() was called, but no render_mode was chosen")
        return None
    if mode == "rgb_array":
        from .picture import drawn

        return drawn(scene)
    if mode == "ansi":
        return text_of(scene)
    print(text_of(scene))
    return None


def text_of(scene: Scene) -> str:
    """The scene as lines of text: what every seat holds and how it stands; ``>`` is to act."""
    rows = [["", "", "hand", "value", "turns", scene.standing_in]]
    for place in scene.places:
        if place.cards == ():
            rows.append(["", place.name, "", "", "", place.standing])
            continue
        hidden = " ".join(["??"] * scene.hand_size)
        rows.append(
            [
                ">" if place.acts else "",
                place.name,
                hidden if place.cards is None else card_names(place.cards),
                place.value,
                str(place.turns),
                place.standing,
                *place.marks,
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        " ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=False)] + row[6:])
        for row in rows
    ]
    table = card_names(scene.table) or "not turned up yet"
    lines.append(
        f"table {table}, {scene.talon} cards in the talon" + (", round over" if scene.over else "")
    )
    return "\n".join(line.rstrip() for line in lines)


def _standing(rules: RuleSet, match: Any, seat: int) -> str:
    if rules.scoring == "points":
        return str(points_of(match.totals[seat]))
    return str(match.lives[seat])
