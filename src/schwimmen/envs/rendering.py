"""A table as text, for people who watch an environment."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from schwimmen.rules import RuleSet, card_names, cards_of, kernel
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.state import OUT, OVER, SHUFFLE, SWIMMING, Records
from schwimmen.rules.viewing import points_of


def picture(
    rules: RuleSet,
    rounds: Records,
    matches: Records,
    names: Sequence[str],
    watching: Collection[int] | None = None,
) -> str:
    """A round within its match as lines of text: what every seat holds and how it stands.

    Hands are seen from the seats that are ``watching`` (all of them, if not told); of the others
    only what lies open. ``>`` marks the seat to act.
    """
    state, match = rounds[0], matches[0]
    over = state.phase == OVER
    rows = [["", "", "hand", "value", "turns", "points" if rules.scoring == "points" else "lives"]]
    for seat, name in enumerate(names):
        if not state.active >> seat & 1:
            rows.append(["", name, "", "", "", "out"])
            continue
        hand, value = " ".join(["??"] * rules.hand_size), "?"
        if watching is None or seat in watching or over or state.shown >> seat & 1:
            hand = card_names(cards_of(state.hands[seat]))
            value = str(points_of(kernel.measure_hand(numbers_of(rules), state.hands[seat])[0]))
        marks = [
            word
            for word, holds in (
                ("deals", seat == state.dealer),
                ("closed", not state.open >> seat & 1),
                ("swims", match.status[seat] == SWIMMING),
                ("out", match.status[seat] == OUT),
                ("wins", match.over and match.winners >> seat & 1),
            )
            if holds
        ]
        acts = state.phase < SHUFFLE and seat == state.to_act
        rows.append(
            [
                ">" if acts else "",
                name,
                hand,
                value,
                str(state.turns_of[seat]),
                _standing(rules, matches, seat),
                *marks,
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        " ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=False)] + row[6:])
        for row in rows
    ]
    table = card_names(cards_of(state.table)) or "not turned up yet"
    talon = int(state.talon_end - state.talon_top)
    lines.append(f"table {table}, {talon} cards in the talon" + (", round over" if over else ""))
    return "\n".join(line.rstrip() for line in lines)


def _standing(rules: RuleSet, matches: Records, seat: int) -> str:
    if rules.scoring == "points":
        return str(points_of(matches[0].totals[seat]))
    return str(matches[0].lives[seat])
