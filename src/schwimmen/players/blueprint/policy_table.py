"""A blueprint in memory: for every situation up to three actions and how often each is played.

It is a hash table with open addressing. A slot has 48 bits: the low 27 are the play (three slots of
actions, five bits each; the shares of the second and of the third, six bits each), those above a
fingerprint of the key, which is not 0. An empty slot is 0.
"""

from __future__ import annotations

import hashlib
import json
import logging
import lzma
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.jit import jit
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet

from ..rule_similarity import RELEVANT_OPTIONS, relevant_options, rule_distance
from .infoset_key import HEADS_UP

ABSENT: Final = -1
TOTAL_WEIGHT: Final = 63
"""The shares of the three actions add up to this."""

POLICY_BITS: Final = 27
_PLAY: Final = (1 << POLICY_BITS) - 1
_ACTION: Final = 31
_FINGERPRINT_SHIFT: Final = np.uint64(64 - 21)


@jit
def home_index(key: Any, size: int) -> int:
    """Where the slot of a key is looked for first, among ``size`` (a power of two)."""
    return int(np.int64(key >> np.uint64(1)) & (size - 1))


@jit
def fingerprint(key: Any) -> int:
    """What tells keys apart that lie beside each other."""
    return int(np.int64(key >> _FINGERPRINT_SHIFT)) | 1


@jit
def find_policy(slots: Any, key: Any) -> int:
    """The play in the situation of a key, or ``ABSENT``."""
    size = len(slots)
    if size == 0:
        return ABSENT
    wanted = fingerprint(key)
    place = home_index(key, size)
    while True:
        slot = np.int64(slots[place])
        if slot == 0:
            return ABSENT
        if slot >> POLICY_BITS == wanted:
            return int(slot & _PLAY)
        place = (place + 1) & (size - 1)


@jit
def packed_slot(play: int, which: int) -> int:
    """The slot of the first, second or third action of a play."""
    return play >> 5 * which & _ACTION


@jit
def packed_weight(play: int, which: int) -> int:
    """How often it is played, of ``TOTAL_WEIGHT``."""
    second = play >> 15 & TOTAL_WEIGHT
    third = play >> 21 & TOTAL_WEIGHT
    if which == 0:
        return TOTAL_WEIGHT - second - third
    return second if which == 1 else third


FORMAT: Final = "schwimmen-blueprint/1"
SUFFIX: Final = ".blueprint"

