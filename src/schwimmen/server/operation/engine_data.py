"""Data of the package for JavaScript, as browsers unpack them, and their catalogue.

python scripts/js_data.py [FOLDER]   write them into a folder, js/data by default

A blueprint is compressed by gzip. Its content is, without gaps:

- a bit for each place of the hash table, set where it has an entry, the lowest bit first;
- for each entry the fingerprint without its lowest bit, which is always 1: 20 bits, the lowest
  first, and 4 bits of padding if the number of entries is odd;
- for each entry the first byte of the code of its policy;
- the second bytes of those codes that have two;
- the packed policies, each once and the most frequent first, as four planes of bytes.

With ``n`` policies, first bytes below ``256 - ceil(n / 256)`` are codes of one byte, the number of
a policy; the others, less that limit, are the high byte of a number.

One more file has the outcomes of rounds, from which match equity is computed: the three arrays of
``OutcomeTables``, one after the other.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.policy_table import (
    POLICY_BITS,
    SUFFIX,
    Blueprint,
    read_blueprint,
    read_header,
)
from schwimmen.players.equity.outcomes import measured_tables
from schwimmen.players.rule_similarity import option_numbers

FOLDER: Final = Path(__file__).parents[1] / "js" / "data"
SHIPPED: Final = Path(__file__).parents[1] / "src" / "schwimmen" / "players" / "data"
CATALOGUE: Final = "catalogue.json"
OUTCOMES: Final = "outcomes"
FORMAT: Final = "schwimmen-data/1"
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
        **write_packed(folder / path.name, content),
        "seats": header.seats,
        "options": option_numbers(header.options).tolist(),
        "places": header.places,
        "entries": header.entries,
        "policies": policies,
    }


def write_outcomes(folder: Path) -> dict[str, Any]:
    """Write the outcomes of rounds into a folder, and return their entry in the catalogue."""
    tables = measured_tables()
    content = b"".join(table.tobytes() for table in tables)
    lengths = {name: len(table) for name, table in tables._asdict().items()}
    return {**write_packed(folder / OUTCOMES, content), "lengths": lengths}


def write_packed(path: Path, content: bytes) -> dict[str, Any]:
    """Write a compressed file, and return what every entry in the catalogue has."""
    packed = compress(content)
    path.write_bytes(packed)
    return {
        "name": path.name,
        "bytes": len(packed),
        "sha256": hashlib.sha256(packed).hexdigest(),
    }


if __name__ == "__main__":
    write(Path(*sys.argv[1:]) if sys.argv[1:] else FOLDER)
