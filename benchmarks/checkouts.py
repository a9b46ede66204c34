"""Is a level weaker or stronger than it is in another checkout?

Run it with ``make benchmark-checkouts ARGS=FOLDER``. The folder has the other checkout, with its
native library (``make engine`` there). A level of this checkout and that of the other one, a
program that speaks the engine protocol, play the same deals with the same seeds, heads-up, against
bots with fixed habits and simple levels. The sample of a deal is what this level loses less what
the other loses, over both seats; AIVAT leaves out luck. Two sequential tests watch it: is the level
weaker, is it stronger? With ``--earlier 5`` this level knows up to five earlier rounds of a match
of each opponent, as in the middle of a match; the other level knows none. Deals that were played
are kept, so that an interrupted run goes on.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from benchmarks.habits import HABITS
from benchmarks.harness import arguments, kept, print_machine, print_table, workers_of
from schwimmen.arena import Interval, SprtBounds
from schwimmen.arena.comparison import sample_scale
from schwimmen.arena.confidence import ControlledMean, Side, sprt_result
from schwimmen.arena.duplicate_deals import ADVANTAGE_UNIT, UnitChunk, play_units
from schwimmen.players import Player, make_player
from schwimmen.players.match_evidence import MatchEvidence
from schwimmen.players.player import chosen_action
from schwimmen.players.search_player import SearchPlayer
from schwimmen.rules import Match, RuleSet, View
from schwimmen.rules.core.state import RecordArray
from schwimmen.simulation import Bot, Workers, run_chunks
from schwimmen.simulation.bots import player_of
from schwimmen.simulation.cli_arguments import add_worker_options

OPPONENTS: Final = (*HABITS, "greedy", "greedy-27", "greedy-30", "club")
RULES: Final = RuleSet("pagat")
SEED: Final = 41
CHUNK: Final = 5  # deals played at a time, whose results are kept
ERROR_RATE: Final = 0.05  # of each test, of both kinds
NO_LUCK: Final = Interval(0.0, 0.0, 0.0, 0.0, 1.0, 1.0)  # of the luck of two equal baselines
ANSWERS: Final[dict[Side, tuple[str, str]]] = {"low": ("no", "yes"), "high": ("yes", "no")}
"""Whether a level is weaker, and whether it is stronger, by the bound that a test accepts."""


class AcquaintedPlayer(SearchPlayer):
    """Player that knows earlier rounds of a match between its opponent and ``expert``."""

    def __init__(self, level: str, opponent: str, most_rounds: int, seed: int) -> None:
        super().__init__(level, seed)
        self._opponent, self._seed = opponent, seed
        self._rounds = Random(seed).randint(0, most_rounds)
        self._known: RecordArray | None = None

    def _evidence_before(self, view: View) -> RecordArray:
        if self._known is None:
            assert view.seat is not None
            match = Match(view.rules, players=2, seed=self._seed)
            players = [
                make_player("expert", self._seed),
                player_of(bot(self._opponent), self._seed),
            ]
            while not match.over and len(match.rounds) <= self._rounds:
                seat = match.to_act
                if seat is None:
                    match.deal()
                else:
                    match.play(chosen_action(players[seat - view.seat], match.view(seat)))
            self._known = MatchEvidence().before(match.view())
        return self._known


def bot(name: str) -> Bot:
    """Return the bot of this checkout that is a level or has a habit."""
    return partial(_player_with_habit, name) if name in HABITS else name


def _player_with_habit(name: str, seed: int) -> Player:
    return HABITS[name]


def program(folder: Path, level: str) -> str:
    """Return the command line of a level in another checkout."""
    python = ["env", f"PYTHONPATH={folder / 'src'}", sys.executable]
    return shlex.join([*python, "-m", "schwimmen", "engine", "--bot", level])


class Sample(NamedTuple):
    """Lives that a level lost in a deal, less those of its opponent, and those by its actions."""

    lost: float
    gained: float


class Deals(NamedTuple):
    """Deals of a level against an opponent; ``folder`` has its checkout unless it is this one.

    ``earlier`` is the highest number of earlier rounds that the level of this checkout knows.
    """

    level: str
    opponent: str
    players: int
    folder: Path | None
    earlier: int
    first: int
    last: int

    def play(self) -> list[Sample]:
        """Play the deals, each from all seats."""
        scale = sample_scale(RULES, self.players)
        seed = SEED + OPPONENTS.index(self.opponent)
        samples = []
        for deal in range(self.first, self.last + 1):
            bots = (self._bot, *[bot(self.opponent)] * (self.players - 1))
            sums = play_units(UnitChunk(RULES, bots, False, seed, deal, deal, aivat=True)).sums
            gained = sums.advantages[0] / ADVANTAGE_UNIT
            samples.append(Sample(sums.bots[0][1] / scale, gained / scale))
        return samples

    @property
    def _bot(self) -> Bot:
        if self.folder is not None:
            return program(self.folder, self.level)
        if self.earlier:
            return partial(AcquaintedPlayer, self.level, self.opponent, self.earlier)
        return partial(make_player, self.level)


@dataclass(frozen=True)
class Contest:
    """Level of this checkout, compared with that of another by deals against an opponent.

    ``bound`` is a difference in lives a round that matters, ``deals`` the maximum number.
    """

    level: str
    opponent: str
    folder: Path
    bound: float
    deals: int
    earlier: int = 0
    players: int = 2

    def chunks(self) -> Iterator[Deals]:
        """Yield a few deals at a time twice: for the level here, and for that elsewhere."""
        for first in range(0, self.deals, CHUNK):
            last = min(self.deals, first + CHUNK) - 1
            for folder, earlier in ((None, self.earlier), (self.folder, 0)):
                yield Deals(self.level, self.opponent, self.players, folder, earlier, first, last)


class PairedTest:
    """Two sequential tests of the difference between two levels on the same deals.

    Of the deals, ``changed`` went differently for the two levels. ``decisions`` are the bounds that
    the tests have accepted, and after how many deals.
    """

    def __init__(self, bound: float) -> None:
        self.changed = 0
        self.decisions: list[tuple[Side | None, int]] = [(None, 0), (None, 0)]
        self._bounds = [
            SprtBounds(low, low + bound, ERROR_RATE, ERROR_RATE) for low in (0.0, -bound)
        ]
        self._mean = ControlledMean()

    def add(self, here: Sample, other: Sample) -> bool:
        """Add a deal that both levels have played; return whether both tests have decided."""
        lost, gained = here.lost - other.lost, here.gained - other.gained
        luck = lost - gained
        self._mean.add(1, lost, luck, lost * lost, luck * luck, lost * luck)
        self.changed += bool(lost or gained)
        found, deals = self.difference, self.deals
        for place, bounds in enumerate(self._bounds):
            if self.decisions[place][0] is None:
                variance = deals * (found.error or 0.0) ** 2
                result = sprt_result(bounds, deals, found.mean, variance)
                self.decisions[place] = (result.accepted, deals)
        return all(accepted is not None for accepted, _ in self.decisions)

    @property
    def deals(self) -> int:
        """Number of deals so far."""
        return self._mean.samples

    @property
    def difference(self) -> Interval:
        """Interval of the difference so far; below 0 the level of this checkout loses less."""
        return self._mean.interval(NO_LUCK)


def played(contest: Contest, workers: Workers) -> PairedTest:
    """Play a contest until both tests have decided, or all its deals."""
    test = PairedTest(contest.bound)
    run = run_chunks(partial(kept, Deals.play), contest.chunks(), workers)
    with closing(run) as results:
        for here, other in chain.from_iterable(map(zip, results, results)):
            if test.add(here, other):
                break
    return test


def row_of(contest: Contest, test: PairedTest) -> list[str]:
    """Return the row of a contest in the table."""
    found = test.difference
    half = ((found.high or 0.0) - (found.low or 0.0)) / 2
    answers = [
        f"{ANSWERS[accepted][place]} ({deals:,})" if accepted else "undecided"
        for place, (accepted, deals) in enumerate(test.decisions)
    ]
    difference = f"{found.mean:+.3f} ± {half:.3f}".replace("-", "−").replace("0.", ".")
    numbers = [f"{number:,}" for number in (test.deals, test.changed)]
    return [contest.level, contest.opponent, *numbers, difference, *answers]


def described(folder: Path) -> str:
    """Return the commit of a checkout. Exits with a message unless its package can be used."""
    try:
        lines = "import schwimmen.engine as engine; print(engine.__file__, engine.ENGINE)"
        command = [*shlex.split(program(folder, ""))[:3], "-c", lines]
        found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        if not Path(found[0]).is_relative_to(folder) or found[1] == "python":
            raise SystemExit(f"{folder}: make engine has not been run there")
        git = ["git", "-C", str(folder), "log", "-1", "--format=%h %s"]
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"{folder}: {error}") from None


def main() -> None:
    """Play all contests and print their table."""
    parser = arguments(__doc__)
    parser.add_argument("folder", type=Path, help="of the other checkout")
    parser.add_argument("--levels", nargs="+", default=["master", "expert"])
    parser.add_argument("--opponents", nargs="+", choices=OPPONENTS, default=OPPONENTS)
    parser.add_argument("--bound", type=float, default=0.04, help="in lives a round")
    parser.add_argument("--deals", type=int, default=2000, help="maximum for each opponent")
    parser.add_argument("--earlier", type=int, default=0, help="most earlier rounds of a match")
    parser.add_argument("--players", type=int, default=2, choices=range(2, 10))
    add_worker_options(parser)
    options = parser.parse_args()
    if options.earlier and options.players > 2:
        parser.error("--earlier: levels learn from earlier rounds heads-up only")
    folder = options.folder.resolve()
    print_machine("", ("numpy",))
    print(f"Compared with {described(folder)}")
    head = ["level", "against", "deals", "changed", "lives a round", "weaker?", "stronger?"]
    rows = []
    with workers_of(options) as workers:
        for level in options.levels:
            for opponent in options.opponents:
                contest = Contest(
                    level,
                    opponent,
                    folder,
                    options.bound,
                    options.deals,
                    options.earlier,
                    options.players,
                )
                rows.append(row_of(contest, played(contest, workers)))
                print(*rows[-1], sep=" | ", flush=True)
    print_table(head, rows)


if __name__ == "__main__":
    main()
