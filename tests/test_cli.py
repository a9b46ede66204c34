"""Command line: fast, with usage errors of one line."""

import asyncio
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from schwimmen.cli import main
from schwimmen.server.storage import Database
from tests.processes import PATIENCE


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process."""
    return subprocess.run(
        [sys.executable, "-m", "schwimmen", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"schwimmen {version('schwimmen')}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "--help"],
        ["serve", "--help"],
        ["serve", "--trust-proxy", "me"],
        ["doctor", "--help"],
        ["doctor", "nowhere"],
        ["backup", "--help"],
        ["restore", "--help"],
        ["copy-database", "--help"],
        ["replay", "-h"],
        ["verify", "--help"],
        ["review", "--help"],
        ["review", "record", "--effort", "more"],
        ["simulate", "--help"],
        ["simulate", "--preset", "pagatt"],
        ["simulate", "--bots", "gredy"],
        ["arena", "--help"],
        ["arena", "greedy", "gredy"],
        ["arena", "greedy", "random", "--sprt", "0", "-1"],
        ["exploit", "--help"],
        ["exploit", "--bot", "gredy"],
        ["train", "--help"],
        ["train", "pagat-5"],
        ["nope"],
    ],
)
def test_help_and_usage_errors_load_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from schwimmen.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print('modules', *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    heavy = {
        "numba",
        "numpy",
        "fastapi",
        "uvicorn",
        "sqlalchemy",
        "pydantic",
        "rich",
        "distributed",
    }
    assert not heavy & loaded


def test_help_names_the_commands() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert "play" in done.stdout
    assert "serve" in done.stdout
    assert "doctor" in done.stdout
    assert "restore" in done.stdout
    assert "copy-database" in done.stdout
    assert "replay" in done.stdout
    assert "verify" in done.stdout
    assert "review" in done.stdout
    assert "simulate" in done.stdout
    assert "arena" in done.stdout
    assert "exploit" in done.stdout
    assert "train" in done.stdout


WRONG = [
    (["pley"], "unknown command 'pley': did you mean play?"),
    (["frobnicate"], "'frobnicate': valid are play, serve, doctor, backup, restore, copy-database"),
    (["a\nb"], "unknown command 'a\\nb'"),
    (["--prt", "3"], "unknown argument '--prt': did you mean --port?"),
    (["play", "--prt=3"], "unknown argument '--prt=3': did you mean --port?"),
    (["play", "here"], "unknown argument 'here'"),
    (["--port"], "argument --port: expected one argument"),
    (["--port", "65536"], "argument --port: '65536' is not a port, a number from 0 to 65535"),
    (["--port", "-1"], "argument --port: "),
    (["--port", "eight"], "argument --port: 'eight' is not a port"),
    (["--port", "٣"], "argument --port: '٣' is not a port"),
    (["--pace", "fast"], "argument --pace: 'fast' is not a number of seconds"),
    (["--pace", "nan"], "argument --pace: 'nan' is not a number of seconds"),
    (["--pace", "1e9"], "argument --pace: '1e9' is not a number of seconds"),
    (["--database", ""], "argument --database: it needs the name of a file, or a URL"),
    (["serve", "--public-url", "cards"], "'cards' is not an address such as https://"),
    (["serve", "--public-url", "https://cards.example.org/a"], "a path, which --base-path takes"),
    (["serve", "--public-url", "http://[x"], "is not an address such as"),
    (["serve", "--public-url", "https://a..b"], "is not an address such as"),
    (["doctor", "cards"], "'cards' is not an address such as https://"),
    (["doctor", "ftp://cards.example.org"], "is not an address such as https://"),
    (["doctor", "https://cards.example.org/?a"], "is not an address such as https://"),
    (["doctor", "--proxy", "apache"], "invalid choice: 'apache'"),
    (["serve", "--trust-proxy", "*"], "it needs addresses or networks such as 127.0.0.1"),
    (["serve", "--log-level", "loud"], "invalid choice: 'loud'"),
    (["serve", "--drain", "3601"], "'3601' is not a number of seconds from 0 to 3600"),
    (["serve", "--keep-tables", "-1"], "'-1' is not a number of days, 0 or more"),
    (["serve", "--worker-name", "a b"], "'a b' is not a name such as cards1:8001"),
    (["serve", "--time-zone", "Berlin"], "'Berlin' is not a time zone, such as Europe/Berlin"),
    (["serve", "--time-zone", "../UTC"], "'../UTC' is not a time zone, such as Europe/Berlin"),
    (["serve", "--time-zone", ""], "'' is not a time zone, such as Europe/Berlin"),
    (["serve", "--hsts", "-1"], "'-1' is not a number of days, 0 or more"),
    (["serve", "--metrics-token-file", ""], "it needs the name of a file"),
    (["backup"], "the following arguments are required: FILE"),
    (["backup", ""], "argument FILE: it needs the name of a file"),
    (["restore"], "the following arguments are required: BACKUP"),
    (["restore", ""], "argument BACKUP: it needs the name of a file"),
    (["restore", "x", "--overwrite"], "unknown argument '--overwrite'"),
    (["copy-database", "a"], "the following arguments are required: TARGET"),
    (["copy-database", "", "b"], "argument SOURCE: it needs the name of a file, or a URL"),
    (["replay"], "the following arguments are required: FILE"),
    (["replay", "--fast", "x"], "unknown argument '--fast'"),
    (["review"], "the following arguments are required: RECORD"),
    (["review", "x", "--efort", "graph"], "unknown argument '--efort'"),
]


@pytest.mark.parametrize(("arguments", "reason"), WRONG, ids=[" ".join(a) for a, _ in WRONG])
def test_usage_errors(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert reason in said.err
    assert said.err.startswith("schwimmen")


def test_replay_prints_results(tmp_path: Path) -> None:
    good = (
        '{"format": "schwimmen-match/1", "rules": {"preset": "pagat"}, '
        '"players": ["A", "B"], "dealer": 0, "rounds": []}'
    )
    (tmp_path / "records").write_text(f"{good}\n{{}}\n")
    done = run("replay", str(tmp_path / "records"))
    assert done.returncode == 2
    first, second = done.stdout.splitlines()
    assert '"complete": false' in first
    assert second == "null"
    assert done.stderr.startswith(f"{tmp_path / 'records'}:2: ")
    assert done.stderr.count("\n") == 1


def test_verify_checks_records(tmp_path: Path) -> None:
    vectors = Path(__file__).parent / "records" / "fairness" / "vectors.json"
    record = json.loads(vectors.read_text(encoding="utf-8"))["records"]["solo"]
    (tmp_path / "fair").write_text(json.dumps(record))
    (tmp_path / "without").write_text(json.dumps(record | {"fairness": None}))
    done = run("verify", str(tmp_path / "fair"))
    assert done.returncode == 0
    assert done.stdout.startswith(f"{tmp_path / 'fair'}: verified: ")
    assert run("verify", str(tmp_path / "fair"), str(tmp_path / "without")).returncode == 1
    assert run("verify", str(tmp_path / "neither")).returncode == 2


def test_unprintable_characters_are_escaped(tmp_path: Path) -> None:
    asyncio.run(make_database(tmp_path / "db"))
    copy, database = tmp_path / "\u0141\u00f3d\u017a", tmp_path / "db"
    done = subprocess.run(
        [sys.executable, "-m", "schwimmen", "backup", "--database", str(database), str(copy)],
        capture_output=True,
        timeout=PATIENCE,
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u0141\xf3d\\u017a: tables: 0 (matches running: 0, " in done.stdout


async def make_database(path: Path) -> None:
    """Create an empty database."""
    await (await Database.open(path)).close()


def test_an_interrupted_command_has_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("schwimmen.server.operation.startup.run", interrupt)
    assert main(["play"]) == 130


@pytest.mark.parametrize("more", [[], ["--public-url", "http://cards.example.org"]])
def test_hsts_requires_https(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--hsts", "9", *more]) == 2
    assert capsys.readouterr().err.startswith("schwimmen: --hsts: needs --public-url https")
