"""Firefox and WebKit, driven by the protocols of the W3C."""

from __future__ import annotations

import json
import os
import re
import socket
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from subprocess import PIPE
from time import sleep
from typing import Any, Final, TypeAlias

from websockets.sync.client import connect

from tests.processes import PATIENCE, running

Evaluate: TypeAlias = Callable[[str], Any]
"""Function that calls an asynchronous function of JavaScript on a page; it returns its text."""

MINI_BROWSER: Final = "*/webkit2gtk-4.*/MiniBrowser"


@contextmanager
def firefox(url: str) -> Iterator[Evaluate]:
    """Open a page in Firefox, by WebDriver BiDi."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = ("firefox-esr", "--headless", "--profile", profile)
        with running(*command, "--remote-debugging-port", "0", stderr=PIPE, text=True) as process:
            assert process.stderr is not None
            lines = (re.search(r"WebDriver BiDi listening on (\S+)", one) for one in process.stderr)
            address = next(filter(None, lines))[1]
            with connect(f"{address}/session", max_size=None) as connection:
                numbers = count()

                def send(method: str, **parameters: Any) -> Any:
                    number = next(numbers)
                    command = {"id": number, "method": method, "params": parameters}
                    connection.send(json.dumps(command))
                    while (answer := json.loads(connection.recv(PATIENCE))).get("id") != number:
                        pass
                    return answer["result"]

                send("session.new", capabilities={})
                context = send("browsingContext.getTree")["contexts"][0]["context"]
                send("browsingContext.navigate", context=context, url=url, wait="complete")

                def evaluate(function: str) -> Any:
                    code = f"({function})()"
                    target = {"context": context}
                    result = send(
                        "script.evaluate", expression=code, target=target, awaitPromise=True
                    )
                    assert result["type"] == "success", result
                    return result["result"]["value"]

                yield evaluate


@contextmanager
def webkit(url: str) -> Iterator[Evaluate]:
    """Open a page in MiniBrowser, the small browser of WebKitGTK, by WebDriver."""
    [browser] = Path("/usr/lib").glob(MINI_BROWSER)
    options = {"binary": str(browser), "args": ["--automation"]}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def send(path: str, **body: Any) -> Any:
        headers = {"Content-Type": "application/json"}
        address = f"http://127.0.0.1:{port}/session{path}"
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    with screen() as display, running("WebKitWebDriver", f"--port={port}", env=display):
        wait_for(port)
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = f"/{send('', capabilities=wanted)['sessionId']}"
        send(f"{session}/timeouts", script=1000 * PATIENCE)
        send(f"{session}/url", url=url)

        def evaluate(function: str) -> Any:
            code = f"({function})().then(arguments[0], (error) => arguments[0](String(error)))"
            return send(f"{session}/execute/async", script=code, args=[])

        yield evaluate


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """Start an X server without a screen; yield the environment of its programs."""
    with running("Xvfb", "-displayfd", "1", "-nolisten", "tcp", stdout=PIPE, text=True) as server:
        assert server.stdout is not None
        yield os.environ | {"DISPLAY": f":{server.stdout.readline().strip()}"}
        server.terminate()  # so that it removes its lock
        server.wait(PATIENCE)


def wait_for(port: int) -> None:
    """Wait until a server accepts connections."""
    for _ in range(10 * PATIENCE):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            sleep(0.1)
        else:
            return
    raise TimeoutError(f"nothing listens on port {port}")
