"""Estimates of what actions are worth by another hand, which check the claims of the search.

They share neither its beliefs nor its rollouts nor its equities, only rules and bots. Other hands
are drawn with the probability that bots of a population would have played as was observed. Each
action is tried in the same worlds: bots of the population play the round to its end, and the rest
of the match counts as the share of matches that such bots, playing whole matches, won from there.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate, chain, combinations, islice
from math import comb, log, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import kept, print_table
from schwimmen import Card, Match, Position, RuleSet, SchwimmenError, View
from schwimmen.analysis import GRADE_LIMITS, Puzzle, Scale
from schwimmen.players import Player, PolicyPlayer, make_player
from schwimmen.simulation import Workers, run_chunks, simulate

A = TypeVar("A")
R = TypeVar("R")

ROOT: Final = Path(__file__).parent.parent
PUZZLES: Final = ROOT / "frontend" / "src" / "device" / "puzzles" / "data"

TABLES: Final = (
    ("pagat", 2),
    ("pagat", 3),
    ("pagat", 4),
    ("dutch", 2),
    ("dutch", 4),
    ("app-a9", 2),
    ("choy", 2),
)
"""Presets and numbers of players whose decisions are checked."""


class Population(NamedTuple):
    """Levels of which each other seat is one, and one plays on for the seat that decides.

    They are equally probable, those of the other seats before these have acted.
    """

    others: tuple[str, ...]
    own: tuple[str, ...]


MIXED: Final = Population(
    ("beginner", "casual", "club", "greedy", "greedy-27", "blueprint"),
    ("club", "blueprint", "greedy"),
)
STRONG: Final = Population(("blueprint",), ("blueprint",))
"""Population by which all is checked again, to see how much depends on it."""

TREMBLE: Final = 0.02
"""Probability with which an observed action is any legal one instead of the bot's choice."""
DRAWS: Final = 4
"""Choices that estimate the policy of a bot without known probabilities."""
DRAWS_OF_EARLIER: Final = 16
"""Such choices in earlier rounds, in which all hands are known."""
HANDS: Final = 3000
"""Largest number of hidden hands that are weighed for a seat; of more, as many are drawn."""
FILLS: Final = 3
"""Attempts to deal the other hidden cards so that the observed actions are possible."""

LINE_UPS: Final = 120
MATCHES: Final = 4000
"""Matches of each line-up, in which the chances to win by lives are measured."""

SCREENED: Final = 64
"""Worlds in which all actions are tried, to find the rivals of the best one."""
RIVALS: Final = 3
BATCH: Final = 100
MOST_WORLDS: Final = 4000
HEAD: Final = (
    "decisions",
    "players",
    "number",
    "best",
    "best or as good",
    "so among strong",
    "so among either",
    "ahead, claimed",
    "found",
    "found among strong",
)
ERRORS: Final = 2.0
"""Standard errors by which another action must be better for a disagreement."""


class Decision(NamedTuple):
    """Decision in which an action is claimed to be the best.

    ``actions`` were played in the round since the deal, whose position with all cards open is
    ``start``. ``losses`` has the actions that are claimed to be worse, and by how many points.
    ``earlier`` has starts and actions of the rounds of the match before, as far as they are known.
    """

    source: str
    start: str
    actions: tuple[str, ...]
    best: str
    losses: tuple[tuple[str, float], ...]
    earlier: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def match(self) -> Match:
        """Return the match at the decision, without the rounds before it."""
        return played(Position.parse(self.start), self.actions)


class Difference(NamedTuple):
    """Points by which the best action is ahead of another one: as claimed, and as estimated."""

    action: str
    claimed: float
    found: float
    error: float