_FOLDER: Final = Path(str(files("schwimmen.players") / "data"))
_BYTES: Final = 6  # of a slot
_TOO_UNLIKE: Final = 12  # are rules that differ so much (``rule_distance``)
_LARGEST: Final = 1 << 24  # places
NO_BLUEPRINT: Final = np.zeros(0, np.uint64)
"""Those of no blueprint."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BlueprintHeader:
    """What a blueprint is for and how it was made.

    ``options`` are those of the rules that play depends on. ``learning`` says how many rounds it
    learnt from, by the name of what was learnt. ``sources`` is a hash of the code it was made with,
    ``sha256`` that of the slots as they lie in the file. ``places`` is the size of the table.
    """

    name: str
    seats: int
    options: Mapping[str, OptionValue]
    seed: int
    learning: Mapping[str, int]
    sources: str
    places: int
    entries: int
    sha256: str


def write_blueprint(
    folder: Path,
    rules: RuleSet,
    seats: int,
    slots: NDArray[np.uint64],
    seed: int,
    learning: Mapping[str, int],
    sources: str,
) -> BlueprintHeader:
    """Write the slots of a blueprint into a folder. Raises ``SchwimmenError`` if that fails."""
    packed = _packed(slots)
    about = BlueprintHeader(
        name=f"{rules.preset}-{seats}",
        seats=seats,
        options=relevant_options(rules),
        seed=seed,
        learning=learning,
        sources=sources,
        places=len(slots),
        entries=int(np.count_nonzero(slots)),
        sha256=hashlib.sha256(packed).hexdigest(),
    )
    head = json.dumps({"format": FORMAT, **asdict(about)}, sort_keys=True)
    path = folder / (about.name + SUFFIX)
    try:
        path.write_bytes(head.encode() + b"\n" + packed)
    except OSError as error:
        raise _unusable(path, f"cannot be written: {error.strerror or error}") from None
    return about


def read_header(path: Path) -> BlueprintHeader:
    """What a blueprint is for, without its slots.

    Raises ``SchwimmenError``, which names the file, where it cannot be read or is something else.
    """
    return _split(path)[0]


def read_blueprint(path: Path) -> NDArray[np.uint64]:
    """The slots in a file. Raises ``SchwimmenError``, which names it, if they are not whole."""
    about, packed = _split(path)
    if hashlib.sha256(packed).hexdigest() != about.sha256:
        raise _unusable(path, "is damaged: its content does not have the hash it names")
    try:
        return _unpacked(packed, about.places, about.entries)
    except (ValueError, lzma.LZMAError):
        raise _unusable(path, "is damaged: it cannot be unpacked") from None


def blueprints_version() -> str:
    """A hash of all blueprints in the package: players who go by others may play otherwise."""
    hashes = [f"{about.name} {about.sha256}" for _, about in _shipped()]
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()[:16]


@lru_cache(maxsize=1024)
def blueprint_for(rules: RuleSet, seats: int) -> NDArray[np.uint64]:
    """The slots of the blueprint that fits so many players in a round by these rules best.

    They are none where there is nothing like it; nor where the file is damaged, and the log says
    so: players then go by the value of their hands.
    """
    fitting = [
        (
            rule_distance(about.options, relevant_options(rules)),
            abs(about.seats - seats),
            -about.seats,
            path,
        )
        for path, about in _shipped()
        if (about.seats == HEADS_UP) == (seats == HEADS_UP)
    ]
    unlike, *_, path = min(fitting, default=(_TOO_UNLIKE, 0, 0, _FOLDER))
    return _slots_in(path) if unlike < _TOO_UNLIKE else NO_BLUEPRINT


@lru_cache
def _slots_in(path: Path) -> NDArray[np.uint64]:
    try:
        return read_blueprint(path)
    except SchwimmenError as error:
        log.error("%s", error)
        return NO_BLUEPRINT


@lru_cache(maxsize=1)
def _shipped() -> tuple[tuple[Path, BlueprintHeader], ...]:
    found = []
    for path in sorted(_FOLDER.glob("*" + SUFFIX)):
        try:
            found.append((path, read_header(path)))
        except SchwimmenError as error:
            log.error("%s", error)
    return tuple(found)


def _split(path: Path) -> tuple[BlueprintHeader, bytes]:
    try:
        head, _, packed = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise _unusable(path, f"cannot be read: {error.strerror or error}") from None
    try:
        content: dict[str, Any] = json.loads(head)
        if content.pop("format") != FORMAT:
            raise ValueError
        about = BlueprintHeader(**content)
        _check(about)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise _unusable(path, f"is no blueprint in the format {FORMAT}") from None
    return about, packed


def _check(about: BlueprintHeader) -> None:
    """Raises ``ValueError`` for what nobody wrote."""
    whole = about.seats, about.seed, about.places, about.entries
    texts = about.name, about.sources, about.sha256
    if not (
        all(type(number) is int for number in whole)
        and all(isinstance(text, str) for text in texts)
        and isinstance(about.learning, dict)
        and isinstance(about.options, dict)
        and about.options.keys() >= set(RELEVANT_OPTIONS)
    ):
        raise ValueError


def _packed(slots: NDArray[np.uint64]) -> bytes:
    used = slots != 0
    entries = slots[used].astype("<u8").view(np.uint8).reshape(-1, 8)[:, :_BYTES]
    raw = np.packbits(used).tobytes() + entries.T.tobytes()  # bytes of a kind beside each other
    return lzma.compress(raw, preset=6)


def _unpacked(packed: bytes, places: int, entries: int) -> NDArray[np.uint64]:
    if not (0 < places <= _LARGEST and places & (places - 1) == 0 and 0 <= entries < places):
        raise ValueError
    bits = (places + 7) // 8
    expected = bits + entries * _BYTES
    raw = lzma.LZMADecompressor().decompress(packed, expected + 1)
    if len(raw) != expected:
        raise ValueError
    used = np.unpackbits(np.frombuffer(raw, np.uint8, bits), count=places).astype(bool)
    columns = np.frombuffer(raw, np.uint8, entries * _BYTES, bits).reshape(_BYTES, entries)
    wide = np.zeros((entries, 8), np.uint8)
    wide[:, :_BYTES] = columns.T
    slots = np.zeros(places, np.uint64)
    slots[used] = wide.view("<u8").ravel()
    if entries and int(slots.max()) >> POLICY_BITS == 0:
        raise ValueError
    return slots


def _unusable(path: Path, why: str) -> SchwimmenError:
    return SchwimmenError(f"{path}: the blueprint {why}", "bad_blueprint")
