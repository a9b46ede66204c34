import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** The packages that are distributed with the page, and their licence files. */
const PACKAGES = {
  "@fontsource-variable/figtree": "LICENSE",
  "@fontsource/young-serif": "LICENSE",
  "@heruka_urgyen/react-playing-cards": "LICENSE",
  "@noble/hashes": "LICENSE",
  svelte: "LICENSE.md",
};

const licence = ([name, file]: [string, string]): string => {
  const path = fileURLToPath(new URL(`./node_modules/${name}/${file}`, import.meta.url));
  return `${name}\n\n${readFileSync(path, "utf8").trim()}\n`;
};

/** A Vite plugin that emits the licences of these packages as /licences.txt. */
export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      const source = Object.entries(PACKAGES)
        .map(licence)
        .join(`\n${"-".repeat(72)}\n\n`);
      this.emitFile({ type: "asset", fileName: "licences.txt", source });
    },
  };
}
