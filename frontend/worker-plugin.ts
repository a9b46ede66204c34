import { createHash } from "node:crypto";
import { basename } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import type { Build, Engine } from "./src/worker/cache-plan.ts";

/** Files that the worker caches at installation; it caches the others in the background. */
const SHELL = /\.(js|css|woff2|wasm|json)$/;
const PUBLIC = ["/", "/favicon.svg", "/favicon-turn.svg", "/manifest.webmanifest"];

/** Bundle the worker into one file, separate from the page so that they share no chunk. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: { write: false, rolldownOptions: { input: entry, output: { format: "iife" } } },
  });
  const [output] = [result].flat();
  if (!output || !("output" in output)) throw new Error("the service worker was not built");
  return output.output[0].code;
}

/** Return the engines of a build: scripts of workers with the files that they name. */
function enginesOf(files: Rolldown.OutputBundle): Engine[] {
  const assets = Object.values(files).filter((file) => file.type === "asset");
  return assets
    .filter(({ fileName }) => fileName.startsWith("assets/") && fileName.endsWith(".js"))
    .map(({ fileName, source }) => {
      const text = source.toString();
      const named = Object.keys(files).filter((name) => text.includes(basename(name)));
      return { script: `/${fileName}`, files: named.map((name) => `/${name}`).sort() };
    });
}

/**
 * A Vite plugin that emits the service worker, /sw.js, with the list of this build's files, and adds
 * the build's id to the page (`<meta name="build">`).
 */
export function serviceWorker(entry: string): Plugin {
  let source = "";
  let bundled: Promise<string> | undefined;
  return {
    name: "service-worker",
    apply: "build",
    buildStart() {
      bundled = bundle(entry); // in parallel with the page
      bundled.catch(() => undefined); // thrown where it is awaited
    },
    transformIndexHtml: {
      order: "post",
      async handler(_, { bundle: files }) {
        if (!files) throw new Error("the bundle is missing");
        const code = await (bundled ?? bundle(entry));
        const assets = Object.keys(files)
          .filter((name) => name.startsWith("assets/"))
          .map((name) => `/${name}`)
          .sort();
        const id = createHash("sha256")
          .update([code, ...assets].join("\0"))
          .digest("hex")
          .slice(0, 12);
        const engines = enginesOf(files);
        const ofEngines = new Set(engines.flatMap((engine) => [engine.script, ...engine.files]));
        const shell = assets.filter((name) => SHELL.test(name) && !ofEngines.has(name));
        const later = assets.filter((name) => !SHELL.test(name));
        const own: Build = { id, shell: [...PUBLIC, ...shell], later, engines };
        source = code.replace("__BUILD__", JSON.stringify(own));
        return [{ tag: "meta", attrs: { name: "build", content: id }, injectTo: "head" }];
      },
    },
    generateBundle: {
      order: "post",
      handler() {
        if (source === "") throw new Error("the page must be built before its worker");
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
