"""The package for JavaScript in browsers, on a page and in a worker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.effort import sample
from tests.js import webdriver
from tests.js.node import program
from tests.js.site import package_page, site
from tests.js.webdriver import Evaluate

MATCH: Final = """
    const game = await load({ data });
    const match = game.match({ preset: "dutch", players: 4, seed: 31 });
    await game.prepare(match);
    const players = ["blueprint", "club", "blueprint", "casual"].map((level, seed) =>
      game.player(level, { seed }),
    );
    while (!match.over) {
      if (match.toAct === null) match.deal();
      else match.play(players[match.toAct].choose(match));
    }
    const record = JSON.stringify(match.toRecord());
"""
ON_A_PAGE: Final = f"""async () => {{
    const {{ load }} = await import(`${{location.origin}}/js/index.js`);
    const data = `${{location.origin}}/data`;
    {MATCH}
    return record;
}}"""
IN_A_WORKER: Final = f"""() => new Promise((resolve, reject) => {{
    const code = `
        import {{ load }} from "${{location.origin}}/js/index.js";
        const data = "${{location.origin}}/data";
        {MATCH}
        postMessage(record);
    `;
    const url = URL.createObjectURL(new Blob([code], {{ type: "text/javascript" }}));
    const worker = new Worker(url, {{ type: "module" }});
    worker.onmessage = ({{ data }}) => resolve(data);
    worker.onerror = ({{ message }}) => reject(new Error(message));
}})"""


@pytest.fixture(scope="module")
def record_of_node(js_data: Path) -> object:
    """Return the record of the match in Node."""
    data = f"const data = {json.dumps(js_data.as_uri())};"
    return json.loads(program(data + MATCH + "console.log(record);"))


@contextmanager
def browser(name: str, data: Path) -> Iterator[Evaluate]:
    """Open a page on the site in a browser."""
    if name == "chromium":
        with package_page(data) as page:
            yield page.evaluate
    else:
        with site(data) as url, getattr(webdriver, name)(url) as evaluate:
            yield evaluate


@pytest.mark.parametrize("name", sample(["chromium", "firefox", "webkit"]))
def test_a_match_is_the_same_as_in_node(name: str, js_data: Path, record_of_node: object) -> None:
    with browser(name, js_data) as evaluate:
        assert json.loads(evaluate(ON_A_PAGE)) == record_of_node
        assert json.loads(evaluate(IN_A_WORKER)) == record_of_node
