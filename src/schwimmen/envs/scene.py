"""Scene that an environment renders, and its rendering as text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import gymnasium
from gymnasium.error import UnsupportedMode

from schwimmen.extras import require_extra
from schwimmen.rules import Card, RuleSet, SchwimmenError, card_names, cards_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.state import OUT, OVER, SHUFFLE, SWIMMING, RecordArray, rules_array
from schwimmen.rules.schema import points_of

from .options import check_choice

RENDER_MODES: Final = ("human", "ansi", "rgb_array")


class UnknownRenderMode(SchwimmenError, UnsupportedMode):
    """Unknown ``render_mode``, as Gymnasium reports it."""


def check_render_mode(mode: str | None) -> None:
    """Raise ``UnknownRenderMode`` unless the mode is ``None`` or one of ``RENDER_MODES``.

    Raises ``MissingExtra`` for ``rgb_array`` if Pillow is not installed.
    """
    if mode is None:
        return
    try:
        check_choice("render_mode", mode, RENDER_MODES)
    except SchwimmenError as error:
        raise UnknownRenderMode(str(error)) from None
    if mode == "rgb_array":
        require_extra("pictures", f'render_mode="{mode}"')


@dataclass(frozen=True)
class SceneSeat:
    """Seat in a scene: ``cards`` is ``None`` for a hidden hand, empty for a seat that is out."""

    name: str
    cards: tuple[Card, ...] | None
    value: str
    turns: int
    score: str
    marks: tuple[str, ...]
    to_act: bool


@dataclass(frozen=True)
class Scene:
    """Scene of a round in its match, from the view of seat ``bottom``."""

    seats: tuple[SceneSeat, ...]
    bottom: int
    hand_size: int
    score_unit: str
    table: tuple[Card, ...]
    talon: int
    aside: int
    over: bool


def scene_of(
    rules: RuleSet,
    rounds: RecordArray,
    matches: RecordArray,
    names: Sequence[str],
    visible: Collection[int] | None = None,
) -> Scene:
    """Return the scene of a round in its match.

    It shows the hands of the seats in ``visible`` (by default all), and open hands.
    """
    state, match = rounds[0], matches[0]
    over = state.phase == OVER
    seats = []
    for seat, name in enumerate(names):
        if not state.active >> seat & 1:
            seats.append(SceneSeat(name, (), "", 0, "out", (), False))
            continue
        cards, value = None, "?"
        if visible is None or seat in visible or over or state.shown >> seat & 1:
            cards = cards_of(state.hands[seat])
            value = str(
                points_of(kernel.hand_value_and_suit(rules_array(rules), state.hands[seat])[0])
            )
        marks = tuple(
            word
            for word, applies in (
                ("deals", seat == state.dealer),
                ("closed", not state.open >> seat & 1),
                ("swims", match.status[seat] == SWIMMING),
                ("out", match.status[seat] == OUT),
                ("wins", match.over and match.winners >> seat & 1),
            )
            if applies
        )
        to_act = bool(state.phase < SHUFFLE and seat == state.to_act)
        turns = int(state.turns_of[seat])
        seats.append(
            SceneSeat(name, cards, value, turns, _score(rules, match, seat), marks, to_act)
        )
    return Scene(
        seats=tuple(seats),
        bottom=min(visible, default=0) if visible else 0,
        hand_size=rules.hand_size,
        score_unit="points" if rules.scoring == "points" else "lives",
        table=cards_of(state.table),
        talon=int(state.talon_end - state.talon_top),
        aside=int(state.aside_count),
        over=bool(over),
    )


def render_scene(mode: str | None, scene: Scene) -> Any:
    """Return the result of ``render()``: text (``ansi``), an image, or ``None``."""
    if mode is None:
        gymnasium.logger.warn("render() was called, but no render_mode was chosen")
        return None
    if mode == "rgb_array":
        from .picture import draw_scene

        return draw_scene(scene)
    if mode == "ansi":
        return scene_text(scene)
    print(scene_text(scene))
    return None


def scene_text(scene: Scene) -> str:
    """Return the scene as text, one line for each seat; ``>`` marks the seat to act."""
    rows = [["", "", "hand", "value", "turns", scene.score_unit]]
    for seat in scene.seats:
        if seat.cards == ():
            rows.append(["", seat.name, "", "", "", seat.score])
            continue
        hidden = " ".join(["??"] * scene.hand_size)
        rows.append(
            [
                ">" if seat.to_act else "",
                seat.name,
                hidden if seat.cards is None else card_names(seat.cards),
                seat.value,
                str(seat.turns),
                seat.score,
                *seat.marks,
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


def _score(rules: RuleSet, match: Any, seat: int) -> str:
    if rules.scoring == "points":
        return str(points_of(match.totals[seat]))
    return str(match.lives[seat])