class Checked(NamedTuple):
    """Decision with the differences between its best action and the rivals of it."""

    decision: Decision
    position: str
    """Position as the seat to act sees it."""
    worlds: int
    differences: tuple[Difference, ...]

    @property
    def disagrees(self) -> bool:
        """Whether a rival is better than the best action by more than noise."""
        return any(one.found < -ERRORS * one.error for one in self.differences)

    @property
    def of_rivals(self) -> Decision:
        """Decision between the best action and these rivals alone."""
        losses = tuple((one.action, one.claimed) for one in self.differences)
        return self.decision._replace(losses=losses)

    @property
    def is_first(self) -> bool:
        """Whether the best action is ahead of all rivals."""
        return all(one.found >= 0 for one in self.differences)


def played(start: Position, actions: Iterable[str], seed: int = 0) -> Match:
    """Return a match after the actions that follow a position."""
    match = Match.from_position(start, seed=seed)
    for action in actions:
        match.play(action)
    return match


class Belief(NamedTuple):
    """Hidden hands and levels that a seat may have, with their cumulative weights."""

    pairs: Sequence[tuple[tuple[Card, ...], str]]
    weights: Sequence[float]

    def draw(self, chance: Random) -> tuple[tuple[Card, ...], str]:
        """Return a hand and a level drawn by weight."""
        return self.pairs[bisect(self.weights, chance.random() * self.weights[-1])]


class Worlds:
    """Worlds of a decision: hidden cards and levels of the other seats, as their actions suggest.

    Before any action all hands are equally probable. A world counts with the probability that its
    seats would have acted as observed.
    """

    def __init__(self, decision: Decision, population: Population, chance: Random) -> None:
        self._population = population
        self._chance = chance
        self._start = Position.parse(decision.start)
        self._actions = decision.actions
        match = decision.match()
        assert match.to_act is not None
        self.seat = match.to_act
        """Seat whose decision it is."""
        self.view: View = match.view(self.seat)
        """View of that seat."""
        true = Position.parse(match.position)
        self._hidden: dict[int, tuple[Card, ...]] = {
            one.seat: tuple(
                card
                for card in true.hands[one.seat].cards
                if card is not None and card not in (*one.known, *(one.shown or ()))
            )
            for one in self.view.seats
            if one.active and one.seat != self.seat
        }
        rest = (*true.extra, *true.talon)
        self._places = [card for cards in self._hidden.values() for card in cards]
        self._places += [card for card in rest if card is not None]
        self._players: dict[str, Player] = {
            level: make_player(level, chance.getrandbits(32)) for level in population.others
        }
        self._levels = self._level_weights(decision)
        self._beliefs = {
            seat: belief
            for seat, cards in self._hidden.items()
            if (belief := self._belief(seat, len(cards))) is not None
        }

    def draw(self) -> tuple[Match, list[str]]:
        """Return the match in a world, and the levels that play on in it."""
        levels = [
            self._chance.choices(self._population.others, weights)[0] for weights in self._levels
        ]
        while True:
            hands: dict[int, tuple[Card, ...]] = {}
            for seat, belief in self._beliefs.items():
                hands[seat], levels[seat] = belief.draw(self._chance)
            cards = [card for hand in hands.values() for card in hand]
            if len(set(cards)) == len(cards) and (match := self._deal(hands, {})) is not None:
                levels[self.seat] = self._chance.choice(self._population.own)
                return match, levels

    def _deal(
        self, hands: Mapping[int, tuple[Card, ...]], views: dict[int, list[tuple[View, str]]]
    ) -> Match | None:
        """Return the match with some hidden hands, or ``None`` if it would have gone otherwise.

        The other hidden cards are dealt at random. For the seats in ``views`` what they saw before
        their actions is added, with these actions.
        """
        given = {card for hand in hands.values() for card in hand}
        others = [card for card in self._places if card not in given]
        self._chance.shuffle(others)
        rest = iter(others)
        cards: list[Card] = []
        for seat, hidden in self._hidden.items():
            cards += hands[seat] if seat in hands else [next(rest) for _ in hidden]
        moved: dict[Card | None, Card] = dict(zip(self._places, (*cards, *rest), strict=True))
        start = replace(
            self._start,
            hands=tuple(
                replace(hand, cards=tuple(moved.get(card, card) for card in hand.cards))
                for hand in self._start.hands
            ),
            extra=tuple(moved.get(card, card) for card in self._start.extra),
            talon=tuple(moved.get(card, card) for card in self._start.talon),
        )
        try:
            match = Match.from_position(start, seed=self._chance.getrandbits(32))
            for action in self._actions:
                if match.to_act in views:
                    views[match.to_act].append((match.view(match.to_act), action))
                match.play(action)
        except SchwimmenError:  # a hand that would have ended the round
            return None
        return match if match.view(self.seat) == self.view else None

    def _level_weights(self, decision: Decision) -> list[list[float]]:
        """Return the weight of each level for each seat after the earlier rounds."""
        weights = np.zeros((len(self.view.seats), len(self._players)))
        for start, actions in decision.earlier:
            match = Match.from_position(start, seed=0)
            for action in actions:
                assert match.to_act is not None
                view = match.view(match.to_act)
                weights[match.to_act] += [
                    log(probability(player, view, action, DRAWS_OF_EARLIER))
                    for player in self._players.values()
                ]
                match.play(action)
        relative: list[list[float]] = np.exp(weights - weights.max(axis=1, keepdims=True)).tolist()
        return relative

    def _belief(self, seat: int, size: int) -> Belief | None:
        """Return what the actions of a seat suggest, or ``None`` if it has not acted."""
        if not any(event.seat == seat and event.action for event in self.view.history):
            return None
        if comb(len(self._places), size) <= HANDS:
            hands = [*combinations(self._places, size)]
        else:
            hands = [tuple(self._chance.sample(self._places, size)) for _ in range(HANDS)]
        pairs: list[tuple[tuple[Card, ...], str]] = []
        weights: list[float] = []
        for hand in hands:
            for _ in range(FILLS):
                views: dict[int, list[tuple[View, str]]] = {seat: []}
                if self._deal({seat: hand}, views) is None:
                    continue
                for weight, (level, player) in zip(
                    self._levels[seat], self._players.items(), strict=True
                ):
                    for view, action in views[seat]:
                        weight *= probability(player, view, action, DRAWS)
                    pairs.append((hand, level))
                    weights.append(weight)
                break
        return Belief(pairs, [*accumulate(weights)])


