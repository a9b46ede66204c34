"""Engine: answers the lines of a host with the choices of a bot (docs/protocol.md)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from threading import Event, Thread
from time import monotonic
from typing import IO

from schwimmen import __version__
from schwimmen.players import LEVELS, ActionEvaluator, Player
from schwimmen.players.budget import Limit
from schwimmen.players.player import chosen_action
from schwimmen.players.search_player import SearchPlayer
from schwimmen.rules import Position, View
from schwimmen.rules.errors import SchwimmenError, one_line, quote, suggest
from schwimmen.rules.options import PRESETS

from .protocol import MAX_LINE, VERSION, check_seed, read_limit, with_history
from .words import make_bot


class Engine:
    """Engine of one host: ``handle`` takes its lines, ``write`` the answers.

    A choice is made in a thread, so that ``stop`` is read meanwhile. All other lines wait for its
    end.
    """

    def __init__(
        self, write: Callable[[str], object], bot: str, seed: int, limit: Limit | None = None
    ) -> None:
        """Answer by ``bot``, within ``limit`` unless ``go`` sets limits of its own."""
        self._write = write
        self._bot = bot
        self._seed = seed
        self._limit = limit or Limit()
        self._player: Player | None = None
        self._view: View | None = None
        self._thread: Thread | None = None
        self._stopped = Event()
        self.commands: Mapping[str, Callable[[list[str]], None]] = {
            "hello": self._hello,
            "option": self._option,
            "new": self._new,
            "position": self._position,
            "history": self._history,
            "actions": lambda words: None,  # for programs that do not know the rules
            "go": self._go,
            "stop": self._stop,
        }

    def handle(self, line: str) -> None:
        """Answer a line other than ``quit``; a wrong one with one line ``error``."""
        command, *words = line.split() or [""]
        if not command:
            return
        if command != "stop":
            self.wait()
        try:
            if len(line) > MAX_LINE:
                raise SchwimmenError(f"the line has more than {MAX_LINE} characters")
            if command not in self.commands:
                known = [*self.commands, "quit"]
                raise SchwimmenError(f"unknown command {quote(command)}: {suggest(command, known)}")
            self.commands[command](words)
        except SchwimmenError as error:
            self._write(f"error {error}")

    def wait(self) -> None:
        """Wait for the choice that is being made, if any."""
        if self._thread is not None:
            self._thread.join()

    def _hello(self, words: list[str]) -> None:
        self._write(f"id protocol {VERSION}")
        self._write(f"id name Schwimmen {__version__}")
        self._write(f"rules {' '.join(PRESETS)}")
        self._write(f"option level {self._bot} of {' '.join(LEVELS)}")
        self._write(f"option seed {self._seed} from 0")
        self._write("ready")

    def _option(self, words: list[str]) -> None:
        match words:
            case ["level", level]:
                if level not in LEVELS:
                    raise SchwimmenError(f"unknown level {quote(level)}: {suggest(level, LEVELS)}")
                self._bot = level
            case ["seed", text]:
                self._seed = check_seed(int(text) if text.isdecimal() and len(text) < 21 else text)
            case ["level" | "seed", *_]:
                raise SchwimmenError(f"write: option {words[0]} VALUE")
            case _:
                name = words[0] if words else ""
                raise SchwimmenError(
                    f"unknown option {quote(name)}: {suggest(name, ['level', 'seed'])}"
                )
        self._player = None

    def _new(self, words: list[str]) -> None:
        self._player = None

    def _position(self, words: list[str]) -> None:
        self._view = None
        self._view = Position.parse(" ".join(words)).view()

    def _history(self, words: list[str]) -> None:
        if self._view is None:
            raise SchwimmenError("history needs a position before it")
        self._view = with_history(self._view, words)

    def _go(self, words: list[str]) -> None:
        limit = read_limit(words) if words else self._limit
        if self._view is None:
            raise SchwimmenError("go needs a position")
        if self._player is None:
            self._player = make_bot(self._bot, self._seed)
        self._stopped.clear()
        self._thread = Thread(target=self._choose, args=(self._player, self._view, limit))
        self._thread.daemon = True  # so that Ctrl-C need not wait
        self._thread.start()

    def _stop(self, words: list[str]) -> None:
        self._stopped.set()
        self.wait()

    def _choose(self, player: Player, view: View, limit: Limit) -> None:
        """Write lines ``info`` and the line ``best``, or a line ``error``."""
        try:
            best = ""
            if len(view.choices) == 1:
                best = view.choices[0].action
            elif isinstance(player, SearchPlayer):
                for found in self._search(player, view, limit):
                    best = found
                    if self._stopped.is_set():
                        break
            else:
                best = chosen_action(player, view)
                if isinstance(player, ActionEvaluator):
                    self._inform(best, player.action_values(view))
            self._write(f"best {best}")
        except SchwimmenError as error:
            self._write(f"error {error}")
        except Exception as error:  # the host waits for an answer
            self._write(f"error {type(error).__name__}: {one_line(str(error))}")

    def _search(self, player: SearchPlayer, view: View, limit: Limit) -> Iterator[str]:
        """Yield the best action after each search, with a line of information."""
        start = monotonic()
        for search in player.deepen(view, limit) if limit.any else [player.search(view)]:
            best, errors = search.best(), search.errors()
            numbers = f"worlds {len(search.worlds)} time {monotonic() - start:.3f} "
            self._inform(best, search.values(), f"{numbers}error {errors[best]:.4f} ")
            yield best

    def _inform(self, best: str, values: Mapping[str, float], numbers: str = "") -> None:
        ordered = sorted(values, key=lambda action: (action != best, -values[action]))
        listed = " ".join(f"{action}={values[action]:.4f}" for action in ordered)
        self._write(f"info {numbers}value {values[best]:.4f} best {best} actions {listed}")


def serve_lines(given: IO[str], out: IO[str], bot: str, seed: int, limit: Limit) -> None:
    """Answer the lines of a host until ``quit`` or their end, and after the last answer return."""

    def write(line: str) -> None:
        try:
            out.write(f"{line}\n")
            out.flush()
        except BrokenPipeError:  # the host has gone
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())

    engine = Engine(write, bot, seed, limit)
    while line := given.readline(MAX_LINE + 2):
        if line.strip() == "quit":
            engine.handle("stop")
            return
        if not line.endswith("\n") and len(line) > MAX_LINE:
            while (rest := given.readline(MAX_LINE)) and not rest.endswith("\n"):
                pass
        engine.handle(line)
    engine.wait()
