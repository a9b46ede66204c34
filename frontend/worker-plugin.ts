import { createHash } from "node:crypto";
import { build, type Plugin } from "vite";

/** What the worker fetches at once; everything else it keeps when it is first shown. */
const SHELL = /\.(js|css|woff2)$/;
const PUBLIC = ["/", "/favicon.svg", "/manifest.webmanifest"];

/** The worker in one file, bundled apart from the page so that they share no chunk. */
async function bundled(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: { write: false, rolldownOptions: { input: entry, output: { format: "iife" } } },
  });
  const [made] = [result].flat();
  if (!made || !("output" in made)) throw new Error("the service worker was not built");
  return made.output[0].code;
}

/**
 * Makes the service worker, /sw.js, and tells it what this build is made of, and the page
 * (`<meta name="build">`) which build it is of.
 */
export function serviceWorker(entry: string): Plugin {
  let source = "";
  return {
    name: "service-worker",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(_, { bundle }) {
        if (!bundle) throw new Error("there is no bundle yet");
        const code = await bundled(entry);
        const assets = Object.keys(bundle)
          .filter((name) => name.startsWith("assets/"))
          .map((name) => `/${name}`)
          .sort();
        const id = createHash("sha256")
          .update([code, ...assets].join("\0"))
          .digest("hex")
          .slice(0, 12);
        const shell = [...PUBLIC, ...assets.filter((name) => SHELL.test(name))];
        const later = assets.filter((name) => !SHELL.test(name));
        source = code.replace("__BUILD__", JSON.stringify({ id, shell, later }));
        return [{ tag: "meta", attrs: { name: "build", content: id }, injectTo: "head" }];
      },
    },
    generateBundle: {
      order: "post",
      handler() {
        if (source === "") throw new Error("the page was not built before its worker");
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