def probability(player: Player, view: View, action: str, draws: int) -> float:
    """Return the estimated probability that a bot, which may tremble, takes an action."""
    legal = view.legal_actions
    if len(legal) == 1:
        return 1.0
    if isinstance(player, PolicyPlayer):
        share = player.action_probabilities(view).get(action, 0.0)
    else:
        share = sum(player.choose(view) == action for _ in range(draws)) / draws
    return (1 - TREMBLE) * share + TREMBLE / len(legal)


def points_after(match: Match, action: str, seat: int, levels: Sequence[str], seed: int) -> float:
    """Return what a seat has, in points, when bots have played a round on after an action.

    In a match for lives it is the percentage of matches won, in a game for points the lead over the
    mean of the others.
    """
    trial = match.copy()
    trial.play(action)
    players = [make_player(level, seed + place) for place, level in enumerate(levels)]
    while (acting := trial.to_act) is not None:
        trial.play(players[acting].choose(trial.view(acting)))
    if trial.rules.scoring == "points":
        points = trial.results[-1].points
        assert points is not None
        return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)
    if trial.over:
        return 100 * (seat in trial.winners) / len(trial.winners)
    assert trial.lives is not None
    assert trial.status is not None
    dealer, seats = trial.dealer, len(trial.players)
    order = [(dealer + place) % seats for place in range(seats)]
    left = [one for one in order if trial.status[one] != "out"]
    if seat not in left:
        return 0.0
    chances = chances_by_lives(trial.rules.preset, seats)
    return 100 * chances[tuple(trial.lives[one] for one in left)][left.index(seat)]


