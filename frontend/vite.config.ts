import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { cardFaces } from "./card-faces-plugin.ts";
import { texts } from "./texts-plugin.ts";
import { serviceWorker } from "./worker-plugin.ts";

const server = "http://127.0.0.1:8000"; // `schwimmen --port 8000`, for `npm run dev`

export default defineConfig({
  plugins: [svelte(), texts(), cardFaces(), serviceWorker("src/worker/service-worker.ts")],
  build: {
    outDir: fileURLToPath(new URL("../src/schwimmen/server/static", import.meta.url)),
    emptyOutDir: true,
    license: { fileName: "licences.txt" }, // of all packages that are in the page
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/healthz": server } },
  test: {
    include: ["{src,drawing,texts}/**/*.test.ts"],
    setupFiles: "vitest.setup.ts",
    passWithNoTests: true,
  },
});
