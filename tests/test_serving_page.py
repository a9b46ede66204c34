"""docs/serving.md, docs/machines.md and packaging/ are true, and their commands run."""

import json
import re
import shlex
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mkdocs.utils.yaml import yaml_load

from schwimmen.cli import main
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.operation.startup import ServerSettings
from schwimmen.server.runtime.metrics import REGISTRY
from schwimmen.server.storage import PostgresLocation, parse_location

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/serving.md").read_text("utf-8")
MACHINES = (ROOT / "docs/machines.md").read_text("utf-8")
UNIT = (ROOT / "packaging/schwimmen@.service").read_text("utf-8")
COMPOSE = yaml_load((ROOT / "packaging/compose.yaml").read_text("utf-8"))
DASHBOARD = json.loads((ROOT / "packaging/grafana.json").read_text("utf-8"))
(GROUP,) = yaml_load((ROOT / "packaging/alerts.yml").read_text("utf-8"))["groups"]
RULES: list[dict[str, Any]] = GROUP["rules"]
CADDY = (ROOT / "packaging/Caddyfile").read_text("utf-8")
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")


def entry_point() -> list[str]:
    """Return the command that the container runs."""
    found = re.search(r"^ENTRYPOINT \[(.*)\]$", CONTAINER, re.M)
    assert found
    return re.findall(r'"([^"]*)"', found[1])[1:]


def commands() -> list[list[str]]:
    """Return all commands that serve, in the pages, the systemd unit, and those of containers."""
    pages = PAGE + MACHINES
    shell = "\n".join(re.findall(r"```sh\n(.*?)```", pages, re.S)).replace("\\\n", " ")
    lines = re.findall(r"\bschwimmen (serve.*)$", shell, re.M)
    found = [shlex.split(line, comments=True) for line in lines]
    started = re.search(r"^ExecStart=\S+ (.*)$", UNIT, re.M)
    options = re.findall(r"SCHWIMMEN_OPTIONS=(.*?)(?:' >>|$)", pages, re.M)
    after_image = re.search(r"schwimmen:/data schwimmen(.*)$", shell, re.M)
    assert started
    assert len(options) == 2
    assert after_image
    unit = started[1].replace("%i", "8001").replace("%l", "cards")
    found += [shlex.split(unit.replace("$SCHWIMMEN_OPTIONS", one)) for one in options]
    found.append([*entry_point(), *shlex.split(after_image[1])])
    for service in composed_workers().values():
        command = service["command"].replace("${SCHWIMMEN_NAME}", "cards.example.org")
        found.append([*entry_point(), *shlex.split(command)])
    return found