@lru_cache
def chances_by_lives(preset: str, players: int) -> dict[tuple[int, ...], list[float]]:
    """Return the measured chances to win, by the lives of all who are in, from the dealer on."""
    return kept(measured_chances, (preset, players))


def measured_chances(table: tuple[str, int]) -> dict[tuple[int, ...], list[float]]:
    """Return the shares of matches won by the lives before each of their rounds.

    The players of the matches are of levels drawn from the population.
    """
    preset, players = table
    chance = Random(f"{preset} {players}")
    whole = RuleSet(preset).options["lives"]
    sums: dict[tuple[int, ...], list[NDArray[np.float64]]] = defaultdict(list)

    def add(rows: NDArray[Any]) -> None:
        seats = np.arange(players)
        _, first, match = np.unique(rows["match"], return_index=True, return_inverse=True)
        lost = np.cumsum(rows["scores"], axis=0) - rows["scores"]
        lives = whole - (lost - lost[first][match])
        lives[(rows["active"][:, None] >> seats & 1) == 0] = -1
        last = np.append(first[1:], len(rows)) - 1
        won = (rows["winners"][last][:, None] >> seats & 1).astype(np.float64)
        won = (won / won.sum(axis=1, keepdims=True))[match]
        order = (rows["dealer"][:, None] + seats) % players
        lives = np.take_along_axis(lives, order, axis=1)
        won = np.take_along_axis(won, order, axis=1)
        states, state, counts = np.unique(lives, axis=0, return_inverse=True, return_counts=True)
        for place, (one, times) in enumerate(zip(states.tolist(), counts.tolist(), strict=True)):
            dealt_in = [left >= 0 for left in one]
            shares = won[state.reshape(-1) == place].sum(axis=0)[dealt_in]
            sums[tuple(left for left in one if left >= 0)].append(np.append(shares, times))

    for _ in range(LINE_UPS):
        levels = chance.choices(MIXED.others, k=players)
        simulate(preset, players, levels, matches=MATCHES, seed=chance.getrandbits(32), each=add)
    return {
        lives: (total[:-1] / total[-1]).tolist()
        for lives, parts in sums.items()
        for total in [np.sum(parts, axis=0)]
    }


def check(decision: Decision) -> Checked:
    """Estimate by how much the best action of a decision is ahead of its rivals."""
    return compare(decision, MIXED)


def check_again(decision: Decision) -> Checked:
    """Estimate by how much the best action is ahead among strong players alone."""
    return compare(decision, STRONG)


def compare(decision: Decision, population: Population) -> Checked:
    """Play on after the best action of a decision and after its rivals, in the same worlds."""
    chance = Random(repr(decision))
    worlds = Worlds(decision, population, chance)
    claimed = dict(decision.losses)
    limit = Scale.of(worlds.view.rules).limit(GRADE_LIMITS["mistake"]) / 3

    def leads(rivals: Iterable[str]) -> list[float]:
        match, levels = worlds.draw()
        seed = chance.getrandbits(32)
        best, *others = (
            points_after(match, action, worlds.seat, levels, seed)
            for action in (decision.best, *rivals)
        )
        return [best - other for other in others]

    rivals = [*claimed]
    if len(rivals) > RIVALS:
        means = np.mean([leads(rivals) for _ in range(SCREENED)], axis=0)
        rivals = [rivals[place] for place in np.argsort(means)[:RIVALS]]
    found: list[Difference] = []
    rows: list[list[float]] = []
    while rivals:
        rows += [leads(rivals) for _ in range(BATCH)]
        means = np.mean(rows, axis=0)
        errors = np.std(rows, axis=0, ddof=1) / sqrt(len(rows))
        ready = [error <= limit or len(rows) >= MOST_WORLDS for error in errors]
        found += [
            Difference(rival, claimed[rival], float(mean), float(error))
            for rival, mean, error, is_ready in zip(rivals, means, errors, ready, strict=True)
            if is_ready
        ]
        rows = [[one for one, out in zip(row, ready, strict=True) if not out] for row in rows]
        rivals = [rival for rival, out in zip(rivals, ready, strict=True) if not out]
    return Checked(decision, worlds.view.position, len(rows), tuple(found))


