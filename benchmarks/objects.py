"""Decisions a second of ``Round`` and ``Match``, compared with OpenSpiel and RLCard.

Run it with ``make benchmark-objects``. Every game is played by a loop in Python, included in the
time, in which players choose uniformly among their legal actions. OpenSpiel's game is written in
C++. Rounds are given shuffled packs; matches shuffle their own.
"""

import random
from collections.abc import Callable
from itertools import cycle
from typing import Any

from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.rules import Match, Round, RuleSet

PACKS = 2000


def leduc_of_openspiel() -> Callable[[int], int]:
    import pyspiel

    game = pyspiel.load_game("leduc_poker")
    chance = random.Random(1)

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    equally_likely = state.chance_outcomes()
                    state.apply_action(chance.choice(equally_likely)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    decisions += 1
            state.returns()
        return decisions

    return play


def leduc_of_rlcard() -> Callable[[int], int]:
    import rlcard

    env: Any = rlcard.make("leduc-holdem", {"seed": 1})
    chance = random.Random(1)

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                decisions += 1
            env.get_payoffs()
        return decisions

    return play


def rounds_of(preset: str, players: int, legal: str = "legal_numbers") -> Callable[[int], int]:
    """Return a player of rounds, by the attribute of ``Round`` with the legal actions."""
    rules, chance = RuleSet(preset), random.Random(1)
    packs = cycle([chance.sample(rules.cards, len(rules.cards)) for _ in range(PACKS)])

    def play(rounds: int) -> int:
        decisions = 0
        for _ in range(rounds):
            round_ = Round(rules, players, next(packs))
            while not round_.over:
                if round_.needs_shuffle:
                    round_.recycle(chance.sample(round_.aside, len(round_.aside)))
                else:
                    round_.play(chance.choice(getattr(round_, legal)))
                    decisions += 1
        return decisions

    return play


def matches_of(preset: str, players: int) -> Callable[[int], int]:
    """Return a player of whole matches by action number."""
    chance = random.Random(1)

    def play(matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            match = Match(preset, players, chance=chance)
            while not match.over:
                if match.round.over:
                    match.deal()
                else:
                    match.play(chance.choice(match.round.legal_numbers))
                    decisions += 1
        return decisions

    return play


def main() -> None:
    """Time all subjects in turn and print a table of the medians."""
    repetitions = arguments(__doc__).parse_args().repetitions
    openspiel = Subject("OpenSpiel's leduc_poker", leduc_of_openspiel())
    of_rlcard = Subject("RLCard's leduc-holdem", leduc_of_rlcard())
    subjects = [openspiel, of_rlcard]
    for preset, players in (("pagat", 2), ("pagat", 3), ("app", 4), ("dutch", 3), ("choy", 4)):
        name = f"Round, {preset}, {players} players"
        subjects.append(Subject(name, rounds_of(preset, players)))
    by_name = rounds_of("pagat", 3, "legal_actions")
    subjects.append(Subject("Round, pagat, 3 players, by name", by_name))
    subjects.append(Subject("Match, pagat, 3 players", matches_of("pagat", 3)))
    for subject in subjects:
        subject.settle()
    time_in_turn(subjects, repetitions)
    print_heading(", one used", ("open_spiel", "rlcard", "numpy"), repetitions)
    print_table(
        ["subject", "decisions/s", "±", "x OpenSpiel", "x RLCard"],
        (
            [
                subject.name,
                f"{subject.rate:,.0f}",
                f"{subject.spread:.0%}",
                f"{subject.rate / openspiel.rate:.2f}",
                f"{subject.rate / of_rlcard.rate:.1f}",
            ]
            for subject in subjects
        ),
    )


if __name__ == "__main__":
    main()
