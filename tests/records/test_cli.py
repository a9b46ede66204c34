"""Output of ``schwimmen verify``; test_reader.py tests how files are read."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

from schwimmen.records import verify_files

from .fairness.vectors import VECTORS, changed, seed

SEAL = VECTORS["agreement"]["seal"]
SOLO = json.dumps(changed("solo", []))
CHOY = json.dumps(changed("choy", []))
UNFAIR = json.dumps(changed("solo", [(["fairness", "attempts", 0, "seed"], seed("other"))]))
WITHOUT = json.dumps({key: value for key, value in json.loads(SOLO).items() if key != "fairness"})


def verified(*paths: str | Path, stdin: str = "") -> tuple[int, list[str], list[str]]:
    out, err = io.BytesIO(), io.BytesIO()
    status = verify_files([str(path) for path in paths], io.BytesIO(stdin.encode()), out, err)
    return status, out.getvalue().decode().splitlines(), err.getvalue().decode().splitlines()


def test_a_verified_record_is_printed_with_its_seal(tmp_path: Path) -> None:
    path = tmp_path / "match.schwimmen.json"
    path.write_text(CHOY)
    status, (line,), errors = verified(path)
    assert (status, errors) == (0, [])
    assert line == (
        f"{path}: verified: first dealer, 2 packs, 2 later shuffles; "
        f'seeds of the server, Jörg "31", Noor\\n\\u2028; 2 attempts; seal {SEAL}'
    )


def test_without_seeds_of_players_only_the_server_is_named() -> None:
    status, (line,), errors = verified("-", stdin=SOLO)
    assert (status, errors) == (0, [])
    assert line.startswith("-: verified: first dealer, 1 pack; seed of the server alone; seal ")


def test_errors_name_the_place_that_does_not_verify() -> None:
    status, lines, errors = verified("-", stdin=f"{SOLO}\n{UNFAIR}\n\n{WITHOUT}\n")
    assert (status, errors) == (1, [])
    assert lines[1:] == [
        "-:2: not verified: attempt 1: the server had not committed to this seed for these rules "
        "and players",
        "-:4: not verified: no fairness key: the shuffles cannot be verified",
    ]


def test_an_unreadable_record_is_an_error_and_affects_no_other(tmp_path: Path) -> None:
    bad = json.dumps(changed("solo", [(["fairness", "attempts"], [])]))
    status, lines, errors = verified(tmp_path / "no", "-", stdin=f"{UNFAIR}\n[]\n{bad}\n{SOLO}")
    assert status == 2
    assert [line.split(":")[1] for line in lines] == ["1", "4"]
    assert errors[0].startswith(f"{tmp_path / 'no'}: cannot be read: ")
    assert errors[1:] == [
        "-:2: a record is an object, not a list",
        '-:3: "fairness.attempts" is empty',
    ]


def test_the_check_needs_no_compiled_rules() -> None:
    code = (
        "import io, sys; from schwimmen.records import verify_files; "
        "status = verify_files(['-'], None, io.BytesIO()); "
        "sys.exit(status or 'numba' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=CHOY.encode(), check=False)
    assert done.returncode == 0