def decision_of(puzzle: Puzzle) -> Decision:
    """Return the decision of a puzzle."""
    match = puzzle.match()
    losses = zip(match.round.legal_actions, map(float, puzzle.losses), strict=True)
    return Decision(
        "puzzle",
        replace(puzzle, actions=()).match().position,
        match.round.actions,
        puzzle.best,
        tuple((action, loss) for action, loss in losses if action != puzzle.best),
    )


def shipped_puzzles(preset: str, players: int, number: int) -> list[Decision]:
    """Return the decisions of random puzzles of the page."""
    lines = (PUZZLES / f"{preset}.txt").read_text("utf-8").splitlines()
    puzzles = [Puzzle.from_line(preset, line) for line in lines]
    chosen = [puzzle for puzzle in puzzles if puzzle.players == players]
    return [decision_of(one) for one in Random(0).sample(chosen, number)]


def first_of(
    function: Callable[[A], list[Decision]], arguments: Iterable[A], number: int, workers: Workers
) -> list[Decision]:
    """Return the first decisions that a function finds in its arguments."""
    with closing(run_chunks(partial(kept, function), arguments, workers)) as found:
        return [*islice(chain.from_iterable(found), number)]


def print_checks(
    mistakes: Callable[[str, int], Iterable[A]],
    mistakes_of: Callable[[A], list[Decision]],
    number: int,
    workers: Workers,
) -> None:
    """Check some decisions of each source at each table, and print where estimates disagree.

    ``mistakes_of`` finds mistakes in what ``mistakes`` yields for a preset and number of players.
    """
    rows = []
    disagreements: list[tuple[Checked, Checked]] = []
    for preset, players in TABLES:
        if RuleSet(preset).scoring == "lives":
            chances_by_lives(preset, players)  # measured once, not by every process
        for source, decisions in (
            ("puzzles", shipped_puzzles(preset, players, number)),
            ("mistakes", first_of(mistakes_of, mistakes(preset, players), number, workers)),
        ):
            mixed = [*run_chunks(partial(kept, check), decisions, workers)]
            between = [one.of_rivals for one in mixed]
            strong = [*run_chunks(partial(kept, check_again), between, workers)]
            pairs = [*zip(mixed, strong, strict=True)]
            disagreements += (pair for pair in pairs if any(one.disagrees for one in pair))
            rows.append([f"{source}, {preset}", str(players), *summary(pairs)])
            print(*rows[-1], flush=True)
    print_table(HEAD, rows)
    for pair in disagreements:
        one = pair[0]
        print(f"\n{one.decision.source}, {one.position}, {' '.join(one.decision.actions)}")
        for name, checked in zip(("mixed", "strong"), pair, strict=True):
            for rival in checked.differences:
                print(
                    f"  {name} players: {one.decision.best} ahead of {rival.action} by "
                    f"{rival.found:.1f} ± {rival.error:.1f} points, claimed {rival.claimed:.1f}"
                )


def summary(pairs: Sequence[tuple[Checked, Checked]]) -> list[str]:
    """Return the cells of a row below ``HEAD``, from checks by the two populations."""
    claimed = [one.claimed for mixed, _ in pairs for one in mixed.differences]
    found = [
        np.mean([one.found for checked in side for one in checked.differences])
        for side in zip(*pairs, strict=True)
    ]
    return [
        str(len(pairs)),
        str(sum(mixed.is_first for mixed, _ in pairs)),
        str(sum(not mixed.disagrees for mixed, _ in pairs)),
        str(sum(not strong.disagrees for _, strong in pairs)),
        str(sum(not (mixed.disagrees and strong.disagrees) for mixed, strong in pairs)),
        f"{np.mean(claimed):.1f}",
        *(f"{one:.1f}" for one in found),
    ]
