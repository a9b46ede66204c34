"""Arguments of rounds and matches, which callers may give in several forms."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from random import Random, SystemRandom
from typing import Any, SupportsIndex

from .cards import mask_of
from .errors import MAX_QUOTE_LENGTH, RuleSetError, SchwimmenError, one_line, quote, whole_number
from .ruleset import RuleSet


class SystemChance(SystemRandom):
    """Random numbers from the system; without state, so a copy is a new instance."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()


def chance_from(seed: int | None, chance: Random | None, needed: bool) -> Random | None:
    """Return a generator from a seed, the generator given, or the system's if needed.

    Raises ``RuleSetError`` for both a seed and a generator, ``SchwimmenError`` for a seed that is
    not a whole number.
    """
    if seed is None:
        return SystemChance() if chance is None and needed else chance
    if chance is not None:
        raise RuleSetError("chance comes from a seed or is given itself, not both", "seed")
    return Random(whole_number("seed", seed))


def player_names(rules: RuleSet, players: int | Iterable[str]) -> tuple[str, ...]:
    """Return the names of the players, "Player 1" and so on for a number of players.

    Raises ``RuleSetError`` for a wrong number of players and for anything but a list of text.

    >>> player_names(RuleSet("pagat"), 2)
    ('Player 1', 'Player 2')
    """
    if isinstance(players, str | bytes):
        raise RuleSetError(
            f"players: a number or a list of names, such as [{quote(players)}, ...]", "players"
        )
    if not isinstance(players, Iterable):
        rules.check_players(players)
        return tuple(f"Player {seat + 1}" for seat in range(players))
    names = tuple(players)
    for name in names:
        if not isinstance(name, str):
            raise RuleSetError(f"players: {quote(name)} is not a name", "players")
    rules.check_players(len(names))
    return names


def seats_dealt_in(
    players: int, dealer: int, leader: int | None, active: Iterable[int] | None
) -> tuple[int, int]:
    """Return the mask of the seats dealt in, by default all, and the leader of a round.

    The leader is by default the first seat dealt in to the left of the dealer. Raises
    ``RuleSetError`` for fewer than two seats, a seat that does not exist, and a dealer or leader
    that is not dealt in; ``SchwimmenError`` for a seat that is not a whole number.

    >>> seats_dealt_in(4, dealer=2, leader=None, active=[0, 2])
    (5, 0)
    """
    if active is None and leader is None and 0 <= dealer < players:
        return (1 << players) - 1, (dealer + 1) % players
    seats = range(players)
    chosen = seats if active is None else {whole_number("active", seat) for seat in active}
    dealt_in = tuple(sorted(chosen))
    if len(dealt_in) < 2 or dealer not in dealt_in or not set(dealt_in) <= set(seats):
        raise RuleSetError(
            f"the dealer and at least one more of the seats 0 to {players - 1} are dealt in",
            "dealer",
        )
    if leader is None:
        leader = next((seat for seat in dealt_in if seat > dealer), dealt_in[0])
    elif (leader := whole_number("leader", leader)) not in dealt_in:
        raise RuleSetError(f"seat {leader} cannot lead, it is not dealt in", "leader")
    return mask_of(dealt_in), leader


def action_number(action: SupportsIndex) -> int:
    """Return the number of an action as an ``int``. Raises ``SchwimmenError`` for anything else."""
    try:
        if not isinstance(action, bool):
            return index(action)
    except TypeError:
        pass
    quoted = one_line(repr(action))[:MAX_QUOTE_LENGTH]
    raise SchwimmenError(f"action: {quoted} is not the name or number of an action, nor a Choice")
