"""The package for JavaScript in a browser, on a page and in a worker."""

from __future__ import annotations

import json
from typing import Final

import pytest

from tests.js.node import program
from tests.js.site import SITE, package_page

MATCH: Final = """
    const match = (await load()).match({ preset: "dutch", players: 4, seed: 31 });
    while (!match.over) match.toAct === null ? match.deal() : match.play(match.legalActions[0]);
    const record = JSON.stringify(match.toRecord());
"""
PLACES: Final = {
    "page": f"""async () => {{
        const {{ load }} = await import("{SITE}/js/index.js");
        {MATCH}
        return record;
    }}""",
    "worker": f"""() => new Promise((resolve, reject) => {{
        const code = `import {{ load }} from "{SITE}/js/index.js"; {MATCH} postMessage(record);`;
        const url = URL.createObjectURL(new Blob([code], {{ type: "text/javascript" }}));
        const worker = new Worker(url, {{ type: "module" }});
        worker.onmessage = ({{ data }}) => resolve(data);
        worker.onerror = ({{ message }}) => reject(new Error(message));
    }})""",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_match_is_the_same_as_in_node(place: str) -> None:
    with package_page() as page:
        record = json.loads(page.evaluate(PLACES[place]))
    assert record == json.loads(program(MATCH + "console.log(record);"))
