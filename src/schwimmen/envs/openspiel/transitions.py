"""How a round or a match goes on from position to position.

Chance is asked as late as can be: for a card when somebody sees it or it decides something. What
lies in the talon below has no order yet. No rule is repeated for that: what is to happen is played
by the kernel with those cards in any order, and if it draws one that chance has not told, chance is
asked for it, and the same is played again.

Cards that are drawn together are told from low numbers to high, each with its share of the sets
that are still possible: their order means nothing, and the tree is that much smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb
from random import Random
from typing import Any, Final

from schwimmen.players import sample_worlds
from schwimmen.rules.actions import actions_of
from schwimmen.rules.cards import Card, card_name, card_names, cards_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.legal import ILLEGAL_REASONS, LEGAL
from schwimmen.rules.core.state import OVER, SHUFFLE, RecordArray, copy_array
from schwimmen.rules.errors import IllegalAction, SchwimmenError
from schwimmen.rules.round import Round

from .config import MOST_DEALS, Setting
from .position import CHANCE, TERMINAL, Position, Step, deal_text, name_of, own_text, step_text

# What is to be played once chance has told enough cards, where that is no action.
_DEAL: Final = -1
RECYCLE: Final = -2


class Decision(Position):
    """A seat is to act, or all is over.

    ``legal`` is the mask of the actions, ``known`` how many cards of the pack chance has told,
    ``dealt`` the round as it was dealt, ``took`` whether its dealer took the extra hand (R5).
    """

    __slots__ = ("dealt", "known", "legal", "took")

    dealt: RecordArray
    took: bool

    def __init__(
        self,
        parent: Position,
        step: Step,
        rounds: RecordArray,
        before: Decision | None,
        action: int,
        known: int,
        player: int,
        legal: int,
    ) -> None:
        super().__init__(parent, step, rounds, before, action)
        self.known = known
        self.player = player
        self.legal = legal
        self.dealt = rounds if before is None else before.dealt
        self.took = before is not None and (before.took or action == self.setting.take)

    def __reduce__(self) -> tuple[Any, ...]:
        return position_at, (self.setting, self.path)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        return actions_of(self.legal)

    def after(self, step: Step) -> Position:
        assert isinstance(step, int)
        setting = self.setting
        if not 0 <= step < setting.actions:
            raise self._illegal(step, "unknown_action")
        rounds = copy_array(self.rounds)
        code, *seen = kernel.play(setting.numbers, rounds, 0, step)
        if code != LEGAL:
            raise self._illegal(step, ILLEGAL_REASONS[code])
        known = setting.known_after(self.rounds, rounds, self.known)
        if seen[3] <= known:
            return _reached(self, step, self, step, rounds, known, seen)
        rest = tuple(
            sorted(self.rounds["pack"][0, self.known : int(self.rounds["talon_end"][0])].tolist())
        )
        wanted = min(setting.rules.hand_size, len(rest))
        return _go_on(
            Chance(self, step, self.rounds, self, step, step, self.known, (), rest, wanted, 0)
        )

    def name_of(self, step: int) -> str:
        return name_of(self.rounds, step)

    def own(self, seat: int) -> str:
        return own_text(self.dealt, seat, self.took)

    def _told(self) -> str:
        if self.before is None:
            return deal_text(self.rounds)
        return self.before.public + step_text(self.before.rounds, self.action, self.rounds)

    def _illegal(self, step: int, reason: str) -> IllegalAction:
        return IllegalAction(str(step), reason, tuple(map(self.name_of, self.legal_actions)))


class Chance(Position):
    """Chance is to tell a card, or all of them at once where the setting has chance ``sampled``.

    Once it has told enough of them ``call`` is played: an action, the deal, or the making anew of
    the talon. The first ``known`` cards of the pack were told before, ``fixed`` have been told for
    this; of the others, ``rest``, in ascending order, ``wanted`` are still drawn together, none of
    them from before the place ``least``.
    """

    __slots__ = ("call", "fixed", "known", "least", "rest", "wanted")

    player = CHANCE

    def __init__(
        self,
        parent: Position | None,
        step: Step,
        rounds: RecordArray,
        before: Decision | None,
        action: int,
        call: int,
        known: int,
        fixed: tuple[Card, ...],
        rest: tuple[Card, ...],
        wanted: int,
        least: int,
    ) -> None:
        super().__init__(parent, step, rounds, before, action)
        self.call = call
        self.known = known
        self.fixed = fixed
        self.rest = rest
        self.wanted = wanted
        self.least = least

    def __reduce__(self) -> tuple[Any, ...]:
        return position_at, (self.setting, self.path)

    def __str__(self) -> str:
        return f"{super().__str__()}, told {card_names(self.fixed)}"

    @property
    def legal_actions(self) -> tuple[int, ...]:
        if self.setting.sampled:
            return (0,)
        return self.rest[self.least : len(self.rest) - self.wanted + 1]

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes, each with its probability."""
        if self.setting.sampled:
            return [(0, 1.0)]
        shares = _shares(len(self.rest) - self.least, self.wanted)
        return list(zip(self.legal_actions, shares, strict=True))

    def after(self, step: Step) -> Position:
        if isinstance(step, tuple):
            return self._with(step, step, (), 0, 0)
        if step not in self.legal_actions:
            raise SchwimmenError(f"chance: {step!r} is none of {list(self.legal_actions)}")
        place = self.rest.index(step, self.least)
        rest = self.rest[:place] + self.rest[place + 1 :]
        return self._with(step, (*self.fixed, step), rest, self.wanted - 1, place)

    def name_of(self, step: int) -> str:
        return "shuffle" if self.setting.sampled else card_name(step)

    def own(self, seat: int) -> str:
        return "" if self.before is None else self.before.own(seat)

    def _told(self) -> str:
        before = self.before
        return "" if before is None else f"{before.public}; {before.name_of(self.action)}"

    def _with(
        self, step: Step, fixed: tuple[Card, ...], rest: tuple[Card, ...], wanted: int, least: int
    ) -> Position:
        return _go_on(
            Chance(
                self,
                step,
                self.rounds,
                self.before,
                self.action,
                self.call,
                self.known,
                fixed,
                rest,
                wanted,
                least,
            )
        )

    def play(self) -> tuple[RecordArray, int, Sequence[int]]:
        """The round after the call, how many cards of its pack are known, and a glance at it."""
        setting = self.setting
        rounds = copy_array(self.rounds)
        cards = self.fixed + self.rest
        if self.call == RECYCLE:
            rounds["aside"][0, : len(cards)] = cards
            return rounds, len(self.fixed), kernel.recycle(setting.numbers, rounds, 0)
        rounds["pack"][0, self.known : self.known + len(cards)] = cards
        if self.call == _DEAL:
            seen = setting.deal(rounds, self.matches)
        else:
            seen = kernel.play(setting.numbers, rounds, 0, self.call)[1:]
        known = setting.known_after(self.rounds, rounds, self.known + len(self.fixed))
        return rounds, known, seen