def composed_workers() -> dict[str, dict[str, Any]]:
    """Return the workers in the compose file by their names."""
    services = COMPOSE["services"].items()
    return {name: service for name, service in services if name.startswith("worker")}


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_the_commands_serve(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[ServerSettings] = []
    monkeypatch.setattr("schwimmen.server.operation.startup.run", ran.append)
    monkeypatch.setattr("schwimmen.server.runtime.logs.set_up_logging", lambda *_: None)
    monkeypatch.setattr("schwimmen.server.runtime.metrics.read_token", str)
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


SAMPLES = {
    "counter": ("_total",),
    "gauge": ("",),
    "histogram": ("_bucket", "_count", "_sum"),
    "info": ("_info",),
}
"""Ends of the names of samples by the type of their metric."""

FROM_PROMETHEUS = {"up"}
"""Names that Prometheus itself adds."""

LABELS = {"by", "code", "level", "le", "worker", "version", "job", "instance"}
"""Labels of our metrics, and those that Prometheus adds."""

FUNCTIONS = {"absent", "and", "avg", "changes", "count", "group_left", "histogram_quantile"} | {
    "max", "min", "on", "rate", "sum",
}  # fmt: skip
"""Words of PromQL in the dashboard and the alerts."""


def panels() -> list[dict[str, Any]]:
    """Return the panels of the dashboard."""
    found: list[dict[str, Any]] = DASHBOARD["panels"]
    return found


def queries() -> list[str]:
    """Return all queries of the dashboard and all expressions of the alerts."""
    found = [target["expr"] for panel in panels() for target in panel["targets"]]
    return [*found, *(rule["expr"] for rule in RULES)]


@pytest.mark.parametrize("query", queries())
def test_the_metrics_of_a_query_exist(query: str) -> None:
    exposed = {
        f"{family.name}{end}" for family in REGISTRY.collect() for end in SAMPLES[family.type]
    }
    plain = re.sub(r"\[[^]]*\]", "", query)
    labels = re.findall(r"(\w+)=~?\"", plain)
    plain = re.sub(r"\{[^}]*\}", "", plain)
    for group in re.findall(r"(?:by|on|group_left) \(([^)]*)\)", plain):
        labels += group.split(", ")
    plain = re.sub(r"(by|on|group_left) \([^)]*\)", "", plain)
    names = set(re.findall(r"\b[a-z_]+[a-z]\b", plain)) - FUNCTIONS
    assert names
    assert names <= exposed | FROM_PROMETHEUS
    assert set(labels) <= LABELS


def test_the_dashboard_is_whole() -> None:
    places = [tuple(panel["gridPos"].values()) for panel in panels()]
    assert len({*places}) == len(places)
    assert len({panel["id"] for panel in panels()}) == len(places)
    variables = {one["name"] for one in DASHBOARD["templating"]["list"]}
    used = set(re.findall(r"\$\{?(?!__)(\w+)", json.dumps(panels())))
    assert used == variables


def test_every_alert_says_what_it_means() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert rule["annotations"]["summary"].endswith((".", "?"))


def test_the_container_checks_its_own_health() -> None:
    port = re.search(r"^EXPOSE (\d+)$", CONTAINER, re.M)
    assert port
    assert f"http://127.0.0.1:{port[1]}/healthz" in CONTAINER
    assert re.search(r"^USER (?!root)\w+$", CONTAINER, re.M)
    for source in re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINER, re.M):
        assert all((ROOT / name).exists() for name in source.split())


def test_the_compose_file_is_whole() -> None:
    services = COMPOSE["services"]
    for service in services.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            inside = (ROOT / "packaging" / source).is_file()
            assert inside if source.startswith(".") else source in COMPOSE["volumes"]
    variables = set(re.findall(r"\$\{(\w+)", (ROOT / "packaging/compose.yaml").read_text("utf-8")))
    assert variables == {"SCHWIMMEN_NAME", "POSTGRES_PASSWORD"}
    assert all(f"`{name}`" in MACHINES for name in variables)


def test_the_compose_file_agrees_with_its_parts() -> None:
    workers, given = composed_workers(), COMPOSE["services"]["caddy"]["environment"]
    assert len(workers) == 3
    port = re.search(r"^EXPOSE (\d+)$", CONTAINER, re.M)
    assert port
    assert given["SCHWIMMEN_WORKERS"].split() == [f"{name}:{port[1]}" for name in workers]
    assert set(re.findall(r"\{\$(\w+):", CADDY)) == set(given)
    (network,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    postgres = COMPOSE["services"]["postgres"]["environment"]
    (build,) = (worker["build"] for worker in workers.values() if "build" in worker)
    assert (ROOT / "packaging" / build["context"] / build["dockerfile"]).is_file()
    for name, worker in workers.items():
        assert f"--worker-name {name} " in worker["command"]
        assert worker["command"].endswith(f"--trust-proxy {network['subnet']}")
        url = worker["environment"]["SCHWIMMEN_DATABASE"].replace("${POSTGRES_PASSWORD}", "secret")
        location = parse_location(url)
        assert isinstance(location, PostgresLocation)
        parts = urlsplit(url)
        assert (parts.username, parts.path[1:]) == (
            postgres["POSTGRES_USER"],
            postgres["POSTGRES_DB"],
        )
        assert parts.hostname in COMPOSE["services"]


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
