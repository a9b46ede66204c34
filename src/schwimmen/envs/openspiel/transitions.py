"""Transitions from position to position in a round or match.

Chance draws a card as late as possible: when the card is seen or affects the play. The rest of the
talon has no order yet. To do so without a second implementation of the rules, the kernel plays the
next event with the remaining cards in arbitrary order. If it draws a card that chance has not drawn
yet, a chance node draws it, and the event is played again.

Cards that are drawn together come in ascending order, each with the probability that it is the
lowest of the set: their order has no meaning, and the tree is smaller.
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
from schwimmen.rules.cards import bits_of, card_name, card_names
from schwimmen.rules.core import kernel
from schwimmen.rules.core.legal import ILLEGAL_REASONS, LEGAL
from schwimmen.rules.core.state import OVER, SHUFFLE, RecordArray, copy_array
from schwimmen.rules.errors import IllegalAction, SchwimmenError
from schwimmen.rules.round import Round

from .config import MAX_DEALS, GameConfig
from .position import CHANCE, TERMINAL, Position, Step, deal_text, name_of, private_text, step_text

# The pending event of a chance node, if it is not an action.
_DEAL: Final = -1
RECYCLE: Final = -2


class DecisionNode(Position):
    """Decision of a seat, or the end of the game.

    ``legal`` is the mask of legal actions, ``known`` the number of cards of the pack that chance
    has drawn, ``dealt`` the round after the deal, ``took`` whether its dealer took the extra hand
    (R5).
    """

    __slots__ = ("dealt", "known", "legal", "took")

    dealt: RecordArray
    took: bool

    def __init__(
        self,
        parent: Position,
        step: Step,
        rounds: RecordArray,
        before: DecisionNode | None,
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
        self.took = before is not None and (before.took or action == self.config.take_action)

    def __reduce__(self) -> tuple[Any, ...]:
        return position_at, (self.config, self.path)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        return actions_of(self.legal)

    def after(self, step: Step) -> Position:
        assert isinstance(step, int)
        config = self.config
        if not 0 <= step < config.actions:
            raise self._illegal(step, "unknown_action")
        rounds = copy_array(self.rounds)
        code, *status = kernel.play(config.numbers, rounds, 0, step)
        if code != LEGAL:
            raise self._illegal(step, ILLEGAL_REASONS[code])
        known = config.known_cards_after(self.rounds, rounds, self.known)
        if status[3] <= known:
            return _next_position(self, step, self, step, rounds, known, status)
        remaining = tuple(
            sorted(self.rounds["pack"][0, self.known : int(self.rounds["talon_end"][0])].tolist())
        )
        to_draw = min(config.rules.hand_size, len(remaining))
        return _play_forward(
            ChanceNode(
                self, step, self.rounds, self, step, step, self.known, (), remaining, to_draw, 0
            )
        )

    def name_of(self, step: int) -> str:
        return name_of(self.rounds, step)

    def private(self, seat: int) -> str:
        return private_text(self.dealt, seat, self.took)

    def _public_text(self) -> str:
        if self.before is None:
            return deal_text(self.rounds)
        return self.before.public + step_text(self.before.rounds, self.action, self.rounds)

    def _illegal(self, step: int, reason: str) -> IllegalAction:
        return IllegalAction(str(step), reason, tuple(map(self.name_of, self.legal_actions)))


class ChanceNode(Position):
    """Chance node that draws a card, or all cards at once if the configuration is ``sampled``.

    Once enough cards are drawn, ``pending`` is played: an action, the deal, or the recycling of the
    talon. The first ``known`` cards of the pack were drawn before, ``drawn`` are drawn for this
    event; of the other cards, ``remaining``, in ascending order, ``to_draw`` are still drawn
    together, none of them before index ``min_index``.
    """

    __slots__ = ("drawn", "known", "min_index", "pending", "remaining", "to_draw")

    player = CHANCE

    def __init__(
        self,
        parent: Position | None,
        step: Step,
        rounds: RecordArray,
        before: DecisionNode | None,
        action: int,
        pending: int,
        known: int,
        drawn: tuple[int, ...],
        remaining: tuple[int, ...],
        to_draw: int,
        min_index: int,
    ) -> None:
        super().__init__(parent, step, rounds, before, action)
        self.pending = pending
        self.known = known
        self.drawn = drawn
        self.remaining = remaining
        self.to_draw = to_draw
        self.min_index = min_index

    def __reduce__(self) -> tuple[Any, ...]:
        return position_at, (self.config, self.path)

    def __str__(self) -> str:
        return f"{super().__str__()}, drawn {card_names(self.drawn)}"

    @property
    def legal_actions(self) -> tuple[int, ...]:
        if self.config.sampled:
            return (0,)
        return self.remaining[self.min_index : len(self.remaining) - self.to_draw + 1]

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes with their probabilities."""
        if self.config.sampled:
            return [(0, 1.0)]
        shares = _shares(len(self.remaining) - self.min_index, self.to_draw)
        return list(zip(self.legal_actions, shares, strict=True))

    def after(self, step: Step) -> Position:
        if isinstance(step, tuple):
            return self._with(step, step, (), 0, 0)
        if step not in self.legal_actions:
            raise SchwimmenError(f"chance: {step!r} is none of {list(self.legal_actions)}")
        place = self.remaining.index(step, self.min_index)
        remaining = self.remaining[:place] + self.remaining[place + 1 :]
        return self._with(step, (*self.drawn, step), remaining, self.to_draw - 1, place)

    def name_of(self, step: int) -> str:
        return "shuffle" if self.config.sampled else card_name(step)

    def private(self, seat: int) -> str:
        return "" if self.before is None else self.before.private(seat)

    def _public_text(self) -> str:
        before = self.before
        return "" if before is None else f"{before.public}; {before.name_of(self.action)}"

    def _with(
        self,
        step: Step,
        drawn: tuple[int, ...],
        remaining: tuple[int, ...],
        to_draw: int,
        min_index: int,
    ) -> Position:
        return _play_forward(
            ChanceNode(
                self,
                step,
                self.rounds,
                self.before,
                self.action,
                self.pending,
                self.known,
                drawn,
                remaining,
                to_draw,
                min_index,
            )
        )

    def play(self) -> tuple[RecordArray, int, Sequence[int]]:
        """Return the round after the pending event, its number of known cards and its status."""
        config = self.config
        rounds = copy_array(self.rounds)
        cards = self.drawn + self.remaining
        if self.pending == RECYCLE:
            rounds["aside"][0, : len(cards)] = cards
            return rounds, len(self.drawn), kernel.recycle(config.numbers, rounds, 0)
        rounds["pack"][0, self.known : self.known + len(cards)] = cards
        if self.pending == _DEAL:
            status = config.deal(rounds, self.matches)
        else:
            status = kernel.play(config.numbers, rounds, 0, self.pending)[1:]
        known = config.known_cards_after(self.rounds, rounds, self.known + len(self.drawn))
        return rounds, known, status


