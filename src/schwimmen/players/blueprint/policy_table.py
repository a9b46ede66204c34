"""Blueprints in memory and in files: up to three actions, with weights, for each information set.

A blueprint is a hash table with open addressing. An entry has 48 bits. The low 27 bits are the
packed policy: three action slots of five bits each, then the weights of the second and third
action, six bits each. The bits above are a non-zero fingerprint of the key. An empty entry is 0.
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
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, jit
from schwimmen.rules.core.state import RecordArray, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet

from ..rule_similarity import (
    NONE_NEAR,
    catalogue_of,
    has_own_entry,
    nearest_blueprint,
    relevant_options,
)

Blueprint: TypeAlias = Annotated[NDArray[np.uint64], Array(np.uint64, 0)]

ABSENT: Final = -1
PACKED_ACTIONS: Final = 3
"""Actions of a packed policy."""
TOTAL_WEIGHT: Final = 63
"""Sum of the weights of a packed policy."""

POLICY_BITS: Final = 27
_POLICY: Final = (1 << POLICY_BITS) - 1
_ACTION: Final = 31
_FINGERPRINT_SHIFT: Final = np.uint64(64 - 21)


@jit
def home_index(key: Any, size: int) -> int:
    """Return the index at which probing for a key starts; ``size`` is a power of two."""
    return int(np.int64(key >> np.uint64(1)) & (size - 1))


@jit
def fingerprint(key: Any) -> int:
    """Return the fingerprint by which an entry is checked against a key."""
    return int(np.int64(key >> _FINGERPRINT_SHIFT)) | 1


@jit
def find_policy(blueprint: Blueprint, key: Any) -> int:
    """Return the packed policy of an information set, or ``ABSENT``."""
    size = len(blueprint)
    if size == 0:
        return ABSENT
    target = fingerprint(key)
    index = home_index(key, size)
    while True:
        entry = np.int64(blueprint[index])
        if entry == 0:
            return ABSENT
        if entry >> POLICY_BITS == target:
            return int(entry & _POLICY)
        index = (index + 1) & (size - 1)


@jit
def packed_slot(policy: int, index: int) -> int:
    """Return the slot of a packed policy's action by its index, 0 to 2."""
    return policy >> 5 * index & _ACTION


@jit
def packed_weight(policy: int, index: int) -> int:
    """Return the weight of a packed policy's action by its index, out of ``TOTAL_WEIGHT``."""
    second = policy >> 15 & TOTAL_WEIGHT
    third = policy >> 21 & TOTAL_WEIGHT
    if index == 0:
        return TOTAL_WEIGHT - second - third
    return second if index == 1 else third


FORMAT: Final = "schwimmen-blueprint/1"
SUFFIX: Final = ".blueprint"

_FOLDER: Final = Path(str(files("schwimmen.players") / "data"))
_ENTRY_BYTES: Final = 6
_MAX_SIZE: Final = 1 << 24
NO_BLUEPRINT: Final = np.zeros(0, np.uint64)
"""Empty blueprint, which lacks every information set."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BlueprintHeader:
    """First line of a blueprint's file: its game, its training, and a checksum.

    ``options`` are the relevant options of the rules; those that did not exist yet are missing and
    count as their defaults. ``learning`` has the number of training rounds by stage. ``sources`` is
    a hash of the training code, ``sha256`` that of the packed entries. ``places`` is the size of
    the hash table, ``entries`` the number of used entries.
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
    blueprint: Blueprint,
    seed: int,
    learning: Mapping[str, int],
    sources: str,
) -> BlueprintHeader:
    """Write a blueprint to a file in a folder. Raises ``SchwimmenError`` if that fails."""
    packed = _packed(blueprint)
    header = BlueprintHeader(
        name=f"{rules.preset}-{seats}",
        seats=seats,
        options=relevant_options(rules),
        seed=seed,
        learning=learning,
        sources=sources,
        places=len(blueprint),
        entries=int(np.count_nonzero(blueprint)),
        sha256=hashlib.sha256(packed).hexdigest(),
    )
    head = json.dumps({"format": FORMAT, **asdict(header)}, sort_keys=True)
    path = folder / (header.name + SUFFIX)
    try:
        path.write_bytes(head.encode() + b"\n" + packed)
    except OSError as error:
        raise _bad_blueprint(path, f"cannot be written: {error.strerror or error}") from None
    return header


def read_header(path: Path) -> BlueprintHeader:
    """Return the header of a blueprint's file.

    Raises ``SchwimmenError``, naming the file, if it is unreadable or not a blueprint.
    """
    return _split(path)[0]


