import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { cardFaces } from "./card-faces-plugin.ts";
import { texts } from "./texts-plugin.ts";
import { brotli } from "./compression-plugin.ts";
import { preloads } from "./preload-plugin.ts";
import { serviceWorker } from "./worker-plugin.ts";

const server = "http://127.0.0.1:8000"; // `schwimmen --port 8000`, for `npm run dev`

export default defineConfig({
  plugins: [
    svelte(),
    texts(),
    cardFaces(),
    preloads(),
    serviceWorker("src/worker/service-worker.ts"),
    brotli(),
  ],
  resolve: { alias: { schwimmen: fileURLToPath(new URL("../js/index.js", import.meta.url)) } },
  build: {
    outDir: fileURLToPath(new URL("../src/schwimmen/server/static", import.meta.url)),
    emptyOutDir: true,
    // Few files for the start page and the table: six requests at a time cost a round trip.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"] },
            { name: "portraits", test: /src\/portraits\// },
            { name: "cards", test: /src\/cards\/|virtual:card-faces/ },
            { name: "table", test: /src\/table\/TablePage\.svelte$/ },
          ],
        },
      },
    },
    license: { fileName: "licences.txt" }, // of all packages that are in the page
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: server, ws: true }, "/healthz": server } },
  test: {
    include: ["{src,drawing,texts}/**/*.test.ts"],
    setupFiles: "vitest.setup.ts",
    passWithNoTests: true,
  },
});