def root(config: GameConfig) -> Position:
    """Return the position before the first deal."""
    first = _deal(config, None, ())
    first.config = config
    first.matches = config.first_match if config.match else None
    first.past = None
    return first


def position_at(config: GameConfig, path: Iterable[Step]) -> Position:
    """Return the position reached from the root by steps."""
    at = root(config)
    for step in path:
        at = at.after(step)
    return at


def _deal(config: GameConfig, parent: Position | None, step: Step) -> ChanceNode:
    size, cards = config.rules.hand_size, tuple(map(int, config.rules.cards))
    return ChanceNode(parent, step, config.new_round(), None, 0, _DEAL, 0, (), cards, size, 0)


def _play_forward(chance: ChanceNode) -> Position:
    """Play on until chance or a seat has a choice, without nodes for forced outcomes."""
    config = chance.config
    while not chance.to_draw or (
        not config.sampled and chance.to_draw == len(chance.remaining) - chance.min_index
    ):
        end = chance.min_index + chance.to_draw
        chance.drawn += chance.remaining[chance.min_index : end]
        chance.remaining = chance.remaining[: chance.min_index] + chance.remaining[end:]
        rounds, known, status = chance.play()
        if status[3] <= known:
            assert chance.parent is not None
            before, action = chance.before, chance.action
            return _next_position(chance.parent, chance.step, before, action, rounds, known, status)
        chance.to_draw = min(config.rules.hand_size, len(chance.remaining))
        chance.min_index = 0
    return chance