def root(setting: Setting) -> Position:
    """The position before the first deal."""
    first = _deal(setting, None, ())
    first.setting = setting
    first.matches = setting.first_match if setting.match else None
    first.past = None
    return first


def position_at(setting: Setting, path: Iterable[Step]) -> Position:
    """The position to which the steps lead from the root."""
    at = root(setting)
    for step in path:
        at = at.after(step)
    return at


def _deal(setting: Setting, parent: Position | None, step: Step) -> Chance:
    size, cards = setting.rules.hand_size, setting.rules.cards
    return Chance(parent, step, setting.new_round(), None, 0, _DEAL, 0, (), cards, size, 0)


def _go_on(chance: Chance) -> Position:
    """Play on until chance has a choice, or somebody else; what is no choice is no node."""
    setting = chance.setting
    while not chance.wanted or (
        not setting.sampled and chance.wanted == len(chance.rest) - chance.least
    ):
        end = chance.least + chance.wanted
        chance.fixed += chance.rest[chance.least : end]
        chance.rest = chance.rest[: chance.least] + chance.rest[end:]
        rounds, known, seen = chance.play()
        if seen[3] <= known:
            assert chance.parent is not None
            before, action = chance.before, chance.action
            return _reached(chance.parent, chance.step, before, action, rounds, known, seen)
        chance.wanted = min(setting.rules.hand_size, len(chance.rest))
        chance.least = 0
    return chance


def _reached(
    parent: Position,
    step: Step,
    before: Decision | None,
    action: int,
    rounds: RecordArray,
    known: int,
    seen: Sequence[int],
) -> Position:
    """The position after a call that drew no card which is not known."""
    phase, player, legal, _ = seen
    if phase == SHUFFLE:
        aside = tuple(sorted(rounds["aside"][0, : rounds["aside_count"][0]].tolist()))
        wanted = parent.setting.rules.hand_size - int(rounds["table"][0]).bit_count()
        return _go_on(
            Chance(parent, step, rounds, before, action, RECYCLE, 0, (), aside, wanted, 0)
        )
    if phase != OVER:
        return Decision(parent, step, rounds, before, action, known, player, legal)
    end = Decision(parent, step, rounds, before, action, known, TERMINAL, 0)
    if parent.matches is None:
        return _dealt_again(end) if _unplayed(end) else end
    return _settled(end)


def _settled(end: Decision) -> Position:
    """The position after a round of a match: the next deal, or all is over."""
    setting = end.setting
    assert end.parent is not None
    assert end.matches is not None
    matches = copy_array(end.matches)
    kernel.settle_round(setting.numbers, matches, end.rounds, 0)
    end.matches = matches
    if matches["over"][0]:
        return _dealt_again(end) if _unplayed(end) else end
    if matches["rounds"][0] >= setting.most_rounds:
        matches["winners"] = kernel.active(matches, 0)
        return end
    chance = _deal(setting, end.parent, end.step)
    chance.matches = matches
    chance.past = end
    return chance


def _unplayed(end: Decision) -> bool:
    """Whether an episode is over in which no seat was to act, and is to be dealt again."""
    setting = end.setting
    if not setting.redeal or len(end.path) >= MOST_DEALS * setting.told_by_deal:
        return False
    rounds: Decision | None = end
    while rounds is not None:
        if rounds.before is not None:
            return False
        rounds = rounds.past
    return True


def _dealt_again(end: Decision) -> Position:
    """The first deal of another episode."""
    setting = end.setting
    chance = _deal(setting, end.parent, end.step)
    chance.matches = setting.first_match if setting.match else None
    chance.past = None
    return chance


@lru_cache(maxsize=4096)
def _shares(cards: int, wanted: int) -> tuple[float, ...]:
    """For each place the share of the sets of ``wanted`` among ``cards`` whose first is there."""
    sets = comb(cards, wanted)
    return tuple(comb(cards - place, wanted - 1) / sets for place in range(1, cards - wanted + 2))


def resampled(at: Decision, player: int, chance: Random) -> Position:
    """Return a position in which a player would have seen and done just the same.

    The cards of this round that the player has not seen are drawn, each deal as likely as any
    other. The rounds of a match before it have no bearing on it and stay as they were.
    """
    (world,) = sample_worlds(round_at(at).view(player), chance=chance)
    here = position_at(at.setting, () if at.past is None else at.past.path)
    here = _told(here, world)
    for action in world.action_numbers:
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
