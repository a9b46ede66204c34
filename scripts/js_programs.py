"""Programs with which ``js_tools.py`` tries the package for JavaScript in other tools."""

from typing import Final

MATCH: Final = """
export async function play(load, options) {
  const game = await load(options);
  const roundsOf = (level) => {
    const match = game.match({ preset: "pagat", players: 3, seed: 1 });
    const player = game.player(level, { seed: 2 });
    while (!match.over) match.toAct === null ? match.deal() : match.play(player.choose(match));
    return match.results.length;
  };
  const rounds = roundsOf("club");
  await game.prepare(game.match({ preset: "pagat", players: 3 }));
  return `${rounds} rounds, ${roundsOf("expert")} with data`;
}
"""
IMPORT: Final = """
import { load } from "schwimmen";
import { play } from "./match.mjs";
"""
PROGRAM: Final = f"""{IMPORT}
const [data] = process.argv.slice(2);
play(load, {{ data }}).then(console.log);
"""
REQUIRE: Final = """
const { load } = require("schwimmen");
import("./match.mjs").then(({ play }) => play(load)).then(console.log);
"""
WORKER: Final = f"""{IMPORT}
play(load, {{ data: new URL("/data", location.origin) }}).catch(String).then(postMessage);
"""
PAGE: Final = f"""{IMPORT}
const show = (said) => (document.title = said);
play(load, {{ data: "/data" }}).then(show, show);
"""
PAGE_WITH_WORKER: Final = f"""{IMPORT}
const show = (said) => (document.title = said);
play(load, {{ data: "/data" }}).then((here) => {{
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), {{ type: "module" }});
  worker.onmessage = ({{ data: there }}) => show(here === there ? here : `worker: ${{there}}`);
  worker.onerror = ({{ message }}) => show(`worker: ${{message}}`);
}}, show);
"""
HTML: Final = '<!doctype html><script type="module" src="./page.mjs"></script>'
IMPORT_MAP: Final = """<!doctype html>
<script type="importmap">{ "imports": { "schwimmen": "/schwimmen/index.js" } }</script>
<script type="module" src="./page.mjs"></script>
"""
NEXT: Final = {
    "next.config.mjs": """
        import { resolve } from "node:path";
        const root = resolve("../..");
        export default { distDir: "out", turbopack: { root }, outputFileTracingRoot: root };
    """,
    "app/layout.js": """
        export default function Layout({ children }) {
          return <html lang="en"><body>{children}</body></html>;
        }
    """,
    "app/page.js": """
        "use client";
        import { load } from "schwimmen";
        import { useEffect } from "react";
        import { play } from "../match.mjs";
        const show = (said) => { document.title = said; };
        export default function Page() {
          useEffect(() => { play(load, { data: "/data" }).then(show, show); }, []);
          return null;
        }
    """,
    "app/api/route.js": """
        import { load } from "schwimmen/inline";
        import { play } from "../../match.mjs";
        export const GET = async ({ url }) =>
          new Response(await play(load, { data: new URL("/data/", url) }).catch(String));
    """,
}
WORKERD: Final = """
import module from "schwimmen/rules.wasm";
import { load } from "schwimmen";
import { play } from "./match.mjs";
export default {
  fetch: async (request, { data }) =>
    new Response(await play(load, { module, data }).catch(String)),
};
"""
WORKERD_CONFIG: Final = """
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:%d", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "out/worker.js"),
    (name = "schwimmen/rules.wasm", wasm = embed "out/rules.wasm"),
  ],
  bindings = [(name = "data", text = "%s/data/")],
  compatibilityDate = "2026-01-01",
);
"""


def inline(source: str) -> str:
    """Return a program with the entry that has the module inside."""
    return source.replace('"schwimmen"', '"schwimmen/inline"')