def _next_position(
    parent: Position,
    step: Step,
    before: DecisionNode | None,
    action: int,
    rounds: RecordArray,
    known: int,
    status: Sequence[int],
) -> Position:
    """Return the position after an event that drew only known cards."""
    phase, player, legal, _ = status
    if phase == SHUFFLE:
        aside = tuple(sorted(rounds["aside"][0, : rounds["aside_count"][0]].tolist()))
        to_draw = parent.config.rules.hand_size - int(rounds["table"][0]).bit_count()
        return _play_forward(
            ChanceNode(parent, step, rounds, before, action, RECYCLE, 0, (), aside, to_draw, 0)
        )
    if phase != OVER:
        return DecisionNode(parent, step, rounds, before, action, known, player, legal)
    end = DecisionNode(parent, step, rounds, before, action, known, TERMINAL, 0)
    if parent.matches is None:
        return _redeal(end) if _should_redeal(end) else end
    return _settled(end)


def _settled(end: DecisionNode) -> Position:
    """Return the position after a round of a match: the next deal or the end."""
    config = end.config
    assert end.parent is not None
    assert end.matches is not None
    matches = copy_array(end.matches)
    kernel.settle_round(config.numbers, matches, end.rounds, 0)
    end.matches = matches
    if matches["over"][0]:
        return _redeal(end) if _should_redeal(end) else end
    if matches["rounds"][0] >= config.max_rounds:
        matches["winners"] = kernel.active(matches, 0)
        return end
    chance = _deal(config, end.parent, end.step)
    chance.matches = matches
    chance.past = end
    return chance


def _should_redeal(end: DecisionNode) -> bool:
    """Return whether the episode ended without a decision and is dealt again."""
    config = end.config
    if not config.redeal or len(end.path) >= MAX_DEALS * config.chance_outcomes_per_deal:
        return False
    rounds: DecisionNode | None = end
    while rounds is not None:
        if rounds.before is not None:
            return False
        rounds = rounds.past
    return True


def _redeal(end: DecisionNode) -> Position:
    """Return the first deal of another episode."""
    config = end.config
    chance = _deal(config, end.parent, end.step)
    chance.matches = config.first_match if config.match else None
    chance.past = None
    return chance


@lru_cache(maxsize=4096)
def _shares(cards: int, to_draw: int) -> tuple[float, ...]:
    """Return the probability of each index to be the lowest of ``to_draw`` out of ``cards``."""
    sets = comb(cards, to_draw)
    return tuple(comb(cards - place, to_draw - 1) / sets for place in range(1, cards - to_draw + 2))


def resample(at: DecisionNode, player: int, chance: Random) -> Position:
    """Return a random position in the same information state of a player.

    The cards of this round that the player has not seen are drawn, with all deals equally likely.
    Earlier rounds of a match are unchanged.
    """
    (world,) = sample_worlds(round_at(at).view(player), chance=chance)
    here = position_at(at.config, () if at.past is None else at.past.path)
    here = _reveal(here, world)
    for action in world.action_numbers:
        here = _reveal(here.after(action), world)
    return here


def round_at(at: DecisionNode) -> Round:
    """Return the round of a decision, with the cards that chance has not drawn in any order."""
    decisions = [at]
    while (before := decisions[-1].before) is not None:
        decisions.append(before)
    decisions.reverse()
    # Chance draws a pack card by card: the last record before it is recycled has the most cards.
    packs = {int(one.rounds["recyclings"][0]): one.rounds["pack"][0].tolist() for one in decisions}
    config, dealt = at.config, at.dealt
    round_ = Round(
        config.rules,
        config.players,
        packs[0][: len(config.rules.cards)],
        int(dealt["dealer"][0]),
        int(dealt["leader"][0]),
        bits_of(dealt["active"][0]),
    )
    for _, then in pairwise(decisions):
        round_.play(then.action)
        if round_.needs_shuffle:
            order = packs[int(then.rounds["recyclings"][0])]
            round_.recycle(order[: len(round_.aside)])
    return round_


def _reveal(here: Position, world: Round) -> Position:
    """Let chance draw the cards of a world until a seat is to act."""
    while isinstance(here, ChanceNode):
        recycled = int(here.rounds["recyclings"][0]) + (here.pending == RECYCLE)
        here = here.after(_step(here, world.shuffles[recycled - 1] if recycled else world.pack))
    return here


def _step(chance: ChanceNode, order: tuple[int, ...]) -> Step:
    drawn = len(chance.drawn)
    coming = order[chance.known : chance.known + drawn + chance.to_draw]
    if chance.config.sampled:
        return order
    return min(set(coming) - set(chance.drawn))
