"""How many random rounds a second one core plays, beside OpenSpiel's games in C++.

Run it with ``make benchmark``. All choose uniformly among their legal actions. What is counted is
decisions of players; chance (dealing, shuffling) takes time but does not count.
"""

import argparse
import os
import platform
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version

import pyspiel

from schwimmen.players.rollout import play_random_rounds
from schwimmen.rules import PRESETS, RuleSet

OPEN_SPIEL = ("leduc_poker", "crazy_eights")
SECONDS = 0.3  # that one timed repetition is made to take


@dataclass
class Subject:
    """What is timed: a number of rounds or games, played without a look at the results."""

    name: str
    players: int
    play: Callable[[int], object]
    decisions: Callable[[int], int]  # that players make in so many rounds: the same ones
    turns: Callable[[int], int] | None = None  # without the dealer's choices; ours alone
    rounds: int = 0
    seconds: list[float] = field(default_factory=list)

    def settle(self) -> None:
        """Compile, warm up, and find how many rounds fill a repetition."""
        self.rounds = 100
        self.time()
        while (taken := self.time()) < SECONDS / 3:
            self.rounds *= 2
        self.rounds = max(1, round(self.rounds * SECONDS / taken))

    def time(self) -> float:
        """Seconds of the processor that the rounds take, once: others use the machine, too."""
        start = time.process_time()
        self.play(self.rounds)
        return time.process_time() - start


def ours(preset: str, players: int) -> Subject:
    """Rounds by a preset."""
    rules = RuleSet(preset)

    def play(rounds: int) -> tuple[int, int]:
        return play_random_rounds(rules, players, rounds, seed=1)

    return Subject(preset, players, play, lambda n: play(n)[0], lambda n: play(n)[1])


class OpenSpiel:
    """A game of OpenSpiel, played in the two ways in which its C++ plays many at random."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = pyspiel.load_game(name)
        self.root = self.game.new_initial_state()
        chance = random.Random(1)
        while self.root.is_chance_node():
            self.root.apply_action(chance.choice(self.root.chance_outcomes())[0])

    def subjects(self) -> list[Subject]:
        """Whole games between its uniform bots; and roll-outs, which begin after the deal."""
        players = self.game.num_players()
        return [
            Subject(f"{self.name}, bots", players, self._bots, self._decisions_of_bots),
            Subject(f"{self.name}, roll-outs", players, self._search, self._decisions_of_search),
        ]

    def _bots(self, games: int, count_from: pyspiel.State | None = None) -> int:
        """One call for each game. Counting takes long, and is left out of what is timed."""
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
        """One call for all games: a tree search that visits two states, and rolls out from them."""
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=max(1, games // 2), seed=1)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 2, 100, False, 1, False)
        return bot.mcts_search(self.root)

    def _decisions_of_search(self, games: int) -> int:
        visited = next(node for node in self._search(2).children if node.explore_count)
        sample = 5000  # of games from either state, since a search does not say what it played
        states = self.root, self.root.child(visited.action)
        mean = sum(self._bots(sample, count_from=state) for state in states) / (2 * sample)
        return round(mean * games)


def decisions_in(state: pyspiel.State) -> int:
    """How many decisions of players led to this state."""
    return sum(action.player >= 0 for action in state.full_history())


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"


def main() -> None:
    """Time everything in turn, several times over, and print a table of the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    repetitions = parser.parse_args().repetitions

    yardsticks = [way for name in OPEN_SPIEL for way in OpenSpiel(name).subjects()]
    presets = [RuleSet(name) for name in PRESETS if name != "app"]  # another name of app-a7
    subjects = yardsticks + [
        ours(rules.preset, players)
        for rules in presets
        for players in sorted({2, 3, 4, rules.max_players})
    ]
    for subject in subjects:
        subject.settle()
    for _ in range(repetitions):  # in turn, so that a busy minute of the machine hits all alike
        for subject in subjects:
            subject.seconds.append(subject.time())

    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "open_spiel"))
    print(f"{processor()}, {os.cpu_count()} cores, one used; {platform.system()}")
    print(f"Python {platform.python_version()}, {packages}, schwimmen {version('schwimmen')}")
    print(f"median of {repetitions} repetitions; ± half the distance between the quartiles\n")
    made = [subject.decisions(subject.rounds) for subject in subjects]
    quartiles = [statistics.quantiles(subject.seconds) for subject in subjects]
    rates = [number / median for number, (_, median, _) in zip(made, quartiles, strict=True)]
    head = [
        "rules or game",
        "players",
        "rounds/s",
        "turns/s",
        "decisions/round",
        "decisions/s",
        "±",
    ]
    print("|".join(["", *head, *(f"x {subject.name}" for subject in yardsticks), ""]))
    print("|---" + "|--:" * (len(head) - 1 + len(yardsticks)) + "|")
    for subject, number, (low, median, high), rate in zip(
        subjects, made, quartiles, rates, strict=True
    ):
        cells = [subject.name, str(subject.players), f"{subject.rounds / median:,.0f}"]
        turns = subject.turns(subject.rounds) / median if subject.turns else None
        cells += ["–" if turns is None else f"{turns:,.0f}"]
        cells += [f"{number / subject.rounds:.1f}", f"{rate:,.0f}"]
        cells += [f"{(high - low) / 2 / median:.0%}"]
        cells += [f"{rate / yardstick:.1f}" for yardstick in rates[: len(yardsticks)]]
        print("|".join(["", *cells, ""]))


if __name__ == "__main__":
    main()
