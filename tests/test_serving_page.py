"""docs/serving.md and packaging/ are complete and true, and their commands run."""

import re
import shlex
from pathlib import Path

import pytest

from schwimmen.cli import main
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.operation.startup import ServerSettings
from schwimmen.server.runtime.metrics import REGISTRY

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/serving.md").read_text("utf-8")
UNIT = (ROOT / "packaging/schwimmen.service").read_text("utf-8")
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")


def entry_point() -> list[str]:
    """Return the command that the container runs."""
    found = re.search(r"^ENTRYPOINT \[(.*)\]$", CONTAINER, re.M)
    assert found
    return re.findall(r'"([^"]*)"', found[1])[1:]


def commands() -> list[list[str]]:
    """Return all commands that serve, in the page, the systemd unit and the Containerfile."""
    shell = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE, re.S)).replace("\\\n", " ")
    lines = re.findall(r"\bschwimmen (serve.*)$", shell, re.M)
    found = [shlex.split(line, comments=True) for line in lines]
    started = re.search(r"^ExecStart=\S+ (.*)$", UNIT, re.M)
    options = re.search(r"SCHWIMMEN_OPTIONS=(.*?)' >>", PAGE)
    after_image = re.search(r"schwimmen:/data schwimmen(.*)$", shell, re.M)
    assert started
    assert options
    assert after_image
    found.append(shlex.split(started[1].replace("$SCHWIMMEN_OPTIONS", options[1])))
    found.append([*entry_point(), *shlex.split(after_image[1])])
    return found


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_the_commands_serve(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[ServerSettings] = []
    monkeypatch.setattr("schwimmen.server.operation.startup.run", ran.append)
    monkeypatch.setattr("schwimmen.server.runtime.logs.set_up_logging", lambda *_: None)
    assert main(command) == 0
    assert len(ran) == 1


def test_the_commands_are_found() -> None:
    assert len(commands()) >= 6


@pytest.mark.parametrize("command", ["serve", "doctor", "backup", "restore"])
def test_every_option_is_explained(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    # The example of a bot has an option of its own.
    options = set(re.findall(r"(?<!\w)--[a-z-]+", capsys.readouterr().out)) - {"--help", "--fast"}
    assert options
    assert [option for option in options if f"`{option}`" not in PAGE] == []
    assert "SCHWIMMEN_DATABASE" in PAGE


def test_every_metric_is_explained() -> None:
    ours = [family for family in REGISTRY.collect() if family.name.startswith("schwimmen_")]
    suffix = {"counter": "_total", "info": "_info"}
    names = [f"{family.name}{suffix.get(family.type, '')}" for family in ours]
    assert names
    assert [name for name in names if f"`{name}`" not in PAGE] == []


def test_the_container_checks_its_own_health() -> None:
    port = re.search(r"^EXPOSE (\d+)$", CONTAINER, re.M)
    assert port
    assert f"http://127.0.0.1:{port[1]}/healthz" in CONTAINER
    assert re.search(r"^USER (?!root)\w+$", CONTAINER, re.M)
    for source in re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINER, re.M):
        assert all((ROOT / name).exists() for name in source.split())


def test_the_rate_limits_are_the_real_ones() -> None:
    section = PAGE.partition("## Rate limits")[2].partition("\n## ")[0]
    rows = [row.split("|")[3:5] for row in section.splitlines() if row.startswith("|")][2:]
    shown = []
    for at_once, refill in rows:
        number, _, unit = refill.strip().replace(" an ", " a ").partition(" a ")
        seconds = {"second": 1, "minute": 60, "hour": 3600}.get(unit)
        shown.append((int(at_once.replace(",", "")), seconds and seconds / int(number)))
    limits = [
        (limit.burst, limit.every) if isinstance(limit, Rate) else (limit, None)
        for limit in DEFAULT_ALLOWANCE
    ]
    assert shown == limits
