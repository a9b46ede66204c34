"""Reasons of a review as English sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from schwimmen.players.value_function import Reason as Reason

Numbers: TypeAlias = Mapping[str, float]


def sentence(reason: Reason, names: Sequence[str]) -> str:
    """Return a reason as an English sentence.

    ``names`` are those of the players. "Otherwise" stands for the action that is not the best one.

    >>> numbers = {"value": 27.0, "beaten": 0.708}
    >>> print(sentence(Reason("strong_hand", 0.9, 1, (), numbers), ["Ann", "Ben"]))
    27 is enough to stop here: it beats 71 % of what Ben may have.
    """
    player = "" if reason.seat is None else names[reason.seat]
    return _SENTENCES[reason.code](reason, reason.numbers, player)


def _better_hand(reason: Reason, numbers: Numbers, player: str) -> str:
    worth = f"The hand is then worth {numbers['value']:g} instead of {numbers['other_value']:g}"
    beaten, other_beaten = _percent(numbers["beaten"]), _percent(numbers["other_beaten"])
    if beaten == other_beaten:
        return f"{worth}."
    return f"{worth}: it beats {beaten} of what {player} may have, not {other_beaten}."


def _outs(reason: Reason, numbers: Numbers, player: str) -> str:
    outs, other_outs = int(numbers["outs"]), int(numbers["other_outs"])
    cards = f"{outs} unseen {'card makes' if outs == 1 else 'cards make'}"
    more = f"{cards} the hand worth more than {numbers['value']:g}"
    if other_outs == 0:
        return f"It can still improve: {more}."
    return f"{more}; after the other move {other_outs} {'does' if other_outs == 1 else 'do'}."


def _left_cards(reason: Reason, numbers: Numbers, player: str) -> str:
    *first, last = reason.cards
    cards = f"{', '.join(first)} and {last} are" if first else f"{last} is"
    part = _percent(numbers["probability"])
    one = "one of them" if first else "it"
    return f"Otherwise {cards} on the table, and in {part} of cases {player} takes {one}."


def _fewer_turns(reason: Reason, numbers: Numbers, player: str) -> str:
    count = int(numbers["turns"])
    turns = {0: "no more turns", 1: "one more turn each"}.get(count, f"{count} more turns each")
    other_turns = f"{numbers['other_turns']:.1f} each on average"
    return f"The others have {turns}; otherwise they have {other_turns}, and improve."


def _new_table(reason: Reason, numbers: Numbers, player: str) -> str:
    part = _percent(numbers["probability"])
    chance = "" if part == _percent(1) else f"; they come in {part} of cases"
    return f"New table cards help{chance}."


def _no_new_table(reason: Reason, numbers: Numbers, player: str) -> str:
    part = _percent(numbers["probability"])
    chance = "" if part == _percent(1) else f" in {part} of cases"
    return f"Otherwise new table cards come{chance}, and help the others."


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"


_SENTENCES: Final[Mapping[str, Callable[[Reason, Numbers, str], str]]] = {
    "better_hand": _better_hand,
    "special_hand": lambda _, numbers, player: (
        f"That makes {numbers['value']:g} instead of {numbers['other_value']:g}."
    ),
    "strong_hand": lambda _, numbers, player: (
        f"{numbers['value']:g} is enough to stop here: "
        f"it beats {_percent(numbers['beaten'])} of what {player} may have."
    ),
    "weak_hand": lambda _, numbers, player: (
        f"{numbers['value']:g} is not enough to stop here: "
        f"it beats {_percent(numbers['beaten'])} of what {player} may have."
    ),
    "kept_hand": lambda _, numbers, player: (
        f"Of all hands just dealt, {_percent(numbers['beaten'])} are worse than "
        f"{numbers['value']:g}."
    ),
    "poor_deal": lambda _, numbers, player: (
        f"Of all hands just dealt, only {_percent(numbers['beaten'])} are worse than "
        f"{numbers['value']:g}."
    ),
    "outs": _outs,
    "left_cards": _left_cards,
    "fewer_turns": _fewer_turns,
    "new_table": _new_table,
    "no_new_table": _no_new_table,
    "weak_opponent": lambda _, numbers, player: (
        f"Going by the play, {player} has about {numbers['value']:.0f}, less than a random hand "
        f"({numbers['usual_value']:.0f}), and is lowest in {_percent(numbers['lowest'])} of cases."
    ),
    "strong_opponent": lambda _, numbers, player: (
        f"Going by the play, {player} has about {numbers['value']:.0f}, more than a random hand "
        f"({numbers['usual_value']:.0f})."
    ),
    "known_cards": lambda reason, numbers, player: (
        f"All have seen that {player} holds {', '.join(reason.cards)}."
    ),
    "lives": lambda _, numbers, player: (
        f"The lives decide: the player to move has {numbers['own']:g}, the players at the table "
        f"have {numbers['fewest']:g} to {numbers['most']:g}. "
        "With equal lives there would be little between the two moves."
    ),
}
