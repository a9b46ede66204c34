/** Build of `js/jsonc-parser.js`, one file without dependencies, from the locked package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const entry = fileURLToPath(new URL("entry.ts", import.meta.url));
const require = createRequire(import.meta.url);
const { version } = require("jsonc-parser/package.json") as { version: string };
const licence = readFileSync(require.resolve("jsonc-parser/LICENSE.md"), "utf8");

export default defineConfig({
  publicDir: false,
  build: {
    lib: { entry, formats: ["es"], fileName: () => "jsonc-parser.js" },
    outDir: fileURLToPath(new URL("../../js", import.meta.url)),
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      output: { postBanner: `/*! jsonc-parser ${version}\n\n${licence.replaceAll("\r", "")}*/` },
    },
  },
});
