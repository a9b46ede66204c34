"""Rounds a second and core in the arena, and the deals that AIVAT saves.

Run it with ``make benchmark-arena``. Every deal is played from every seat. Speed is that of one
worker in processor time, since other programs share the machine. Players from views are the same
players, not compiled.
"""

from functools import partial

from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.arena import compare
from schwimmen.players import make_player
from schwimmen.simulation.bots import Bot

TABLES = (("pagat", 2), ("pagat", 4), ("dutch", 2), ("choy", 2))
LEVELS = ("greedy", "greedy-27")
NOISE = (
    ("master", "greedy", 2, 400),
    ("master", "greedy", 4, 200),
    ("expert", "greedy", 2, 1000),
    ("club", "greedy", 2, 2000),
)
VIEWS = tuple(partial(make_player, level) for level in LEVELS)


def subject(preset: str, players: int, bots: tuple[Bot, ...], kind: str, least: int) -> Subject:
    """Return a subject that plays deals or matches of two bots and counts rounds."""

    def play(number: int) -> int:
        if kind == "matches":
            return compare(preset, players, bots, matches=number, seed=1, workers=1).rounds
        return compare(preset, players, bots, number, seed=1, workers=1).rounds

    result = Subject(f"{preset}, {players} players, {kind}", play)
    result.settle(least=least)
    return result


def print_noise() -> None:
    """Print differences with and without AIVAT of the same deals, and the factor in deals."""
    rows = []
    for bot, other, players, deals in NOISE:
        (contest,) = compare("pagat", players, (bot, other), deals, aivat=True, seed=1).contests
        (found,) = contest.contenders
        assert found.diff is not None
        assert found.aivat is not None
        ratio = ((found.diff.error or 0) / (found.aivat.error or 1)) ** 2
        intervals = (
            f"{one.mean:.4f} ± {one.high - one.mean:.4f}"
            for one in (found.diff, found.aivat)
            if one.high is not None
        )
        rows.append(
            [f"{bot} against {other}", str(players), f"{deals:,}", *intervals, f"{ratio:.1f}"]
        )
    print_table(
        ["pagat", "players", "deals", "difference ± 95 %", "with AIVAT", "deals without / with"],
        rows,
    )


def main() -> None:
    """Time all subjects in turn, several times, and print a table of the medians."""
    options = arguments(__doc__).parse_args()
    pairs = [
        (
            subject(preset, players, LEVELS, kind, 100),
            subject(preset, players, VIEWS, kind, 1),
        )
        for preset, players in TABLES
        for kind in ("deals", "matches")
    ]
    time_in_turn([one for pair in pairs for one in pair], options.repetitions)
    print_heading(", one used", ("numpy",), options.repetitions)
    print_table(
        [f"{' against '.join(LEVELS)}", "compiled, rounds/s", "±", "from views, rounds/s", "±"],
        (
            [
                compiled.name,
                f"{compiled.rate:,.0f}",
                f"{compiled.spread:.0%}",
                f"{views.rate:,.0f}",
                f"{views.spread:.0%}",
            ]
            for compiled, views in pairs
        ),
    )
    print_noise()


if __name__ == "__main__":
    main()
