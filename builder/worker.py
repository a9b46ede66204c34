"""Process of a build: lowers entry points, then makes object files.

It reads its share of the work as JSON from standard input.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from .back_end import Target, machine_code
from .files import write_atomically


def main() -> None:
    """Make all files of the share, writing each as soon as it is complete."""
    share = json.load(sys.stdin)
    folder = Path(share["folder"])
    if share["lower"]:
        from .front_end import Functions, lower, prepare_numba
        from .signatures import signatures

        prepare_numba()
        known, functions = signatures(), Functions(folder)
        for name, path in share["lower"].items():
            write_atomically(Path(path), json.dumps(lower(known[name], functions)).encode())
    for job in share["jobs"]:
        lowered = {
            name: json.loads(Path(path).read_bytes()) for name, path in job["entries"].items()
        }
        code = machine_code(folder, lowered, Target(**job["target"]), job["prefix"])
        write_atomically(Path(job["path"]), code)


if __name__ == "__main__":
    main()
