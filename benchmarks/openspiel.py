"""Speed of our OpenSpiel game, compared with OpenSpiel's Python game ``python_kuhn_poker``.

Run it with ``make benchmark-openspiel``. *Play*: whole games by the loop of OpenSpiel's examples,
in which players choose uniformly among their legal actions; a step is an action or a chance
outcome. *Walk*: the whole tree, as CFR traverses it, with a child state for every action and the
information state of the player to act; a step is a node.
"""

import random
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.games import kuhn_poker

from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.envs.openspiel import NAME, REDUCED_GAMES

KUHN = "python_kuhn_poker"
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pagat, 3 players", {}),
    ("pagat, 3 players, sampled", {"chance": "sampled"}),
    ("dutch, 3 players", {"preset": "dutch"}),
    ("choy, 4 players", {"preset": "choy", "players": 4}),
    ("pagat, 3 players, match, sampled", {"episode": "match", "chance": "sampled"}),
    ("one-card", REDUCED_GAMES["one-card"]),
)


def playing(game: Any) -> Callable[[int], int]:
    chance = random.Random(1)

    def play(games: int) -> int:
        steps = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, shares)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
            state.returns()
        return steps

    return play


def walking(game: Any) -> Callable[[int], int]:
    def walk(state: Any) -> int:
        if state.is_terminal():
            state.returns()
            return 1
        if state.is_chance_node():
            return 1 + sum(walk(state.child(outcome)) for outcome, _ in state.chance_outcomes())
        state.information_state_string(state.current_player())
        return 1 + sum(walk(state.child(action)) for action in state.legal_actions())

    def play(trees: int) -> int:
        return sum(walk(game.new_initial_state()) for _ in range(trees))

    return play


def main() -> None:
    """Time all subjects in turn and print two tables of the medians."""
    repetitions = arguments(__doc__).parse_args().repetitions
    kuhn = kuhn_poker.KuhnPokerGame()
    games = [(name, pyspiel.load_game(NAME, parameters)) for name, parameters in GAMES]
    played = [Subject(name, playing(game)) for name, game in [(KUHN, kuhn), *games]]
    walked = [Subject(name, walking(game)) for name, game in [(KUHN, kuhn), games[-1]]]
    for subject in played + walked:
        subject.settle()
    time_in_turn(played + walked, repetitions)
    print_heading(", one used", ("open_spiel", "numpy"), repetitions)
    for task, subjects in (("play", played), ("walk", walked)):
        print_table(
            [task, "steps/s", "±", f"x {KUHN}"],
            (
                [
                    subject.name,
                    f"{subject.rate:,.0f}",
                    f"{subject.spread:.0%}",
                    f"{subject.rate / subjects[0].rate:.2f}",
                ]
                for subject in subjects
            ),
        )
        print()


if __name__ == "__main__":
    main()