def read_blueprint(path: Path) -> Blueprint:
    """Return the blueprint in a file. Raises ``SchwimmenError``, naming it, if it is damaged."""
    header, packed = _split(path)
    if hashlib.sha256(packed).hexdigest() != header.sha256:
        raise _bad_blueprint(path, "is damaged: its content does not match its hash")
    try:
        return _unpacked(packed, header.places, header.entries)
    except (ValueError, lzma.LZMAError):
        raise _bad_blueprint(path, "is damaged: it cannot be unpacked") from None


def blueprints_version() -> str:
    """Return a hash of all blueprints in the package; players' choices depend on them."""
    hashes = [f"{header.name} {header.sha256}" for _, header in _shipped()]
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()[:16]


@lru_cache(maxsize=1024)
def blueprint_for(rules: RuleSet, seats: int) -> Blueprint:
    """Return the blueprint that best fits the rules and the number of players dealt in.

    It is empty if no blueprint is near enough, or if its file is damaged or missing, which is
    logged; players then use the greedy policy.
    """
    place = nearest_blueprint(rules_array(rules), seats, blueprint_catalogue())
    return NO_BLUEPRINT if place == NONE_NEAR else _cached_blueprint(_shipped()[place][0])


def has_own_blueprint(rules: RuleSet, seats: int) -> bool:
    """Return whether the blueprint that best fits was trained under rules that play like these.

    It may have been trained for another number of players.
    """
    return bool(has_own_entry(rules_array(rules), seats, blueprint_catalogue()))


def blueprint_catalogue() -> RecordArray:
    """Return the catalogue of the blueprints in the package, in the order of their names."""
    return catalogue_of((header.seats, header.options) for _, header in _shipped())


@lru_cache
def _cached_blueprint(path: Path) -> Blueprint:
    try:
        return read_blueprint(path)
    except SchwimmenError as error:
        log.error("%s", error)
        return NO_BLUEPRINT


@lru_cache(maxsize=1)
def _shipped() -> tuple[tuple[Path, BlueprintHeader], ...]:
    found = []
    paths = sorted(_FOLDER.glob("*" + SUFFIX))
    if not paths:
        log.error("%s: the blueprints are missing; strong levels play weaker", _FOLDER)
    for path in paths:
        try:
            found.append((path, read_header(path)))
        except SchwimmenError as error:
            log.error("%s", error)
    return tuple(found)


def _split(path: Path) -> tuple[BlueprintHeader, bytes]:
    try:
        head, _, packed = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise _bad_blueprint(path, f"cannot be read: {error.strerror or error}") from None
    try:
        content: dict[str, Any] = json.loads(head)
        if content.pop("format") != FORMAT:
            raise ValueError
        header = BlueprintHeader(**content)
        _check(header)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise _bad_blueprint(path, f"is not in the format {FORMAT}") from None
    return header, packed


def _check(header: BlueprintHeader) -> None:
    """Raise ``ValueError`` for a header with values of wrong types."""
    whole = header.seats, header.seed, header.places, header.entries
    texts = header.name, header.sources, header.sha256
    if not (
        all(type(number) is int for number in whole)
        and all(isinstance(text, str) for text in texts)
        and isinstance(header.learning, dict)
        and isinstance(header.options, dict)
    ):
        raise ValueError


def _packed(blueprint: Blueprint) -> bytes:
    used = blueprint != 0
    entries = blueprint[used].astype("<u8").view(np.uint8).reshape(-1, 8)[:, :_ENTRY_BYTES]
    # Transposed entries compress better.
    raw = np.packbits(used).tobytes() + entries.T.tobytes()
    return lzma.compress(raw, preset=6)


def _unpacked(packed: bytes, places: int, entries: int) -> Blueprint:
    if not (0 < places <= _MAX_SIZE and places & (places - 1) == 0 and 0 <= entries < places):
        raise ValueError
    bits = (places + 7) // 8
    expected = bits + entries * _ENTRY_BYTES
    raw = lzma.LZMADecompressor().decompress(packed, expected + 1)
    if len(raw) != expected:
        raise ValueError
    used = np.unpackbits(np.frombuffer(raw, np.uint8, bits), count=places).astype(bool)
    columns = np.frombuffer(raw, np.uint8, entries * _ENTRY_BYTES, bits).reshape(
        _ENTRY_BYTES, entries
    )
    wide = np.zeros((entries, 8), np.uint8)
    wide[:, :_ENTRY_BYTES] = columns.T
    blueprint = np.zeros(places, np.uint64)
    blueprint[used] = wide.view("<u8").ravel()
    if entries and int(blueprint.max()) >> POLICY_BITS == 0:
        raise ValueError
    return blueprint


def _bad_blueprint(path: Path, reason: str) -> SchwimmenError:
    return SchwimmenError(f"{path}: the blueprint {reason}", "bad_blueprint")
