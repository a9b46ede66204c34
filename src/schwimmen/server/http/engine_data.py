"""Data of the strong levels as the package for JavaScript unpacks them, and their catalogue.

The name of a file has the beginning of the hash of its content, so that it never changes. A
blueprint is compressed by gzip. Its content is, without gaps:

- a bit for each place of the hash table, set where it has an entry, the lowest bit first;
- for each entry the fingerprint without its lowest bit, which is always 1: 20 bits, the lowest
  first, and 4 bits of padding if the number of entries is odd;
- for each entry the first byte of the code of its policy;
- the second bytes of those codes that have two;
- the packed policies, each once and the most frequent first, as four planes of bytes.

With ``n`` policies, first bytes below ``256 - ceil(n / 256)`` are codes of one byte, the number of
a policy; the others, less that limit, are the high byte of a number.

One more file has the outcomes of rounds, from which match equity is computed: the frequencies and
outcomes of ``OutcomeTables``, one after the other.

The catalogue names the options of the rules that each file and each family of outcomes is for, so
that it does not depend on their order.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import zlib
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import schwimmen.players
from schwimmen.engine import source_digest
from schwimmen.players.blueprint.policy_table import (
    POLICY_BITS,
    SUFFIX,
    Blueprint,
    read_blueprint,
    read_header,
)
from schwimmen.players.equity.loss_frequencies import measured
from schwimmen.players.equity.outcomes import measured_tables

from .engine_data_folder import CATALOGUE

SHIPPED: Final = Path(schwimmen.players.__file__).parent / "data"
OUTCOMES: Final = "outcomes"
FORMAT: Final = "schwimmen-data/2"
PREFIX: Final = "engine-data-"
FINGERPRINT_BITS: Final = 20
BYTE: Final = 256


def pack(blueprint: Blueprint) -> tuple[bytes, int]:
    """Return the content of a blueprint's file before compression, and its number of policies."""
    used = blueprint != 0
    entries = blueprint[used]
    policies, numbers, counts = np.unique(
        (entries & np.uint64((1 << POLICY_BITS) - 1)).astype("<u4"),
        return_inverse=True,
        return_counts=True,
    )
    order = np.argsort(-counts, kind="stable")
    codes = np.argsort(order)[numbers]
    assert len(policies) <= BYTE * BYTE
    direct = BYTE - -(-len(policies) // BYTE)
    long = codes >= direct
    parts = (
        np.packbits(used, bitorder="little"),
        _fingerprints(entries),
        np.where(long, direct + codes // BYTE, codes).astype(np.uint8),
        (codes[long] % BYTE).astype(np.uint8),
        policies[order].view(np.uint8).reshape(-1, 4).T,
    )
    return b"".join(part.tobytes() for part in parts), len(policies)


def _fingerprints(entries: Blueprint) -> NDArray[np.uint8]:
    numbers = (entries >> np.uint64(POLICY_BITS + 1)).astype("<u4")
    bits = np.unpackbits(numbers.view(np.uint8).reshape(-1, 4), axis=1, bitorder="little")
    return np.packbits(bits[:, :FINGERPRINT_BITS], bitorder="little")


def compress(content: bytes) -> bytes:
    """Return a content compressed by gzip, without a time stamp."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16, zlib.DEF_MEM_LEVEL + 1)
    return compressor.compress(content) + compressor.flush()


def write(folder: Path) -> None:
    """Write all data of the package and the catalogue into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [write_blueprint(path, folder) for path in sorted(SHIPPED.glob(f"*{SUFFIX}"))]
    content = {"format": FORMAT, "files": files, "outcomes": write_outcomes(folder)}
    text = json.dumps(content, separators=(",", ":"))
    (folder / CATALOGUE).write_text(text + "\n")


def write_blueprint(path: Path, folder: Path) -> dict[str, Any]:
    """Write a blueprint into a folder, and return its entry in the catalogue."""
    header = read_header(path)
    content, policies = pack(read_blueprint(path))
    return {
        **write_packed(folder, path.name, content),
        "seats": header.seats,
        "options": header.options,
        "places": header.places,
        "entries": header.entries,
        "policies": policies,
    }


def write_outcomes(folder: Path) -> dict[str, Any]:
    """Write the outcomes of rounds into a folder, and return their entry in the catalogue."""
    tables = measured_tables()
    arrays = {"frequencies": tables.frequencies, "outcomes": tables.outcomes}
    content = b"".join(array.tobytes() for array in arrays.values())
    return {
        **write_packed(folder, OUTCOMES, content),
        "lengths": {name: len(array) for name, array in arrays.items()},
        "families": [
            {"options": family.options, "seats": [seats for _, seats in entries]}
            for family, entries in groupby(measured(), itemgetter(0))
        ],
    }


def write_packed(folder: Path, name: str, content: bytes) -> dict[str, Any]:
    """Write a compressed file; return the fields that every entry of the catalogue has."""
    packed = compress(content)
    digest = hashlib.sha256(packed).hexdigest()
    stem, dot, suffix = name.partition(".")
    path = folder / f"{stem}.{digest[:8]}{dot}{suffix}"
    path.write_bytes(packed)
    return {"name": path.name, "bytes": len(packed), "sha256": digest}


def cached(cache: Path) -> Path:
    """Return the folder of all data within a cache folder, writing it if it is not there.

    Its name has a hash of all sources; folders of other sources are deleted. Raises ``OSError`` if
    the cache cannot be written.
    """
    folder = cache / f"{PREFIX}{_digest()}"
    if (folder / CATALOGUE).is_file():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    for old in cache.glob(f"{PREFIX}*"):
        shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix=PREFIX) as parts:
        new = Path(parts, folder.name)
        write(new)
        with suppress(OSError):  # another process was faster
            new.rename(folder)
    return folder


def _digest() -> str:
    digest = hashlib.sha256(source_digest("players").encode())
    for path in (Path(__file__), *sorted(SHIPPED.iterdir())):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
