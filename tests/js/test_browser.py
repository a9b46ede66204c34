"""The package for JavaScript in a browser, on a page and in a worker."""

from __future__ import annotations

import json
from typing import Final

import pytest
from playwright.sync_api import Route

from tests.browser.chromium import chromium
from tests.js.node import JS, program

SITE: Final = "https://package.test"
TYPES: Final = {".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm"}
MATCH: Final = """
    const match = (await load()).match({ preset: "dutch", players: 4, seed: 31 });
    while (!match.over) match.toAct === null ? match.deal() : match.play(match.legalActions[0]);
    const record = JSON.stringify(match.toRecord());
"""
PLACES: Final = {
    "page": f"""async () => {{
        const {{ load }} = await import("{SITE}/index.js");
        {MATCH}
        return record;
    }}""",
    "worker": f"""() => new Promise((resolve, reject) => {{
        const code = `import {{ load }} from "{SITE}/index.js"; {MATCH} postMessage(record);`;
        const url = URL.createObjectURL(new Blob([code], {{ type: "text/javascript" }}));
        const worker = new Worker(url, {{ type: "module" }});
        worker.onmessage = ({{ data }}) => resolve(data);
        worker.onerror = ({{ message }}) => reject(new Error(message));
    }})""",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_match_is_the_same_as_in_node(place: str) -> None:
    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{SITE}/")
        if name:
            file = JS / name
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    with chromium() as browser:
        context = browser.new_context()
        context.route(f"{SITE}/**", serve)
        page = context.new_page()
        page.goto(f"{SITE}/")
        record = json.loads(page.evaluate(PLACES[place]))
    assert record == json.loads(program(MATCH + "console.log(record);"))
