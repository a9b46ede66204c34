"""Programs that play by the engine protocol: processes of their own, which see views only."""

from __future__ import annotations

import logging
import os
import shlex
import signal
import subprocess
import sys
import weakref
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.util import Finalize
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Final

from schwimmen.rules.errors import SchwimmenError, quote

from .failures import BotFailure, Forfeit
from .protocol import MAX_LINE, VERSION, write_events
from .words import is_program

if TYPE_CHECKING:
    from schwimmen.rules import View

START_SECONDS: Final = 10.0
"""Seconds that a program has to answer ``hello``."""
MOVE_SECONDS: Final = 10.0
"""Seconds that a program has for a move."""
MOST_FAILURES: Final = 3
"""Failures of a program in succession after which a run ends."""

_ERROR: Final = "schwimmen: "  # with which the command line begins a line about an error
_END_SECONDS: Final = 1.0
_LAST_LINES: Final = 6
_LINES_AHEAD: Final = 1000  # that a program may write before they are read
_ENVIRONMENT: Final = frozenset(
    {"HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "TZ"}
)
"""Variables of the environment that a program gets; all others may be secret."""

log = logging.getLogger(__name__)


class ProgramPlayer:
    """Player that asks a program; its name is the command line that starts the program.

    A program is started without a shell, and once for many players, which play one after another.
    """

    def __init__(self, word: str, seed: int | None) -> None:
        """Start the program, or take one that no player uses any more.

        Raises ``SchwimmenError`` if it cannot be started, and ``BotFailure`` if it does not speak
        the protocol.
        """
        self.name = word
        self._seed = seed
        self._process = self._new_process()

    def choose(self, view: View) -> str:
        """Return the answer of the program.

        Raises ``Forfeit`` if it answers with anything but a legal action, too late or not at all,
        and ``SchwimmenError`` if it does not play the rules of the view.
        """
        if self._process.ended:
            self._process = self._new_process()
        try:
            answer = self._process.choose(view)
        except BotFailure as failure:
            raise self._forfeit(view, str(failure), failure.lines) from None
        _failures[self.name] = 0
        return answer

    def _new_process(self) -> _Process:
        try:
            process = _idle[self.name].pop()
        except IndexError:
            process = _Process(self.name, _words_of(self.name))
        weakref.finalize(self, _release, process)
        process.begin(self._seed)
        return process

    def _forfeit(self, view: View, reason: str, lines: Sequence[str] = ()) -> BotFailure:
        _failures[self.name] += 1
        if _failures[self.name] >= MOST_FAILURES:
            text = f"{reason}, its failure number {MOST_FAILURES} in succession"
            return BotFailure(text, *lines)
        log.warning("%s", "\n".join([f"{reason}, and has lost", *lines]))
        return Forfeit(reason, f"position: {view.position}", *lines)


class SharedProgram:
    """Bot in processes of its own, each of which chooses for any player, one after another.

    A program speaks the engine protocol itself; for any other bot ``schwimmen engine`` does. So
    whatever the code of a bot does, it cannot stop this process, and is ended in time.
    """

    def __init__(self, word: str) -> None:
        """Make the bot that a word names, as for ``make_bot``; ``start`` starts it."""
        self.word = word
        self._command = (
            _words_of(word)
            if is_program(word)
            else [sys.executable, "-m", "schwimmen", "engine", "--bot", word]
        )
        self._free: list[_Process] = []

    def start(self) -> None:
        """Start a process. Raises ``SchwimmenError`` if it does not start, or does not answer."""
        try:
            self._free.append(_Process(self.word, self._command))
        except BotFailure as failure:
            said = [line.strip() for line in failure.lines]
            if not is_program(self.word) and said and said[-1].startswith(_ERROR):
                raise SchwimmenError(said[-1].removeprefix(_ERROR)) from None
            raise

    def choose(self, view: View, seed: int) -> str:
        """Return the choice for a view, in a process that no other choice uses meanwhile.

        Raises ``SchwimmenError`` if there is none in time, or if it is not a legal action.
        """
        process = self._taken()
        try:
            process.begin(seed)
            return process.choose(view)
        finally:
            if not process.ended:
                self._free.append(process)

    def end(self) -> None:
        """End all processes, also those that are to choose, which then fail."""
        for process in list(_running):
            if process.word == self.word:
                process.end()

    def _taken(self) -> _Process:
        with suppress(IndexError):
            while not (process := self._free.pop()).alive:
                process.end()
            return process
        return _Process(self.word, self._command)


class _Process:
    """Process of a program, after its answer to ``hello``."""

    def __init__(self, word: str, command: Sequence[str]) -> None:
        self.word = word
        self.ended = False
        self._rules: tuple[str, ...] = ()
        self._options: set[str] = set()
        self._last_lines: deque[str] = deque(maxlen=_LAST_LINES)
        self._lines: Queue[str | None] = Queue(_LINES_AHEAD)
        self._popen = _started(word, command)
        _running.add(self)
        self._errors = Thread(target=self._keep, args=(self._popen.stderr,), daemon=True)
        self._errors.start()
        Thread(target=self._read, args=(self._popen.stdout,), daemon=True).start()
        self._greet()

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return not self.ended and self._popen.poll() is None

    def begin(self, seed: int | None) -> None:
        """Say that a match begins."""
        if seed is not None and "seed" in self._options:
            self._send(f"option seed {seed}")
        self._send("new")

    def choose(self, view: View) -> str:
        """Return the action for a view. Raises ``BotFailure`` if the program names none in time."""
        if self._rules and view.rules.preset not in self._rules:
            raise SchwimmenError(
                f"bot {self.word} plays {', '.join(self._rules)}, but not {view.rules.preset}"
            )
        self._send(f"position {view.position}")
        self._send(f"history {write_events(view.history)}")
        self._send(f"actions {' '.join(view.legal_actions)}")
        self._send("go")
        for command, rest in self._answers(MOVE_SECONDS):
            if command == "best" and rest in view.legal_actions:
                return rest
            if command == "best":
                self.end()
                legal = ", ".join(view.legal_actions)
                raise BotFailure(f"bot {self.word} answered {quote(rest)}, but {legal} are legal")
            if command != "info":
                raise self._failure(f"answered {quote(f'{command} {rest}'.strip())} to go")
        raise AssertionError("answers end with an error")

    def end(self) -> None:
        """Let the program end, then end the process and everything that it has started."""
        self._send("quit")
        self._close_input()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(_END_SECONDS)
        self._kill()

    def _close_input(self) -> None:
        assert self._popen.stdin is not None
        with suppress(OSError):
            self._popen.stdin.close()

    def _kill(self) -> None:
        self.ended = True
        _running.discard(self)
        self._close_input()
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._popen.pid, signal.SIGKILL)
            else:
                self._popen.kill()
        self._popen.wait()

    def _greet(self) -> None:
        self._send("hello")
        protocol = None
        for command, rest in self._answers(START_SECONDS):
            name, _, value = rest.partition(" ")
            match command:
                case "ready" if protocol == VERSION:
                    return
                case "id":
                    protocol = value if name == "protocol" else protocol
                case "rules":
                    self._rules = tuple(rest.split())
                case "option":
                    self._options.add(name)
                case "ready":
                    raise self._failure(f"speaks {quote(protocol)}, but not {VERSION}")
                case _:
                    answer = quote(f"{command} {rest}".strip())
                    raise self._failure(f"answered {answer} to hello, not as {VERSION} does")

    def _send(self, line: str) -> None:
        assert self._popen.stdin is not None
        with suppress(OSError, ValueError):  # it has ended, which shows when it is to answer
            self._popen.stdin.write(f"{line}\n".encode())
            self._popen.stdin.flush()

    def _answers(self, seconds: float) -> Iterator[tuple[str, str]]:
        """Yield the first word and the rest of each line. Raises ``BotFailure`` without a next."""
        until = monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - monotonic()))
            except Empty:
                raise self._failure(f"did not answer within {seconds:g} s") from None
            if line is None:
                self._popen.wait()
                raise self._failure(f"ended with status {self._popen.returncode}")
            if line.strip():
                command, _, rest = line.strip().partition(" ")
                yield command, rest

    def _failure(self, what: str) -> BotFailure:
        self._kill()
        self._errors.join(_END_SECONDS)
        return BotFailure(f"bot {self.word} {what}", *self._last_lines)

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(MAX_LINE):
                self._lines.put(line.decode("utf-8", "replace"))
        self._lines.put(None)

    def _keep(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(MAX_LINE):
                self._last_lines.append(f"  {line.decode('utf-8', 'replace').rstrip()}")


def _words_of(line: str) -> list[str]:
    try:
        return shlex.split(line, posix=os.name == "posix")
    except ValueError as error:
        raise SchwimmenError(f"bot {line}: {str(error).lower()} in the command line") from None


def _started(word: str, command: Sequence[str]) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name in _ENVIRONMENT}
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, start_new_session=True
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise SchwimmenError(f"bot {word}: {command[0]} cannot be started: {reason}") from None


_running: Final[set[_Process]] = set()
_idle: Final[defaultdict[str, list[_Process]]] = defaultdict(list)
_failures: Final[Counter[str]] = Counter()


def _release(process: _Process) -> None:
    """Let another player use a program."""
    if not process.ended:
        _idle[process.word].append(process)


def _end_all() -> None:
    for process in list(_running):
        process.end()


_at_exit: Final[Callable[[], object]] = Finalize(None, _end_all, exitpriority=100)
