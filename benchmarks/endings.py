"""Length of rounds against opponents that never close.

Run it with ``make benchmark-endings`` (half an hour on two cores). Every level plays single rounds
heads-up, each deal from both seats, against a bot that exchanges as ``greedy`` does and never
closes, and against one that only passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import mean
from typing import Final

from benchmarks.harness import arguments, print_machine, print_table, workers_of
from schwimmen.players import GreedyPlayer, Player, make_player
from schwimmen.rules import Round, RuleSet, View
from schwimmen.simulation import run_chunks
from schwimmen.simulation.cli_arguments import add_worker_options

LONG: Final = 30  # turns of both players together


class NeverCloses:
    """Bot that exchanges as ``greedy`` does and passes instead of closing."""

    name = "never closes"

    def __init__(self) -> None:
        self._greedy = GreedyPlayer()

    def choose(self, view: View) -> str:
        action = self._greedy.choose(view)
        return "pass" if action == "close" else action.removesuffix("!")


class Passes:
    """Bot that always passes, and keeps its hand as the dealer."""

    name = "passes"

    def choose(self, view: View) -> str:
        return "keep" if "keep" in view.legal_actions else "pass"


OTHERS: Final[dict[str, type[NeverCloses | Passes]]] = {
    bot.name: bot for bot in (NeverCloses, Passes)
}


def play_out(round_: Round, players: tuple[Player, Player]) -> Round:
    """Play a round to its end with one player at each seat."""
    while round_.to_act is not None:
        round_.play(players[round_.to_act].choose(round_.view(round_.to_act)))
    return round_


def rounds(level: str, other: str, deal: int) -> list[tuple[int, int]]:
    """Return turns and difference in lives lost for a deal played from both seats."""
    rules = RuleSet("pagat")
    pack = Random(deal).sample(rules.cards, len(rules.cards))
    results = []
    for seat in range(2):
        player, opponent = make_player(level, seed=deal), OTHERS[other]()
        round_ = Round(rules, 2, pack, dealer=deal % 2)
        play_out(round_, (opponent, player) if seat else (player, opponent))
        assert round_.result is not None
        assert round_.result.lost is not None
        lost = [int(lives or 0) for lives in round_.result.lost]
        results.append((sum(round_.turns_of), lost[seat] - lost[1 - seat]))
    return results


def main() -> None:
    """Play all rounds and print the table."""
    parser = arguments(__doc__)
    parser.add_argument("--deals", type=int, default=500, help="of each level against each bot")
    parser.add_argument("--level", nargs="*", default=("club", "expert", "master"))
    add_worker_options(parser)
    options = parser.parse_args()
    print_machine("", ("numpy",))
    print(f"pagat, two players, {options.deals} deals from both seats\n")

    def rows() -> Iterator[tuple[str, ...]]:
        for level in options.level:
            for other in OTHERS:
                deals = run_chunks(partial(rounds, level, other), range(options.deals), workers)
                turns, lost = zip(*(round_ for deal in deals for round_ in deal), strict=True)
                yield (
                    f"{level} against {other}",
                    f"{mean(turns):.2f}",
                    str(max(turns)),
                    str(sum(number > LONG for number in turns)),
                    f"{mean(lost):+.3f}".replace("-", "−"),
                )

    with workers_of(options) as workers:
        heads = (
            "level, opponent",
            "mean turns",
            "longest",
            f"beyond {LONG}",
            "difference in lives lost",
        )
        print_table(heads, rows())


if __name__ == "__main__":
    main()
