"""Random rounds a second on one core, compared with OpenSpiel's games in C++.

Run it with ``make benchmark``. Players choose uniformly among their legal actions. Decisions of
players are counted; chance events (dealing, shuffling) take time but do not count.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

import pyspiel

from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.players.random_play import random_rounds
from schwimmen.rules import PRESETS, RuleSet

OPEN_SPIEL = ("leduc_poker", "crazy_eights")
MIN_ROUNDS = 100


@dataclass
class Rounds(Subject):
    """Rounds or games whose results are not read."""

    players: int = 2
    decisions: Callable[[int], int] = int  # of the players in the same rounds
    turns: Callable[[int], int] | None = None  # without the dealer's choices, for our rounds only


def rounds(
    name: str,
    players: int,
    play: Callable[[int], object],
    decisions: Callable[[int], int],
    turns: Callable[[int], int] | None = None,
) -> Rounds:
    """Return a subject that plays and counts rounds."""

    def played(number: int) -> int:
        play(number)
        return number

    return Rounds(name, played, players=players, decisions=decisions, turns=turns)


def ours(preset: str, players: int) -> Rounds:
    """Return rounds by a preset."""
    rules = RuleSet(preset)

    def play(rounds: int) -> tuple[int, int]:
        return random_rounds(rules, players, rounds, seed=1)

    return rounds(preset, players, play, lambda n: play(n)[0], lambda n: play(n)[1])


class OpenSpiel:
    """OpenSpiel game, played at random in the two ways that its C++ offers."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = pyspiel.load_game(name)
        self.root = self.game.new_initial_state()
        chance = random.Random(1)
        while self.root.is_chance_node():
            self.root.apply_action(chance.choice(self.root.chance_outcomes())[0])

    def subjects(self) -> list[Rounds]:
        """Return whole games between uniform bots, and rollouts, which begin after the deal."""
        players = self.game.num_players()
        return [
            rounds(f"{self.name}, bots", players, self._bots, self._decisions_of_bots),
            rounds(f"{self.name}, rollouts", players, self._search, self._decisions_of_search),
        ]

    def _bots(self, games: int, count_from: pyspiel.State | None = None) -> int:
        """Play games with one call for each; the slow counting is not part of the timing."""
        bots = [pyspiel.make_uniform_random_bot(n, n) for n in range(self.game.num_players())]
        made = 0
        for seed in range(games):
            state = count_from.clone() if count_from else self.game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            if count_from:
                made += decisions_in(state) - decisions_in(count_from)
        return made

    def _decisions_of_bots(self, games: int) -> int:
        return self._bots(games, count_from=self.game.new_initial_state())

    def _search(self, games: int) -> pyspiel.SearchNode:
        """Play all games in one call: a tree search with rollouts from two states."""
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=max(1, games // 2), seed=1)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 2, 100, False, 1, False)
        return bot.mcts_search(self.root)

    def _decisions_of_search(self, games: int) -> int:
        visited = next(node for node in self._search(2).children if node.explore_count)
        sample = 5000  # games from each state, since a search does not report its decisions
        states = self.root, self.root.child(visited.action)
        mean = sum(self._bots(sample, count_from=state) for state in states) / (2 * sample)
        return round(mean * games)


def decisions_in(state: pyspiel.State) -> int:
    """Return the number of decisions of players before this state."""
    return sum(action.player >= 0 for action in state.full_history())


def main() -> None:
    """Time all subjects in turn, several times, and print a table of the medians."""
    repetitions = arguments(__doc__).parse_args().repetitions

    yardsticks = [game for name in OPEN_SPIEL for game in OpenSpiel(name).subjects()]
    presets = [RuleSet(name) for name in PRESETS if name != "app"]  # another name of app-a7
    subjects = yardsticks + [
        ours(rules.preset, players)
        for rules in presets
        for players in sorted({2, 3, 4, rules.max_players})
    ]
    for subject in subjects:
        subject.settle(least=MIN_ROUNDS)
    time_in_turn(subjects, repetitions)

    print_heading(", one used", ("numpy", "open_spiel"), repetitions)
    a_round = [subject.decisions(subject.size) / subject.size for subject in subjects]
    rates = [made * subject.rate for made, subject in zip(a_round, subjects, strict=True)]
    head = ["rules or game", "players", "rounds/s", "turns/s", "decisions/round", "decisions/s"]
    rows = []
    for subject, made, rate in zip(subjects, a_round, rates, strict=True):
        turns = subject.turns(subject.size) / subject.size if subject.turns else None
        cells = [subject.name, str(subject.players), f"{subject.rate:,.0f}"]
        cells += ["–" if turns is None else f"{turns * subject.rate:,.0f}"]
        cells += [f"{made:.1f}", f"{rate:,.0f}", f"{subject.spread:.0%}"]
        rows.append(cells + [f"{rate / base:.1f}" for base in rates[: len(yardsticks)]])
    print_table([*head, "±", *(f"x {subject.name}" for subject in yardsticks)], rows)


if __name__ == "__main__":
    main()
