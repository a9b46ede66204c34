"""Positions that a player cannot tell from the one it is in, for searches such as ISMCTS."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from schwimmen.players import sample_worlds
from schwimmen.rules.cards import Card, cards_of
from schwimmen.rules.round import Round

from .course import RECYCLE, Chance, Decision, position_at
from .position import Position, Step


def resampled(at: Decision, player: int, chance: Random) -> Position:
    """Return a position in which a player would have seen and done just the same.

    The cards of this round that the player has not seen are drawn, each deal as likely as any
    other. The rounds of a match before it have no bearing on it and stay as they were.
    """
    (world,) = sample_worlds(round_at(at).view(player), chance=chance)
    here = position_at(at.setting, () if at.past is None else at.past.path)
    here = _told(here, world)
    for action in world.played:
        here = _told(here.after(action), world)
    return here


def round_at(at: Decision) -> Round:
    """Return the round of a decision; what chance has not told of its pack is in any order."""
    decisions = [at]
    while (before := decisions[-1].before) is not None:
        decisions.append(before)
    decisions.reverse()
    # Chance tells a pack card by card: the last record before it is made anew knows the most.
    packs = {int(one.rounds["recyclings"][0]): one.rounds["pack"][0].tolist() for one in decisions}
    setting, dealt = at.setting, at.dealt
    round_ = Round(
        setting.rules,
        setting.players,
        packs[0][: len(setting.rules.cards)],
        int(dealt["dealer"][0]),
        int(dealt["leader"][0]),
        cards_of(dealt["active"][0]),
    )
    for _, then in pairwise(decisions):
        round_.play(then.action)
        if round_.needs_shuffle:
            order = packs[int(then.rounds["recyclings"][0])]
            round_.recycle(order[: len(round_.aside)])
    return round_


def _told(here: Position, world: Round) -> Position:
    """Let chance tell what it is asked for, as the cards lie in a world."""
    while isinstance(here, Chance):
        recycled = int(here.rounds["recyclings"][0]) + (here.call == RECYCLE)
        here = here.after(_step(here, world.shuffles[recycled - 1] if recycled else world.pack))
    return here


def _step(chance: Chance, order: tuple[Card, ...]) -> Step:
    fixed = len(chance.fixed)
    coming = order[chance.known : chance.known + fixed + chance.wanted]
    if chance.setting.sampled:
        return order
    return min(set(coming) - set(chance.fixed))
