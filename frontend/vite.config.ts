import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type {} from "vitest/config"; // declares `test`; an installation to play has no vitest
import { defineConfig } from "vite";
import { cardFaces } from "./card-faces-plugin.ts";
import { texts } from "./texts-plugin.ts";
import { brotli } from "./compression-plugin.ts";
import { playFiles, preloads } from "./preload-plugin.ts";
import { serviceWorker } from "./worker-plugin.ts";

const server = "http://127.0.0.1:8000"; // `schwimmen --port 8000`, for `npm run dev`

/** Return the path of a file or folder of the repository. */
const inRepository = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

export default defineConfig(({ mode }) => ({
  base: "./", // the page works in any folder: `--base-path`, or a static site
  plugins: [
    svelte(),
    texts(),
    cardFaces(),
    playFiles(),
    serviceWorker("src/worker/service-worker.ts"),
    // A host of static files neither preloads nor compresses.
    mode === "site" ? [] : [preloads(), brotli({ fast: mode === "checkout" })],
  ],
  resolve: {
    alias: {
      "schwimmen/json": inRepository("js/json.js"),
      "schwimmen/play": inRepository("js/play.js"),
      "schwimmen/wire": inRepository("js/wire.js"),
      schwimmen: inRepository("js/index.js"),
    },
  },
  define: {
    MODULE_SOURCES: JSON.stringify(
      (JSON.parse(readFileSync(inRepository("js/layout.json"), "utf8")) as { sources: string })
        .sources,
    ),
  },
  build: {
    outDir: inRepository(mode === "site" ? "site" : "src/schwimmen/server/static"),
    emptyOutDir: true,
    modulePreload: { polyfill: false }, // browsers without it load modules a little later
    reportCompressedSize: false, // takes as long as compressing
    // Few files for the start page and the table: six requests at a time cost a round trip.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"] },
            { name: "portraits", test: /src\/portraits\// },
            { name: "cards", test: /src\/cards\/|virtual:card-faces/ },
            { name: "people", test: /src\/api\/(friends|me)\.ts$/ }, // the start page needs no table
            { name: "idb", test: /src\/storage\/database\.ts$|node_modules\/idb\// },
            { name: "table", test: /src\/table\/TablePage\.svelte$/ },
          ],
        },
      },
    },
    license: { fileName: "licences.txt" }, // of all packages in the page
  },
  worker: { format: "es" },
  server: {
    fs: { allow: [inRepository("")] }, // includes the package in js/
    proxy: { "/api": { target: server, ws: true }, "/engine-data": server, "/healthz": server },
  },
  test: {
    passWithNoTests: true,
    testTimeout: 120_000, // the machine may be busy
    projects: [
      {
        extends: true,
        test: {
          name: "modules",
          isolate: false, // a process for each file costs three times as much as the tests
          include: ["{src,drawing,texts}/**/*.test.ts"],
          exclude: ["**/*.page.test.ts"],
          setupFiles: "vitest.setup.ts",
        },
      },
      {
        // Components in a document, as the browser mounts them.
        extends: true,
        resolve: { conditions: ["browser"] },
        test: {
          name: "pages",
          include: ["src/**/*.page.test.ts"],
          environment: "happy-dom",
          environmentOptions: {
            happyDOM: { settings: { device: { prefersReducedMotion: "reduce" } } },
          },
          setupFiles: ["vitest.setup.ts", "testing/page-setup.ts"],
        },
      },
    ],
  },
}));
